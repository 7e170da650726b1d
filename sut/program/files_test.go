package program

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFilesThatAreWrittenElsewhere: a file that a process holds open for writing is reported, a file that it reads is
// not.
func TestFilesThatAreWrittenElsewhere(t *testing.T) {
	if _, err := os.Stat("/proc/self/fdinfo"); err != nil {
		assert.Empty(t, written(os.Getpid()), "this system does not tell")
		return
	}
	path := filepath.Join(t.TempDir(), "store.db")
	store, err := os.Create(path)
	require.NoError(t, err)
	assert.Contains(t, written(os.Getpid()), path)
	require.NoError(t, store.Close())
	read, err := os.Open(path)
	require.NoError(t, err)
	assert.NotContains(t, written(os.Getpid()), path)
	require.NoError(t, read.Close())
	s := strays{seen: []string{path}}
	require.Len(t, s.warnings(), 1)
	assert.Contains(t, s.warnings()[0], path)
}
