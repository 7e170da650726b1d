package driver

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/sut"
)

// System is the system that [Serve] reports to a controller. Its methods are never called at the same time.
type System interface {
	// Begin begins a test. The targets mute are muted from now on, unless all is set: then all targets are reported
	// again. listen says whether to keep the operands of conditions.
	Begin(all, listen bool, mute []uint32)
	// Take returns what was reached since Begin or the last Take, and forgets it.
	Take() ([]Score, []Compared)
	// Reset brings the state back to what it was at first.
	Reset() error
}

// Reader is a [System] that also notes the inputs that the system looks for in requests.
type Reader interface {
	// Read switches these notes on or off.
	Read(on bool)
	// Inputs returns the notes since Begin or the last call of Inputs, and forgets them.
	Inputs() []sut.Input
}

// TableReader is a [System] that also notes which tables of databases the statements of the system use.
type TableReader interface {
	// ReadTables switches these notes on or off.
	ReadTables(on bool)
	// Tables returns the notes since Begin or the last call of Tables, and forgets them.
	Tables() []sut.Table
}

// Ender is a [System] that knows when its process is about to end.
type Ender interface {
	// OnEnd gets a function that reports the end to the controller, with reason and place as far as they are known.
	// Call it at most once, on any goroutine.
	OnEnd(tell func(reason, place string))
}

// Announcement is what a driver sends once, when the system takes calls.
type Announcement struct {
	// Name is the language of the driver, such as "go".
	Name string
	// BaseURL is where the system listens.
	BaseURL string
	Targets []Target
	// NoReset says that Reset cannot be called: each test that follows a call gets a new process.
	NoReset bool
	// Threads says that the system answers the driver even while it is in an endless loop. Then a call that gets no
	// answer in time ends the process, since nobody knows what the call still does.
	Threads bool
	// Await waits until the system takes calls, and returns further targets that are known by then. Default: the system
	// takes calls already.
	Await func() ([]Target, error)
}

// ErrNoController means that no controller started this process.
var ErrNoController = errors.New("driver: the environment has no " + Variable)

// Inherited returns the channel of commands that the controller gave to this process.
func Inherited() (io.ReadWriteCloser, error) {
	fields := strings.Fields(os.Getenv(Variable))
	if len(fields) != 5 || fields[0] != "pipes" {
		return nil, ErrNoController
	}
	var ends [2]*os.File
	for i := range ends {
		n, err := strconv.Atoi(fields[i+1])
		if err != nil || n < 3 {
			return nil, ErrNoController
		}
		ends[i] = os.NewFile(uintptr(n), Variable)
	}
	return pipes{ends[0], ends[1]}, os.Unsetenv(Variable)
}

// Serve is the driver of a system in Go: it announces the targets and answers commands, until the controller stops the
// system or the channel ends. After that the program has to end.
func Serve(commands io.ReadWriteCloser, a Announcement, s System) error {
	defer commands.Close()
	v := &server{commands: commands, system: s}
	if e, ok := s.(Ender); ok {
		e.OnEnd(v.end)
	}
	err := v.serve(&a)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("driver: %w", err)
	}
	return nil
}

// server is one call of Serve.
type server struct {
	mu       sync.Mutex // for one answer at a time; the end may come between them
	commands io.ReadWriteCloser
	system   System
	out      writer
	watching bool // the controller asks for incidents
}

func (v *server) serve(a *Announcement) error {
	_, locates := v.system.(Locator)
	_, watches := v.system.(Watcher)
	h := hello{version: version, resets: !a.NoReset, threads: a.Threads, places: locates, causes: locates,
		watches: watches, name: a.Name}
	h.encode(&v.out)
	if err := v.out.send(v.commands); err != nil {
		return err
	}
	in := receive(v.commands)
	if err := v.ready(a, &in); err != nil {
		return err
	}
	for {
		kind, body, err := in.next()
		if err != nil || kind == kindStop {
			return err
		}
		if err := v.answer(kind, body); err != nil {
			return err
		}
	}
}

