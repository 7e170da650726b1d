package evoke_test

import (
	"context"
	"net/http"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/fragile"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// TestDeaths lets a service die in every way there is. The search has to come
// to its end with the budget used, the fault found, and nothing else lost.
func TestDeaths(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	for _, tt := range []struct {
		operation string
		reason    string
		tested    bool // there is a test that replays it
		limit     time.Duration
	}{
		{"panic", "a goroutine panics, which ends the process: nobody catches this", false, time.Minute},
		{"exit", "the program ends itself", false, time.Minute},
		{"log", "cannot go on with 7", false, time.Minute},
		{"maps", "concurrent map writes", false, time.Minute},
		{"stack", "stack overflow", false, time.Minute},
		{"memory", "more memory than it may", false, time.Minute},
		{"deadlock", "no complete answer in time", true, time.Second},
		{"spin", "no complete answer in time", true, time.Second},
		{"copy", "no complete answer in time", true, time.Second},
		{"leak", "goroutine", true, time.Minute},
	} {
		t.Run(tt.operation, func(t *testing.T) {
			// What a process may take, so that the test does not take it all.
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
			result, err := evoke.Run(context.Background(), evoke.Config{
				Schema: fragile.Schema, SUT: newFragile(tt.limit), Budget: evoke.Budget{Calls: 600},
				REST: rest.Options{Include: []string{"/" + tt.operation}, MaxCalls: 2},
				Out:  t.TempDir(),
			})
			require.NoError(t, err)
			assert.GreaterOrEqual(t, result.Stats.Cost, 600, "the whole budget")
			op := result.Report.Operations[0]
			assert.True(t, op.Succeeded(), "what answers is still found")
			assert.Positive(t, op.Statuses[http.StatusBadRequest])
			assertFault(t, result, tt.reason, tt.tested)
			assert.GreaterOrEqual(t, len(result.Suite.Tests), 2, "large and no number; small may be a part of another")
		})
	}
}

// newFragile gives up calls sooner than is usual, so that the tests end.
func newFragile(limit time.Duration) sut.Controller {
	return sut.NewHandler(fragile.New, sut.HandlerOptions{Timeout: limit})
}

func assertFault(t *testing.T, result *evoke.Result, reason string, tested bool) {
	t.Helper()
	var reasons []string
	for _, f := range result.Report.Faults() {
		if strings.Contains(f.Reason, reason) {
			assert.NotEmpty(t, f.Curl+strings.Join(f.Tests, ""), "how to see it again")
			assert.Equal(t, tested, len(f.Tests) > 0)
			return
		}
		reasons = append(reasons, f.Reason)
	}
	t.Errorf("no fault %q among %q", reason, reasons)
}
