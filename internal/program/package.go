package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
)

// Package is a Go package with a function that returns the handler to test.
type Package struct {
	// Dir is the folder of the package. Default: the working directory.
	Dir string
	// Handler is the name of a function without parameters. It returns a value
	// that implements http.Handler, and may return an error as well.
	Handler string
	// Reset is the name of a function without parameters that brings the state
	// back to its start. It may return an error. Default: none, and each test
	// gets a new handler.
	Reset string
}

// Foreign is a package of another program that was built with probes.
type Foreign struct {
	*Built
	// Dir is the folder of the package.
	Dir string
	// Task is the task of its process.
	Task *task.Task
	// Outside says why Go tests in the folder of the task cannot be run there; "" if they can.
	Outside string

	pkg *handlerPackage
}

// Prepare reads a package and completes the task for its process. It tells the
// writers how to make the handler, and it names the schema in a way that is
// valid in other folders.
func Prepare(ctx context.Context, p Package, t *task.Task) (*Foreign, error) {
	b, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	own := *t
	own.Foreign = true
	if own.Writers, err = b.writers(t); err != nil {
		return nil, err
	}
	own.Schema, own.Refs = fromAnywhere(t.Schema), nil
	for _, ref := range t.Refs {
		own.Refs = append(own.Refs, fromAnywhere(ref))
	}
	return &Foreign{Dir: b.dir, Task: &own, Outside: b.outside(&own), pkg: b}, nil
}

// Build builds the package into a folder, together with a test that calls the
// front door.
func (f *Foreign) Build(ctx context.Context, dir string) error {
	began := time.Now()
	engine, err := engineDir(ctx, f.Dir)
	if err != nil {
		return err
	}
	src := source{dir: f.Dir, pkg: ".", test: true}
	if f.Built, err = src.build(ctx, f.Task, dir, f.pkg.files(), engine); err != nil {
		return f.Plain(fmt.Errorf("evoke: %w", err))
	}
	f.Took, f.Built.outside = time.Since(began), f.Outside
	return nil
}

// fromAnywhere turns the path of a document into one that is valid in other
// folders.
func fromAnywhere(schema string) string {
	text := strings.TrimSpace(schema)
	if task.IsText(text) || strings.Contains(text, "://") {
		return schema
	}
	if abs, err := filepath.Abs(text); err == nil {
		return abs
	}
	return schema
}

// PackageTest is the name of the test that Build adds to a package. packageFile
// is the name of its file.
const (
	PackageTest = "TestEvokeRun"
	packageFile = "zz_evoke_run_test.go"
)

// constructorError matches what the test prints when it panics because the
// constructor returned an error.
var constructorError = regexp.MustCompile(
	`the constructor of the handler panicked: (\w+ returned an error: .*) at \S+ \(` +
		regexp.QuoteMeta(packageFile) + `:\d+\)`,
)

// Plain rewrites an error in terms of the user's code. The user does not know the test that Build adds to the package.
func (f *Foreign) Plain(err error) error {
	if err == nil {
		return nil
	}
	text := constructorError.ReplaceAllString(err.Error(), "$1")
	_, why, found := strings.Cut(text, "in return statement: ")
	switch {
	case found && strings.Contains(text, packageFile+":"):
		text = fmt.Sprintf("evoke: package %s: %s has to return an http.Handler: %s",
			f.pkg.Package.Dir, f.pkg.Handler, why)
	}
	if text == err.Error() {
		return nowhere(err)
	}
	return &plainError{text: text, cause: err}
}

// files returns the added test. It maps the package's own tests to nil, which removes them from the build.
func (b *handlerPackage) files() map[string][]byte {
	files := map[string][]byte{filepath.Join(b.dir, packageFile): b.test()}
	for _, name := range b.hidden {
		files[name] = nil
	}
	return files
}

// test returns the source of the added test.
func (b *handlerPackage) test() []byte {
	handler := "return " + b.Handler + "()"
	if b.fails {
		handler = "h, err := " + b.Handler + "(); if err != nil { panic(`" + b.Handler +
			" returned an error: ` + err.Error()) }; return h"
	}
	reset := ""
	switch {
	case b.Reset != "" && b.resetFails:
		reset = "System: evoke_run.System{Reset: " + b.Reset + "}"
	case b.Reset != "":
		reset = "System: evoke_run.System{Reset: func() error { " + b.Reset + "(); return nil }}"
	}
	return []byte(`package ` + b.name + `

import (
	evoke_net "net/http"
	evoke_testing "testing"

	evoke_run "` + Evoke + `"
)

func ` + PackageTest + `(t *evoke_testing.T) {
	evoke_run.Generate(t, evoke_run.Config{Handler: func() evoke_net.Handler { ` + handler + ` }, ` + reset + `})
}
`)
}

