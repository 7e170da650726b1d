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
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/instrument"
	"github.com/evoke-go/evoke/internal/task"
)

// StartDir is the folder that this process was started in: of a test, that of
// its package. It is read before a program can go elsewhere.
var StartDir, _ = os.Getwd()

// errUnknownProgram says that the source of the running program is not known.
var errUnknownProgram = errors.New("the package of this program is not known")

// source is the package that a program was built of.
type source struct {
	dir   string
	pkg   string // as the go command takes it in dir
	test  bool   // the program is the test binary of the package
	flags []string
	roots []string
}

// ownSource finds out what this process was built of, and how.
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

// roots are the import paths of the packages whose dependencies are covered:
// those of the problem, or that of the handler, unless it is part of the program
// or test that calls.
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

// functionOf returns the package of a function, literals included.
func functionOf(f any) (path, name string) {
	return SplitFunction(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
}

// mainFile is the file of the function main, "" where it is not on the stack
// or was built on another machine.
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

// buildFlags are the flags that this binary was built with, as far as they
// change what the program is.
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

// Built is a program that can be searched.
type Built struct {
	Path  string
	Flags []string         // that change what the program is
	Plan  *instrument.Plan // nil: it is not instrumented
	// Why says why it is not instrumented.
	Why error
	// Took is how long it took to make.
	Took time.Duration
}

// Rebuild makes the instrumented program of this process, or falls back to the
// program as it is.
func Rebuild(ctx context.Context, t *task.Task, dir string) (*Built, error) {
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
	if errors.Is(err, instrument.ErrReplacement) { // the user has to mend that
		return nil, fmt.Errorf("evoke: %w", err)
	}
	own, ownErr := os.Executable()
	if ownErr != nil {
		return nil, fmt.Errorf("evoke: %w", errors.Join(err, ownErr))
	}
	return &Built{Path: own, Why: err}, nil
}

// build instruments and compiles a package. What the engine itself is made of
// runs in the same process, so its probes would show the search to itself.
func (s *source) build(ctx context.Context, t *task.Task, dir string, files map[string][]byte, engine string) (*Built, error) {
	plan, err := instrument.Prepare(ctx, instrument.Options{
		Dir: s.dir, Package: s.pkg, Test: s.test, Cover: t.Cover, Roots: s.roots, Flags: s.flags,
		Exclude: []string{Evoke}, Files: files, Evoke: engine, Replacements: t.Replacements,
	})
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "child.exe")
	if err := plan.Build(ctx, path); err != nil {
		return nil, err
	}
	return &Built{Path: path, Plan: plan, Flags: s.flags}, nil
}

// Packages are the import paths of the instrumented packages.
func (b *Built) Packages() (paths []string) {
	if b.Plan != nil {
		for _, p := range b.Plan.Packages {
			paths = append(paths, p.Path)
		}
	}
	return paths
}

// Notes say what could not be instrumented.
func (b *Built) Notes() (notes []string) {
	if b.Plan != nil {
		for _, n := range b.Plan.Notes {
			notes = append(notes, fmt.Sprintf("not instrumented: %s: %s", n.Where, n.Reason))
		}
	}
	return notes
}

// Summary says in a line what is searched and how.
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
	return fmt.Sprintf("white box: %s, %s, %s", counted(len(b.Plan.Packages), "package"), counted(statements, "statement"), counted(conditions, "condition"))
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Evoke is the import path of the front door.
const Evoke = "github.com/evoke-go/evoke"
