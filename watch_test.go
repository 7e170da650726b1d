package evoke

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

func TestWatchLine(t *testing.T) {
	evaluation := func(progress float64, evaluations, calls int, elapsed time.Duration) search.Event {
		return search.Evaluation{Progress: progress, Stats: search.Stats{Evaluations: evaluations, Cost: calls,
			Covered: 120, Elapsed: elapsed}}
	}
	for name, tt := range map[string]struct {
		event search.Event
		want  string
	}{
		"before the first test": {search.Note{Text: "building"}, "preparing the search, 20s until now"},
		"a slow service": {evaluation(0.25, 90, 2500, 10*time.Minute),
			"searching: 25 %, 2500 calls, 120 targets covered, 1 fault, 4.2 calls a second, about 30 min left"},
		"a fast service": {evaluation(0.5, 90, 5000, 2*time.Second),
			"searching: 50 %, 5000 calls, 120 targets covered, 1 fault, 2500 calls a second, about 2 s left"},
		"no estimate yet": {evaluation(0.001, 1, 1, time.Second),
			"searching: 0 %, 1 call, 120 targets covered, 1 fault, 1.0 calls a second"},
		"for hours": {evaluation(0.02, 1, 200, time.Hour),
			"searching: 2 %, 200 calls, 120 targets covered, 1 fault, 0.1 calls a second, about 49.0 h left"},
		"the suite": {evaluation(1, 90, 9, time.Second),
			"making tests of what was found (120 targets, 1 fault), 20s until now"},
		"mutants": {search.Work{What: "trying mutants", Done: 3, Of: 50, Unit: "mutant"},
			"trying mutants: 3 of 50 mutants, 20s until now"},
	} {
		t.Run(name, func(t *testing.T) {
			w := &watch{faults: map[string]bool{}}
			told := 0
			observe := w.observer(func(search.Event) { told++ })
			observe(search.Covered{Target: fitness.Target{Kind: rest.FaultTarget}})
			observe(search.Covered{Target: fitness.Target{Kind: rest.StatusTarget}})
			observe(tt.event)
			assert.Equal(t, tt.want, w.line(20*time.Second))
			assert.Equal(t, 3, told, "the observer of the user is told as well")
		})
	}
}

// TestWatchSaysWhatComesInTheSearch: the watch shows a note of the search at once. Notes before the first evaluation
// are left to others.
func TestWatchSaysWhatComesInTheSearch(t *testing.T) {
	var said []string
	w := &watch{say: func(text string) { said = append(said, text) }}
	observe := w.observer(nil)
	observe(search.Note{Text: "built"})
	observe(search.Evaluation{Stats: search.Stats{Evaluations: 1}})
	observe(search.Note{Text: "slow"})
	assert.Equal(t, []string{"slow"}, said)
}

// TestWatchShows lets a watch show a few lines and no more.
func TestWatchShows(t *testing.T) {
	w := &watch{began: time.Now(), done: make(chan struct{}), faults: map[string]bool{}}
	lines := make(chan string)
	w.ended.Go(func() { w.show(func(text string) { lines <- text }, time.Millisecond) })
	assert.Contains(t, <-lines, "preparing the search, ")
	w.observer(nil)(search.Evaluation{Progress: 0.5, Stats: search.Stats{Evaluations: 1}})
	<-lines // may be a line from before the evaluation
	assert.Contains(t, <-lines, "searching: 50 %, 0 calls")
	go func() {
		for range lines {
			continue
		}
	}()
	w.end()
	close(lines) // a send after the end of the watch would panic
}
