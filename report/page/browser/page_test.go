// Package browser tests the page in a real browser. It is a module of its own, so that users of Evoke need not download
// the driver.
package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/page"
	"github.com/evoke-go/evoke/suite"
)

var shots = flag.String("shots", "", "folder to write pictures of the page to")

// browser starts a browser. It skips the test if none is installed.
func browser(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no chromium: apt-get install chromium")
	}
	ctx, cancel := chromedp.NewContext(t.Context(),
		chromedp.WithAllocatorOptions(chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir())))
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("about:blank")))
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// large returns a report with a number of operations and a number of tests.
func large(operations, tests int) *report.Report {
	r := &report.Report{
		Suite: &suite.Suite{Title: "Shop", Repeat: "seed 7"}, Calls: 10000, Covered: 900, Targets: 1200,
		Search: "white box: 2 packages",
		Curve:  []report.Point{{Calls: 1, Covered: 3}, {Calls: 100, Covered: 400}, {Calls: 10000, Covered: 900}},
		Coverage: &report.Coverage{
			Blocks: []report.Block{{Package: "example.com/shop", File: "shop.go", StartLine: 3, EndLine: 5,
				Statements: 1, Missing: "n > 4711 never true", Best: 0.98}},
			Sources: []report.Source{{Package: "example.com/shop", File: "shop.go", Path: "shop/shop.go",
				Text: "package shop\n\nfunc get(n int) string {\n\tpanic(\"<b>\")\n}\n", Spans: []report.Span{
					{StartLine: 3, StartColumn: 24, EndLine: 5, EndColumn: 2},
				}}},
		},
	}
	for i := range operations {
		r.Operations = append(r.Operations, report.Operation{Name: fmt.Sprintf("GET /things%d/{id}", i), Calls: 10,
			Outcomes: map[string]int{"200": 5, "404": 4, "500": i % 2}})
		if i > 0 {
			r.Dependencies = append(r.Dependencies, report.Dependency{From: fmt.Sprintf("/things%d", i),
				To: fmt.Sprintf("/things%d", i/3), Directed: true, Probability: 0.9, Why: []string{"names"}})
		}
	}
	code := ""
	for range 30 {
		code += "\tgot := api.call(\"GET\", \"/things\").want(200)\n"
	}
	file := suite.File{Name: "evoke_test.go", Content: []byte("func TestThings(t *testing.T) {\n" + code + "}\n")}
	for i := range tests {
		test := suite.Test{Name: fmt.Sprintf("GetThings%dReturns200", i),
			Kind: suite.Success, Purpose: "shows what happens",
			Steps: []suite.Step{{Operation: r.Operations[i%operations].Name, Call: &suite.Call{
				Request: suite.Request{Method: "GET", Path: suite.Literal("/things")},
				Expect: suite.Expect{Status: 200,
					Checks: []suite.Check{{Pointer: "/name", Op: suite.Equal, Value: "a"}}},
			}}}}
		if i%25 == 0 {
			test.Kind, test.Faults = suite.FaultKind,
				[]suite.Fault{{Code: 100, Category: "HTTP status 500", Operation: test.Steps[0].Operation,
					Reason: "panic: index out of range", Key: fmt.Sprint(i), Frame: "shop.get (shop.go:4)"}}
		}
		r.Suite.Tests = append(r.Suite.Tests, test)
		file.Tests = append(file.Tests, suite.Location{Name: test.Name, Title: "Test" + test.Name, Start: 1, End: 32})
	}
	r.Files = []suite.File{file}
	return r
}

// opened writes the page of a report and returns its URL.
func opened(t *testing.T, r *report.Report) string {
	t.Helper()
	content, err := page.HTML(r)
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "evoke.html")
	require.NoError(t, os.WriteFile(name, content, 0o600))
	return "file://" + name
}

// value evaluates an expression in the page.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(t, err)
	return v
}

// text waits until an element contains the code of a test, which is rendered last, and returns the text of the element.
func text(t *testing.T, ctx context.Context, selector string) string {
	t.Helper()
	do(t, ctx, chromedp.WaitVisible(selector+" pre"))
	shown, err := chromedp.Run(ctx, chromedp.Text(selector))
	require.NoError(t, err)
	return shown
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	require.NoError(t, chromedp.Do(ctx, steps...))
}

