package js_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// bundle is the output of esbuild 0.25.9 for two files and a package, minified.
func bundle(t *testing.T) js.Source {
	t.Helper()
	text, err := os.ReadFile("testdata/bundle/app.js")
	require.NoError(t, err)
	made, err := os.ReadFile("testdata/bundle/app.js.map")
	require.NoError(t, err)
	packaged := func(file string) bool { return strings.Contains(file, "/node_modules/") }
	return js.Source{Path: "app.js", Text: string(text), Map: string(made), Stays: packaged}
}

// TestBundle: the targets of a bundle have the places of its original files, and code of a package has no targets.
func TestBundle(t *testing.T) {
	code := js.Instrument(bundle(t))
	require.NoError(t, code.Err)
	assert.Contains(t, code.Text, `function r(t){return t<10?"0"+t:String(t)}`, "a package stays as it is")
	var got []string
	for _, target := range code.Targets {
		if target.Kind == js.Statement || target.Side {
			got = append(got, fmt.Sprintf("%s:%d %s%s", target.File, target.Line, target.Op, target.Text))
		}
	}
	assert.Equal(t, []string{
		"../src/price.js:2 const each = n >= 10 ? 3 : 4;", "../src/price.js:2 >=const each = n >= 10 ? 3 : 4;",
		"../src/price.js:2 ?const each = n >= 10 ? 3 : 4;", "../src/price.js:2 :const each = n >= 10 ? 3 : 4;",
		"../src/price.js:3 return n * each;",
		"../src/main.js:4 const out = document.querySelector('#out');",
		"../src/main.js:5 document.querySelector('#n').addEventListener('change', (e) => {",
		"../src/main.js:6 const n = Number(e.target.value);",
		"../src/main.js:6 numberconst n = Number(e.target.value);",
		"../src/main.js:7 if (n > 40) {", "../src/main.js:7 >if (n > 40) {",
		"../src/main.js:8 out.textContent = 'Zu viele für ein 📦.';", "../src/main.js:9 return;",
		"../src/main.js:11 out.textContent = pad(price(n));",
	}, got)
	assert.Equal(t, code, js.Instrument(bundle(t)))
}

// TestMutantsOfBundles: the mutants of a bundle also have the places of its original files.
func TestMutantsOfBundles(t *testing.T) {
	out := js.Mutate(bundle(t))
	require.NoError(t, out.Err)
	assert.Contains(t, out.Text, `function r(t){return t<10?"0"+t:String(t)}`)
	lines := map[string]bool{}
	for _, m := range out.Mutants {
		lines[fmt.Sprintf("%s:%d", m.File, m.Line)] = true
	}
	for _, line := range []string{"../src/price.js:2", "../src/price.js:3", "../src/main.js:7", "../src/main.js:11"} {
		assert.True(t, lines[line], line)
	}
	for line := range lines {
		assert.NotContains(t, line, "node_modules")
	}
}

// TestMapsThatCannotBeRead: with an unreadable source map the text counts as one file.
func TestMapsThatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		"{}", "no", `{"version":3,"sources":[],"mappings":"A"}`, `{"version":3,"sources":["a"],"mappings":"!"}`,
	} {
		src := bundle(t)
		src.Map = text
		code := js.Instrument(src)
		require.NoError(t, code.Err, text)
		require.NotEmpty(t, code.Targets, text)
		assert.Empty(t, code.Targets[0].File, text)
	}
}
