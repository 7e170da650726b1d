package instrument

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// heardInLibraries is the output of the test program: it calls the libraries without listening, and twice while it
// listens.
const (
	heardInLibraries = "stopped in main.divide 0\n" + quietly + quietly + heardOnce + quietly + heardOnce + quietly +
		"reached example.com/user/main.go\n"

	quietly   = "not wanted 2 [a b] true false\n"
	heardOnce = `heard example.com/deep 12 [given wanted {prefix wanted}] [wanted]
heard example.com/direct 22 [5 3] [3]
heard example.com/direct 34 [2 0] [2]
heard example.com/direct 34 [2 1] [2]
heard example.com/direct 34 [2 2] [2]
heard example.com/direct 34 [2 3] [2]
heard example.com/direct 44 [red] [green]
heard example.com/direct 46 [red] [blue]
`
)

// TestLibrariesAreHeard: comparisons in other modules are reported while the program listens, and are no targets.
// Packages that neither compare texts nor stop panics, and packages that import unsafe, stay as they are.
func TestLibrariesAreHeard(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir, env := proxied(t, "libraries")
	unchanged(t, filepath.Join(variable(env, "GOMODCACHE"), "example.com"))
	o := Options{Dir: dir, Env: env, Cover: []string{"example.com/user"}, Calls: LibraryCalls, Cache: t.TempDir()}
	for range 2 { // the second time from the cache
		plan := prepare(t, o)
		assert.Equal(t, []string{"example.com/user"}, paths(plan))
		assert.Equal(t, []Library{{"example.com/deep", 2}, {"example.com/direct", 4}}, plan.Libraries)
		assert.Empty(t, plan.Notes)
		assert.Equal(t, heardInLibraries, execute(t, plan))
	}
	o.Cover = append(o.Cover, "-example.com/deep")
	assert.Equal(t, []Library{{"example.com/direct", 4}}, prepare(t, o).Libraries)
	o.Calls = TableCalls
	plan := prepare(t, o)
	assert.Empty(t, plan.Libraries)
	assert.NotRegexp(t, "heard|stopped in", execute(t, plan))
}

// TestLibrariesInTheVendorFolder are rewritten in the vendor folder.
func TestLibrariesInTheVendorFolder(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir, env := proxied(t, "libraries")
	command(t, dir, append(env, "GOFLAGS=-mod=mod -modcacherw"), "mod", "tidy")
	command(t, dir, env, "mod", "vendor")
	_, err := os.Stat(filepath.Join(dir, "vendor", "example.com", "deep", "deep.go"))
	require.NoError(t, err)
	plan := prepare(t, Options{Dir: dir, Env: env, Cover: []string{"example.com/user"},
		Calls: LibraryCalls, Cache: t.TempDir()})
	assert.Len(t, plan.Libraries, 2)
	assert.Equal(t, heardInLibraries, execute(t, plan))
}
