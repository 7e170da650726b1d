package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// put writes files, the folders of which are made.
func put(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
}

// A copy has what programs are built of, is the same for the same source, and
// does not change with it.
func TestSnapshot(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	put(t, root, map[string]string{
		"go.mod": "module x", "bench/a/a.go": "package a", "bench/a/testdata/x.json": "{}",
		".git/config": "x", ".hidden": "x", "bench/results/a.jsonl": "{}", "bench/evoke-written-1/a_test.go": "x",
	})
	dir, digest, err := snapshot(root)
	require.NoError(t, err)
	copied, err := sources(dir)
	require.NoError(t, err)
	assert.Equal(t, map[string][]byte{
		"go.mod": []byte("module x"), filepath.Join("bench", "a", "a.go"): []byte("package a"),
		filepath.Join("bench", "a", "testdata", "x.json"): []byte("{}"),
	}, copied)
	for _, unseen := range []string{".git", ".hidden", "bench/results", "bench/evoke-written-1"} {
		assert.NoFileExists(t, filepath.Join(dir, unseen))
		assert.NoDirExists(t, filepath.Join(dir, unseen))
	}
	put(t, root, map[string]string{"bench/results/b.jsonl": "{}"})
	again, same, err := snapshot(root)
	require.NoError(t, err)
	assert.Equal(t, []string{dir, digest}, []string{again, same}, "results are no source")

	old := time.Now().Add(-2 * keptFor)
	require.NoError(t, os.Chtimes(dir, old, old))
	put(t, root, map[string]string{"bench/a/a.go": "package a // changed"})
	other, changed, err := snapshot(root)
	require.NoError(t, err)
	assert.NotEqual(t, dir, other)
	assert.NotEqual(t, digest, changed)
	assert.NoDirExists(t, dir, "it was not used for long")
}
