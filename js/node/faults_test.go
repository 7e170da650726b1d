package node_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
	"github.com/evoke-go/evoke/sut/suttest"
)

func started(t *testing.T, o node.Options) (*node.Controller, *fitness.Registry) {
	t.Helper()
	c := newController(t, o)
	return c, suttest.Observe(t, c)
}

// post makes a call that may change something.
func post(t *testing.T, c *node.Controller, target string) *sut.Response {
	t.Helper()
	resp, err := c.Call(t.Context(), &sut.Request{Method: "POST", Target: target})
	require.NoError(t, err)
	return resp
}

func TestDriverOfNode(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts programs of Node")
	}
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	suttest.TestDriver(t, func() driver.Options {
		c, err := node.NewOptions(node.Options{Dir: "testdata/faults", Command: "node server.js"})
		require.NoError(t, err)
		return c
	}, &sut.Request{Method: "GET", Target: "/count"})
}

// TestProgramsThatEndAreFaults: after a call that ends the program, the answer says why and where, the targets that it
// reached count, and the next call has another process.
func TestProgramsThatEndAreFaults(t *testing.T) {
	c, registry := started(t, node.Options{Dir: "faults", Command: "node server.js",
		Remote: sut.RemoteOptions{Timeout: time.Second}})
	for target, want := range map[string]struct {
		outcome       sut.Outcome
		detail, place string
	}{
		"/crash": {sut.Broken, "exit status 1: TypeError: it crashed", "crash (server.js:5)"},
		"/after": {sut.Broken, "exit status 1: TypeError: it crashed", "Immediate.crash (server.js:5)"},
		"/later": {sut.Broken, "exit status 1: TypeError: it crashed", "crash (server.js:5)"},
		"/reject": {sut.Broken, "exit status 1: unhandled rejection: Error: nobody caught it",
			"Server.<anonymous> (server.js:11)"},
		"/exit":   {sut.Broken, "exit status 3: process.exit(3)", "Server.<anonymous> (server.js:12)"},
		"/loop":   {sut.TimedOut, "", "server.js:14"},
		"/spin":   {sut.TimedOut, "", "spin (server.js:23)"},
		"/silent": {sut.TimedOut, "", "server.js:16"},
	} {
		require.NoError(t, c.Reset(t.Context()))
		require.NoError(t, c.Begin(t.Context(), true))
		resp := suttest.Get(t, c, target)
		assert.Equal(t, want.outcome, resp.Outcome, target)
		assert.Contains(t, resp.Detail, want.detail, target)
		assert.Contains(t, resp.Place, strings.TrimPrefix(want.place, "Immediate."), target)
		assert.NotContains(t, resp.Detail, "\n")
		if target != "/loop" && target != "/spin" { // these report nothing any more
			assert.Contains(t, suttest.Reached(t, c, registry), "file server.js", target)
		}
		assert.Equal(t, "1", string(post(t, c, "/count").Body), "after %s", target)
	}
}

// TestProgramsSeeNothing: the environment of a program shows nothing of its observer.
func TestProgramsSeeNothing(t *testing.T) {
	t.Setenv("NODE_OPTIONS", "--no-warnings")
	c, _ := started(t, node.Options{Dir: "faults", Command: "node server.js"})
	assert.Equal(t, ",,--no-warnings,false", string(suttest.Get(t, c, "/env").Body))
}

// TestReload: a reload begins the program anew, in the same process and on the same port.
func TestReload(t *testing.T) {
	c, registry := started(t, node.Options{Dir: "faults", Command: "node server.js", Reload: true})
	url := c.BaseURL()
	for range 20 {
		assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
		assert.Equal(t, "2", string(suttest.Get(t, c, "/count").Body))
		require.NoError(t, c.Reset(t.Context()))
		require.NoError(t, c.Begin(t.Context(), true))
		assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
		assert.Contains(t, suttest.Reached(t, c, registry), "file server.js")
		require.NoError(t, c.Reset(t.Context()))
	}
	assert.Equal(t, 1, c.Starts())
	assert.Equal(t, url, c.BaseURL())
	assert.Equal(t, sut.Broken, suttest.Get(t, c, "/crash").Outcome)
	assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
}

