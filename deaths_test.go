package evoke_test

import (
	"context"
	"net/http"
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
	}{
		{"panic", "a goroutine panics, which ends the process: nobody catches this", false},
		{"exit", "the program ends itself", false},
		{"log", "cannot go on with 7", false},
		{"maps", "concurrent map writes", false},
		{"stack", "stack overflow", false},
		{"memory", "more memory than it may", false},
		{"deadlock", "no complete answer in time", true},
		{"spin", "no complete answer in time", true},
		{"copy", "no complete answer in time", true},
		{"leak", "goroutine", true},
	} {
		t.Run(tt.operation, func(t *testing.T) {
			result, err := evoke.Run(context.Background(), evoke.Config{
				Schema: fragile.Schema, SUT: newFragile(), Budget: evoke.Budget{Calls: 600},
				REST: rest.Options{Include: []string{"/" + tt.operation}, MaxCalls: 2},
				Out:  t.TempDir(),
			})
			require.NoError(t, err)
			assert.GreaterOrEqual(t, result.Stats.Cost, 600, "the whole budget")
			op := result.Report.Operations[0]
			assert.True(t, op.Succeeded(), "what answers is still found")
			assert.Positive(t, op.Statuses[http.StatusBadRequest])
			assertFault(t, result, tt.reason, tt.tested)
			assert.GreaterOrEqual(t, len(result.Suite.Tests), 3, "small, large and no number")
		})
	}
}

// newFragile gives up calls sooner than is usual, so that the tests end.
func newFragile() sut.Controller {
	return sut.NewHandler(fragile.New, sut.HandlerOptions{Timeout: 300 * time.Millisecond})
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
