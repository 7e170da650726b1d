package pool

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// maxRungs is how many successes of one operation on one resource are worked for.
	maxRungs = 6
)

// climb is the test with the most successes of an operation on one resource: what each
// of them does may differ, because the resource is in another state.
type climb struct {
	possible bool
	rungs    int
	calls    []*action.Call
	attempts int // at one more
}

// Repeated is called with a call that succeeded, as [Pool.Succeeded], and how many
// calls of its operation have succeeded on the same resource by then.
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

// climbsOf returns the climbs of operations. They make sense for the methods that need
// not do the same when they are repeated, but not where each makes another resource.
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

// Climb returns the test with the most successes of an operation on one resource, for an
// attempt at one more, and how many of these attempts failed. It returns no calls if
// there was none.
func (m *Pool) Climb(op *api.Operation) (calls []*action.Call, failed int) {
	c := &m.climbs[op.Index]
	if m.off || c.rungs == 0 || c.rungs == maxRungs {
		return nil, 0
	}
	return c.calls, c.attempts
}

// Highest returns the test with the most successes of an operation on one resource, nil
// if no more than one succeeded.
func (m *Pool) Highest(op *api.Operation) []*action.Call {
	if c := &m.climbs[op.Index]; c.rungs > 1 {
		return c.calls
	}
	return nil
}

// Climbing counts an attempt at one more success of an operation.
func (m *Pool) Climbing(op *api.Operation) { m.climbs[op.Index].attempts++ }

// Rungs returns how many times an operation succeeded on one resource, at most.
func (m *Pool) Rungs(op *api.Operation) int { return m.climbs[op.Index].rungs }
