package page_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/page"
	"github.com/evoke-go/evoke/suite"
)

// write is a folder in which the tests leave their pages: go test ./report/page -run TestLarge -write DIR.
var write = flag.String("write", "", "folder to write the pages of the tests to")

const program = `package shop

/* a comment of
   two lines */
func get(n int) string {
	if n > 4711 {
		return "<b>" + ` + "`raw\nlines`" + `
	}
	return "a"
}
`

// large returns a report with a number of operations and a number of tests.
func large(operations, tests int, text string) *report.Report {
	r := &report.Report{
		Version: "0.1.0", Created: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC), Search: "white box: 2 packages" + text,
		Suite: &suite.Suite{Title: "Shop" + text, Repeat: "seed 7"}, Calls: 10000, Covered: 900, Targets: 1200,
		Algorithm: "MIO", Budget: "10000 calls",
		Dir: "/home/ann/shop", Folder: "shop", Warnings: []string{"GET /files: skipped" + text},
		Curve:    []report.Point{{Calls: 1, Covered: 3}, {Calls: 100, Covered: 400}, {Calls: 10000, Covered: 900}},
		Baseline: &report.Baseline{New: []string{"0"}},
		Coverage: &report.Coverage{
			Packages: []report.PackageCoverage{{Path: "example.com/shop", Statements: 4, Covered: 3}},
			Blocks: []report.Block{{Package: "example.com/shop", File: "shop.go", StartLine: 6, EndLine: 9,
				Statements: 1, Missing: "n > 4711 never true" + text, Best: 0.98}},
			Sources: []report.Source{{Package: "example.com/shop", File: "shop.go", Path: "shop/shop.go" + text,
				Text: program + text, Spans: []report.Span{
					{StartLine: 5, StartColumn: 24, EndLine: 6, EndColumn: 14, Covered: true},
					{StartLine: 6, StartColumn: 14, EndLine: 9, EndColumn: 3},
					{StartLine: 10, StartColumn: 2, EndLine: 10,
						EndColumn: 8, Covered: true}, {StartLine: 10, StartColumn: 8, EndLine: 10, EndColumn: 12},
				}}},
		},
	}
	for i := range operations {
		name := fmt.Sprintf("GET /things%d/{id}", i)
		r.Operations = append(r.Operations, report.Operation{Name: name + text, Calls: 10,
			Outcomes: map[string]int{"200": 5, "404": 4, "500": i % 2},
			Learnt: report.Learnt{Laws: []report.Law{{Text: "response/a is path id" + text, Held: 40, Broken: i % 2,
				Right: "curl a" + text, Wrong: "curl b"}}}})
		if i > 0 {
			r.Dependencies = append(r.Dependencies, report.Dependency{From: fmt.Sprintf("/things%d", i) + text,
				To: fmt.Sprintf("/things%d", i/3) + text, Directed: i%4 > 0, Probability: 0.9, Why: []string{"names"}})
		}
	}
	file := suite.File{Name: "evoke_success_test.go"}
	var code strings.Builder
	for i := range tests {
		name := fmt.Sprintf("GetThings%dReturns%d", i, i%3)
		op := r.Operations[i%operations].Name
		t := suite.Test{Name: name, Kind: suite.Success, Purpose: "shows what happens" + text,
			Steps: []suite.Step{{Operation: op, Call: &suite.Call{
				Request: suite.Request{Method: "GET", Path: suite.Literal("/things")}, Expect: suite.Expect{Status: 200,
					Checks: []suite.Check{{Pointer: "/name", Op: suite.Equal, Value: "a" + text}}},
			}}}}
		if i%25 == 0 {
			t.Kind, t.Faults = suite.FaultKind, []suite.Fault{{Code: 100, Category: "HTTP status 500", Operation: op,
				Reason: "panic: index out of range" + text, Key: fmt.Sprint(i), Frame: "shop.get (shop.go:7)"}}
		}
		r.Suite.Tests = append(r.Suite.Tests, t)
		start := strings.Count(code.String(), "\n") + 1
		fmt.Fprintf(&code, "// Test%s is here.\nfunc Test%s(t *testing.T) {\n\tapi := newAPI(t)\n\tgot := "+
			"api.call(\"GET\", \"/things\").want(200)\n\tgot.equal(\"/name\", \"a\")\n}\n\n", name, name)
		file.Tests = append(file.Tests, suite.Location{Name: name, Title: "Test" + name, Start: start, End: start + 5})
		if i > 200 && start > 1 { // all other pages show the same text
			file.Tests[i].Start, file.Tests[i].End = 1, 6
			continue
		}
	}
	file.Content = []byte(code.String())
	r.Files = []suite.File{file}
	return r
}

