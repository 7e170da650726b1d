package task

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

const (
	// defaultCalls is the budget of a search whose task sets no limit.
	defaultCalls = 10_000
	// leastCallsAfter is the least number of calls that may go into making tests
	// smaller.
	leastCallsAfter = 2000
	// leastCallsCostly is this number if each test needs a process of its own, also each form of a test that is tried
	// before the test is written.
	leastCallsCostly = 300
)

// Budget bounds a search. The first limit that the search reaches ends it. A
// field that is zero sets no limit.
type Budget struct {
	Calls       int
	Evaluations int
	Time        time.Duration
}

// OrDefault returns the budget, or the default if it sets no limit.
func (b Budget) OrDefault() Budget {
	if b == (Budget{}) {
		b.Calls = defaultCalls
	}
	return b
}

// String names the limits in words, as in "10000 calls, 1m0s".
func (b Budget) String() string { return b.In("") }

// In is String with another word for the actions of a test, "" for calls: "10000 acts".
func (b Budget) In(step string) string {
	var parts []string
	if b.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d %ss", b.Calls, cmp.Or(step, "call")))
	}
	if b.Evaluations > 0 {
		parts = append(parts, fmt.Sprintf("%d evaluations", b.Evaluations))
	}
	if b.Time > 0 {
		parts = append(parts, b.Time.String())
	}
	return strings.Join(parts, ", ")
}

// Search converts the budget to the type of package search.
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

// After bounds the work of making tests smaller after the search: it returns as many calls as the search had, and 0 if
// only time is limited. costly says that each test needs a process of its own.
func (b Budget) After(costly bool) int {
	switch {
	case b.Calls > 0 && costly:
		return max(b.Calls, leastCallsCostly)
	case b.Calls > 0:
		return max(b.Calls, leastCallsAfter)
	case b.Time > 0:
		return 0
	}
	return max(b.Evaluations*rest.DefaultMaxCalls, leastCallsAfter)
}

// Share returns the part of a worker, numbered from 0. All workers have the same time.
func (b Budget) Share(worker, workers int) Budget {
	if workers > 1 {
		b.Calls, b.Evaluations = share(b.Calls, worker, workers), share(b.Evaluations, worker, workers)
	}
	return b
}

// share splits n into parts that differ by at most one.
func share(n, worker, workers int) int {
	part := n / workers
	if worker < n%workers {
		part++
	}
	if n > 0 {
		part = max(part, 1) // 0 would mean no limit
	}
	return part
}

// Check returns an error for limits below zero.
func (b Budget) Check() error {
	if b.Calls < 0 || b.Evaluations < 0 || b.Time < 0 {
		return errors.New("evoke: a budget cannot be negative")
	}
	return nil
}
