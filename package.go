package evoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
)

// Package is a Go package with a function that makes the handler to test.
type Package struct {
	// Dir is the folder of the package. Default: the working directory.
	Dir string
	// Handler is the name of a function without parameters that returns an
	// http.Handler, or something that is one, and maybe an error.
	Handler string
	// Reset is the name of a function without parameters that brings the state
	// back to its start, and maybe returns an error. Default: none, each test
	// gets a fresh handler.
	Reset string
}

// RunPackage does what [Run] does for a handler that is in another program: it
// builds the package together with a test that calls [Generate], without
// writing to the package's folder, and searches in that. The package need not
// know of Evoke. Handler, Reset, URL and SUT of the Config are not used;
// algorithms, formats, oracles and writers have to be those of Evoke.
func RunPackage(ctx context.Context, p Package, cfg Config) (*Result, error) {
	if err := cfg.check(ctx); err != nil {
		return nil, err
	}
	b, err := p.read()
	if err != nil {
		return nil, err
	}
	cfg.Writers = b.writers(&cfg)
	cfg.Schema = fromAnywhere(cfg.Schema)
	sent, err := newPlainConfig(cfg)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "evoke-*")
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	defer os.RemoveAll(dir)
	began := time.Now()
	engine, err := b.engineDir(ctx)
	if err != nil {
		return nil, err
	}
	src := source{dir: b.dir, pkg: ".", test: true}
	s := &supervisor{cfg: cfg, id: callID{Test: packageTest}, dir: dir, config: sent, workDir: b.dir, forTest: true}
	if s.program, err = src.build(ctx, cfg.Cover, dir, b.files(), engine); err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	s.program.took = time.Since(began)
	return s.result(ctx)
}

// fromAnywhere makes the path of a document one that holds in other folders.
func fromAnywhere(schema string) string {
	text := strings.TrimSpace(schema)
	if isText(text) || strings.Contains(text, "://") {
		return schema
	}
	if abs, err := filepath.Abs(text); err == nil {
		return abs
	}
	return schema
}

// packageTest is the name of the test that is built into a package.
const packageTest = "TestEvokeRun"

// handlerPackage is a package that was looked at.
type handlerPackage struct {
	Package
	dir, name string
	// fails and resetFails say that the functions return an error.
	fails, resetFails bool
	hidden            []string // the test files
	importPath        string
}

// read finds the functions in the source.
func (p Package) read() (*handlerPackage, error) {
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	pkg, err := build.Default.ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("evoke: package %s: %w", p.Dir, err)
	}
	b := &handlerPackage{Package: p, dir: dir, name: pkg.Name, importPath: importPath(dir)}
	for _, name := range append(pkg.TestGoFiles, pkg.XTestGoFiles...) {
		b.hidden = append(b.hidden, filepath.Join(dir, name))
	}
	functions := map[string]*ast.FuncType{}
	for _, name := range append(pkg.GoFiles, pkg.CgoFiles...) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("evoke: package %s: %w", p.Dir, err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
				functions[fn.Name.Name] = fn.Type
			}
		}
	}
	if b.fails, err = b.fits(functions, "handler", p.Handler, 1); err != nil {
		return nil, err
	}
	if p.Reset != "" {
		b.resetFails, err = b.fits(functions, "reset", p.Reset, 0)
	}
	return b, err
}

// importPath asks the go command; without it nothing will be built anyway.
func importPath(dir string) string {
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}", ".")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// fits checks the form of a function: no parameters, so many results, and
// maybe an error.
func (b *handlerPackage) fits(functions map[string]*ast.FuncType, what, name string, results int) (fails bool, err error) {
	if name == "" {
		return false, fmt.Errorf("evoke: package %s: no %s function was named", b.Dir, what)
	}
	f := functions[name]
	if f == nil {
		return false, fmt.Errorf("evoke: package %s has no function %s", b.Dir, name)
	}
	n := f.Results.NumFields()
	if f.Params.NumFields() > 0 || f.TypeParams.NumFields() > 0 || n < results || n > results+1 {
		return false, fmt.Errorf("evoke: package %s: %s has to be a function without parameters that returns %s", b.Dir, name, form(results))
	}
	return n == results+1, nil
}

func form(results int) string {
	if results == 0 {
		return "nothing or an error"
	}
	return "a handler, and maybe an error"
}

// files are the test to build in, and the tests of the package, which are left out.
func (b *handlerPackage) files() map[string][]byte {
	files := map[string][]byte{filepath.Join(b.dir, "zz_evoke_run_test.go"): b.test()}
	for _, name := range b.hidden {
		files[name] = nil
	}
	return files
}

// test is the source of the test.
func (b *handlerPackage) test() []byte {
	handler := "return " + b.Handler + "()"
	if b.fails {
		handler = "h, err := " + b.Handler + "(); if err != nil { panic(err) }; return h"
	}
	reset := ""
	switch {
	case b.Reset != "" && b.resetFails:
		reset = "Reset: " + b.Reset + ","
	case b.Reset != "":
		reset = "Reset: func() error { " + b.Reset + "(); return nil },"
	}
	return []byte(`package ` + b.name + `

import (
	evoke_net "net/http"
	evoke_testing "testing"

	evoke_run "` + ownPath + `"
)

func ` + packageTest + `(t *evoke_testing.T) {
	evoke_run.Generate(t, evoke_run.Config{Handler: func() evoke_net.Handler { ` + handler + ` }, ` + reset + `})
}
`)
}

// writers are those of the Config, told how the handler is made.
func (b *handlerPackage) writers(cfg *Config) []output.Writer {
	given := cfg.Writers
	if len(given) == 0 {
		given = []output.Writer{&gotest.Writer{}}
	}
	out := make([]output.Writer, len(given))
	for i, w := range given {
		if g, ok := w.(*gotest.Writer); ok {
			w = b.goWriter(*g, cfg.Out)
		}
		out[i] = w
	}
	return out
}

// goWriter names the functions; tests in the folder of the package are of the
// package.
func (b *handlerPackage) goWriter(w gotest.Writer, out string) *gotest.Writer {
	path := b.importPath
	if abs, err := filepath.Abs(out); err == nil && out != "" && abs == b.dir {
		path = ""
		w.Package = b.name
	}
	if w.Constructor == (gotest.Func{}) {
		w.Constructor = gotest.Func{ImportPath: path, Name: b.Handler, Fails: b.fails}
	}
	if w.Reset == (gotest.Func{}) && b.Reset != "" {
		w.Reset = gotest.Func{ImportPath: path, Name: b.Reset}
	}
	return &w
}

// errNoEngine says that the source of Evoke was not found.
var errNoEngine = errors.New("evoke: its own source was not found, and the module of the package does not require " + ownPath)

// engineDir is where the source of Evoke is, "" if the module of the package
// knows it.
func (b *handlerPackage) engineDir(ctx context.Context) (string, error) {
	list := exec.CommandContext(ctx, "go", "list", "-f", "{{.Dir}}", ownPath)
	list.Dir = b.dir
	if list.Run() == nil {
		return "", nil
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), "go.mod")); err == nil {
			return filepath.Dir(file), nil
		}
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || !strings.HasPrefix(info.Main.Version, "v") {
		return "", errNoEngine
	}
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", ownPath+"@"+info.Main.Version).Output()
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("%w: %w", errNoEngine, err)
	}
	return module.Dir, nil
}