// ready reports that the system takes calls, once it does. It reads only the first command meanwhile; if the channel
// ends, it stops waiting for the system.
func (v *server) ready(a *Announcement, in *receiver) error {
	targets := a.Targets
	first, awaited := make(chan error, 1), make(chan error, 1)
	go func() { first <- in.waits() }()
	if a.Await != nil {
		go func() {
			more, err := a.Await()
			targets = append(targets[:len(targets):len(targets)], more...)
			awaited <- err
		}()
	} else {
		awaited <- nil
	}
	select {
	case err := <-first: // the end, or a stop: no other command comes before ready
		return cmp.Or(err, io.EOF)
	case err := <-awaited:
		if err != nil {
			return err
		}
	}
	if err := v.announce(targets, a.BaseURL); err != nil {
		return err
	}
	return <-first
}

// announce sends the targets, and that calls may come.
func (v *server) announce(targets []Target, baseURL string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := encodeTargets(&v.out, targets); err != nil {
		return err
	}
	if err := v.out.send(v.commands); err != nil {
		return err
	}
	v.out.begin(kindReady).text(baseURL)
	return v.out.send(v.commands)
}

func (v *server) answer(kind byte, body *reader) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if err := v.obey(kind, body); err != nil {
		return err
	}
	if w, ok := v.system.(Watcher); ok && v.watching {
		w.Ready() // once the answer is sent, the next call may come
	}
	return v.out.send(v.commands)
}

// end reports that the process is about to end, and what it reached until now.
func (v *server) end(reason, place string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	taken := take(v.system)
	v.out.begin(kindEnded).text(reason)
	v.out.text(place)
	if taken.encode(&v.out) == nil {
		_ = v.out.send(v.commands) // no controller may be left
	}
}

// take takes what was reached.
func take(s System) (taken scores) {
	taken.list, taken.compared = s.Take()
	if r, ok := s.(Reader); ok {
		taken.inputs = r.Inputs()
	}
	if r, ok := s.(TableReader); ok {
		taken.tables = r.Tables()
	}
	return taken
}

// happened returns the incidents and the cost, if the controller asks for them.
func (v *server) happened() (g happenings) {
	if w, ok := v.system.(Watcher); ok && v.watching {
		g.told = true
		g.incidents, g.cost = w.Happened()
	}
	return g
}

// beginTest begins a test.
func (v *server) beginTest(body *reader) error {
	flags := body.byte()
	mute := make([]uint32, body.count(4))
	for i := range mute {
		mute[i] = body.number()
	}
	if err := body.end(); err != nil {
		return err
	}
	if r, ok := v.system.(Reader); ok {
		r.Read(flags&8 != 0)
	}
	if r, ok := v.system.(TableReader); ok {
		r.ReadTables(flags&32 != 0)
	}
	if w, ok := v.system.(Watcher); ok {
		v.watching = flags&16 != 0
		w.Watch(v.watching)
	}
	v.system.Begin(flags&1 != 0, flags&2 != 0, mute)
	return nil
}

// obey executes a command and writes the answer.
func (v *server) obey(kind byte, body *reader) error {
	s, out := v.system, &v.out
	switch kind {
	case kindBegin:
		if err := v.beginTest(body); err != nil {
			return err
		}
		out.begin(kindDone)
		return nil
	case kindReset:
		out.begin(kindDone)
		return s.Reset()
	case kindTake:
		happened := v.happened()
		taken := take(s)
		taken.went = happened
		out.begin(kindScores)
		return taken.encode(out)
	case kindWhere:
		place, way := "", int(body.byte())
		if l, ok := s.(Locator); ok && way < len(ways) {
			place = l.Where(ways[way])
		}
		out.begin(kindPlace).text(place)
		out.uint32(nowhere)
		return body.end()
	}
	return fmt.Errorf("the controller sends a frame of the kind %d", kind)
}

var (
	_ sut.Controller = (*Controller)(nil)
	_ sut.Caller     = (*Controller)(nil)
	_ sut.Tracer     = (*Controller)(nil)
)
