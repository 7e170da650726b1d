package task

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

const (
	// defaultCalls is the budget of a search that was given none.
	defaultCalls = 10_000
	// leastCallsAfter is what making tests smaller may always take.
	leastCallsAfter = 2000
	// leastTimeAfter is how long making tests smaller may always take.
	leastTimeAfter = 5 * time.Second
)

// Budget bounds a search; the first limit that is reached ends it. Zero fields
// are no limits.
type Budget struct {
	Calls       int
	Evaluations int
	Time        time.Duration
}

// OrDefault returns the budget, or that of a search that was given none.
func (b Budget) OrDefault() Budget {
	if b == (Budget{}) {
		b.Calls = defaultCalls
	}
	return b
}

// String says the limits in words: "10000 calls, 1m0s".
func (b Budget) String() string {
	var parts []string
	if b.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d calls", b.Calls))
	}
	if b.Evaluations > 0 {
		parts = append(parts, fmt.Sprintf("%d evaluations", b.Evaluations))
	}
	if b.Time > 0 {
		parts = append(parts, b.Time.String())
	}
	return strings.Join(parts, ", ")
}

// Search returns the budget as a search takes it.
func (b Budget) Search() search.Budget {
	var limits []search.Budget
	if b.Calls > 0 {
		limits = append(limits, search.Cost(b.Calls))
	}
	if b.Evaluations > 0 {
		limits = append(limits, search.Evaluations(b.Evaluations))
	}
	if b.Time > 0 {
		limits = append(limits, search.Time(b.Time))
	}
	return search.First(limits...)
}

// After bounds what is spent on making tests smaller once the search is done:
// as many calls again, or a quarter of the time.
func (b Budget) After() func(calls int) bool {
	limit := leastCallsAfter
	switch {
	case b.Calls > 0:
		limit = max(b.Calls, limit)
	case b.Time > 0:
		end := time.Now().Add(max(b.Time/4, leastTimeAfter))
		return func(int) bool { return time.Now().Before(end) }
	default:
		limit = max(b.Evaluations*rest.DefaultMaxCalls, limit)
	}
	return func(calls int) bool { return calls < limit }
}

// Share is what one of several workers gets. All have the same time.
func (b Budget) Share(worker, workers int) Budget {
	if workers > 1 {
		b.Calls, b.Evaluations = share(b.Calls, worker, workers), share(b.Evaluations, worker, workers)
	}
	return b
}

// share splits n into parts that differ by one at most.
func share(n, worker, workers int) int {
	part := n / workers
	if worker < n%workers {
		part++
	}
	if n > 0 {
		part = max(part, 1) // 0 would be no limit
	}
	return part
}

// Check refuses limits below zero.
func (b Budget) Check() error {
	if b.Calls < 0 || b.Evaluations < 0 || b.Time < 0 {
		return errors.New("evoke: a budget cannot be negative")
	}
	return nil
}
