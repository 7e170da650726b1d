package deliver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// TestSuccessesWithoutATest: the reason of a single operation is named before the reason that hundreds share.
func TestSuccessesWithoutATest(t *testing.T) {
	r := &Result{Suite: &suite.Suite{}, Report: &report.Report{}}
	for i := range 300 {
		op := report.Operation{Name: fmt.Sprintf("GET /things/%d", i), Outcomes: map[string]int{"200": 1}}
		op.Untested = fmt.Sprintf("%d, but the calls were spent", 200+i%2)
		if i == 250 {
			op.Untested = "200, but the answer is another one each time"
		}
		r.Report.Operations = append(r.Report.Operations, op)
	}
	r.Explain()
	require.Len(t, r.Report.Warnings, 1)
	got := r.Report.Warnings[0]
	assert.Contains(t, got,
		"each time: GET /things/250 (200, but the answer is another one each time); GET /things/0 (")
	assert.Equal(t, maxUnshown, strings.Count(got, "GET /things/"))
	assert.True(t, strings.HasSuffix(got, "; and 288 more, each with its reason in report.json"), got)
}
