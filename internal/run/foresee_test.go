package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// TestForetell: a search is reported only if its time will not suffice, or if it is long and the user can do something
// about it.
func TestForetell(t *testing.T) {
	now := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	const all = "2 % of the budget (200 calls) took 24s, so all of it would take about 20m0s"
	hash := []string{"a log-in takes about 100ms"}
	for name, tt := range map[string]struct {
		spent, until time.Duration // until is 0 for no end
		slow         []string
		want         string
	}{
		"in time": {time.Second, 5 * time.Minute, hash, ""},
		"too late": {24 * time.Second, 5 * time.Minute, nil, all + ". The search ends after 5m20s, " +
			"so that its tests are ready in time: about 2700 calls. Give the run more time (-timeout of go test), " +
			"or the search no more calls than that (EVOKE_CALLS)"},
		"too late, with a reason": {24 * time.Second, 5 * time.Minute, hash,
			"(EVOKE_CALLS). a log-in takes about 100ms"},
		"long":                {24 * time.Second, 0, hash, all + ". a log-in takes about 100ms"},
		"long, for no reason": {24 * time.Second, 0, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			until := time.Time{}
			if tt.until > 0 {
				until = now.Add(tt.until)
			}
			x := search.Evaluation{Progress: 0.02, Stats: search.Stats{Cost: 200, Elapsed: tt.spent}}
			if got := timeWarning(&x, until, now, tt.slow); tt.want == "" {
				assert.Empty(t, got)
			} else {
				assert.Contains(t, got, tt.want)
			}
		})
	}
}

// slow is a problem that knows what takes its time.
type slow struct{ problem.Problem }

func (slow) Slow() []string { return []string{"resets"} }

// TestForeseeing: the user is told once, when 2 % of a budget of calls are used.
func TestForeseeing(t *testing.T) {
	notes := func(b task.Budget) (out []string) {
		observe := (&limits{}).foreseeing(slow{}, b, func(event search.Event) {
			if n, ok := event.(search.Note); ok {
				out = append(out, n.Text)
			}
		})
		for _, progress := range []float64{0.01, 0.02, 0.03} {
			observe(search.Evaluation{Progress: progress, Stats: search.Stats{Elapsed: time.Minute}})
		}
		return out
	}
	assert.Len(t, notes(task.Budget{Calls: 9}), 1)
	assert.Empty(t, notes(task.Budget{Time: time.Hour}), "a budget of time is what it is")
	assert.Nil(t, (&limits{}).foreseeing(slow{}, task.Budget{}, nil))
}
