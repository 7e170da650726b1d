package harvest

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// TestFaultsThatComeUpMeanwhileGetATest: to make a test smaller finds faults that
// the search did not find.
func TestFaultsThatComeUpMeanwhileGetATest(t *testing.T) {
	for name, lucky := range map[string]bool{"a fault": false, "one that does not come again": true} {
		t.Run(name, func(t *testing.T) {
			failed := false
			p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.URL.Query().Get("kind") != "":
					w.Header().Set("X-Reached", "found")
				case !lucky || !failed:
					failed = true
					w.WriteHeader(http.StatusInternalServerError)
				}
			})
			c := aboutTargets(t, p, []string{"found"},
				thing(t, p, "GET /things/{id}", 0, map[string]any{"kind": "a", "max": int64(5)}))
			var archive search.Archive[*testcase.Case]
			archive.Add(&search.Evaluated[*testcase.Case]{Individual: c.Test, Scores: c.Scores, Size: 1})
			require.Empty(t, p.executor.Faults.All())
			out, _, err := p.Suite(context.Background(), &archive, problem.Harvest{})
			require.NoError(t, err)
			assert.Len(t, p.executor.Faults.All(), 1)
			shown := slices.ContainsFunc(out.Tests, func(test suite.Test) bool {
				return test.Kind == suite.FaultKind && len(test.Steps) == 1 && test.Steps[0].Call.Expect.Status == 500
			})
			assert.Equal(t, !lucky, shown)
		})
	}
}
