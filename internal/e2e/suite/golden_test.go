package suite_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestSuitesAreAsBefore holds the suites of a few searches against digests of
// what they were. A change that is not meant to change the search changes none of
// them; after one that is, -update notes the new ones.
func TestSuitesAreAsBefore(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	differ := map[string]bool{}
	for _, search := range []struct {
		name  string
		cover []string
	}{{"black box", []string{"none"}}, {"white box", nil}} {
		for seed := range e2etest.Seeds() {
			if testing.Short() && search.cover == nil {
				continue // it builds the program with probes
			}
			cfg := e2etest.ShopConfig(1200)
			cfg.Search.Seed, cfg.WhiteBox.Cover = seed, search.cover
			result, err := evoke.Run(t.Context(), cfg)
			require.NoError(t, err)
			assertNamesMeanSomething(t, result.Suite)
			require.NotEmpty(t, result.Files)
			differ[string(result.Files[0].Content)] = true
			for _, f := range result.Files {
				fmt.Fprintf(&got, "%s, seed %d: %x %s\n", search.name, seed, sha256.Sum256(f.Content), f.Name)
			}
		}
	}
	golden := filepath.Join("testdata", "suites.golden")
	if *update {
		require.False(t, testing.Short(), "all searches make the file")
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	if testing.Short() {
		assert.True(t, strings.HasPrefix(string(want), got.String()), got.String())
		return
	}
	assert.Len(t, differ, 4, "another seed is another search")
	assert.Equal(t, string(want), got.String())
}