// TestProgramsThatOthersStart: the program may be started by another program of node, such as npm.
func TestProgramsThatOthersStart(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what npm starts is observed on Linux only")
	}
	c, registry := started(t, node.Options{Dir: "faults",
		Command: `node -e "require('child_process').spawnSync('node', ['server.js'], { stdio: 'inherit' })"`})
	assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
	assert.Contains(t, suttest.Reached(t, c, registry), "file server.js")
	assert.Equal(t, sut.Broken, suttest.Get(t, c, "/crash").Outcome)
	assert.Equal(t, "1", string(suttest.Get(t, c, "/count").Body))
}

// TestModules: files that import and require load have probes, also those loaded later.
func TestModules(t *testing.T) {
	c, registry := started(t, node.Options{Dir: "modules", Command: "node server.js"})
	assert.Equal(t, "false,true,late", string(suttest.Get(t, c, "/").Body))
	got := slices.Sorted(maps.Keys(suttest.Reached(t, c, registry)))
	for _, file := range []string{"file server.js", "file late.js", "branch old.cjs:1:27 === true",
		"branch greater.js:1:31 > false"} {
		assert.Contains(t, got, file)
	}
}

// TestWhatIsNotObserved: threads and workers run, and a warning says that they have no probes.
func TestWhatIsNotObserved(t *testing.T) {
	c, registry := started(t, node.Options{Dir: "others", Command: "node threads.js"})
	assert.Equal(t, "Worker,42", string(suttest.Get(t, c, "/").Body))
	assert.Contains(t, suttest.Reached(t, c, registry), "file threads.js")
	assert.Equal(t, []string{"worker threads of the program are not observed: what they execute guides no search"},
		c.Warnings())

	c, _ = started(t, node.Options{Dir: "others", Command: "node forks.js"})
	assert.Equal(t, "42", string(suttest.Get(t, c, "/").Body))
	assert.Empty(t, c.Warnings())

	c = newController(t, node.Options{Dir: "others", Command: "node cluster.js", StartTimeout: 3 * time.Second})
	_, err := c.Start(t.Context())
	assert.ErrorContains(t, err, "it never listens (3s waited); the program forks workers")
}

// TestCodeOfTexts: code that the program makes of texts runs without probes.
func TestCodeOfTexts(t *testing.T) {
	c, _ := started(t, node.Options{Dir: "others", Command: "node texts.js"})
	assert.Equal(t, `3,7,11,"function anonymous(a,b\n) {\nreturn a === b || a + b\n}"`,
		string(suttest.Get(t, c, "/").Body))
}

// TestReloadOfModules: modules that import loads are loaded again too, also later ones.
func TestReloadOfModules(t *testing.T) {
	c, registry := started(t, node.Options{Dir: "modules", Command: "node server.js", Reload: true})
	for range 3 {
		post(t, c, "/")
		require.NoError(t, c.Reset(t.Context()))
		require.NoError(t, c.Begin(t.Context(), true))
		assert.Equal(t, "false,true,late", string(suttest.Get(t, c, "/").Body))
		assert.Contains(t, suttest.Reached(t, c, registry), "file late.js")
	}
	assert.Equal(t, 1, c.Starts())
	assert.Empty(t, c.Warnings())
}

// TestResetAdvice: the advice for slow resets fits the program.
func TestResetAdvice(t *testing.T) {
	has := func(o node.Options, parts ...string) {
		advice := newController(t, o).ResetAdvice()
		for _, part := range []string{"--reset reload", "--reset none", "does nothing else", "nothing is reset"} {
			assert.Equal(t, slices.Contains(parts, part), strings.Contains(advice, part), advice)
		}
	}
	has(node.Options{Dir: "faults", Command: "node server.js"}, "--reset none") // a reload is tried by default
	has(node.Options{Dir: "faults", Command: "node server.js", Restart: true}, "--reset reload", "--reset none")
	has(node.Options{Dir: "faults", Command: "npm start", Restart: true},
		"--reset reload", "--reset none", "does nothing else")
	has(node.Options{Dir: "modules", Command: "node server.js"}, "--reset none")
	has(node.Options{Dir: "faults", Command: "node server.js", Reload: true}, "--reset none")
	has(node.Options{Dir: "faults", Command: "node server.js", Keep: true}, "nothing is reset")
	has(node.Options{Dir: "written", Command: "node server.js"}, "--reset none")
}

