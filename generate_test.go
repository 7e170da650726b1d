package evoke

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limited is a testing.T with a deadline that the test chooses.
type limited struct {
	testing.TB
	end time.Time
}

func (l limited) Deadline() (time.Time, bool) { return l.end, !l.end.IsZero() }

func TestTestContext(t *testing.T) {
	ctx, cancel, err := testContext(limited{TB: t})
	require.NoError(t, err)
	defer cancel()
	_, ends := ctx.Deadline()
	assert.False(t, ends, "without -timeout")

	end := time.Now().Add(time.Hour)
	ctx, cancel, err = testContext(limited{t, end})
	require.NoError(t, err)
	defer cancel()
	last, _ := ctx.Deadline()
	assert.Equal(t, end.Add(-longFinish), last)

	assert.Equal(t, finishTime, reserved(time.Second))
	assert.Equal(t, 30*time.Second, reserved(5*time.Minute), "a tenth")
	_, _, err = testContext(limited{t, time.Now().Add(finishTime / 2)})
	require.ErrorContains(t, err, "evoke: no time to search: the last 10s before the -timeout of go test")
}

// TestOutOfTime: only an error after the deadline of the test binary gets the advice about -timeout.
func TestOutOfTime(t *testing.T) {
	late, cancel := context.WithDeadlineCause(t.Context(), time.Now().Add(-1), errDeadline)
	defer cancel()
	other, cancel := context.WithDeadline(t.Context(), time.Now().Add(-1))
	defer cancel()
	broken, interrupted := errors.New("broken"), fmt.Errorf("interrupted: %w", context.Canceled)
	require.NoError(t, outOfTime(late, nil))
	require.Equal(t, broken, outOfTime(late, broken))
	require.Equal(t, interrupted, outOfTime(other, interrupted))
	require.ErrorContains(t, outOfTime(late, interrupted), "what was found is written; give it a larger -timeout")
	require.ErrorIs(t, outOfTime(late, interrupted), context.Canceled)
}

func TestFlagsBelowZero(t *testing.T) {
	for _, f := range []flags{{calls: -1}, {time: -1}, {workers: -1}} {
		require.ErrorContains(t, f.apply(&Config{}), "cannot be negative")
	}
}

func TestFlagsGoBeforeTheConfig(t *testing.T) {
	f := flags{calls: 5, seed: 9, out: "x", algorithm: "random"}
	cfg := Config{Budget: Budget{Time: 1}, Search: Search{Seed: 1}, Output: Output{Dir: "y"}}
	assert.NoError(t, f.apply(&cfg))
	assert.Equal(t, Budget{Calls: 5}, cfg.Budget)
	assert.Equal(t, uint64(9), cfg.Search.Seed)
	assert.Equal(t, "x", cfg.Output.Dir)
	assert.NotNil(t, cfg.Search.Algorithm)
	assert.ErrorContains(t, (&flags{algorithm: "best"}).apply(&cfg), "no algorithm")
}
