package checks

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// tab opens a page in a tab.
func tab(t *testing.T, html string) (*browser.Tab, *site.Site) {
	t.Helper()
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	b, err := browser.Start(t.Context(), browser.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	pages := fstest.MapFS{"index.html": {Data: []byte(html)}, "there.html": {Data: []byte("<p>there")}}
	s := site.Serve(http.FileServerFS(pages))
	out, err := b.Tab(t.Context(), s, "")
	require.NoError(t, err)
	require.NoError(t, out.Open(t.Context(), site.Local, site.Local))
	return out, s
}

// broken has each kind of trouble. Its script replaces built-in functions that a check could call.
const broken = `<!doctype html><html lang=en><title>t</title><main>
	<i id=a></i><i id=a></i><b id=b></b><label for=b>b</label><label for=gone>c</label><p aria-describedby="b none">d</p>
	<a href=/there.html#part>there</a><a href=/gone.html?n=1>gone</a><a href="https://elsewhere.test/">elsewhere</a></main>
	<script>document.querySelectorAll = Map.prototype.get = JSON.stringify = setTimeout = () => { throw 1 }</script>`

func TestCheck(t *testing.T) {
	at, s := tab(t, broken)
	markup := []visitor.Trouble{
		{Kind: "markup", Text: `several elements have the id "a"`},
		{Kind: "markup", Text: `label for="gone" names no element`},
		{Kind: "markup", Text: `p aria-describedby="none" names no element`},
	}
	found, err := New("", nil).Check(t.Context(), at)
	require.NoError(t, err)
	assert.Equal(t, markup, found, "no link is followed")

	rules := `globalThis.axe = {
		run: async (on, how) => ({violations: [{id: 'r', help: how.runOnly[0], nodes: [{target: ['#f', 'p']}]}]}),
	}`
	c := New(rules, s)
	for range 2 {
		found, err = c.Check(t.Context(), at)
		require.NoError(t, err)
		assert.Equal(t, append(markup,
			visitor.Trouble{Kind: visitor.Access, Text: "r: wcag2a", Place: "#f p"},
			visitor.Trouble{Kind: "link", Text: "a link leads to /gone.html?n=1: 404"},
		), found)
	}
	var rule any
	require.NoError(t, at.Evaluate(t.Context(), "globalThis.axe ?? null", &rule))
	assert.Nil(t, rule, "the page does not see the rules")
}

func TestNothingIsWrong(t *testing.T) {
	at, s := tab(t, `<!doctype html><html lang=en><title>t</title><label for=f>f</label><input id=f>
		<a href=/there.html>there</a><a href=#nowhere>here</a><a>none</a><template><i id=f></i></template>`)
	found, err := New("", s).Check(t.Context(), at)
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestAxe(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "a", "b")
	folder := filepath.Join(dir, "node_modules", "axe-core")
	require.NoError(t, os.MkdirAll(below, 0o755))
	text, err := Axe(below)
	require.NoError(t, err)
	assert.Empty(t, text)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "axe.min.js"), []byte("axe"), 0o644))
	text, err = Axe(below)
	require.NoError(t, err)
	assert.Equal(t, "axe", text)
}
