package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/instrument"
	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// StartDir is the folder in which this process was started; for a test, the
// folder of its package. It is read before a program can change its folder.
var StartDir = scratch.StartDir()

// errUnknownProgram means that the source of the running program was not found.
var errUnknownProgram = errors.New("the package of this program is not known")

// errBlackBox means that the user asks for the program without probes.
var errBlackBox = errors.New("WhiteBox.Cover is none")

// source is the package from which a program was built.
type source struct {
	dir   string
	pkg   string // in the form for the go command in dir
	test  bool   // the program is the test binary of the package
	flags []string
	roots []string
}

// ownSource finds the package and the flags with which this process was built.
func ownSource(t *task.Task) (source, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return source{}, errUnknownProgram
	}
	s := source{dir: StartDir, test: testing.Testing(), flags: buildFlags(info)}
	switch path := info.Path; {
	case s.test:
		s.pkg = "."
	case path != "" && path != "command-line-arguments":
		s.pkg = path
	}
	if file := mainFile(); !s.test && file != "" {
		s.dir, s.pkg = filepath.Dir(file), "."
	}
	if s.pkg == "" {
		return source{}, errUnknownProgram
	}
	s.roots = roots(t)
	return s, nil
}

// roots returns the import paths of the packages whose imports are covered: the roots of the problem, or the package of
// the handler, or else the program or test that made the call, which contains the handler.
func roots(t *task.Task) []string {
	if t.Handler == nil {
		return t.Problem.Roots
	}
	named, _ := functionOf(t.Handler)
	path := strings.TrimSuffix(named, "_test")
	if path == "main" || path == strings.TrimSuffix(t.From.Path, "_test") && named != path {
		return nil
	}
	return []string{path}
}

// functionOf returns the package and the name of a function, also of a literal.
func functionOf(f any) (path, name string) {
	return SplitFunction(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
}

// mainFile returns the file of the function main. It returns "" if main is not
// on the stack or was built on another machine.
func mainFile() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for {
		f, more := frames.Next()
		if pkg, _ := SplitFunction(f.Function); pkg == "main" {
			if _, err := os.Stat(f.File); err == nil {
				return f.File
			}
		}
		if !more {
			return ""
		}
	}
}

// Flags returns the build flags of this binary that change the program.
func Flags() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	return buildFlags(info)
}

// buildFlags returns the flags of this binary's build that change the program.
func buildFlags(info *debug.BuildInfo) []string {
	var flags []string
	for _, s := range info.Settings {
		switch s.Key {
		case "-race", "-msan", "-asan", "-trimpath":
			if s.Value == "true" {
				flags = append(flags, s.Key)
			}
		case "-tags":
			flags = append(flags, "-tags="+s.Value)
		}
	}
	return flags
}

// Built is a program that is ready for the search.
type Built struct {
	Path  string
	Sum   string           // the SHA-256 of the program, "" if it was not built for the run
	Flags []string         // that change what the program is
	Plan  *instrument.Plan // nil: it has no probes
	// Why is the reason why the program is not instrumented.
	Why error
	// Took is how long the build took.
	Took time.Duration

	options instrument.Options // with which the plan was made
	outside string             // see [Foreign]
}

// Rebuild makes the instrumented program of this process. If it cannot, or if the
// user wants no probes, it falls back to the program as it is.
func Rebuild(ctx context.Context, t *task.Task, dir string) (*Built, error) {
	b, err := rebuilt(ctx, t, dir)
	if path, _, ok := Function(t.Handler); err == nil && ok {
		b.outside = outside(t, ModuleAt(StartDir), path)
	}
	return b, err
}

func rebuilt(ctx context.Context, t *task.Task, dir string) (*Built, error) {
	if t.BlackBox() {
		return asItIs(errBlackBox)
	}
	began := time.Now()
	src, err := ownSource(t)
	if err == nil {
		var b *Built
		if b, err = src.build(ctx, t, dir, nil, ""); err == nil {
			b.Took = time.Since(began)
			return b, nil
		}
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	if errors.Is(err, instrument.ErrReplacement) || t.Race { // the user has to mend that
		return nil, fmt.Errorf("evoke: %w", err)
	}
	return asItIs(err)
}

// asItIs returns the program of this process, and why it has no probes.
func asItIs(why error) (*Built, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", errors.Join(why, err))
	}
	return &Built{Path: own, Why: why}, nil
}

