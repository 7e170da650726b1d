package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

// TestTestsOfThePage: the tests have the assertions of the paper about the page, for acts and for functions. setDim
// returns 30, sets the height of endCell to that and currentDim to 50. After start has run, startCell has the height
// 50.
func TestTestsOfThePage(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits a page hundreds of times")
	}
	for folder, title := range map[string]string{"site": "Cells", "figure1": "Game"} {
		cfg, err := config(folder, t.TempDir())
		require.NoError(t, err)
		cfg.Budget = evoke.Budget{Calls: 150}
		result, err := evoke.Run(t.Context(), cfg)
		if err != nil && strings.Contains(err.Error(), "no Chromium or Chrome here") {
			t.Skip(err)
		}
		require.NoError(t, err)
		var text strings.Builder
		for _, f := range result.Files {
			text.Write(f.Content)
		}
		for _, part := range []string{
			"toHaveTitle('" + title + "')", "toHaveAttribute('style', 'width: 100px; height: 30px;')",
			"toHaveAttribute('style', 'width: 60px; height: 50px;')",
			"assert.strictEqual(result, 30);\n  assert.strictEqual(currentDim, 50);",
			"assert.strictEqual(document.querySelector('#endCell').style.height, '30px');",
		} {
			assert.Contains(t, text.String(), part, folder)
		}
		assert.GreaterOrEqual(t, result.Report.Mutation.Percent(), 80.0, folder)
	}
}
