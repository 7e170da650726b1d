package suite_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// TestBlackBoxKeepsAnArchive searches in the program as it is.
func TestBlackBoxKeepsAnArchive(t *testing.T) {
	t.Parallel()
	cfg := e2etest.ShopConfig(300)
	cfg.WhiteBox.Cover = []string{"none"}
	cfg.Output.Dir = t.TempDir()
	result := evoke.Generate(t, cfg)
	require.NotEmpty(t, result.Suite.Tests)
	kept, err := filepath.Glob(filepath.Join(cfg.Output.Dir, "testdata", "evoke", t.Name(), "tests", "*.json"))
	require.NoError(t, err)
	assert.Len(t, kept, len(result.Suite.Tests))
}
