package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/ci"
	"github.com/evoke-go/evoke/suite"
)

// acts returns the report of a page with a fault that two acts show.
func acts(text string) *report.Report {
	save := suite.Act{
		Kind: suite.Click, On: suite.DOMElement{Path: "#save", Name: "Save" + text},
		Asks:   []suite.Question{{Kind: "alert", Text: "Saved"}},
		Expect: []suite.Sight{{Of: suite.DOMElement{ID: "out"}, Kind: suite.HasText, Value: "1" + text}},
	}
	return &report.Report{Suite: &suite.Suite{Tests: []suite.Test{{
		Name: "ClickSave", Kind: suite.FaultKind,
		Steps: []suite.Step{
			{Operation: "open", Act: &suite.Act{Kind: suite.OpenPage, Value: "/"}},
			{Operation: "click Save" + text, Act: &save},
		},
		Faults: []suite.Fault{{
			Code: 961, Operation: "click Save" + text, Reason: "n is undefined" + text, Key: "961", Step: 1,
			Curl: "open /\nclick Save" + text,
		}},
	}}}}
}

// TestActs: the acts that show a fault of a page are a list, and not a script of calls.
func TestActs(t *testing.T) {
	d := dataOf(t, html(t, acts("")))
	require.Len(t, d.Findings, 1)
	assert.Equal(t, []any{"open /", "click Save"}, d.Findings[0]["again"])
	assert.NotContains(t, d.Findings[0], "script")
	step := d.Tests[0]["steps"].([]any)[1].(map[string]any)
	assert.Equal(t, []any{`asks (alert) "Saved"`, `out text "1"`}, step["checks"])
	assert.Equal(t, "done", step["answer"])
	text, err := ci.JUnit(acts(""))
	require.NoError(t, err)
	assert.Contains(t, string(text), "again: open /, click Save")
	var summary strings.Builder
	require.NoError(t, report.Summary(&summary, acts("")))
	assert.Contains(t, summary.String(), "      again open /\n            click Save\n")
}

// TestWordsOfPages: in the report of a page, the words are acts and scripts rather than calls and packages.
func TestWordsOfPages(t *testing.T) {
	r := acts("")
	r.Step = "act"
	r.Curve = []report.Point{{Calls: 1, Covered: 1}, {Calls: 7, Covered: 3}}
	r.Coverage = &report.Coverage{Packages: []report.PackageCoverage{{Path: "/app.js", Statements: 2, Covered: 1}}}
	page := html(t, r)
	for _, part := range []string{"Targets over acts", ">7 acts</text>", "<th>script</th>"} {
		assert.Contains(t, page, part)
	}
	r.Step = `a "<b>`
	assert.Contains(t, html(t, r), `7 a &#34;&lt;b&gt;s</text>`)
}
