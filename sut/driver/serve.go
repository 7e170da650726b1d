package driver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/sut"
)

// System is what [Serve] tells a controller about. Its methods are never called at the
// same time.
type System interface {
	// Begin begins a test. The targets are muted from now on, unless all are to be told
	// again. listen says whether to keep what conditions compare.
	Begin(all, listen bool, mute []uint32)
	// Take returns what was reached since Begin or the last Take, and forgets it.
	Take() ([]Score, []Compared)
	// Reset brings the state back to what it was at first.
	Reset() error
}

// Announcement is what a driver says once, when the system takes calls.
type Announcement struct {
	// Name is the language of the driver, such as "go".
	Name string
	// BaseURL is where the system listens.
	BaseURL string
	Targets []Target
	// NoReset says that Reset cannot be called: each test that follows a call gets a new
	// process.
	NoReset bool
}

// ErrNoController means that nobody started this process to observe it.
var ErrNoController = errors.New("driver: the environment has no " + Variable)

// Inherited returns the channel of commands that the controller gave this process.
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

// Serve is the driver of a system in Go: it says what there is and answers commands, until
// the controller stops the system or the channel ends. Then the program has to end.
func Serve(commands io.ReadWriteCloser, a Announcement, s System) error {
	defer commands.Close()
	h := hello{version: version, resets: !a.NoReset, name: a.Name}
	out := &writer{}
	h.encode(out)
	err := out.send(commands)
	if err == nil {
		err = encodeTargets(out, a.Targets)
	}
	if err == nil {
		err = out.send(commands)
	}
	if err == nil {
		out.begin(kindReady).text(a.BaseURL)
		err = out.send(commands)
	}
	in := receive(commands)
	for err == nil {
		var kind byte
		var body *reader
		if kind, body, err = in.next(); err != nil || kind == kindStop {
			break
		}
		if err = obey(kind, body, out, s); err == nil {
			err = out.send(commands)
		}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("driver: %w", err)
	}
	return nil
}

// obey does what a command says and makes the answer.
func obey(kind byte, body *reader, out *writer, s System) error {
	switch kind {
	case kindBegin:
		flags := body.byte()
		mute := make([]uint32, body.count(4))
		for i := range mute {
			mute[i] = body.number()
		}
		if err := body.end(); err != nil {
			return err
		}
		s.Begin(flags&1 != 0, flags&2 != 0, mute)
		out.begin(kindDone)
		return nil
	case kindReset:
		out.begin(kindDone)
		return s.Reset()
	case kindTake:
		var taken scores
		taken.list, taken.compared = s.Take()
		out.begin(kindScores)
		return taken.encode(out)
	}
	return fmt.Errorf("the controller sends a frame of the kind %d", kind)
}

var (
	_ sut.Controller = (*Controller)(nil)
	_ sut.Caller     = (*Controller)(nil)
	_ sut.Tracer     = (*Controller)(nil)
)
