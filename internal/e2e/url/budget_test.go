package url_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
)

// TestBudgetOfCallsHolds: what a running service is sent, to make the tests as well, is
// no more than the budget, and the report counts it.
func TestBudgetOfCallsHolds(t *testing.T) {
	for _, calls := range []int{60, 366, 1500} {
		t.Run(fmt.Sprint(calls), func(t *testing.T) {
			var got atomic.Int64
			inner := newShelves()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got.Add(1)
				inner.ServeHTTP(w, r)
			}))
			defer server.Close()
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: shelvesSchema, System: evoke.System{URL: server.URL},
				Budget: evoke.Budget{Calls: calls},
			})
			require.NoError(t, err)
			t.Logf("%d calls, %d of them of the search, %d tests", got.Load(), result.Stats.Cost,
				len(result.Suite.Tests))
			assert.LessOrEqual(t, got.Load(), int64(calls)+rest.DefaultMaxCalls,
				"the last test of the search may be longer than what was left")
			assert.InDelta(t, got.Load(), result.Report.Calls, 3)
			assert.GreaterOrEqual(t, result.Stats.Cost, calls*6/10)
			assert.NotEmpty(t, result.Suite.Tests)
		})
	}
}
