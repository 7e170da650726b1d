package program

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Errors about the test that is built into a package are said in terms of the
// user's code; the cause stays.
func TestPlainErrorsOfPackages(t *testing.T) {
	b := &Foreign{pkg: &handlerPackage{Package: Package{Dir: "./api", Handler: "New"}}}
	for name, c := range map[string]struct{ text, want string }{
		"another error": {"evoke: no space left", "evoke: no space left"},
		"no handler": {
			"evoke: the code does not compile: /a/zz_evoke_run_test.go:11:84: cannot use New() (value of type int) as http.Handler value in return statement: int does not implement http.Handler",
			"evoke: package ./api: New has to return an http.Handler: int does not implement http.Handler",
		},
		"code of the user": {
			"evoke: the code does not compile: /a/b.go:1:2: cannot use 1 in return statement: no",
			"evoke: the code does not compile: /a/b.go:1:2: cannot use 1 in return statement: no",
		},
		"an error of the constructor": {
			"evoke: start: the constructor of the handler panicked: New returned an error: at (once) at api.TestEvokeRun.func1 (zz_evoke_run_test.go:11)",
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