func html(t *testing.T, r *report.Report) string {
	t.Helper()
	out, err := page.HTML(r)
	require.NoError(t, err)
	return string(out)
}

// dataOf returns the data of the page's script.
func dataOf(t *testing.T, text string) (d struct {
	Operations, Findings, Tests []map[string]any
	Sources                     []struct {
		Lines   string
		Percent float64
		Near    []map[string]any
	}
}) {
	t.Helper()
	at := regexp.MustCompile(`(?s)id="data">(.*?)</script>`).FindStringSubmatch(text)
	require.NotNil(t, at)
	require.NoError(t, json.Unmarshal([]byte(at[1]), &d))
	return d
}

func TestThePageHoldsAll(t *testing.T) {
	text := html(t, large(12, 60, ""))
	d := dataOf(t, text)
	assert.Len(t, d.Operations, 12)
	assert.Equal(t, []any{[]any{"200", "5"}, []any{"404", "4"}}, d.Operations[0]["outcomes"],
		"what did not happen is not shown")
	require.Len(t, d.Tests, 60)
	require.Len(t, d.Findings, 3)
	assert.Equal(t, "TestGetThings0Returns0", d.Tests[0]["title"])
	assert.Contains(t, d.Tests[0]["code"], "func TestGetThings0Returns0(")
	assert.Contains(t, d.Findings[0]["script"], `curl -sS -i -X GET -g --path-as-is "${BASE_URL}/things"`)
	assert.InDelta(t, 0, d.Findings[0]["file"], 0, "it is in the first source")
	require.Len(t, d.Sources, 1)
	assert.Equal(t, "     cuu p  ", d.Sources[0].Lines)
	assert.Equal(t, "n > 4711 never true", d.Sources[0].Near[0]["missing"])
	assert.Equal(t, 12, strings.Count(text, `class="node"`))
	assert.NotContains(t, text, "/home/ann")
	assert.Equal(t, text, html(t, large(12, 60, "")), "the same report gives the same bytes")
}

// The page loads nothing.
func TestThePageIsAlone(t *testing.T) {
	text := html(t, large(3, 3, ""))
	assert.NotRegexp(t, `(src|href)="(https?:)?//`, text)
	assert.NotContains(t, text, "@import")
	assert.Contains(t, text, "default-src 'none'")
	html(t, &report.Report{})
}

// Hostile texts end no script and open no element.
func TestHostilePages(t *testing.T) {
	tags := regexp.MustCompile(`<(/?[a-zA-Z!][^>\s]*)`)
	want := len(tags.FindAllString(html(t, large(3, 30, "x")), -1))
	for _, text := range append(hostile.Texts(150), "</script><script>alert(1)</script>",
		"<!--<script>", "]]>", "{{.}}") {
		got := html(t, large(3, 30, text))
		require.Len(t, tags.FindAllString(got, -1), want, "%q", text)
		dataOf(t, got)
	}
}

func TestLarge(t *testing.T) {
	text := html(t, large(1000, 5000, ""))
	assert.Less(t, len(text), 20<<20)
	if *write == "" {
		return
	}
	require.NoError(t, os.WriteFile(filepath.Join(*write, "large.html"), []byte(text), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(*write, "small.html"), []byte(html(t, large(12, 60, ""))), 0o600))
}

func ExampleHTML() {
	out, err := page.HTML(&report.Report{Suite: &suite.Suite{Title: "Shop <1>"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "<title>") {
			fmt.Print(line)
		}
	}
	// Output:
	// <title>Shop &lt;1&gt;: what Evoke found</title>
}