// calls says for which calls a distance is computed.
func calls(t *task.Task) instrument.Calls {
	switch {
	case t.NoReplacements:
		return instrument.OwnCalls
	case t.NoLibraries || t.REST.NoTracking || t.REST.NoMemory:
		return instrument.TableCalls
	}
	return instrument.LibraryCalls
}

// extra reports which probes the given rules need beside the usual ones.
func extra(rules []int) (overflow, steps bool) {
	return slices.Contains(rules, whitebox.CodeOverflow), slices.Contains(rules, whitebox.CodeGrowth)
}

// build instruments and compiles a package. It leaves out the packages of the engine, which run in the same process:
// the search would observe itself.
func (s *source) build(
	ctx context.Context, t *task.Task, dir string, files map[string][]byte, engine string,
) (*Built, error) {
	if t.Race && !slices.Contains(s.flags, "-race") {
		s.flags = append(slices.Clip(s.flags), "-race")
	}
	options := instrument.Options{
		Dir: s.dir, Package: s.pkg, Test: s.test, Cover: t.Cover, Roots: s.roots, Flags: s.flags,
		Exclude: []string{Evoke}, Files: files, Evoke: engine, Replacements: t.Replacements,
		Calls: calls(t), Private: filepath.Join(dir, "cache"),
	}
	options.Overflow, options.Steps = extra(t.REST.With)
	plan, err := instrument.Prepare(ctx, options)
	if err != nil {
		return nil, err
	}
	if len(plan.Packages) == 0 && files == nil && !t.Race { // no package has probes
		own, err := os.Executable()
		return &Built{Path: own, Plan: plan, Flags: s.flags, options: options}, err
	}
	path := filepath.Join(dir, "child.exe")
	if err := plan.Build(ctx, path); err != nil {
		return nil, err
	}
	return &Built{Path: path, Sum: plan.Sum, Plan: plan, Flags: s.flags, options: options}, nil
}

// Packages returns the import paths of the instrumented packages.
func (b *Built) Packages() (paths []string) {
	if b.Plan != nil {
		for _, p := range b.Plan.Packages {
			paths = append(paths, p.Path)
		}
	}
	return paths
}

// Notes returns what could not be instrumented and why, whether the user's cache is not used, and whether the tests
// cannot be run in their folder.
func (b *Built) Notes() (notes []string) {
	if b.outside != "" {
		notes = append(notes, b.outside)
	}
	if b.Plan != nil {
		for _, n := range b.Plan.Notes {
			notes = append(notes, fmt.Sprintf("not instrumented: %s: %s", n.Where, n.Reason))
		}
		if b.Plan.CacheNote != "" {
			notes = append(notes, b.Plan.CacheNote)
		}
	}
	return notes
}

// Outside returns why the Go tests of the run cannot be run in their folder; "" if they can.
func (b *Built) Outside() string { return b.outside }

// Summary returns a line about what the search covers.
func (b *Built) Summary() string {
	if b.Plan == nil {
		return fmt.Sprintf("black box: %v", b.Why)
	}
	statements, conditions := 0, 0
	for _, p := range b.Plan.Packages {
		statements, conditions = statements+p.Statements, conditions+p.Conditions
	}
	if len(b.Plan.Packages) == 0 {
		return "black box: no package of the program is covered"
	}
	return fmt.Sprintf("white box: %s, %s, %s", counted(len(b.Plan.Packages), "package"),
		counted(statements, "statement"), counted(conditions, "condition"))
}

// counted returns a number with its noun, in the plural if needed.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Evoke is the import path of the front door.
const Evoke = "github.com/evoke-go/evoke"
