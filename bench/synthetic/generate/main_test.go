package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A config of one's own becomes the same as a published one.
func TestRunOfConfig(t *testing.T) {
	require.NoError(t, os.MkdirAll("testdata", 0o777))
	dir, err := os.MkdirTemp("testdata", "generated-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	published := filepath.Join("..", "n5sparsepdshown")
	require.NoError(t, run(filepath.Join(published, "config.json"), dir))
	names, err := os.ReadDir(published)
	require.NoError(t, err)
	for _, name := range names {
		want, err := os.ReadFile(filepath.Join(published, name.Name()))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, name.Name()))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name.Name())
	}
}

func TestRunErrors(t *testing.T) {
	assert.ErrorContains(t, run("none.json", t.TempDir()), "no such file")
	broken := filepath.Join(t.TempDir(), "c.json")
	require.NoError(t, os.WriteFile(broken, []byte(`{"name": "x"}`), 0o666))
	assert.ErrorContains(t, run(broken, t.TempDir()), "has no class")
	assert.ErrorContains(t, run(filepath.Join("..", "n5sparsehide", "config.json"), t.TempDir()), "no module around it")
}
