package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

func encoded(t *testing.T, r *report.Report) []byte {
	t.Helper()
	data, err := report.JSON(r)
	require.NoError(t, err)
	return data
}

// TestReadTellsTheSame: the summary of a report that was written and read is the same.
func TestReadTellsTheSame(t *testing.T) {
	function := &report.Report{Operations: []report.Operation{
		{Name: "price.Total", Calls: 9, Outcomes: map[string]int{"returned": 9}, Successes: 9},
		{Name: "price.Parse", Calls: 4, Outcomes: map[string]int{"error": 4}},
	}, Calls: 13, Elapsed: time.Second}
	for name, r := range map[string]*report.Report{"full": sample(), "empty": {}, "functions": function} {
		t.Run(name, func(t *testing.T) {
			r.Dir, r.HowToRun, r.Elapsed = "", "", 0
			again, err := report.Read(encoded(t, r))
			require.NoError(t, err)
			var want, got strings.Builder
			require.NoError(t, report.Summary(&want, r))
			require.NoError(t, report.Summary(&got, again))
			assert.Equal(t, want.String(), got.String())
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "it is no report of Evoke",
		"no":                      "it is no report of Evoke",
		`{"toolName": "Another"}`: `its toolName is "Another"`,
		`{"toolName": 5}`:         "it is no report of Evoke",
	} {
		_, err := report.Read([]byte(text))
		require.ErrorContains(t, err, want)
		_, err = report.Compare([]byte(text), encoded(t, sample()))
		require.ErrorContains(t, err, want)
	}
}

func FuzzRead(f *testing.F) {
	data, err := report.JSON(sample())
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte(`{"toolName": "Evoke", "evoke": {"operations": [{"statuses": {"x": -1}}], "faults": [{"testCaseIds": ["a", "a"]}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := report.Read(data)
		if err != nil {
			return
		}
		require.NoError(t, report.Summary(&bytes.Buffer{}, r))
		d, err := report.Compare(data, data)
		require.NoError(t, err)
		require.NoError(t, d.Write(&bytes.Buffer{}))
		assert.Empty(t, d.NewFaults)
	})
}

// withText gives the files of a sample report a line of text for each line of a test.
func withText(r *report.Report, change string) *report.Report {
	for i := range r.Files {
		var b strings.Builder
		for n := range 40 {
			b.WriteString(strings.Repeat("x", n) + "\n")
			if n == 10 && i == 0 {
				b.WriteString(change)
			}
		}
		r.Files[i].Content = []byte(b.String())
	}
	return r
}

func TestSameReports(t *testing.T) {
	data := encoded(t, withText(sample(), ""))
	d, err := report.Compare(data, data)
	require.NoError(t, err)
	assert.True(t, d.Same())
	assert.Equal(t, 3, d.SameTests)
	assert.Equal(t, 4, d.SameFaults)
	var text strings.Builder
	require.NoError(t, d.Write(&text))
	assert.Equal(t, `Operations: the same

Faults: 0 new, 0 gone, 4 the same

Statements: covered as before

Tests: 0 new, 0 changed, 0 dropped, 3 the same
`, text.String())
}

func TestGoldenDifference(t *testing.T) {
	before, after := withText(sample(), ""), withText(sample(), "another")
	after.Operations = append(after.Operations[:2:2],
		report.Operation{Name: "GET /news", Calls: 1, Outcomes: map[string]int{"200": 1}}, after.Operations[3])
	after.Operations[1].Outcomes = map[string]int{"404": 3, "500": 5, "200": 1, "409": 2, "410": 0}
	after.Operations[0].Outcomes = map[string]int{"201": 1}
	after.Untested = after.Untested[1:]
	after.Suite.Tests[2].Name = "Other"
	after.Files[1].Tests[1].Name, after.Files[1].Tests[1].Title = "Other", "TestOther"
	for i := 1; i < 3; i++ { // the lines of the faults' places change, which must not matter
		f := &after.Suite.Tests[i].Faults[0]
		f.Key += ":57"
		before.Suite.Tests[i].Faults[0].Key += ":42"
		f.Frame, f.Reason = "shop.get (shop.go:57)", "panic: index out of range [2]"
	}
	after.Untested = append(after.Untested[1:], suite.Fault{Code: 100, Category: "HTTP status 500",
		Operation: "GET /news", Reason: "panic: no news is good news, and a reason that needs another line",
		Key: "GET /news 100", Frame: "news.get (news.go:4)"})
	after.Coverage.Packages[0].Covered += 100
	d, err := report.Compare(encoded(t, before), encoded(t, after))
	require.NoError(t, err)
	assert.False(t, d.Same())
	var text bytes.Buffer
	require.NoError(t, d.Write(&text))
	golden(t, "difference.txt", text.Bytes())
}

// TestCoverageOfOneReport compares with a report without coverage.
func TestCoverageOfOneReport(t *testing.T) {
	black := sample()
	black.Coverage = nil
	d, err := report.Compare(encoded(t, black), encoded(t, sample()))
	require.NoError(t, err)
	require.Len(t, d.Coverage, 3)
	assert.Equal(t, report.CoverageChange{Path: "", Before: -1, After: 82.6}, d.Coverage[0])
}
