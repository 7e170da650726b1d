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

// What many operations share is listed once; three alike are still listed one
// by one.
func TestFaultsOfOneKindAreListedTogether(t *testing.T) {
	r := &report.Report{Version: "1"}
	add := func(n int, reason, frame string) {
		for i := range n {
			operation := fmt.Sprintf("GET /%s/%d", strings.ReplaceAll(reason, " ", "-"), i)
			r.Untested = append(r.Untested, suite.Fault{
				Code: 100, Operation: operation, Reason: reason, Frame: frame, Key: operation + frame, Curl: "curl " + operation,
			})
		}
	}
	add(6, "the answer is 500", "api/write.go:7")
	add(1, "the answer is 500", "api/other.go:9")
	add(3, "panic", "")
	r.Untested[0].Curl = "curl " + strings.Repeat("x", 500)
	var b bytes.Buffer
	require.NoError(t, report.Summary(&b, r))
	got := b.String()
	assert.Contains(t, got, "\nFaults: 10, of 5 kinds\n")
	assert.Contains(t, got, `
      curl  too long for this place; see report.json
      test  none
      note  no test shows it: it did not come again, or could not be
            tried again
      also  GET /the-answer-is-500/1, GET /the-answer-is-500/2, GET
            /the-answer-is-500/3 and 2 more in report.json
`)
	assert.Equal(t, 1, strings.Count(got, "write.go"))
	assert.Equal(t, 1, strings.Count(got, "other.go"))
	assert.Equal(t, 3, strings.Count(got, ": panic\n"))
}
