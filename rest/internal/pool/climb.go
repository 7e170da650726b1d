package pool

import (
	"bytes"

	"github.com/evoke-go/evoke/openapi"
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

// maxFilling is the greatest number of calls before a read that is kept as the fullest: the rest of a test is for
// questions. maxObjects is the number of objects from which on more of them show nothing new.
const maxFilling, maxObjects = 6, 12

// full holds the test in which a read answered the most objects.
type full struct {
	objects int
	calls   []*action.Call
}

// Shown keeps the calls of a test that ends with a read, if the answer of the read has more objects than all earlier
// answers of its operation, or as many after fewer calls. Reads without query parameters are not kept. The calls before
// the read changed something, as for [Pool.Succeeded].
func (m *Pool) Shown(calls []*action.Call, body []byte) {
	op := calls[len(calls)-1].Op
	if m.off || len(calls) > maxFilling+1 || !asks(op.Spec) {
		return
	}
	f, n := &m.fullest[op.Index], min(maxObjects, bytes.Count(body, []byte("{")))
	if n > f.objects || n == f.objects && len(calls) < len(f.calls) {
		f.objects, f.calls = n, copied(calls)
	}
}

// asks reports whether an operation is a read with parameters in the query.
func asks(op *openapi.Operation) bool {
	for _, p := range op.Parameters {
		if p.In == openapi.InQuery && op.Method == "GET" {
			return true
		}
	}
	return false
}

// Fullest returns the test in which a read answered the most objects, nil for none. The read is its last call.
func (m *Pool) Fullest(op *api.Operation) []*action.Call { return m.fullest[op.Index].calls }
