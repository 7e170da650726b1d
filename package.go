package evoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/search"
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
	b, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	if cfg.Writers, err = b.writers(&cfg); err != nil {
		return nil, err
	}
	cfg.Schema = fromAnywhere(cfg.Schema)
	sent, err := newPlainConfig(cfg)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "evoke-*")
	if err != nil {
		return nil, fmt.Errorf("evoke: the folder for temporary files: %w", err)
	}
	defer os.RemoveAll(dir)
	if cfg.Observe != nil { // a search is not seen for as long as that takes
		cfg.Observe(search.Note{Text: "building " + p.Dir + " with probes in it; the first time takes a while"})
	}
	began := time.Now()
	engine, err := b.engineDir(ctx)
	if err != nil {
		return nil, err
	}
	src := source{dir: b.dir, pkg: ".", test: true, replacements: cfg.Replacements}
	s := &supervisor{cfg: cfg, id: callID{Test: packageTest}, dir: dir, config: sent, workDir: b.dir, forTest: true}
	if s.program, err = src.build(ctx, cfg.Cover, dir, b.files(), engine); err != nil {
		return nil, b.plain(fmt.Errorf("evoke: %w", err))
	}
	s.program.took = time.Since(began)
	result, err := s.result(ctx)
	return result, b.plain(err)
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

// packageTest is the name of the test that is built into a package, and
// packageFile that of its file.
const (
	packageTest = "TestEvokeRun"
	packageFile = "zz_evoke_run_test.go"
)

// constructorError is what a panic of the test says that was an error of the
// constructor.
var constructorError = regexp.MustCompile(`the constructor of the handler panicked: (\w+ returned an error: .*) at \S+ \(` + regexp.QuoteMeta(packageFile) + `:\d+\)`)

// plain says an error in terms of what the user wrote, who knows nothing of the
// test that is built into the package.
func (b *handlerPackage) plain(err error) error {
	if err == nil {
		return nil
	}
	text := constructorError.ReplaceAllString(err.Error(), "$1")
	_, why, found := strings.Cut(text, "in return statement: ")
	switch {
	case found && strings.Contains(text, packageFile+":"):
		text = fmt.Sprintf("evoke: package %s: %s has to return an http.Handler: %s", b.Dir, b.Handler, why)
	}
	if text == err.Error() {
		return err
	}
	return &sentError{text: text, cause: err}
}

// files are the test to build in, and the tests of the package, which are left out.
func (b *handlerPackage) files() map[string][]byte {
	files := map[string][]byte{filepath.Join(b.dir, packageFile): b.test()}
	for _, name := range b.hidden {
		files[name] = nil
	}
	return files
}

// test is the source of the test.
func (b *handlerPackage) test() []byte {
	handler := "return " + b.Handler + "()"
	if b.fails {
		handler = "h, err := " + b.Handler + "(); if err != nil { panic(`" + b.Handler + " returned an error: ` + err.Error()) }; return h"
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
func (b *handlerPackage) writers(cfg *Config) ([]output.Writer, error) {
	given := cfg.Writers
	if len(given) == 0 {
		given = []output.Writer{&gotest.Writer{}}
	}
	out := make([]output.Writer, len(given))
	for i, w := range given {
		if g, ok := w.(*gotest.Writer); ok {
			made, err := b.goWriter(*g, cfg.Out)
			if err != nil {
				return nil, err
			}
			w = made
		}
		out[i] = w
	}
	return out, nil
}

// goWriter names the functions; tests in the folder of the package are of the
// package.
func (b *handlerPackage) goWriter(w gotest.Writer, out string) (*gotest.Writer, error) {
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
	if b.old && w.Constraint == "" {
		w.Constraint = generics
	}
	return &w, errors.Join(b.reachable(w.Constructor), b.reachable(w.Reset))
}

// reachable says before a search what its tests could not call.
func (b *handlerPackage) reachable(f gotest.Func) error {
	switch {
	case f.ImportPath == "" || f.ImportPath != b.importPath:
		return nil
	case b.name == "main":
		return fmt.Errorf("evoke: package %s is a program, which tests in another folder cannot import: they have to be written to its own", b.Dir)
	case !exported(f.Name):
		return fmt.Errorf("evoke: package %s: %s is not exported, and tests in another folder cannot call it: they have to be written to its own", b.Dir, f.Name)
	}
	return nil
}

// errNoEngine says that the source of Evoke was not found.
var errNoEngine = errors.New("evoke: its own source was not found, and the module of the package does not require " + ownPath)

// engineDir is where the source of Evoke is, "" if the module of the package
// knows it.
func (b *handlerPackage) engineDir(ctx context.Context) (string, error) {
	// Of a module, not of its package: with -mod=mod that might add it to go.mod.
	list := exec.CommandContext(ctx, "go", "list", "-m", ownPath)
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
