package instrument

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// virtualRuntime returns files that make the probes a package of the standard library, named zzevoke/probe, which all
// of the standard library can import.
func virtualRuntime(t *testing.T) map[string][]byte {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	goroot := strings.TrimSpace(string(out))
	files := map[string][]byte{}
	for _, name := range []string{"probe", "probe/aside", "heuristics"} {
		sources, err := filepath.Glob(filepath.Join("..", "..", name, "*.go"))
		require.NoError(t, err)
		for _, path := range sources {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			text = bytes.ReplaceAll(text, []byte(`"github.com/evoke-go/evoke/`), []byte(`"zzevoke/`))
			files[filepath.Join(goroot, "src", "zzevoke", name, filepath.Base(path))] = text
		}
	}
	return files
}

// TestStandardLibrary runs a package's own tests with probes in it.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir := project(t, "stranger")
	plan := prepare(t, Options{
		Dir: dir, Package: "text/tabwriter", Test: true, Cover: []string{"text/...", "sync/atomic"},
		Runtime: "zzevoke/probe", Files: virtualRuntime(t),
	})
	assert.Equal(t, []string{"text/tabwriter"}, paths(plan))
	assert.Contains(t, plan.Notes, Note{"sync/atomic", "the probes need this package themselves"})
	var out bytes.Buffer
	require.NoError(t, plan.Test(context.Background(), &out, "-short", "-v", "text/tabwriter"), "%s", &out)
	assert.Contains(t, out.String(), "--- PASS: Test")
}

func TestStandardLibraryIsLeftAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir, Cover: []string{"...", "strings"}})
	assert.NotContains(t, paths(plan), "strings")
	assert.NotContains(t, paths(plan), "fmt")
	assert.Contains(t, plan.Notes, Note{"strings", "the standard library cannot import " + DefaultRuntime})
}

// TestOwnTests runs the tests of a package of the module cache, in an existing folder.
func TestOwnTests(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "cached")
	const name = "github.com/google/go-cmp/cmp/internal/diff"
	plan := prepare(t, Options{Dir: dir, Package: name, Test: true, Cover: []string{"github.com/google/go-cmp/..."}})
	var out bytes.Buffer
	require.NoError(t, plan.Test(context.Background(), &out, name), "%s", &out)
	assert.Contains(t, out.String(), "ok")
}
