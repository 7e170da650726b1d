// Package program observes Go programs that run in processes of their own. The program need not change, and needs no
// function that returns its handler.
//
//	controller, err := program.New(program.Options{Package: "./cmd/server"})
//	result, err := evoke.Run(ctx, evoke.Config{Schema: "openapi.yaml", System: evoke.System{Controller: controller}})
//
// The start builds the main package with probes, by an overlay: the sources stay as they are. An added file, which only
// that build has, links package inside into the program, which speaks the protocol of package sut/driver. The program
// finds its port in the environment variable PORT, or in place of {port} in its arguments; {port2} is a second free
// port, for a program that listens at two. If the program has a fixed port, [Options.BaseURL] names it.
//
// Each process works in a copy of the folder in which it starts: it finds the files there, and its own writes are
// removed with the copy. So the next process finds a database in a file as it was, and the user's files do not change.
// {dir} in an argument is a folder that is empty when the process starts, for a program that takes the place of its
// files as an argument. A file elsewhere that a process holds open for writing leads to a warning.
//
// If the process ends (by a panic that nobody recovers, os.Exit, a fatal error of the runtime, or too much memory),
// this is a fault of the current call, and so is a call without an answer in time. The program is started again in each
// case. For a panic from which net/http recovers, value and place are known if the program logs to its standard error.
package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// Options say what to build and how to run it.
type Options struct {
	// Package is the main package, as the go command takes it in Dir: "./cmd/server".
	// Default: the package of Dir.
	Package string
	// Args are the arguments of the program. {port} in them is the port to listen on; {port2}, {port3} and so on are
	// more free ports, for a program that listens at several. {dir} is an empty folder of the process.
	Args []string
	// Dir is the folder in which the program is built. A process starts in a copy of it. Default: the working
	// directory.
	Dir string
	// Env are more environment variables, "NAME=value", in which {port} and {dir} are replaced as in Args.
	Env []string
	// BaseURL is where the program listens if its port is fixed: "http://127.0.0.1:8080". Then only one process runs at
	// a time. Default: a free port of 127.0.0.1.
	BaseURL string
	// Cover are patterns of the packages that get probes, such as "./..."; "-..." leaves
	// out. Default: those of the program's module.
	Cover []string
	// Flags are build flags, such as "-tags=x".
	Flags []string
	// Memory is the most memory that the program may use, in bytes. Default: 4 GiB.
	Memory int64
	// Reset brings the state back to what it was after the start. It gets the base URL.
	// Default: each test that follows a call gets a new process, which is started while
	// the test before runs; calls that change nothing do not count, see
	// [driver.Controller.KeepUnchanged].
	Reset func(ctx context.Context, baseURL string) error
	// Keep says that the program has no state, so nothing need be reset.
	Keep bool
	// Remote are options of the calls. Reset of these is ignored.
	Remote sut.RemoteOptions
	// StartTimeout is the longest time from the start until the program listens.
	// Default: 30 seconds.
	StartTimeout time.Duration
	// Output gets the output of the program. Default: it is discarded.
	Output io.Writer
}

// defaultMemory is the default of Options.Memory.
const defaultMemory = 4 << 30

// Controller runs a program with probes, by a [driver.Controller]. It builds the program when it starts, and removes it
// when it stops.
type Controller struct {
	*driver.Controller
	build *build
}

// New returns the controller of a program. It builds and starts nothing yet.
func New(o Options) (*Controller, error) {
	d, b, err := prepare(o)
	if err != nil {
		return nil, err
	}
	c := driver.New(d)
	c.KeepUnchanged()
	return &Controller{c, b}, nil
}

// NewOptions returns the options of the controller of a program, to change them. They are
// for one controller, whose first process builds the program.
func NewOptions(o Options) (driver.Options, error) {
	d, _, err := prepare(o)
	return d, err
}

// Start implements [sut.Controller]. It builds the program first.
func (c *Controller) Start(ctx context.Context) (sut.Info, error) {
	if _, err := c.build.done(ctx); err != nil {
		return sut.Info{}, fmt.Errorf("program: %w", err)
	}
	return c.Controller.Start(ctx)
}

// SetRules adds rules by their codes, as rest.Options.With does. Some rules need more probes. Call it before Start; a
// search does.
func (c *Controller) SetRules(codes []int) { c.build.rules = codes }

// Warnings returns what was left without probes, and the warnings of drivers.
func (c *Controller) Warnings() []string {
	return slices.Concat(c.build.notes(), c.build.strays.warnings(), c.Controller.Warnings())
}

// Address returns the fixed address of the program: [Options.BaseURL], "" if each process has another port.
func (c *Controller) Address() string {
	u, err := url.Parse(c.build.options.BaseURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Reset implements [sut.Controller].
func (c *Controller) Reset(ctx context.Context) error {
	c.build.look(c.PID())
	return c.Controller.Reset(ctx)
}

func prepare(o Options) (d driver.Options, b *build, err error) {
	o.Package = cmp.Or(o.Package, ".")
	if o.Keep && o.Reset != nil {
		return d, nil, errors.New("program: Keep goes together with no Reset")
	}
	if o.BaseURL != "" {
		if u, err := url.Parse(o.BaseURL); err != nil || u.Host == "" || u.Port() == "" {
			return d, nil,
				fmt.Errorf("program: BaseURL %q: a URL with a port is needed, such as http://127.0.0.1:8080", o.BaseURL)
		}
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return d, nil, fmt.Errorf("program: %w", err)
	}
	b = &build{options: o}
	advice := ""
	if !o.Keep && o.Reset == nil {
		advice = "--reset none (Keep) is for a program without state, and --reset with a path, a command or a URL " +
			"(Reset) for one that puts its data back by itself"
	}
	return driver.Options{
		Command: b.command, Name: o.Package, Reset: o.Reset, Keep: o.Keep,
		Remote: o.Remote, StartTimeout: o.StartTimeout, Output: o.Output, Close: b.remove, Ended: b.ended,
		Explain: explain, Alone: o.BaseURL != "", ResetAdvice: advice,
	}, b, nil
}

// explain implements Explain of [driver.Options].
func explain(state *os.ProcessState, stderr []byte) (reason, place string) {
	if state == nil {
		return supervise.Served(stderr)
	}
	exit := supervise.Diagnose(state, stderr)
	return exit.Message, cmp.Or(exit.Frame, exit.Created)
}
