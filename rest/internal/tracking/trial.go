package tracking

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// trials are the values that are to be tried.
type trials struct {
	waiting []*trial
	tried   map[trialKey]bool
	// child is the test that is being evaluated for a trial, nil for none.
	child   *testcase.Case
	running *trial
}

// trial is a value that a condition wants in an input.
type trial struct {
	parent *testcase.Case
	last   int // call of the parent that the condition was met by
	match
	side  fitness.ID
	want  any
	given any // what the input got
}

// trialKey tells trials apart. A value is tried once for each side of a condition.
type trialKey struct {
	at   place
	way  track.Way
	side fitness.ID
	want any
}

const (
	// maxWaiting is how many trials wait.
	maxWaiting = 1000
	// maxTried is how many trials are made in all.
	maxTried = 200_000
)

// plan has a value tried that was not tried before.
func (t *Tracker) plan(c *testcase.Case, at int, side fitness.ID, m match, want any) {
	key := trialKey{m.at, m.link.Way, side, want}
	if t.tried[key] || len(t.tried) == maxTried || len(t.waiting) == maxWaiting || !t.allows(side) {
		return
	}
	t.tried[key], t.learnt = true, true
	t.waiting = append(t.waiting, &trial{parent: c, last: at, match: m, side: side, want: want})
}

// Waiting reports whether values wait to be tried.
func (t *Tracker) Waiting() bool { return t != nil && len(t.waiting) > 0 }

// Next returns a test with a value that was not tried yet, or nil.
func (t *Tracker) Next(r *rand.Rand) *testcase.Case {
	for t.Waiting() {
		next := t.waiting[0]
		t.waiting = slices.Delete(t.waiting, 0, 1)
		if t.isCovered(next.side) {
			continue
		}
		child := next.parent.Upto(next.last)
		call := child.Actions[next.call].(*action.Call)
		if takers := action.Takers(call); next.taker < len(takers) && give(r, call, takers[next.taker], next.link, next.want) {
			next.given = takers[next.taker].Value()
			t.child, t.running = child, next
			return child
		}
	}
	return nil
}

// give puts what a condition wants into an input.
func give(r *rand.Rand, c *action.Call, to action.Taker, link track.Link, want any) bool {
	old := to.Value()
	switch w := want.(type) {
	case sut.Wanted:
		text, _ := old.(string)
		drawn, ok := aim.Text(r, text, w)
		if !ok {
			return false
		}
		want = drawn
	case rune:
		want = string(w)
	}
	next, ok := link.Put(old, want)
	if !ok || !assign(to, next) {
		return false
	}
	c.Keep(to)
	return true
}

// assign gives a gene a value, as a number of the other kind if it takes only that.
func assign(to action.Taker, v any) bool {
	if gene.Assign(to.Gene, v) {
		return true
	}
	switch n := v.(type) {
	case int64:
		return gene.Assign(to.Gene, float64(n)) || gene.Assign(to.Gene, fmt.Sprint(n))
	case float64:
		return n == float64(int64(n)) && gene.Assign(to.Gene, int64(n))
	}
	return false
}

// mutateRate is the share of aimed mutations that mutate the input. The others give it
// a value that its condition wants.
const mutateRate = 0.6

// Knows reports whether inputs are known that reach the condition of a target.
func (t *Tracker) Knows(target fitness.ID) bool { return t != nil && len(t.sources[target]) > 0 }

// Aim returns a mutant of a test in which an input has changed that reaches the
// condition of a target, in whichever call, or nil if none is known. The test ends
// with the call at an index.
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
	if len(s.wants) > 0 && r.Float64() >= mutateRate && give(r, call, to, s.link, s.wants[r.IntN(len(s.wants))]) {
		return child
	}
	to.Mutate(r, focus)
	call.Keep(to)
	return child
}

// find returns the input at a place of the latest call that has it.
func find(c *testcase.Case, at place) (*action.Call, action.Taker, bool) {
	for i := len(c.Actions) - 1; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		if call.Op.Index != at.op {
			continue
		}
		for _, t := range action.Takers(call) {
			if t.Place() == at.path {
				return call, t, true
			}
		}
	}
	return nil, action.Taker{}, false
}

// Remembers reports whether values are known that paid.
func (t *Tracker) Remembers() bool { return t != nil && len(t.inputs) > 0 }

// Remind gives one input of a new call a value that paid before. It reports whether it
// did.
func (t *Tracker) Remind(r *rand.Rand, call *action.Call) bool {
	if !t.Remembers() {
		return false
	}
	var known []action.Taker
	for _, to := range action.Takers(call) {
		if t.inputs[placeOf(call, to)] != nil {
			known = append(known, to)
		}
	}
	if len(known) == 0 {
		return false
	}
	to := known[r.IntN(len(known))]
	paid := t.inputs[placeOf(call, to)].paid
	if !gene.Assign(to.Gene, paid[r.IntN(len(paid))]) {
		return false
	}
	call.Keep(to)
	return true
}
