package page_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/output/qunit"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/page/internal/browser"
)

// TestFunctions: the page after Figure 1 of the paper gets the tests of its functions that the paper shows.
func TestFunctions(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits a page hundreds of times")
	}
	if _, err := browser.Find(); err != nil {
		t.Skip(err)
	}
	result, err := evoke.Run(t.Context(), evoke.Config{
		Problem:  page.Spec(page.Options{Handler: http.FileServerFS(os.DirFS("testdata/figure1"))}),
		Budget:   evoke.Budget{Calls: 100},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output: evoke.Output{Dir: t.TempDir(), Writers: []output.Writer{
			&playwright.Writer{Site: "../site"}, &qunit.Writer{Site: "../site"},
		}},
	})
	require.NoError(t, err)
	var text strings.Builder
	for _, f := range result.Files {
		text.Write(f.Content)
	}
	assert.Contains(t, text.String(), "assert.strictEqual(result, 30);\n  assert.strictEqual(currentDim, 50);")
}
