package deliver

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
)

// Existing returns the paths of the files of an earlier suite, relative to the folder of the task.
func Existing(t *task.Task) ([]string, error) {
	if t.Dir == "" {
		return nil, nil
	}
	if _, err := os.Stat(t.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	files, err := output.Stale(given(t), os.DirFS(t.Dir), nil)
	if err != nil {
		return nil, fmt.Errorf("evoke: the written tests: %w", err)
	}
	return files, nil
}

// Failing runs the Go tests of an earlier suite, and returns the names of those that fail on the present program. Tests
// that are meant to fail do not count.
func Failing(ctx context.Context, t *task.Task, files []string, before []archive.Test) ([]string, error) {
	tests, err := testsIn(t.Dir, files)
	if err != nil || len(tests) == 0 {
		return nil, err
	}
	p, err := coverage.Measure(ctx,
		coverage.Options{Dir: t.Dir, Tests: tests, Flags: program.Flags(), Env: t.Environment()})
	if err != nil {
		return nil, fmt.Errorf("evoke: the written tests cannot be run: %w", err)
	}
	var failing []string
	for _, name := range append(p.Failed, p.Lost...) {
		if !meantToFail(t, name, before) {
			failing = append(failing, name)
		}
	}
	return failing, nil
}

// meantToFail reports whether a test shows a fault and is written to fail until
// the fault is mended.
func meantToFail(t *task.Task, name string, before []archive.Test) bool {
	for _, w := range given(t) {
		if g, ok := w.(*gotest.Writer); !ok || g.Faults != output.FailFaults {
			continue
		}
		for i := range before {
			if len(before[i].Faults) > 0 && strings.HasSuffix(name, before[i].Name) {
				return true
			}
		}
	}
	return false
}

// testsIn returns the names of the tests in some Go files.
func testsIn(dir string, files []string) (tests []string, err error) {
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, filepath.FromSlash(name)),
			nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("evoke: the written tests: %w", err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				tests = append(tests, fn.Name.Name)
			}
		}
	}
	return tests, nil
}
