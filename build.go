package evoke

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
	"github.com/evoke-go/evoke/probe"
)

// startDir is the folder that this process was started in: of a test, that of
// its package. It is read before a program can go elsewhere.
var startDir, _ = os.Getwd()

// errUnknownProgram says that the source of the running program is not known.
var errUnknownProgram = errors.New("the package of this program is not known")

// source is the package that a program was built of.
type source struct {
	dir   string
	pkg   string // as the go command takes it in dir
	test  bool   // the program is the test binary of the package
	flags []string
	roots []string

	replacements []probe.Replacement
}

// ownSource finds out what this process was built of, and how.
func (c *Config) ownSource(from caller) (source, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return source{}, errUnknownProgram
	}
	s := source{dir: startDir, test: testing.Testing(), flags: buildFlags(info), replacements: c.Replacements}
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
	if root := c.root(from); root != "" {
		s.roots = []string{root}
	}
	return s, nil
}

// root is the import path of the package whose dependencies are covered: that
// of the handler, unless it is part of the program or test that calls.
func (c *Config) root(from caller) string {
	if c.Handler == nil {
		return ""
	}
	named, _ := functionOf(c.Handler)
	path := strings.TrimSuffix(named, "_test")
	if path == "main" || path == strings.TrimSuffix(from.path, "_test") && named != path {
		return ""
	}
	return path
}

// functionOf returns the package of a function, literals included.
func functionOf(f any) (path, name string) {
	return splitFunction(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
}

// mainFile is the file of the function main, "" where it is not on the stack
// or was built on another machine.
func mainFile() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(1, pc)])
	for {
		f, more := frames.Next()
		if pkg, _ := splitFunction(f.Function); pkg == "main" {
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

// built is a program that can be searched.
type built struct {
	path  string
	flags []string         // that change what the program is
	plan  *instrument.Plan // nil: it is not instrumented
	// why says why it is not instrumented.
	why error
	// took is how long it took to make.
	took time.Duration
}

// rebuild makes the instrumented program, or falls back to this one as it is.
func rebuild(ctx context.Context, cfg *Config, from caller, dir string) (*built, error) {
	began := time.Now()
	src, err := cfg.ownSource(from)
	if err == nil {
		var b *built
		if b, err = src.build(ctx, cfg.Cover, dir, nil, ""); err == nil {
			b.took = time.Since(began)
			return b, nil
		}
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	if errors.Is(err, instrument.ErrReplacement) {
		return nil, fmt.Errorf("evoke: %w", err) // the user's mistake, not a program that cannot be built
	}
	own, ownErr := os.Executable()
	if ownErr != nil {
		return nil, fmt.Errorf("evoke: %w", errors.Join(err, ownErr))
	}
	return &built{path: own, why: err}, nil
}

// build instruments and compiles a package. What the engine itself is made of
// runs in the same process, so its probes would show the search to itself.
func (s *source) build(ctx context.Context, cover []string, dir string, files map[string][]byte, engine string) (*built, error) {
	plan, err := instrument.Prepare(ctx, instrument.Options{
		Dir: s.dir, Package: s.pkg, Test: s.test, Cover: cover, Roots: s.roots, Flags: s.flags,
		Exclude: []string{ownPath}, Replacements: s.replacements, Files: files, Evoke: engine,
	})
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "child.exe")
	if err := plan.Build(ctx, path); err != nil {
		return nil, err
	}
	return &built{path: path, plan: plan, flags: s.flags}, nil
}

// summary says in a line what is searched and how.
func (b *built) summary() string {
	if b.plan == nil {
		return fmt.Sprintf("black box: %v", b.why)
	}
	statements, conditions := 0, 0
	for _, p := range b.plan.Packages {
		statements, conditions = statements+p.Statements, conditions+p.Conditions
	}
	if len(b.plan.Packages) == 0 {
		return "black box: no package of the program is covered"
	}
	return fmt.Sprintf("white box: %s, %s, %s", counted(len(b.plan.Packages), "package"), counted(statements, "statement"), counted(conditions, "condition"))
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
