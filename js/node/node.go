// Package node observes programs that node starts: nothing of the program changes, and no
// package of npm is needed.
//
//	controller, err := node.New(node.Options{Command: "node src/server.js"})
//	result, err := evoke.Run(ctx, evoke.Config{Schema: "openapi.json", System: evoke.System{Controller: controller}})
//
// The controller is a [driver.Controller]. A hook, which the option --require of node loads before the program, has the
// files of the program get probes as they are loaded (package js), with require and with import. It moves the port that
// the program listens on to a free one, and says why a process ends. Files in node_modules get no probes, and neither
// do files that worker threads load, code that the program makes of texts, and processes that the program starts; for
// threads and forked workers there is a warning. TypeScript has probes with its own lines, whether node, ts-node or tsx
// removes its types.
//
// Each process works in a copy of the program's folder. The next process has a new copy, so it reads a database in a
// file as the user left the file, and no process writes to the user's files. In a copy, node_modules is a link to the
// user's folder.
//
// A program in an endless loop is interrupted by SIGINT, and says where it is unless it handles that signal by
// itself.
//
// If the program looks for a name that is missing in the query, the headers, the cookies or the body of a request, in
// JSON or a form, the search sends it although the schema does not declare it. This works with plain http, Express,
// Fastify (cookies by its plugin) and Koa, and for the result of the package cookie. For this, the objects with these
// names have another prototype in place of Object.prototype, which behaves alike. Headers count if files of the program
// look for them, directly or by a function that is at most two calls away.
//
// The files that a search saw can be loaded with mutants in place of probes ([Controller.Mutate]), so that a run finds
// out which mutants its written tests notice.
//
// A program that npm or another program of node starts is observed on Linux only: node does not hand down file
// descriptors, and /proc has them. Node 20 and later will do.
//
// The alternative to these copies was a hook that copies a file before the first write and restores it. But a database
// opens its file in C, where no hook is, and a killed search would lose the user's data. Node resolves a link to the
// file that it leads to, so if a copy would have links to code, the processes work in the folder itself. Starts take
// most of the time of a search, so the driver's reset replaces them while trials show that it does the same.
package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// Options say how to run a program.
type Options struct {
	// Command is what a shell starts, such as "node src/server.js" or "npm start".
	Command string
	// Dir is the folder in which it starts. The files below it are those of the program.
	// Default: the working directory.
	Dir string
	// Env are more environment variables, "NAME=value".
	Env []string
	// Libraries puts probes into the files of node_modules too. Default: false.
	Libraries bool
	// Plain leaves the program without probes: only its port is moved. It is for comparisons of searches with and
	// without probes. Default: false.
	Plain bool
	// Reset brings the state back to what it was after the start. It gets the base URL. Default: each test that follows
	// a call begins as in a new process; calls that change nothing do not count, see [driver.Controller.KeepUnchanged].
	// A process goes on as with Reload where trials show that this does the same, see [driver.Controller.TryResets];
	// else there is a new one, which is started while the test before runs.
	Reset func(ctx context.Context, baseURL string) error
	// InPlace makes the processes work in Dir itself, for a Reset that restores the files there. Default: each process
	// works in a copy, so that it finds the original files, and its own writes are removed with the copy. If a copy
	// would be too large, processes work in Dir too: a copy has at most 1,000 files and folders, and 32 MiB, besides
	// node_modules and folders without code.
	InPlace bool
	// Keep says that the program has no state, so nothing need be reset.
	Keep bool
	// Reload begins each test with the files of the program loaded anew, in the same
	// process. That takes a millisecond where a new process takes a hundred. Servers are
	// closed, and intervals and listeners of the process end; what files in node_modules and
	// what other processes keep stays, and so do time-outs. It is for programs that keep
	// their state in their own files. After 100 reloads there is a new process, since
	// node keeps what import loaded. Default: false.
	Reload bool
	// Restart gives each of these tests a new process in any case, without trials of a reload. Default: false.
	Restart bool
	// Remote are options of the calls. Reset of these is ignored.
	Remote sut.RemoteOptions
	// StartTimeout is the longest time from the start until the program listens.
	// Default: 30 seconds.
	StartTimeout time.Duration
	// Output gets the output of the program. Default: it is discarded.
	Output io.Writer
}

// ErrNoNode means that node is missing, or too old.
var ErrNoNode = errors.New("node 20 or later is needed")

// leastMajor is the oldest version of node that is supported.
const leastMajor = 20

