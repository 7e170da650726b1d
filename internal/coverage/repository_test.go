package coverage_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/coverage"
)

func TestInRepository(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "a", "go.mod"), nil, 0o600))
	assert.Equal(t, "b", coverage.InRepository(dir))
	require.NoError(t, os.Mkdir(filepath.Join(root, ".git"), 0o755))
	assert.Equal(t, "a/b", coverage.InRepository(filepath.Join(dir, "new")[:len(dir)]))
	assert.Equal(t, ".", coverage.InRepository(root))
	assert.Empty(t, coverage.InRepository(""))
}
