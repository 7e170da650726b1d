// Package program observes programs in Go that run in processes of their own: nothing of
// the program changes, and it needs no function that returns its handler.
//
//	controller, err := program.New(program.Options{Package: "./cmd/server"})
//	result, err := evoke.Run(ctx, evoke.Config{Schema: "openapi.yaml", System: evoke.System{Controller: controller}})
//
// The start builds the main package with probes, by an overlay: the sources stay as they
// are. A file that only that build has links package inside into it, which speaks the
// protocol of package sut/driver. The program finds its port in the environment variable
// PORT, or in its arguments where they say {port}; {port2} is another free one, for a program
// that listens at two. One that has a port of its own is told by [Options.BaseURL].
//
// What ends the process (a panic that nobody recovers, os.Exit, a fatal error of the
// runtime, too much memory) is a fault of the call at hand, and so is a call without an
// answer in time. The program is started again in each case. A panic from which net/http
// recovers has its value and its place if the program logs to its standard error.
package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
	"github.com/evoke-go/evoke/sut/program/inside"
)

// Options say what to build and how to run it.
type Options struct {
	// Package is the main package, as the go command takes it in Dir: "./cmd/server".
	// Default: the package of Dir.
	Package string
	// Args are the arguments of the program. {port} in them is the port to listen on; {port2}, {port3} and so on are more
	// ports that are free, for a program that listens at several.
	Args []string
	// Dir is the folder in which it is built and starts. Default: the working directory.
	Dir string
	// Env are more environment variables, "NAME=value", where {port} means what it means in Args.
	Env []string
	// BaseURL is where the program listens if it takes no port: "http://127.0.0.1:8080".
	// Only one process runs at a time then. Default: a free port of 127.0.0.1.
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
	// the test before runs.
	Reset func(ctx context.Context, baseURL string) error
	// Keep says that nothing need be reset: the program has no state.
	Keep bool
	// Remote are options of the calls. Reset of these is ignored.
	Remote sut.RemoteOptions
	// StartTimeout is the longest time from the start until the program listens.
	// Default: 30 seconds.
	StartTimeout time.Duration
	// Output gets what the program prints. Default: nobody does.
	Output io.Writer
}

// defaultMemory is that of Options.Memory.
const defaultMemory = 4 << 30

// Controller runs a program with probes, as the controller in it does that runs the
// process. It builds the program when it starts, and removes it when it stops.
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
	return &Controller{driver.New(d), b}, nil
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

// SetRules says which rules are asked for beside those that are used anyway, by their codes, as rest.Options.With does. Some need
// more probes. Call it before Start; a search does.
func (c *Controller) SetRules(codes []int) { c.build.rules = codes }

// Warnings returns what was left without probes, and what drivers warned of.
func (c *Controller) Warnings() []string {
	return append(c.build.notes(), c.Controller.Warnings()...)
}

func prepare(o Options) (d driver.Options, b *build, err error) {
	o.Package = cmp.Or(o.Package, ".")
	if o.Keep && o.Reset != nil {
		return d, nil, errors.New("program: Keep goes together with no Reset")
	}
	if o.BaseURL != "" {
		if u, err := url.Parse(o.BaseURL); err != nil || u.Host == "" || u.Port() == "" {
			return d, nil, fmt.Errorf("program: BaseURL %q: a URL with a port is needed, such as http://127.0.0.1:8080", o.BaseURL)
		}
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return d, nil, fmt.Errorf("program: %w", err)
	}
	b = &build{options: o}
	advice := ""
	if !o.Keep && o.Reset == nil {
		advice = "--reset none (Keep) is for a program without state, and --reset with a path, a command or a URL (Reset) for one that puts its data back by itself"
	}
	return driver.Options{
		Command: b.command, Name: strings.Join(append([]string{o.Package}, o.Args...), " "), Reset: o.Reset, Keep: o.Keep,
		Remote: o.Remote, StartTimeout: o.StartTimeout, Output: o.Output, Close: b.remove, Explain: explain, Alone: o.BaseURL != "", ResetAdvice: advice,
	}, b, nil
}

