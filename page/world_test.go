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
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/chromedp"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
)

// written returns the tests of a page that a search writes, and their support files.
func written(t *testing.T, document string, acts int) (tests string, support []string) {
	t.Helper()
	dir := t.TempDir()
	_, err := evoke.Run(t.Context(), evoke.Config{
		Problem:  page.Spec(page.Options{Handler: handler(document)}),
		Budget:   evoke.Budget{Calls: acts},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output:   evoke.Output{Dir: dir, Writers: []output.Writer{&playwright.Writer{}, &chromedp.Writer{Site: ".."}}},
	})
	require.NoError(t, err)
	for _, name := range []string{"evoke_success.spec.mjs", "evoke_support.mjs", "evoke_support_test.go"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		support = append(support, string(text))
	}
	return support[0], support[1:]
}

func handler(document string) http.Handler {
	return http.FileServerFS(fstest.MapFS{"index.html": {Data: []byte(document)}, "data": {Data: []byte("told")}})
}

// later is a page that draws random numbers, and shows its data with a delay.
const later = `<title>Dice</title><p id=out></p>
<button id=roll onclick="roll.textContent = [Math.random(), ...crypto.getRandomValues(new Uint8Array(3))]">roll</button>
<button id=read onclick="fetch('/data').then((r) => r.text()).then((text) => setTimeout(() => {
	out.textContent = text + ' ' + new Date().toISOString() }, 400))">read</button>`

// TestWorld: in a written test, a page draws the same random numbers as in the search, and comes to rest in the same
// way.
func TestWorld(t *testing.T) {
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	tests, support := written(t, later, 30)
	rolled := regexp.MustCompile(`'(0\.\d+,\d+,\d+,\d+)'`).FindStringSubmatch(tests)
	require.NotNil(t, rolled, "%s", tests)
	read := regexp.MustCompile(`'read', exact: true }\).click\(\);\n  await rest\(page\);\n  .*'(told .*)'`).
		FindStringSubmatch(tests)
	require.NotNil(t, read, "%s", tests)
	assert.NotRegexp(t, `'roll', exact: true }\).click\(\);\n  await rest`, tests)
	runtime, err := js.Runtime()
	require.NoError(t, err)
	b, err := browser.Start(t.Context(), browser.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	for _, text := range support {
		world := regexp.MustCompile(`(?s)function world\(\) \{.*?\n\}`).FindString(text)
		require.NotEmpty(t, world)
		tab, err := b.Tab(t.Context(), site.Serve(handler(later)), runtime+"("+world+")()")
		require.NoError(t, err)
		require.NoError(t, tab.Open(t.Context(), site.Local, site.Local))
		var got []string
		require.NoError(t, tab.Evaluate(t.Context(), `(async () => {
			const numbers = String([Math.random(), ...crypto.getRandomValues(new Uint8Array(3))]);
			await __rest__(500);
			read.click();
			await __rest__(500);
			return [numbers, out.textContent];
		})()`, &got))
		assert.Equal(t, []string{rolled[1], read[1]}, got)
	}
}

// TestPatience: a written test waits between acts only if the page depends on the time that passes, although it has
// nothing to do.
func TestPatience(t *testing.T) {
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	const document = `<title>Counter</title><p id=out></p>
		<button id=slow onclick="if (Date.now() - last > 300) n++; last = Date.now(); if (n > 1) out.textContent = n">slow</button>
		<button id=fast onclick="fast.textContent = 'quick'">fast</button><script>let last = 0, n = 0</script>`
	tests, _ := written(t, document, 60)
	const twice = "'slow', exact: true }).click();\n  await rest(page);\n"
	assert.Contains(t, tests, twice)
	assert.NotRegexp(t, `'(fast|quick)', exact: true }\).click\(\);\n  await rest`, tests)
}
