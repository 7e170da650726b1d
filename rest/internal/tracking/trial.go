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
	"github.com/evoke-go/evoke/value"
)

// trials are the values that are to be tried.
type trials struct {
	waiting []*trial
	doubts  []*trial // those that are tried while nothing else waits
	tried   map[trialKey]bool
	// child is the test that is being evaluated for a trial, nil for none.
	child   *testcase.Case
	running *trial

	doubtsTried, doubtsPaid, evaluations int
}

// trial is a value that a condition wants in an input.
type trial struct {
	parent *testcase.Case
	last   int // call of the parent that the condition was met by
	match
	side  fitness.ID // -1 for none
	old   any        // what was compared
	want  any
	set   bool // the value is one of a table, each of which may lead elsewhere
	doubt bool // little says that it helps
	with  *leaf
	given any // what the input got

	from    *match // where the other operand came from, nil for nowhere
	partner any    // the other operand
}

// trialKey tells trials apart. A value is tried once for each side of a condition.
type trialKey struct {
	at   place
	way  string
	side fitness.ID
	want any
	with place
}

const (
	// maxWaiting is how many trials wait.
	maxWaiting = 1000
	// maxTried is how many trials are made in all.
	maxTried = 200_000
	// Doubts are tried as long as there were fewer than freeDoubts, doubtsForOne for
	// each that paid, and one for each of so many evaluations.
	freeDoubts, doubtsForOne, evaluationsForOne = 50, 20, 20
)

// plan has a value tried that was not tried before.
func (t *Tracker) plan(next *trial) {
	key := trialKey{at: next.at, way: next.link.Key(), side: next.side, want: next.want}
	if next.with != nil {
		key.with = next.with.at
	}
	list := &t.waiting
	if next.doubt {
		list = &t.doubts
	}
	if t.tried[key] || len(t.tried) == maxTried || len(*list) == maxWaiting || !t.allows(next.side) {
		return
	}
	t.tried[key], t.learnt = true, t.learnt || !next.doubt
	*list = append(*list, next)
}

// Waiting reports whether values wait to be tried.
func (t *Tracker) Waiting() bool {
	return t != nil && (len(t.waiting) > 0 || len(t.doubts) > 0 && t.mayDoubt())
}

func (t *trials) mayDoubt() bool {
	return t.doubtsTried < freeDoubts+doubtsForOne*t.doubtsPaid+t.evaluations/evaluationsForOne
}

// end counts an evaluation.
func (t *trials) end() { t.evaluations++ }

// next takes the trial that waits for longest.
func (t *trials) next() *trial {
	list := &t.waiting
	if len(*list) == 0 {
		list = &t.doubts
		t.doubtsTried++
	}
	next := (*list)[0]
	*list = slices.Delete(*list, 0, 1)
	return next
}

// Next returns a test with a value that was not tried yet, or nil.
func (t *Tracker) Next(r *rand.Rand) *testcase.Case {
	for t.Waiting() {
		next := t.next()
		if next.side >= 0 && t.isCovered(next.side) && !next.set {
			continue
		}
		child := next.parent.Upto(next.last)
		call, to, ok := next.in(child)
		if ok && t.give(r, call, to, &next.link, next.want) && next.follow(child) {
			next.given = to.Value()
			t.child, t.running = child, next
			return child
		}
	}
	return nil
}

// in returns the input of a leaf in a test. The call may have got further inputs since
// the leaf was seen.
func (l *leaf) in(c *testcase.Case) (*action.Call, action.Taker, bool) {
	call := c.Actions[l.call].(*action.Call)
	takers := action.Takers(call)
	if l.taker < len(takers) && takers[l.taker].Place() == l.at.path {
		return call, takers[l.taker], true
	}
	to, ok := taker(call, l.at)
	return call, to, ok
}

// failed plans what may help a trial that did not reach its side: another input may
// have to move with this one, because a condition before compares the two. These are
// the inputs that had the same value, and other numbers.
func (t *Tracker) failed(trial *trial) {
	if trial.with != nil || trial.side < 0 || trial.doubt {
		return
	}
	_, text := trial.old.(string)
	count := 0
	all := leavesOf(trial.parent, trial.last)
	for i := range all {
		l := &all[i]
		_, isText := l.value.(string)
		if l.call == trial.call && l.taker == trial.taker || isText != text || text && l.value != trial.value || value.IsAbsent(l.value) {
			continue
		}
		next := *trial
		next.with, next.doubt = l, true
		t.plan(&next)
		if count++; count == companions {
			return
		}
	}
}

// companions is how many inputs are moved with another one, one after the other.
const companions = 4

// follow moves the input that goes with the one of the trial: by as much as the operand
// moved, or to the same text.
func (t *trial) follow(child *testcase.Case) bool {
	if t.with == nil {
		return true
	}
	call, to, ok := t.with.in(child)
	if !ok {
		return false
	}
	moved, ok := t.want, true
	if _, text := t.want.(string); !text {
		moved, ok = track.Moved(t.with.value, t.old, t.want)
	}
	if !ok || !assign(to, moved) {
		return false
	}
	call.Keep(to)
	return true
}

// give puts what a condition wants into an input.
func (d *documents) give(r *rand.Rand, c *action.Call, to action.Taker, link *track.Link, want any) bool {
	ok := true
	switch w := want.(type) {
	case sut.Wanted:
		inner, _ := link.Get(to.Value())
		old, _ := inner.(string)
		want, ok = aim.Text(r, old, w)
	case document:
		want, ok = d.draw(r, w.schema)
	case rune:
		want = string(w)
	}
	if !ok || !put(to, link, want) {
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