func shot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o600))
}

const visible = `[...document.querySelectorAll("main > section:not([hidden]) details")].length`

// The page of a run with 1,000 operations and 5,000 tests opens in time, and so does each of its views.
func TestLargePagesOpenInTime(t *testing.T) {
	ctx := browser(t)
	url := opened(t, large(1000, 5000))
	do(t, ctx, chromedp.Navigate(url), chromedp.WaitVisible("#view-overview table"))
	took := value[float64](t, ctx, "performance.getEntriesByType('navigation')[0].loadEventEnd")
	t.Logf("opened in %.0f ms", took)
	assert.Positive(t, took)
	assert.Less(t, took, 2000.0)
	for _, view := range []string{"operations", "findings", "tests", "code", "graph"} {
		ms := value[float64](t, ctx, `(() => { const at = performance.now(); location.hash = "`+view+
			`"; go(); document.body.offsetHeight; return performance.now() - at })()`)
		t.Logf("%s in %.0f ms", view, ms)
		assert.Less(t, ms, 2000.0, view)
		assert.LessOrEqual(t, value[float64](t, ctx, visible), 300.0, "lists are made a part at a time")
	}
}

// Search, filter, sort and open work by keyboard, without errors, and the page loads nothing.
func TestByKeyboard(t *testing.T) {
	ctx := browser(t)
	url := opened(t, large(12, 60))
	do(t, ctx, chromedp.Navigate(url+"#tests"), chromedp.WaitVisible("#view-tests details"))
	assert.InDelta(t, 60, value[float64](t, ctx, visible), 0)
	do(t, ctx, chromedp.KeyEvent("/"))
	// the driver types the key although the page prevents it
	value[chromedp.Void](t, ctx, `document.activeElement.value = ""`)
	do(t, ctx, chromedp.KeyEvent("things25returns"))
	assert.InDelta(t, 1, value[float64](t, ctx, visible), 0, "the search finds one")
	// from the filter over the order to the row
	do(t, ctx, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab),
		chromedp.KeyEvent(kb.Enter))
	shown := text(t, ctx, "#view-tests details[open]")
	assert.Contains(t, shown, "func TestThings")
	assert.Contains(t, shown, "/name equal a")
	do(t, ctx, chromedp.Click("#view-tests details[open] a"))
	assert.Contains(t, text(t, ctx, "#view-findings details[open]"), "BASE_URL=${BASE_URL:-http://localhost:8080}")
	do(t, ctx, chromedp.Click("#view-findings details[open] a[href^='#code']"))
	shown = text(t, ctx, "#view-code details[open]")
	assert.Contains(t, shown, "n > 4711 never true — closest 0.980 of 1")
	assert.Contains(t, shown, `panic("<b>")`)
	value[chromedp.Void](t, ctx, `location.hash = "operations"; go()`)
	value[chromedp.Void](t, ctx, `(() => { const s = document.querySelectorAll("#view-operations select"); s[0].value = 2; s[0].dispatchEvent(new Event("input")); })()`)
	assert.InDelta(t, 3, value[float64](t, ctx, visible), 0, "three operations have findings")
	assert.Empty(t, value[[]string](
		t, ctx, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) != i)`,
	), "no id comes twice")
	assert.Zero(t, value[float64](t, ctx, `performance.getEntriesByType("resource").length`), "nothing is loaded")
}

// No part is wider than the screen of a phone, in light and dark.
func TestOnAPhone(t *testing.T) {
	ctx := browser(t)
	url := opened(t, large(12, 60))
	do(t, ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(url), chromedp.WaitVisible("#view-overview table"))
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		require.NoError(t, err)
		for _, view := range []string{"overview", "operations", "findings/0", "tests/0", "code/0", "graph"} {
			value[chromedp.Void](t, ctx, `location.hash = "`+view+`"; go()`)
			assert.LessOrEqual(t, value[float64](t, ctx, "document.documentElement.scrollWidth"), 390.0, view)
			name, _, _ := strings.Cut(view, "/")
			shot(t, ctx, scheme+"-"+name)
		}
		assert.Equal(t, map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 28)"}[scheme],
			value[string](t, ctx, `getComputedStyle(document.body).backgroundColor`))
	}
}
