package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

func TestGoldenBrief(t *testing.T) {
	var got bytes.Buffer
	require.NoError(t, report.Brief(&got, sample()))
	golden(t, "brief.txt", got.Bytes())
}

func TestBriefOfAnUpdate(t *testing.T) {
	r := sample()
	r.Changes = &report.Changes{Kept: []string{"A", "B"}, New: []string{"C"},
		Dropped: []report.Change{{Test: "D", Reason: "gone"}}}
	r.Baseline = &report.Baseline{New: []string{"POST /books 100 died"}}
	var got strings.Builder
	require.NoError(t, report.Brief(&got, r))
	assert.Contains(t, got.String(), "\n  of the tests: 2 kept, 1 new, 0 changed, 1 dropped\n")
	assert.Contains(t, got.String(), "\n  4 faults, 1 of them not known before; 0 mended\n")
}

// TestBriefIsShort: a brief keeps its limit even if there is too much of everything.
func TestBriefIsShort(t *testing.T) {
	r := sample()
	r.Dir, r.Interrupted = "", true
	r.Changes, r.Baseline = &report.Changes{}, &report.Baseline{}
	r.Operations = []report.Operation{{Name: "GET /x", Calls: 3, Outcomes: map[string]int{"401": 3}}}
	for i := range 50 {
		r.Untested = append(r.Untested, suite.Fault{Code: 100 + i, Operation: "GET /x",
			Reason: strings.Repeat("långt\n", 90), Key: fmt.Sprint(i)})
		r.Warnings = append(r.Warnings, strings.Repeat("word ", 100))
	}
	var got strings.Builder
	require.NoError(t, report.Brief(&got, r))
	lines := strings.Split(strings.TrimSuffix(got.String(), "\n"), "\n")
	assert.LessOrEqual(t, len(lines), 25)
	for _, text := range lines {
		assert.LessOrEqual(t, utf8.RuneCountInString(text), 160)
	}
	assert.Contains(t, lines[0], "Shop (interrupted): 110 calls in ")
	assert.Contains(t, got.String(), "  3 tests, written nowhere\n")
	assert.Contains(t, got.String(), "\n  No operation answered 2xx: always 401; the calls are not authenticated")
	assert.Contains(t, got.String(), "\n    ... and 44 more in report.json\n", "faults")
	assert.Contains(t, got.String(), "\n    ... and 45 more in report.json\n", "warnings")
}

// TestBriefOfNothing: a brief of an empty report has no empty lists.
func TestBriefOfNothing(t *testing.T) {
	var got strings.Builder
	require.NoError(t, report.Brief(&got,
		&report.Report{Operations: []report.Operation{{Name: "GET /", Outcomes: map[string]int{"200": 1}}}}))
	assert.Equal(t, "Evoke: 0 calls in 0s\n  0 tests, written nowhere\n  1 of 1 operation answered 2xx\n", got.String())
}
