package driver_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
	"github.com/evoke-go/evoke/sut/suttest"
)

// role names the environment variable that makes the test binary run as a system.
const role = "EVOKE_TEST_ROLE"

func TestMain(m *testing.M) {
	if name := os.Getenv(role); name != "" {
		roles[name]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// gate is a system with a driver in Go: a condition, and a statement behind it.
type gate struct {
	muted map[uint32]bool
	best  map[uint32]float64
	count int
}

func (g *gate) Begin(all, _ bool, mute []uint32) {
	g.best = map[uint32]float64{}
	if all {
		g.muted = map[uint32]bool{}
	}
	for _, n := range mute {
		g.muted[n] = true
	}
}

func (g *gate) Take() (out []driver.Score, _ []driver.Compared) {
	for n, v := range g.best {
		out = append(out, driver.Score{Number: n, Value: v})
	}
	g.best = map[uint32]float64{}
	return out, []driver.Compared{{Number: 1, Operands: []any{"x", 3.5}}}
}

func (g *gate) Reset() error { g.count = 0; return nil }

// keeping is a gate whose reset does less than a new process.
type keeping struct{ *gate }

func (*keeping) Reset() error { return nil }

// watched is a gate that reports incidents.
type watched struct {
	*gate
	on    bool
	went  []sut.Incident
	ready int // the count at the last Ready
}

func (g *watched) Begin(all, listen bool, mute []uint32) {
	g.gate.Begin(all, listen, mute)
	g.went = nil
}

func (g *watched) Take() ([]driver.Score, []driver.Compared) {
	g.went = nil
	return g.gate.Take()
}

func (g *watched) Watch(on bool) { g.on = on }
func (g *watched) Ready()        { g.ready = g.count }

func (g *watched) Happened() ([]sut.Incident, sut.Cost) {
	return g.went, sut.Cost{Steps: uint64(g.count - g.ready), Allocated: 7}
}

func (g *watched) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.on {
		g.went = append(g.went, sut.Incident{Kind: sut.DroppedError, Place: "gate.x:1", Text: r.URL.Path})
	}
	g.gate.ServeHTTP(w, r)
}

func (g *gate) put(n uint32, v float64) {
	if !g.muted[n] {
		g.best[n] = max(g.best[n], v)
	}
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.put(0, 1)
	g.put(1, 0.25)
	g.put(2, 1)
	g.count++
	switch r.URL.Path {
	case "/exit":
		fmt.Fprintln(os.Stderr, "Error: it went wrong")
		os.Exit(3)
	case "/hang":
		time.Sleep(time.Minute)
	}
	fmt.Fprint(w, g.count)
}

func (g *gate) targets() []driver.Target {
	return []driver.Target{
		{Number: 0, Kind: sut.StatementTarget, Line: 1, Column: 1, File: "gate.x"},
		{Number: 1, Kind: sut.BranchTarget, Side: driver.True, Line: 2, Column: 4, File: "gate.x",
			What: "n > 3", Values: []any{3.0, "a"}},
		{Number: 2, Kind: sut.BranchTarget, Side: driver.False, Line: 2, Column: 4, File: "gate.x", What: "n > 3"},
	}
}

func serve(resets, watches bool) {
	g := newGate()
	if watches {
		serveGate(&watched{gate: g}, resets)
		return
	}
	serveGate(g, resets)
}

func newGate() *gate { return &gate{best: map[uint32]float64{}, muted: map[uint32]bool{}} }

func serveGate(system interface {
	driver.System
	http.Handler
	targets() []driver.Target
}, resets bool) {
	server := httptest.NewServer(system)
	channel, err := driver.Inherited()
	if err == nil {
		err = driver.Serve(channel, driver.Announcement{
			Name: "go", BaseURL: server.URL, Targets: system.targets(), NoReset: !resets,
		}, system)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// raw writes bytes to the channel of commands, and waits for its end.
func raw(b ...byte) {
	out := os.NewFile(4, "commands")
	_, _ = out.Write(b)
	_, _ = os.NewFile(3, "commands").Read(make([]byte, 1))
}

// header begins a frame.
func header(kind byte, n int) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(n)), kind)
}

