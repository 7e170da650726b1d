package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Faults with the same cause in several operations are one finding, wherever faults are counted. Faults without a known
// common cause stay separate.
func TestOneCauseIsOneFinding(t *testing.T) {
	r := &report.Report{Version: "1"}
	add := func(n int, reason, frame string) {
		for i := range n {
			operation := fmt.Sprintf("GET /%s/%d", strings.ReplaceAll(reason, " ", "-"), i)
			f := suite.Fault{Code: 100, Operation: operation, Reason: reason, Frame: frame, Key: operation + frame,
				Curl: "curl " + operation}
			if frame != "" {
				f.Cause = "100 at " + frame
			}
			r.Untested = append(r.Untested, f)
		}
	}
	add(11, "the answer is 500", "api/write.go:7")
	add(1, "the answer is 500", "api/other.go:9")
	add(3, "panic", "")
	r.Untested[0].Curl = "curl " + strings.Repeat("x", 500)
	var b bytes.Buffer
	require.NoError(t, report.Summary(&b, r))
	got := b.String()
	assert.Contains(t, got, "\nFaults: 5\n")
	assert.Contains(t, got, `
      curl  too long for this place; see report.json
      test  none
      note  no test shows it: it did not come again, or could not be
            tried again
      also  GET /the-answer-is-500/1, GET /the-answer-is-500/10, GET
            /the-answer-is-500/2, GET /the-answer-is-500/3, GET
`)
	assert.Equal(t, 1, strings.Count(got, "write.go"))
	assert.Equal(t, 1, strings.Count(got, "other.go"))
	assert.Equal(t, 3, strings.Count(got, ": panic\n"))

	b.Reset()
	require.NoError(t, report.Brief(&b, r))
	assert.Contains(t, b.String(), "  5 faults\n")
	assert.Contains(t, b.String(), "(and in 10 more operations)")
	written, err := report.JSON(r)
	require.NoError(t, err)
	assert.Contains(t, string(written), `"totalNumber": 5,`)
	again, err := report.Read(written)
	require.NoError(t, err)
	assert.Equal(t, report.Findings(r), report.Findings(again))
}

// A finding has the tests of all its faults, and begins with a fault that a test shows. It is new if any of its faults
// is. TestCallsGoToTheAddress: the lines call the address of the system that the report knows.
func TestCallsGoToTheAddress(t *testing.T) {
	for want, s := range map[string]suite.Suite{
		"http://localhost:8080": {},
		"http://shop":           {BaseURL: "http://shop"},
		"http://127.0.0.1:8585": {Address: "http://127.0.0.1:8585"},
	} {
		call := func(path string) suite.Step {
			return suite.Step{Call: &suite.Call{Request: suite.Request{Method: "GET", Path: suite.Literal(path)}}}
		}
		s.Tests = []suite.Test{{Steps: []suite.Step{call("/a"), call("/b")}, Faults: []suite.Fault{{Step: 1}}}}
		faults := (&report.Report{Suite: &s}).Faults()
		require.Len(t, faults, 1)
		assert.Equal(t, `curl -i -X GET "`+want+`/a"`+"\n"+`curl -i -X GET "`+want+`/b"`, faults[0].Curl)
	}
}

func TestFindings(t *testing.T) {
	fault := func(operation string) suite.Fault {
		return suite.Fault{Code: 101, Operation: operation, Key: operation + " 101", Cause: "101 shape"}
	}
	r := &report.Report{
		Suite: &suite.Suite{Tests: []suite.Test{{Name: "a", Faults: []suite.Fault{fault("GET /b")}},
			{Name: "b", Faults: []suite.Fault{fault("GET /c"), fault("GET /b")}}}},
		Untested: []suite.Fault{fault("GET /a"), fault("GET /b")},
	}
	found := report.Findings(r)
	require.Len(t, found, 1)
	f := &found[0]
	assert.Equal(t, []string{"GET /b", "GET /a", "GET /c"}, f.Operations())
	assert.Equal(t, []string{"a", "b"}, f.ShownBy())
	assert.Empty(t, f.Note)
	assert.True(t, f.IsNew(nil))
	assert.True(t, f.IsNew(&report.Baseline{New: []string{"GET /c 101"}}))
	assert.False(t, f.IsNew(&report.Baseline{New: []string{"GET /d 101"}}))
}

// A fault of a GET and of its HEAD has one key: it is one fault, of the GET.
func TestTwinsAreOneFault(t *testing.T) {
	r := &report.Report{Suite: &suite.Suite{Tests: []suite.Test{
		{Name: "a", Faults: []suite.Fault{{Code: 100, Operation: "HEAD /a", Key: "GET /a 100"}}},
		{Name: "b", Faults: []suite.Fault{{Code: 100, Operation: "GET /a", Key: "GET /a 100"}}},
	}}}
	found := report.Findings(r)
	require.Len(t, found, 1)
	assert.Equal(t, []string{"GET /a"}, found[0].Operations())
	assert.Equal(t, []string{"a", "b"}, found[0].Tests)
}

// TestCallsToAFindingCanBePasted: the summary shows all calls of the test, with the address of the system, and reads
// needed values from the answers.
func TestCallsToAFindingCanBePasted(t *testing.T) {
	call := func(method string, path ...suite.Piece) suite.Step {
		request := suite.Request{Method: method, Path: path}
		return suite.Step{Operation: method + " /books", Call: &suite.Call{Request: request}}
	}
	post := call("POST", suite.Piece{Literal: "/books"})
	post.Call.Captures = []suite.Capture{{Var: "id", Source: suite.FromBody, Name: "/id"}}
	remove := call("DELETE", suite.Piece{Literal: "/books/"}, suite.Piece{Var: "id"})
	fault := suite.Fault{Code: 100, Operation: "DELETE /books/{id}", Reason: "the answer is 500", Key: "x", Step: 1}
	fault.Curl = `curl -i -X DELETE "http://shop:7/books/${id}"`
	test := suite.Test{Name: "One", Faults: []suite.Fault{fault}, Steps: []suite.Step{post, remove}}
	var b bytes.Buffer
	s := &suite.Suite{BaseURL: "http://shop:7", Tests: []suite.Test{test}}
	require.NoError(t, report.Summary(&b, &report.Report{Suite: s}))
	assert.Contains(t, b.String(), `
      curl  id=$(curl -sS -X POST "http://shop:7/books" | jq -r '.id | @uri')
            curl -i -X DELETE "http://shop:7/books/${id}"
`)
}
