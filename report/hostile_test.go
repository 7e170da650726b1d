package report_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Reports have hostile texts in all places, 1,000 texts in all. No control character gets to the terminal or into
// report.json, and no text forges a line.
func TestHostileReports(t *testing.T) {
	before, err := report.JSON(hostileReport("harmless"))
	require.NoError(t, err)
	for i, text := range hostile.Texts(1000) {
		r := hostileReport(text)
		if i%20 > 0 { // the part that takes most of the time
			r.Untested = r.Untested[:1]
		}
		data, err := report.JSON(r)
		require.NoError(t, err)
		require.True(t, json.Valid(data))
		var out bytes.Buffer
		require.NoError(t, report.Summary(&out, r))
		require.NoError(t, report.Brief(&out, r))
		if i%10 == 0 {
			again, err := report.Read(data)
			require.NoError(t, err)
			require.NoError(t, report.Summary(&out, again))
			d, err := report.Compare(before, data)
			require.NoError(t, err)
			require.NoError(t, d.Write(&out))
		}
		for _, written := range []string{string(data), out.String()} {
			if at := strings.IndexFunc(written, func(r rune) bool {
				return !strconv.IsPrint(r) && r != '\n'
			}); at >= 0 {
				require.Fail(t, "not all of it shows", "%q: %q", text, written[max(0, at-40):min(at+40, len(written))])
			}
		}
	}
}

func hostileReport(text string) *report.Report {
	s := &suite.Suite{Title: text, Repeat: text, Tests: []suite.Test{{
		Name: text, Purpose: text, Kind: suite.FaultKind,
		Steps: []suite.Step{{Operation: "GET /" + text, User: text, Note: text,
			Call: &suite.Call{Request: suite.Request{Method: "GET"}}}},
		Faults: []suite.Fault{{Code: 100, Category: text, Operation: "GET /" + text, Reason: text, Key: text,
			Frame: text, Stack: text, Curl: "curl 'x'"}},
	}}}
	r := &report.Report{
		Suite: s, Version: text, Dir: text, HowToRun: "go test", Search: text, LogIn: text,
		Libraries: []report.Library{{Module: text, Places: 1}}, Algorithm: text, Budget: text, Elapsed: time.Second,
		Files: []suite.File{{Name: text + "_test.go",
			Tests: []suite.Location{{Name: text, Title: text, Start: 1, End: 1}}}},
		Operations: []report.Operation{{Name: "GET /" + text, Calls: 1, Outcomes: map[string]int{text: 1},
			Skipped: text, Reason: text}},
		Coverage: &report.Coverage{Note: text, Packages: []report.PackageCoverage{{Path: text, Statements: 2}},
			Blocks: []report.Block{
				{Package: text, File: text, Statements: 1, Missing: text},
			}},
		Mutation: &report.Mutation{Note: text, Mutants: 1,
			Survived: []report.Survivor{{Package: text, Function: text, Change: text}}},
		Changes: &report.Changes{Kept: []string{text}, New: []string{text},
			Changed: []report.Change{{Test: text, Reason: text}}, Dropped: []report.Change{{Test: text, Reason: text}}},
		Baseline: &report.Baseline{New: []string{text},
			Mended: []report.KnownFault{{Operation: text, Fault: text, Reason: text}}},
		Warnings: []string{text, text}, FaultNotes: map[string]string{text: text, "1": text},
	}
	for range 5 {
		r.Untested = append(r.Untested, suite.Fault{Code: 200 + len(r.Untested), Operation: text, Category: text,
			Key: strconv.Itoa(len(r.Untested)), Reason: text, Frame: text, Curl: "call"})
	}
	return r
}
