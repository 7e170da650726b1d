package program

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestConstructorsThatDoNotFit: the error shows the function that would fit.
func TestConstructorsThatDoNotFit(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"api.go": "package api\n\nimport \"net/http\"\n\ntype DB struct{}\n\nfunc New(db *DB, name string) " +
			"(http.Handler, error) { return nil, nil }\n\n" +
			"func Nameless(*DB) http.Handler { return nil }\n\nfunc Three() (http.Handler, int, error) { return nil, " +
			"0, nil }\n\nfunc Fits() (http.Handler, error) { return nil, nil }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for handler, want := range map[string]string{
		"New": "add a function to the package that makes what it takes (db, name), and name that: func " +
			"EvokeNew() (http.Handler, error) { ... return New(db, name) }",
		"Nameless": "makes what it takes (argument1), and name that: func EvokeNameless() (http.Handler, error) { " +
			"... return Nameless(argument1), nil }",
		"Three": "wrap it in such a function of the package and name that: func EvokeThree() (http.Handler, " +
			"error) { ... return Three(), nil }",
	} {
		_, err := Package{Dir: dir, Handler: handler}.read(context.Background())
		assert.ErrorContains(t, err, want, handler)
	}
	got, err := Package{Dir: dir, Handler: "Fits"}.read(context.Background())
	require.NoError(t, err)
	assert.True(t, got.fails)
}
