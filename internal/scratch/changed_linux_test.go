package scratch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBoxesShareLinks: boxes have the same links, and a link stays in a box when a process removes it from another box.
func TestBoxesShareLinks(t *testing.T) {
	root, f := begun(t)
	link := func() (os.FileInfo, string) {
		b, err := f.Box(filepath.Join(root, "api"))
		require.NoError(t, err)
		readme := filepath.Join(b.Dir, "..", "README")
		info, err := os.Lstat(readme)
		require.NoError(t, err)
		assert.NotZero(t, info.Mode()&os.ModeSymlink)
		text, err := os.ReadFile(readme)
		require.NoError(t, err)
		assert.Equal(t, "read me", string(text))
		return info, readme
	}
	one, path := link()
	two, other := link()
	assert.True(t, os.SameFile(one, two))
	require.NoError(t, os.Remove(path))
	assert.FileExists(t, other)
	three, _ := link()
	assert.True(t, os.SameFile(one, three))
	assert.FileExists(t, filepath.Join(root, "README"))
}
