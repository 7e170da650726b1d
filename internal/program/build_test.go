package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
)

// TestBuiltOnce builds a test twice by the front door: it is linked once, and the engine's packages never have probes.
func TestBuiltOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the cache cannot be put beside the binaries")
	}
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	t.Setenv("GOCACHE", strings.TrimSpace(string(out)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	src := source{dir: filepath.Join("..", "..", "examples", "bookshop"), pkg: ".", test: true}
	var binaries [2]os.FileInfo
	for i := range binaries {
		b, err := src.build(t.Context(), &task.Task{White: task.White{Cover: []string{Evoke + "/..."}}},
			t.TempDir(), nil, "")
		require.NoError(t, err)
		require.NotEmpty(t, b.Plan.Packages)
		for _, p := range b.Plan.Packages {
			assert.Contains(t, p.Path, Evoke+"/examples/bookshop")
		}
		binaries[i], err = os.Stat(b.Path)
		require.NoError(t, err)
	}
	assert.True(t, os.SameFile(binaries[0], binaries[1]), "it was linked again")
}

// TestNothingToBuild: if no package has probes, the program of this process is searched.
func TestNothingToBuild(t *testing.T) {
	src := source{dir: ".", pkg: ".", test: true}
	white := &task.Task{White: task.White{Cover: []string{"example.com/nothing"}}}
	b, err := src.build(t.Context(), white, t.TempDir(), nil, "")
	require.NoError(t, err)
	own, err := os.Executable()
	require.NoError(t, err)
	assert.Equal(t, own, b.Path)
	assert.Contains(t, b.Summary(), "no package of the program is covered")
	_, err = b.Mutants(t.Context(), t.TempDir())
	assert.ErrorIs(t, err, errNoMutants)
}
