package evoke_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

// A long and fast run still has its progress in one line of a small terminal.
func TestProgressFitsATerminal(t *testing.T) {
	var out strings.Builder
	observe := evoke.Progress(&out, false)
	for i := range 999 {
		observe(search.Covered{Target: fitness.Target{Kind: rest.FaultTarget,
			Name: fmt.Sprint("GET /", i, " 100 500")}})
	}
	assert.Equal(t, 21, strings.Count(out.String(), "\n"), "twenty faults, and that there are more")
	out.Reset()
	observe(search.Evaluation{Progress: 1, Stats: search.Stats{Cost: 123_456_789, Covered: 98765,
		Elapsed: 100*time.Minute + 59*time.Second + 400*time.Millisecond}})
	assert.Equal(t, "100 %  123456789 calls, 20374/s, 98765 targets, 999 faults, improved 1h41m ago\n", out.String())
	assert.LessOrEqual(t, out.Len(), 80, "with the line break")
}

// A note is one line with control characters escaped.
func TestProgressOfHostileNotes(t *testing.T) {
	var out strings.Builder
	evoke.Progress(&out, false)(search.Note{Text: "built \x1b[31m\u202e\nx"})
	assert.Equal(t, `built \x1b[31m\u202e\nx`+"\n", out.String())
}

// Progress does not ask why calls are slow after a note that says why.
func TestProgressAsksOnlyWhereNobodyKnows(t *testing.T) {
	slow := search.Evaluation{Stats: search.Stats{Evaluations: 9, Cost: 20, Elapsed: time.Minute}}
	for note, asks := range map[string]bool{"": true, "a reset takes about 300ms": false} {
		var out strings.Builder
		observe := evoke.Progress(&out, false)
		observe(search.Note{Text: "built"})
		observe(search.Evaluation{Stats: search.Stats{Evaluations: 1, Cost: 1, Elapsed: time.Second}})
		if note != "" {
			observe(search.Note{Text: note})
		}
		observe(slow)
		assert.Equal(t, asks, strings.Contains(out.String(), "does the system wait for something"), out.String())
	}
}

// A terminal has one line of at most 79 columns, with the new targets in each part of the budget and the remaining
// time. Faults stand above it, one for each cause.
func TestProgressOnATerminal(t *testing.T) {
	var out strings.Builder
	observe := evoke.Progress(&out, true)
	fault := func(name, cause string) {
		observe(search.Covered{Target: fitness.Target{Kind: rest.FaultTarget, Name: name}, Cause: cause})
	}
	fault("GET /a 100 500 api.get (api.go:7)", "100 HTTP status 500 at api.get (api.go:7)")
	fault("GET /b 100 500 api.get (api.go:7)", "100 HTTP status 500 at api.get (api.go:7)")
	fault("GET /b 101 404 undeclared status", "")
	fault("GET /c 101 404 undeclared status", "")
	assert.Equal(t, "\r\x1b[Kfault: GET /a 100 500 api.get (api.go:7)\n\r\x1b[Kfault: GET /b 101 404 undeclared "+
		"status\n\r\x1b[Kfault: GET /c 101 404 undeclared status\n", out.String())
	for i, covered := range []int{100, 140, 141, 141, 161} {
		out.Reset()
		observe(search.Evaluation{Progress: float64(i) / 16,
			Stats: search.Stats{Cost: 1000 * i, Covered: covered, Elapsed: time.Duration(i) * time.Second}})
	}
	assert.Equal(t, "\r 25 %  █▇▂▁▆  4000 calls, 1000/s, 161 targets, 3 faults, about 12 s left\x1b[K", out.String())
	out.Reset()
	observe(search.Evaluation{Progress: 1,
		Stats: search.Stats{Cost: 123_456_789, Covered: 98765, Elapsed: 100 * time.Minute}})
	assert.LessOrEqual(t, utf8.RuneCountInString(out.String()), 79+len("\r\x1b[K\n"))
	assert.True(t, strings.HasSuffix(out.String(), "\n"))
}

// The hint that calls are slow appears once.
func TestProgressOfSlowCalls(t *testing.T) {
	var out strings.Builder
	observe := evoke.Progress(&out, false)
	for i := range 5 {
		observe(search.Evaluation{Progress: 0.1,
			Stats: search.Stats{Cost: 10 * i, Elapsed: time.Duration(i) * 40 * time.Second}})
	}
	assert.Equal(t, 1, strings.Count(out.String(), "calls take 4s on average"), out.String())
	out.Reset()
	evoke.Progress(&out, false)(search.Evaluation{Stats: search.Stats{Cost: 100_000, Elapsed: time.Minute}})
	assert.NotContains(t, out.String(), "on average")
}
