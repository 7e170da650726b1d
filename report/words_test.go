package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// TestWordsOfPages: in the report of a page, the words are acts, events and scripts, also after the report was read
// from JSON.
func TestWordsOfPages(t *testing.T) {
	r := &report.Report{
		Suite: &suite.Suite{Title: "notes"}, Step: "act", Calls: 12,
		Operations: []report.Operation{
			{Name: "open", Calls: 6, Successes: 6, Outcomes: map[string]int{"done": 6}},
			{Name: "click Add", Calls: 6, Outcomes: map[string]int{"trouble": 6}},
		},
		Coverage: &report.Coverage{
			Search: true, Packages: []report.PackageCoverage{{Path: "/app.js", Statements: 10, Covered: 8}},
		},
	}
	data, err := report.JSON(r)
	require.NoError(t, err)
	read, err := report.Read(data)
	require.NoError(t, err)
	for _, r := range []*report.Report{r, read} {
		var text strings.Builder
		require.NoError(t, report.Summary(&text, r))
		for _, part := range []string{
			"notes: 12 acts", "\nEvents: 2\n", "ended without trouble     1   50 %",
			"Events that always end in trouble: 1\n",
			"Statements: 80.0 % of 10 in 1 script, reached by the search",
		} {
			assert.Contains(t, text.String(), part)
		}
		assert.NotContains(t, text.String(), "call")
	}
}