var roles = map[string]func(){
	"gate":    func() { serve(true, false) },
	"single":  func() { serve(false, false) },
	"watched": func() { serve(true, true) },
	"keeps":   func() { serveGate(&keeping{gate: newGate()}, true) },
	"garbage": func() { raw([]byte("this is a log line, and no frame at all")...) },
	"old":     func() { raw(append(header(1, 7), 0, 0, 0, 0, 0, 0, 0)...) },
	"early":   func() { raw(append(header(5, 8), 0, 0, 0, 0, 0, 0, 0, 0)...) },
	"exit": func() {
		fmt.Fprintln(os.Stderr, "noise\n\x1b[31mTypeError: no such thing\x1b[0m\nmore noise")
		os.Exit(4)
	},
	"taken": func() {
		fmt.Fprintln(os.Stderr, "listen tcp 127.0.0.1:80: bind: address already in use")
		os.Exit(1)
	},
	"silent": func() { time.Sleep(time.Minute) },
	"greets": func() { raw(append(header(1, 7), 3, 0, 0, 0, 0, 0, 0)...) },
	"strays": func() {
		if _, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
			raw(append(header(1, 7), 3, 0, 0, 0, 0, 0, 0)...)
		}
	},
}

func options(t testing.TB, name string) driver.Options {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return driver.Options{
		Name: name, StartTimeout: 10 * time.Second, AnswerTimeout: 10 * time.Second,
		Command: func() *exec.Cmd {
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), role+"="+name)
			return cmd
		},
	}
}

func TestControllersKeepTheContract(t *testing.T) {
	for _, name := range []string{"gate", "single", "watched"} {
		t.Run(name, func(t *testing.T) {
			suttest.TestDriver(t, func() driver.Options { return options(t, name) },
				&sut.Request{Method: "GET", Target: "/"})
		})
	}
}

// TestTakenPorts: a process that finds its port taken is started again, which may be with another port.
func TestTakenPorts(t *testing.T) {
	for _, tt := range []struct{ taken, starts int }{{1, 2}, {2, 3}, {9, 3}} {
		o, good, starts := options(t, "taken"), options(t, "gate"), 0
		taken := o.Command
		o.Command = func() *exec.Cmd {
			if starts++; starts > tt.taken {
				return good.Command()
			}
			return taken()
		}
		c := driver.New(o)
		_, err := c.Start(t.Context())
		assert.Equal(t, tt.starts, starts)
		if tt.taken < tt.starts {
			require.NoError(t, err)
			assert.NoError(t, c.Stop(t.Context()))
		} else {
			assert.ErrorContains(t, err, "address already in use")
		}
	}
}

func TestBadDrivers(t *testing.T) {
	for name, want := range map[string]string{
		"garbage": `driver: garbage: what comes is no frame: it begins with "this "`,
		"old":     "driver: old: the driver speaks version 0 of the protocol, and this is version 3",
		"early":   "driver: early: the driver sends a frame of the kind 5 where none is due",
		"exit":    "driver: exit: it did not start: it ended with exit status 4: TypeError: no such thing",
		"silent": "driver: silent: nothing that Evoke put into the program answers: the command starts it in " +
			"another way than by itself, or starts none of its files (2s waited)",
		"greets": "driver: greets: it never listens (2s waited)",
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, name)
			if name == "silent" || name == "greets" {
				o.StartTimeout = 2 * time.Second
			}
			_, err := driver.New(o).Start(t.Context())
			assert.EqualError(t, err, want)
			var told interface{ Output() []string }
			if assert.Equal(t, name == "exit", errors.As(err, &told)) && told != nil {
				assert.Equal(t, []string{"noise", "TypeError: no such thing", "more noise"}, told.Output())
			}
		})
	}
	o := options(t, "strays")
	o.StartTimeout = time.Second
	_, err := driver.New(o).Start(t.Context())
	if runtime.GOOS == "linux" { // it shows the sockets of a process
		assert.Regexp(t, `^driver: strays: it never listens \(1s waited\); it listens on port (\d+), which is not `+
			`the one that \$PORT or \{port\} gave it: name its address `+
			`\(--url http://127\.0\.0\.1:\d+\), or have it take the port$`, err.Error())
	}
	_, err = driver.New(driver.Options{Name: "x"}).Start(t.Context())
	assert.EqualError(t, err, "driver: x: there is neither a command nor an address")
	_, err = driver.New(driver.Options{Command: func() *exec.Cmd {
		return exec.Command("/no/such/program")
	}}).Start(t.Context())
	assert.ErrorContains(t, err, "no such file")
}

// begun starts a system and begins a test.
func begun(t *testing.T, o driver.Options) (*driver.Controller, *fitness.Registry, sut.Inside) {
	t.Helper()
	c := driver.New(o)
	_, err := c.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Stop(context.Background())) })
	registry := &fitness.Registry{}
	inside := c.Inside(registry)
	require.NoError(t, c.Begin(t.Context(), false))
	return c, registry, inside
}

