package page_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/chromedp"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
)

// TestChance: in written tests a page draws the random numbers that it drew in the search.
func TestChance(t *testing.T) {
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	dice := http.FileServerFS(fstest.MapFS{"index.html": {Data: []byte(`<title>Dice</title><button id=roll
		onclick="roll.textContent = [Math.random(), ...crypto.getRandomValues(new Uint8Array(3))]">roll</button>`)}})
	dir := t.TempDir()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Problem:  page.Spec(page.Options{Handler: dice}),
		Budget:   evoke.Budget{Calls: 20},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output:   evoke.Output{Dir: dir, Writers: []output.Writer{&playwright.Writer{}, &chromedp.Writer{Site: ".."}}},
	})
	require.NoError(t, err)
	numbers := regexp.MustCompile(`'(0\.\d+,\d+,\d+,\d+)'`)
	text, err := os.ReadFile(filepath.Join(dir, "evoke_success.spec.js"))
	require.NoError(t, err)
	rolled := numbers.FindStringSubmatch(string(text))
	require.NotNil(t, rolled, "%s", text)
	require.NotEmpty(t, result.Files)
	b, err := browser.Start(t.Context(), browser.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	declared := regexp.MustCompile(`(?s)function chance\(\) \{.*?\n\}`)
	for _, name := range []string{"evoke_support.js", "evoke_support_test.go"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		found := declared.FindString(string(text))
		require.NotEmpty(t, found, name)
		tab, err := b.Tab(t.Context(), site.Serve(dice), "("+found+")()")
		require.NoError(t, err)
		require.NoError(t, tab.Open(t.Context(), site.Local, site.Local))
		var got string
		require.NoError(t, tab.Evaluate(t.Context(),
			"String([Math.random(), ...crypto.getRandomValues(new Uint8Array(3))])", &got))
		assert.Equal(t, rolled[1], got, name)
	}
}
