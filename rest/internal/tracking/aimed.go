package tracking

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/testcase"
)

// Aimed notes a mutant before its evaluation. It was made for a target, which the call at an index of its parent
// reached with a score.
func Aimed(t *Tracker, child, parent *testcase.Case, at int, target fitness.ID, score float64) {
	if t == nil || t.covered.has(target) {
		return
	}
	t.mending.mutant = &mend{test: child, parent: parent, at: at, target: target, score: score}
}

// Mend returns the next test that brings a mutant back on the way of its parent, nil for none.
func Mend(t *Tracker, r *rand.Rand) *testcase.Case {
	if t == nil {
		return nil
	}
	for m := &t.mending; len(m.queue) > 0; {
		next := m.queue[len(m.queue)-1]
		m.queue = m.queue[:len(m.queue)-1]
		if *next.left > 0 && !t.covered.has(next.target) && next.make(&t.inputs.documents, r) {
			*next.left--
			m.mend = next
			return next.test
		}
	}
	return nil
}

// make makes the change of a test, and reports whether it succeeded.
func (m *mend) make(d *documents, r *rand.Rand) bool {
	if m.change == nil {
		return true
	}
	m.test = m.test.Clone()
	call, to, ok := m.change.inputIn(m.test)
	return ok && d.giveWanted(r, call, to, &m.change.link, m.change.want)
}

// Mends reports whether a test comes from [Mend]. Its evaluation has to tell all targets.
func Mends(t *Tracker, c *testcase.Case) bool {
	return t != nil && t.mending.mend != nil && t.mending.mend.test == c
}

// Waiting reports whether values wait to be tried.
func (t *Tracker) Waiting() bool {
	return t != nil && t.trials.isWaiting()
}

// Next returns a test that sends the next value on trial, nil if no value waits.
func (t *Tracker) Next(r *rand.Rand) *testcase.Case {
	for t.Waiting() {
		next := t.trials.next()
		if next.side >= 0 && t.covered.has(next.side) && !next.set {
			continue
		}
		child := next.parent.Upto(next.last)
		call, to, ok := next.inputIn(child)
		if ok && fillTrial(&t.inputs.documents, r, next, child) && next.follow(child) {
			t.trials.giveWishes(&t.inputs.documents, r, next, call)
			next.given = to.Value()
			t.trials.child, t.trials.running = child, next
			if next.side >= 0 && !t.covered.has(next.side) {
				t.mending.mutant = &mend{test: child, parent: next.parent, at: next.last, target: next.side}
			}
			return child
		}
	}
	return nil
}