func TestSystemsThatEndAreStartedAgain(t *testing.T) {
	for _, name := range []string{"gate", "single"} {
		c, _, _ := begun(t, options(t, name))
		for range 2 {
			resp, err := c.Call(t.Context(), &sut.Request{Method: "GET", Target: "/exit"})
			require.NoError(t, err)
			assert.Equal(t, sut.Broken, resp.Outcome)
			assert.Equal(t, "the process of the system ended: it ended with exit status 3: Error: it went wrong",
				resp.Detail)
			resp, err = c.Call(t.Context(), &sut.Request{Method: "GET", Target: "/"})
			require.NoError(t, err)
			assert.Equal(t, "1", string(resp.Body))
			reached, err := c.Take(t.Context(), nil)
			require.NoError(t, err)
			assert.NotEmpty(t, reached)
			require.NoError(t, c.Reset(t.Context()))
			require.NoError(t, c.Begin(t.Context(), false))
		}
	}
}

func TestSystemsThatHangAreTimeOuts(t *testing.T) {
	o := options(t, "gate")
	o.Remote.Timeout = time.Second
	c, _, _ := begun(t, o)
	resp, err := c.Call(t.Context(), &sut.Request{Method: "GET", Target: "/hang"})
	require.NoError(t, err)
	assert.Equal(t, sut.TimedOut, resp.Outcome)
	assert.Equal(t, 1, c.Starts(), "its driver still answers")
}

func TestWhatIsKnownOfTargets(t *testing.T) {
	c, registry, inside := begun(t, options(t, "gate"))
	inside.Listen(true)
	require.NoError(t, c.Begin(t.Context(), false))
	_, err := c.Call(t.Context(), &sut.Request{Method: "GET", Target: "/"})
	require.NoError(t, err)
	reached, err := c.Take(t.Context(), nil)
	require.NoError(t, err)
	got := map[string]float64{}
	for _, r := range reached {
		got[registry.Target(r.Target).String()] = r.Value
	}
	assert.Equal(t, map[string]float64{
		"statement gate.x:1:1": 1, "line gate.x:1": 1, "file gate.x": 1,
		"branch gate.x:2:4 n > 3 true": 0.25, "branch gate.x:2:4 n > 3 false": 1,
	}, got)
	id := registry.ID(fitness.Target{Kind: sut.BranchTarget, Name: "gate.x:2:4 n > 3 true"})
	what, place := inside.Describe(id)
	assert.Equal(t, "n > 3 is true at gate.x:2", what+" at "+place)
	assert.Equal(t, []any{int64(3), "a"}, inside.Values(id))
	assert.Equal(t, []any{int64(3), "a"}, inside.Constants)
	heard := inside.Heard()
	require.Len(t, heard, 1)
	assert.Equal(t, []any{"x", 3.5}, heard[0].Operands)
	assert.Equal(t, id, heard[0].True)
	assert.Equal(t, []sut.PackageCoverage{{Path: ".", Statements: 1, Covered: 1}}, c.Statements())
}

// TestWhatGoesWrong: drivers that can report incidents and costs do so after each call, and other drivers are not
// asked.
func TestWhatGoesWrong(t *testing.T) {
	c, _, inside := begun(t, options(t, "watched"))
	for _, path := range []string{"/a", "/b"} {
		resp, err := c.Call(t.Context(), &sut.Request{Method: "GET", Target: path})
		require.NoError(t, err)
		assert.Equal(t, []sut.Incident{{Kind: sut.DroppedError, Place: "gate.x:1", Text: path}}, inside.Incidents())
		assert.Equal(t, sut.Cost{Elapsed: resp.Elapsed, Steps: 1, Allocated: 7}, resp.Cost)
		_, err = c.Take(t.Context(), nil)
		require.NoError(t, err)
		assert.Empty(t, inside.Incidents())
	}
	_, err := c.Call(t.Context(), &sut.Request{Method: "GET", Target: "/exit"})
	require.NoError(t, err)
	assert.Empty(t, inside.Incidents(), "nobody said anything")
	_, _, inside = begun(t, options(t, "gate"))
	assert.Nil(t, inside.Incidents)
}

func TestSockets(t *testing.T) {
	c := driver.New(driver.Options{Address: "unix:" + t.TempDir() + "/none"})
	_, err := c.Start(t.Context())
	assert.ErrorContains(t, err, "no such file")
}