// build is a program that is built when it is needed.
type build struct {
	options Options
	rules   []int
	mu      sync.Mutex
	dir     string // "": not built
	built   *program.Built
}

// done builds the program unless it is there, and returns where it is.
func (b *build) done(ctx context.Context) (path string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dir != "" {
		return b.built.Path, nil
	}
	dir, err := os.MkdirTemp("", "evoke-program-")
	if err != nil {
		return "", err
	}
	o := &b.options
	built, err := program.Main{Dir: o.Dir, Package: o.Package, Cover: o.Cover, Flags: o.Flags, With: linked, Rules: b.rules}.Build(ctx, dir)
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	b.dir, b.built = dir, built
	return built.Path, nil
}

// linked is the package that the program gets.
const linked = program.Evoke + "/sut/program/inside"

// notes are what the last build left without probes.
func (b *build) notes() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.built == nil {
		return nil
	}
	return b.built.Notes()
}

// remove removes the program. No process of it runs any more.
func (b *build) remove() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	dir := b.dir
	b.dir = ""
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// command returns the command that starts the program. If there is none, or no port for it,
// the command says so.
func (b *build) command() *exec.Cmd {
	o := &b.options
	path, err := b.done(context.Background())
	baseURL := o.BaseURL
	if err == nil && baseURL == "" {
		baseURL, err = free()
	} else if err == nil {
		err = unused(baseURL)
	}
	given := &ports{all: map[string]string{}}
	if u, parseErr := url.Parse(baseURL); parseErr == nil {
		given.all["{port}"] = u.Port()
	}
	args, env := given.into(o.Args), given.into(o.Env)
	err = cmp.Or(err, given.err)
	cmd := exec.Command(path, args...)
	cmd.Dir = o.Dir
	cmd.Env = append(os.Environ(), "PORT="+given.all["{port}"])
	cmd.Env = append(cmd.Env, env...)
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s %d", inside.Variable, baseURL, cmp.Or(o.Memory, defaultMemory)))
	if err != nil {
		cmd.Err = err
	}
	return cmd
}

// ports are those of one process, by what stands for them.
type ports struct {
	all map[string]string
	err error
}

var portNames = regexp.MustCompile(`\{port\d*\}`)

// into returns texts with ports in place of their names.
func (p *ports) into(list []string) []string {
	var all []string
	for _, text := range list {
		all = append(all, portNames.ReplaceAllStringFunc(text, p.named))
	}
	return all
}

// named returns the port of a name, a free one if it has none.
func (p *ports) named(name string) string {
	if port, ok := p.all[name]; ok {
		return port
	}
	for {
		baseURL, err := free()
		if err != nil {
			p.err = cmp.Or(p.err, err)
			return ""
		}
		port := baseURL[strings.LastIndex(baseURL, ":")+1:]
		if !slices.Contains(slices.Collect(maps.Values(p.all)), port) {
			p.all[name] = port
			return port
		}
	}
}

// free returns a base URL at which nothing listens.
func free() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return "http://" + listener.Addr().String(), listener.Close()
}

// unused reports a base URL at which something listens already: its answers would be taken
// for those of the program.
func unused(baseURL string) error {
	u, err := url.Parse(baseURL)
	if err != nil {
		return err
	}
	conn, err := net.DialTimeout("tcp", u.Host, time.Second)
	if err != nil {
		return nil
	}
	_ = conn.Close()
	return fmt.Errorf("something listens at %s already", u.Host)
}

// explain implements Explain of [driver.Options].
func explain(state *os.ProcessState, stderr []byte) (reason, place string) {
	if state == nil {
		return supervise.Served(stderr)
	}
	exit := supervise.Diagnose(state, stderr)
	return exit.Message, cmp.Or(exit.Frame, exit.Created)
}
