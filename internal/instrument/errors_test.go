package instrument

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const broken = "package cart\n\nfunc kind() string {\n\treturn 1\n}\n"

// failure is the error that Prepare should return for some options.
type failure struct {
	o    Options
	kind error
	says string
}

func (f failure) check(t *testing.T) {
	if f.o.Cache == "" {
		f.o.Cache = t.TempDir()
	}
	if f.o.Env == nil {
		f.o.Env = environment()
	}
	_, err := Prepare(context.Background(), f.o)
	require.ErrorIs(t, err, f.kind)
	assert.Contains(t, err.Error(), f.says)
	assert.NotContains(t, err.Error(), "\n")
}

// TestErrors: each possible mistake leads to an error of one line and of its kind.
func TestErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	file := filepath.Join(dir, "main.go")
	slow := filepath.Join(dir, "internal", "cart", "slow.go")
	noSums := project(t, "cached")
	require.NoError(t, os.Truncate(filepath.Join(noSums, "go.sum"), 0))
	tests := map[string]failure{
		"no go command": {Options{Dir: dir, Env: environment("PATH=" + t.TempDir())}, ErrNoGo, "PATH"},
		"no folder":     {Options{Dir: filepath.Join(dir, "missing")}, ErrNoSource, "missing"},
		"no module":     {Options{Dir: t.TempDir(), Env: environment("GOWORK=off")}, ErrNoSource, "go.mod"},
		"code does not compile": {Options{Dir: dir, Files: map[string][]byte{slow: []byte(broken)}}, ErrCompile,
			slow + ":4:9: cannot use 1"},
		"code does not parse": {Options{Dir: dir, Files: map[string][]byte{slow: []byte("package cart\n\nfunc {")}},
			ErrCompile, slow + ":3:6: "},
		"test does not compile": {
			Options{Dir: dir, Package: "./e2e", Test: true, Files: map[string][]byte{filepath.Join(dir, "e2e",
				"more_test.go"): []byte("package e2e_test\n\nvar x int = nil\n")}}, ErrCompile, "more_test.go:3:13: ",
		},
		"no such folder": {Options{Dir: dir, Package: "./nowhere"}, ErrNoPackage, "nowhere"},
		"no such package": {Options{Dir: dir, Package: "example.com/shop/nowhere"}, ErrNoPackage,
			"example.com/shop/nowhere"},
		"no such root": {Options{Dir: dir, Roots: []string{"example.com/shop/nowhere"}}, ErrNoPackage,
			"example.com/shop/nowhere"},
		"import of nothing": {Options{
			Dir: dir, Files: map[string][]byte{slow: []byte("package cart\n\nimport _ \"example.org/none\"\n")},
		}, ErrNoPackage, slow + ":3:8: "},
		"no files to embed": {Options{Dir: dir, Files: map[string][]byte{filepath.Join(dir, "internal", "cart",
			"greeting.txt"): nil}}, ErrCompile, "cart.go:9:12: pattern greeting.txt"},
		"missing go.sum entry":    {Options{Dir: noSums}, ErrNoSum, "go"},
		"cache beneath a file":    {Options{Dir: dir, Cache: filepath.Join(file, "cache")}, ErrCache, file},
		"broken GOFLAGS":          {Options{Dir: dir, Env: environment("GOFLAGS=tags")}, ErrFlags, "GOFLAGS"},
		"vendor without folder":   {Options{Dir: dir, Env: environment("GOFLAGS=-mod=vendor")}, ErrFlags, "vendor"},
		"overlay without a file":  {Options{Dir: dir, Flags: []string{"-overlay=none.json"}}, ErrFlags, "none.json"},
		"overlay of another kind": {Options{Dir: dir, Flags: []string{"-overlay=main.go"}}, ErrFlags, "main.go"},
	}
	for name, tt := range tests {
		t.Run(name, tt.check)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(assert.AnError)
	_, err := Prepare(ctx, Options{Dir: project(t, "shop"), Cache: t.TempDir(), Env: environment()})
	require.ErrorIs(t, err, assert.AnError)
}

func TestNoSpace(t *testing.T) {
	full := &os.PathError{Op: "write", Path: "/cache/files/x", Err: syscall.ENOSPC}
	require.ErrorIs(t, cacheError(full), ErrNoSpace)
	require.ErrorIs(t, cacheError(os.ErrPermission), ErrCache)
	err := toolError("# example.com/x\ncompile: writing output: write $WORK/b001/_pkg_.a: no space left on device\n",
		"/src")
	require.ErrorIs(t, err, ErrNoSpace)
	assert.Equal(t, "no space left: compile: writing output: write $WORK/b001/_pkg_.a: no space left on device",
		err.Error())
}

func TestToolErrorIsOneLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "output")
		err := toolError(text, string(filepath.Separator)+"src")
		assert.NotContains(t, err.Error(), "\n")
		assert.NotEmpty(t, err.Error())
	})
}

func TestTelling(t *testing.T) {
	tests := map[string]struct{ output, want string }{
		"compiler": {"# example.com/a\n./a.go:3:5: undefined: x\n./a.go:4:5: undefined: y\n",
			"./a.go:3:5: undefined: x"},
		"prefix": {"go: downloading x v1\ngo: bad thing\n", "bad thing"},
		"hint":   {"go: x: missing; to add it:\n\tgo get x\n", "x: missing; to add it: go get x"},
		"heading": {"go: errors parsing go.mod:\ngo.mod:1: usage: module module/path\n",
			"go.mod:1: usage: module module/path"},
		"nothing": {"# a\n\n", "the go command failed without a word"},
		"two levels": {"go: inconsistent vendoring in /x:\n\ta@v1: not marked\n\n\tTo ignore\n",
			"inconsistent vendoring in /x: a@v1: not marked"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, mostUseful(tt.output)) })
	}
}

// FuzzSplitFields checks that fields are parts of the text, in order, and that only spaces are missing.
func FuzzSplitFields(f *testing.F) {
	f.Add(`-race "-ldflags=-X 'a b'" -tags=x`)
	f.Add(`'open`)
	f.Fuzz(func(t *testing.T, text string) {
		fields, err := splitFields(text)
		if err != nil {
			return
		}
		rest := text
		for _, field := range fields {
			before, after, found := strings.Cut(rest, field)
			require.True(t, found && strings.TrimLeft(before, " \t\r\n") == "" && field != "",
				fmt.Sprintf("%q of %q", field, text))
			rest = after
		}
		assert.Empty(t, strings.TrimLeft(rest, " \t\r\n"))
	})
}
