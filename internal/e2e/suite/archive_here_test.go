package suite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/rest/oracle"
)

// TestConfirmedLawIsAFault: what breaks a law that faults.yaml confirms is a fault, in another process as in this one.
func TestConfirmedLawIsAFault(t *testing.T) {
	t.Parallel()
	for _, cover := range [][]string{nil, {"none"}} {
		cfg := e2etest.ShopConfig(300)
		cfg.WhiteBox.Cover, cfg.Output.Archive, cfg.Output.Mutants = cover, t.TempDir(), -1
		file := "faults: []\nlaws:\n  - {operation: POST /books, law: response/title is response/author}\n" +
			"  - {operation: POST /books, law: response/title is body/title}\n"
		require.NoError(t, os.WriteFile(filepath.Join(cfg.Output.Archive, "faults.yaml"), []byte(file), 0o600))
		result, err := evoke.Run(t.Context(), cfg)
		require.NoError(t, err)
		var said []string
		for _, f := range result.Report.Faults() {
			if f.Code == oracle.CodeLaw && f.Silenced == "" {
				said = append(said, f.Operation+": "+f.Reason)
			}
		}
		assert.Equal(t, []string{"POST /books: it does not hold that response/title is response/author"}, said, cover)
	}
}

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
