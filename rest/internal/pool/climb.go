package pool

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// maxRungs is the largest number of successes of an operation on one resource that the search tries to reach.
	maxRungs = 6
)

// climb holds the test with the most successes of an operation on one resource. Each success changes the state of the
// resource, so the next call may reach other code.
type climb struct {
	possible bool
	rungs    int
	calls    []*action.Call
	attempts int // tries to reach one more success
}

// Repeated keeps the calls of a test if they are a new maximum. The last call succeeded, and the earlier calls changed
// something, as for [Pool.Succeeded]. rungs is the number of successes of its operation on the same resource, the last
// call included.
func (m *Pool) Repeated(calls []*action.Call, rungs int) {
	op := calls[len(calls)-1].Op
	if m.off || rungs > maxRungs || !m.climbs[op.Index].possible {
		return
	}
	c := &m.climbs[op.Index]
	if rungs < c.rungs || rungs == c.rungs && len(calls) >= len(c.calls) {
		return
	}
	if rungs > c.rungs {
		c.attempts = 0
	}
	c.rungs, c.calls = rungs, copied(calls)
}

// climbsOf returns the climbs of operations. Only POST and PATCH operations can climb, because a repetition may have
// another effect. A POST that creates a resource cannot: each call has a resource of its own.
func climbsOf(ops []*api.Operation) []climb {
	out := make([]climb, len(ops))
	for i, op := range ops {
		out[i].possible = op.Spec.Method == "POST" || op.Spec.Method == "PATCH"
	}
	for _, op := range ops {
		for _, maker := range op.Creators {
			out[maker.Index].possible = false
		}
	}
	return out
}

// Climb returns the test with the most successes of an operation on one resource, as the start of an attempt at one
// more success. failed is the number of attempts that failed so far. Climb returns nil if the operation never succeeded
// or reached the maximum.
func (m *Pool) Climb(op *api.Operation) (calls []*action.Call, failed int) {
	c := &m.climbs[op.Index]
	if m.off || c.rungs == 0 || c.rungs == maxRungs {
		return nil, 0
	}
	return c.calls, c.attempts
}

// Highest returns the test with the most successes of an operation on one resource. It returns nil if there were fewer
// than two.
func (m *Pool) Highest(op *api.Operation) []*action.Call {
	if c := &m.climbs[op.Index]; c.rungs > 1 {
		return c.calls
	}
	return nil
}

// Climbing counts an attempt at one more success of an operation.
func (m *Pool) Climbing(op *api.Operation) { m.climbs[op.Index].attempts++ }

// Rungs returns the largest number of successes that an operation had on one resource in one test.
func (m *Pool) Rungs(op *api.Operation) int { return m.climbs[op.Index].rungs }