// Version returns the version of the installed node, such as "v20.20.2". The error is [ErrNoNode] with a reason, in one
// line.
func Version(ctx context.Context) (string, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return "", fmt.Errorf("%w: there is no node in the folders of PATH", ErrNoNode)
	}
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	version := strings.TrimSpace(string(out))
	if err != nil {
		return "", fmt.Errorf("%w: %s --version: %w", ErrNoNode, path, err)
	}
	number, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	if major, err := strconv.Atoi(number); err != nil || major < leastMajor {
		return "", fmt.Errorf("%w: %s is %.40q", ErrNoNode, path, version)
	}
	return version, nil
}

// Controller runs a program with probes, by a [driver.Controller].
type Controller struct {
	*driver.Controller
	program *program
	probes  *instrumenter
	sites   []mutant.Site // of the mutants
}

// New returns the controller of a program. It starts nothing yet.
func New(o Options) (*Controller, error) {
	tries := o.Reset == nil && !o.Keep && !o.Reload && !o.Restart
	d, p, err := optionsOf(o, tries)
	if err != nil {
		return nil, err
	}
	c := driver.New(d)
	c.KeepUnchanged()
	if tries {
		c.TryResets()
	}
	return &Controller{Controller: c, program: p, probes: p.probes}, nil
}

// Writes reports whether the program wrote to files of its folder so far. In a search that folder is a copy in each
// process, so tests that start the program need a copy too.
func (c *Controller) Writes() bool { return c.program.folders.writes() }

// NewOptions returns the options of the controller of a program, to change them. They are
// for one controller.
func NewOptions(o Options) (driver.Options, error) {
	d, _, err := optionsOf(o, false)
	return d, err
}

// optionsOf returns these options. tries says that the controller tries whether a reload is enough.
func optionsOf(o Options, tries bool) (none driver.Options, _ *program, _ error) {
	if strings.TrimSpace(o.Command) == "" {
		return none, nil, errors.New("node: a command is needed, such as \"node server.js\"")
	}
	if _, err := Version(context.Background()); err != nil {
		return none, nil, fmt.Errorf("node: %w", err)
	}
	if o.Reload && (o.Keep || o.Reset != nil || o.Restart) {
		return none, nil, errors.New("node: Reload goes together with none of Keep, Reset and Restart")
	}
	root, err := filepath.Abs(o.Dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root) // as node names files
	}
	if err != nil {
		return none, nil, fmt.Errorf("node: %w", err)
	}
	p := &program{
		options: o, root: root, folders: folders{from: root, inPlace: o.InPlace},
		modules: hasModules(root), plain: isPlain(o.Command, scriptsOf(root)),
	}
	p.tries = tries
	probes := &instrumenter{files: map[string]*file{}}
	p.probes = probes
	d := driver.Options{
		Command: p.command, Name: o.Command, Reset: o.Reset, Keep: o.Keep, Remote: o.Remote,
		StartTimeout: o.StartTimeout, Output: o.Output, Close: p.remove, Ended: p.folders.ended,
		ResetAdvice: p.advice(),
		Explain: func(state *os.ProcessState, stderr []byte) (reason, place string) {
			if state == nil {
				place = probes.hangs(p.folders.below, string(stderr))
			}
			return "", place
		},
	}
	if !o.Plain {
		d.Instrument = probes.serve
	}
	return d, p, nil
}

// advice returns how to make resets faster.
func (p *program) advice() string {
	o := &p.options
	if o.Keep || o.Reset != nil {
		return ""
	}
	out := "--reset none (Keep) is for a program without state, and --reset with a path, a command or a URL (Reset) " +
		"for one that puts its data back by itself"
	if o.Reload {
		return out
	}
	if !p.tries {
		out = "--reset reload (Reload) loads the files of the program anew in one process, where " +
			"all state is in them; " + out
	}
	if !p.plain {
		out += "; a command that does nothing else than to start the program makes each start faster"
	}
	return out
}

// hasModules reports whether a folder has files that only import can load. A program without these files starts faster.
func hasModules(root string) bool {
	found := false
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || found:
			return fs.SkipAll
		case d.IsDir() && (d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root):
			return fs.SkipDir
		case strings.HasPrefix(d.Name(), "evoke_"): // tests written by an earlier search
		case strings.HasSuffix(path, ".mjs") || strings.HasSuffix(path, ".mts"):
			found = true
		case d.Name() == "package.json":
			var manifest struct{ Type string }
			b, err := os.ReadFile(path)
			found = err == nil && json.Unmarshal(b, &manifest) == nil && manifest.Type == "module"
		}
		return nil
	})
	return found
}