// TestBadPrograms: a program that cannot be searched is an error in one line.
func TestBadPrograms(t *testing.T) {
	for command, want := range map[string]string{
		"node ends.js":    "it started and listened on no port: it ended with exit status 0: exit with code 0",
		"node throws.js":  "it started and listened on no port: it ended with exit status 1: RangeError: too far",
		"node waits.js":   "it never listens (2s waited)",
		"node garbage.js": `what comes is no frame: it begins with "what "`,
		"node none.js":    "Error: Cannot find module",
		"nosuchcommand":   "it did not start: it ended",
	} {
		c := newController(t, node.Options{Dir: "bad", Command: command, StartTimeout: 2 * time.Second})
		_, err := c.Start(t.Context())
		require.Error(t, err, command)
		assert.Contains(t, err.Error(), want, command)
		assert.NotContains(t, err.Error(), "\n")
	}
	_, err := node.New(node.Options{})
	assert.ErrorContains(t, err, "a command is needed")
}

func TestWithoutNode(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := node.New(node.Options{Command: "node server.js"})
	require.ErrorIs(t, err, node.ErrNoNode)
	assert.EqualError(t, err, "node: node 20 or later is needed: there is no node in the folders of PATH")
}

// TestNothingIsLeft: after a stop, neither processes nor files are left.
func TestNothingIsLeft(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c, _ := started(t, node.Options{Dir: "faults", Command: "node server.js",
		Remote: sut.RemoteOptions{Timeout: time.Second}})
	suttest.Get(t, c, "/loop")
	suttest.Get(t, c, "/count")
	require.NoError(t, c.Stop(context.Background()))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
	for _, line := range processes(t) {
		assert.NotContains(t, line, dir)
	}
}

// TestFailedStartsLeaveNothing: a start that fails leaves no files, and needs no stop.
func TestFailedStartsLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	c := newController(t, node.Options{Dir: "bad", Command: "node throws.js"})
	t.Setenv("TMPDIR", dir)
	for range 2 {
		_, err := c.Start(t.Context())
		require.ErrorContains(t, err, "too far")
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Empty(t, left)
	}
}

// processes returns the environments of all processes that can be read.
func processes(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/environ")
	require.NoError(t, err)
	var out []string
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(b), "EVOKE_NODE=") {
			out = append(out, path+" "+string(b))
		}
	}
	return out
}

// TestSameSeedSameSearch: a search of a program can be repeated.
func TestSameSeedSameSearch(t *testing.T) {
	_, first := search(t, 7, node.Options{Keep: true})
	_, again := search(t, 7, node.Options{Keep: true})
	assert.Equal(t, first.Suite, again.Suite)
	assert.Equal(t, first.Files, again.Files)
}

// TestLateEndsAreThoseOfTheirCall: once a timer ended the program long after the answer, the call that sets it at that
// place waits for it, in other processes too.
func TestLateEndsAreThoseOfTheirCall(t *testing.T) {
	for target, detail := range map[string]string{"/late": "it crashed", "/rest": "unhandled rejection"} {
		c, _ := started(t, node.Options{Dir: "faults", Command: "node server.js", Keep: true})
		assert.Equal(t, sut.Answered, suttest.Get(t, c, target).Outcome)
		time.Sleep(time.Second)
		assert.Equal(t, "1", string(post(t, c, "/count").Body), "it is another process")
		resp := suttest.Get(t, c, target)
		assert.Equal(t, sut.Broken, resp.Outcome, target)
		assert.Contains(t, resp.Detail, detail)
	}
}
