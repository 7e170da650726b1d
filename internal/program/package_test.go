package program

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/jstest"
)

// Errors of the test that is added to a package are written in terms of the user's code; the cause stays.
func TestPlainErrorsOfPackages(t *testing.T) {
	b := &Foreign{pkg: &handlerPackage{Package: Package{Dir: "./api", Handler: "New"}}}
	for name, c := range map[string]struct{ text, want string }{
		"another error": {"evoke: no space left", "evoke: no space left"},
		"no handler": {
			"evoke: the code does not compile: /a/zz_evoke_run_test.go:11:84: cannot use New() (value of type int) " +
				"as http.Handler value in return statement: int does not implement http.Handler",
			"evoke: package ./api: New has to return an http.Handler: int does not implement http.Handler",
		},
		"code of the user": {
			"evoke: the code does not compile: /a/b.go:1:2: cannot use 1 in return statement: no",
			"evoke: the code does not compile: /a/b.go:1:2: cannot use 1 in return statement: no",
		},
		"an error of the constructor": {
			"evoke: start: the constructor of the handler panicked: New returned an error: at (once) at " +
				"api.TestEvokeRun.func1 (zz_evoke_run_test.go:11)",
			"evoke: start: New returned an error: at (once)",
		},
		"a panic of the constructor": {
			"evoke: start: the constructor of the handler panicked: no at api.New (api.go:3)",
			"evoke: start: the constructor of the handler panicked: no at api.New (api.go:3)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cause := errors.New(c.text)
			err := b.Plain(cause)
			require.ErrorIs(t, err, cause)
			assert.Equal(t, c.want, err.Error())
		})
	}
	require.NoError(t, b.Plain(nil))
}

// TestTestsOutsideOfTheModule: the report says if the tests of a package are in a folder from which nothing can import
// it.
func TestTestsOutsideOfTheModule(t *testing.T) {
	module, bare, other, space := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(module, "go.mod"): "module example.com/m\n\ngo 1.22\n", filepath.Join(other,
			"go.mod"): "module example.com/n\n",
		filepath.Join(space, "go.work"): "go 1.22\n", filepath.Join(space, "go.mod"): "module example.com/o\n",
		filepath.Join(module,
			"api.go"): "package api\n\nimport \"net/http\"\n\nfunc New() http.Handler { return nil }\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	t.Setenv("GOWORK", "off")
	for dir, outside := range map[string]bool{
		"": false, module: false, filepath.Join(module, "tests", "api"): false, bare: true, other: true, space: false,
	} {
		own := &task.Task{Output: task.Output{Dir: dir}}
		f, err := Prepare(t.Context(), Package{Dir: module, Handler: "New"}, own)
		require.NoError(t, err)
		if !outside {
			assert.Empty(t, f.Outside, dir)
			continue
		}
		assert.Equal(t, "Go tests cannot be run in the folder they are written to: they import example.com/m, and "+
			"the folder is not in its module", f.Outside)
		assert.Equal(t, []string{f.Outside}, (&Built{outside: f.Outside}).Notes())
	}
}

// aHandler is a handler of this package.
func aHandler() http.Handler { return http.NotFoundHandler() }

// TestOwnTestsOutsideOfTheModule: the same is known of a handler of this program.
func TestOwnTestsOutsideOfTheModule(t *testing.T) {
	t.Setenv("GOWORK", "off")
	bare := t.TempDir()
	for name, tt := range map[string]struct {
		dir     string
		writers []output.Writer
		outside bool
	}{
		"nowhere": {}, "here": {dir: "."}, "below": {dir: "tests/api"}, "in no module": {dir: bare, outside: true},
		"Go in no module": {bare, []output.Writer{&gotest.Writer{}}, true},
		"other tests":     {bare, []output.Writer{&jstest.Writer{}}, false},
	} {
		own := &task.Task{Source: task.Source{Handler: aHandler}, White: task.White{Cover: []string{"none"}},
			Output: task.Output{Dir: tt.dir, Writers: tt.writers}}
		b, err := Rebuild(t.Context(), own, t.TempDir())
		require.NoError(t, err)
		assert.Equal(t, tt.outside, b.Outside() != "", name)
		if tt.outside {
			assert.Contains(t, b.Outside(), "they import "+Evoke+"/internal/program, and the folder", name)
		}
	}
}
