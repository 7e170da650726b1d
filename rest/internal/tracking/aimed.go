package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

// mutateRate is the share of aimed mutations that mutate the input. The others give it
// a value that its condition wants.
const mutateRate = 0.6

// Knows reports whether inputs are known that reach the condition of a target.
func (t *Tracker) Knows(target fitness.ID) bool { return t != nil && len(t.sources[target]) > 0 }

// togetherRate is the share of aimed mutations that move another input as well.
const togetherRate = 0.25

// Aim returns a mutant of a test in which an input has changed that reaches the
// condition of a target, in whichever call, or nil if none is known. Sometimes another
// input moves with it. The test ends with the call at an index.
func (t *Tracker) Aim(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if !t.Knows(target) {
		return nil
	}
	s := t.sources[target][r.IntN(len(t.sources[target]))]
	child := parent.Upto(at)
	call, to, ok := find(child, s.at)
	if !ok {
		return nil
	}
	old := to.Value()
	if len(s.wants) == 0 || r.Float64() < mutateRate || !t.give(r, call, to, &s.link, s.wants[r.IntN(len(s.wants))]) {
		t.change(r, call, to, focus)
	}
	if r.Float64() < togetherRate {
		together(r, call, to, old)
	}
	return child
}

// together moves another input of a call by as much as one moved, or to the same text
// if it had the same.
func together(r *rand.Rand, c *action.Call, moved action.Taker, old any) {
	var others []action.Taker
	now := moved.Value()
	_, isText := old.(string)
	for _, to := range action.Takers(c) {
		v := to.Value()
		if _, ok := track.Moved(v, old, now); to.Gene != moved.Gene && (ok || isText && v == old) {
			others = append(others, to)
		}
	}
	if len(others) == 0 {
		return
	}
	to := others[r.IntN(len(others))]
	next := now
	if !isText {
		next, _ = track.Moved(to.Value(), old, now)
	}
	if assign(to, next) {
		c.Keep(to)
	}
}

// find returns the input at a place of the latest call that has it.
func find(c *testcase.Case, at place) (*action.Call, action.Taker, bool) {
	for i := len(c.Actions) - 1; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		if t, ok := taker(call, at); ok {
			return call, t, true
		}
	}
	return nil, action.Taker{}, false
}

// Aimed notes a mutant that is about to be evaluated, made of a parent for a target that the
// parent reached with a score by the call at an index.
func Aimed(t *Tracker, child, parent *testcase.Case, at int, target fitness.ID, score float64) {
	if t == nil || t.isCovered(target) {
		return
	}
	t.mutant = &mend{test: child, parent: parent, at: at, target: target, score: score}
}

// Mend returns the next test that brings a mutant back on the way of its parent, or nil.
func Mend(t *Tracker, r *rand.Rand) *testcase.Case {
	if t == nil {
		return nil
	}
	for len(t.queue) > 0 {
		next := t.queue[len(t.queue)-1]
		t.queue = t.queue[:len(t.queue)-1]
		if *next.left > 0 && !t.isCovered(next.target) && next.make(t, r) {
			*next.left--
			t.mend = next
			return next.test
		}
	}
	return nil
}

// make makes the change of a test, and reports whether it could.
func (m *mend) make(t *Tracker, r *rand.Rand) bool {
	if m.change == nil {
		return true
	}
	m.test = m.test.Clone()
	call, to, ok := m.change.in(m.test)
	return ok && t.give(r, call, to, &m.change.link, m.change.want)
}

// Mends reports whether a test is to be evaluated with all targets told, since it is one of
// [Mend].
func Mends(t *Tracker, c *testcase.Case) bool {
	return t != nil && t.mend != nil && t.mend.test == c
}