// writers returns the writers of the task and tells them how to make the
// handler.
func (b *handlerPackage) writers(t *task.Task) ([]output.Writer, error) {
	given := t.Writers
	if len(given) == 0 {
		given = []output.Writer{&gotest.Writer{Faults: t.Faults, Fuzz: t.Fuzz}}
	}
	s := &output.System{Constructor: output.Func{ImportPath: b.importPath, Name: b.Handler, Fails: b.fails}}
	if b.Reset != "" {
		s.Reset = output.Func{ImportPath: b.importPath, Name: b.Reset}
	}
	if b.old {
		s.Constraint = generics
	}
	if abs, err := filepath.Abs(t.Dir); err == nil && t.Dir != "" && abs == b.dir {
		s.Package = output.Package{ImportPath: b.importPath, Name: b.name}
	} else if err := errors.Join(b.reachable(s.Constructor), b.reachable(s.Reset)); err != nil {
		return nil, err
	}
	bound, _ := output.Bind(given, s)
	return bound, nil
}

// outside returns why the Go tests of a task could not import the package of the handler.
func (b *handlerPackage) outside(t *task.Task) string { return outside(t, b.module, b.importPath) }

// outside returns why the Go tests of a task could not import a package in their folder, which is in another module
// than the package, or in none. It returns "" if they can. module is the folder of the package's module, "" for none.
func outside(t *task.Task, module, importPath string) string {
	isGo := func(w output.Writer) bool { _, ok := w.(*gotest.Writer); return ok }
	if t.Dir == "" || module == "" || len(t.Writers) > 0 && !slices.ContainsFunc(t.Writers, isGo) {
		return ""
	}
	dir := t.Dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(StartDir, dir)
	}
	if home := above(dir, "go.mod"); same(home, module) || home != "" && above(dir, "go.work") != "" {
		return ""
	}
	return fmt.Sprintf("Go tests cannot be run in the folder they are written to: they import %s, and the folder is "+
		"not in its module", importPath)
}

// ModuleAt returns the folder of the Go module that contains a folder, "" for none. The folder need not exist.
func ModuleAt(dir string) string { return above(dir, "go.mod") }

// above returns the nearest folder, from dir upwards, that has a file with this name, "" for none.
func above(dir, name string) string {
	dir, err := filepath.Abs(dir)
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, name)); missing == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return ""
}

// same reports whether two paths lead to the same folder.
func same(a, b string) bool {
	x, err := os.Stat(a)
	y, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(x, y)
}

// reachable returns an error if the generated tests could not call a function.
func (b *handlerPackage) reachable(f output.Func) error {
	switch {
	case f.Name == "":
		return nil
	case b.name == "main":
		return fmt.Errorf("evoke: package %s is a program, which tests in another folder cannot import: they have to "+
			"be written to its own", b.Dir)
	case !token.IsExported(f.Name):
		return fmt.Errorf("evoke: package %s: %s is not exported, and tests in another folder cannot call it: they "+
			"have to be written to its own", b.Dir, f.Name)
	}
	return nil
}

// errNoEngine means that the source of Evoke was not found.
var errNoEngine = errors.New("evoke: its own source was not found, and the module of the package does not require " +
	Evoke)

// engineDir returns the folder of Evoke's source, in the version that the module of the package requires, if it does.
// It returns "" if that version has no folder, as with vendoring.
func engineDir(ctx context.Context, dir string) (string, error) {
	// Ask for a module and not for a package: with -mod=mod the go command might
	// add the package to go.mod.
	list := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", Evoke)
	list.Dir = dir
	if out, err := list.Output(); err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		root := filepath.Join(filepath.Dir(file), "..", "..")
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root, nil
		}
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || !strings.HasPrefix(info.Main.Version, "v") {
		return "", errNoEngine
	}
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", Evoke+"@"+info.Main.Version).Output()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	return module.Dir, nil
}

// plainError is an error with another text.
type plainError struct {
	text  string
	cause error
}

func (e *plainError) Error() string { return e.text }
func (e *plainError) Unwrap() error { return e.cause }
