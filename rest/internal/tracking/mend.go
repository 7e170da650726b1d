package tracking

import (
	"cmp"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// mending brings mutants back on the way of their parents. Where inputs have to fit each
// other (a total and what it sums up, the ends of a span), the change of one is refused
// before it can tell anything. The conditions that then go the other way say what they
// compare, so the other inputs can follow.
type mending struct {
	ways    []*way
	mutant  *mend   // was made last
	queue   []*mend // the last one is next
	mend    *mend   // is being evaluated, nil for none
	refused []*refused

	// mendings are the attempts, and mended those that came nearer than the parent.
	mendings, mended, evaluations int
	// barren are the attempts for a target that came no nearer, since the last that did.
	barren map[fitness.ID]int
}

// way is which sides of conditions a test took.
type way struct {
	of    *testcase.Case // nil as long as it was not looked at
	taken map[fitness.ID]bool
}

// mend is a test on the way from a mutant that lost its target to one that is nearer to it
// than the parent.
type mend struct {
	test, parent *testcase.Case
	at           int // the call that the parent reached the target by
	target       fitness.ID
	score        float64  // of the parent
	way          *way     // of the parent
	reference    bool     // the test is the parent, whose way is not known yet
	change       *refused // that is still to be made to the test, nil for none
	steps        int
	left         *int // executions for this attempt
}

// refused is what a condition that went the other way than before wants of an input.
type refused struct {
	match
	side fitness.ID // that the parent took
	want any
}

const (
	// waysKept is how many parents have their way kept.
	waysKept = 16
	// mendTests is how many tests one attempt executes at most, and mendSteps how many inputs
	// it changes.
	mendTests, mendSteps = 8, 4
	// mendChoices is how many ways there are to go on from one test.
	mendChoices = 3
	// There are freeMendings attempts, mendingsForOne for each that paid, and one for each of
	// so many evaluations.
	freeMendings, mendingsForOne, evaluationsForMending = 40, 20, 250
	// mendingsOfOne is how many attempts there are for one target that bring nothing, and one
	// more for each of so many evaluations.
	mendingsOfOne, evaluationsOfTarget = 8, 300
)

// hearRefusals notes what the conditions of the last call want that went another way than
// in the parent.
func (l *mending) hearRefusals(known *sut.Inside, at int, heard []sut.Heard, leaves *leaves) {
	m := l.mend
	if m == nil || m.reference || at != m.at {
		return
	}
	for i := range heard {
		h := &heard[i]
		side := h.False
		if m.way.taken[h.True] {
			side = h.True
		}
		if side < 0 || m.way.taken[h.True] == m.way.taken[h.False] {
			continue // it went both ways, or neither
		}
		for k, operand := range h.Operands {
			if _, form := operand.(sut.Wanted); form {
				continue
			}
			for _, of := range leaves.of(operand) {
				for _, want := range wantsOf(known, h, side, k) {
					l.refused = append(l.refused, &refused{of, side, want})
				}
			}
		}
	}
}

// endMend learns from a test that was evaluated: a mutant that was noted, or one of [Mend].
func (l *mending) endMend(c *testcase.Case, scores fitness.Scores) {
	l.evaluations++
	mutant, m, found := l.mutant, l.mend, l.refused
	l.mutant, l.mend, l.refused = nil, nil, nil
	switch {
	case m != nil && m.test == c && m.reference:
		m.way.of, m.way.taken = m.parent, taken(scores)
	case m != nil && m.test == c && scores.Of(m.target) > m.score:
		l.mended++
		delete(l.barren, m.target)
		*m.left = 0
	case m != nil && m.test == c:
		found = slices.DeleteFunc(found, func(r *refused) bool { return scores.Of(r.side) >= 1 })
		l.queue = append(l.queue, m.next(found)...)
	case mutant != nil && mutant.test == c && scores.Of(mutant.target) == 0 && l.mayMend(mutant.target):
		l.attempt(mutant)
	}
}

func taken(scores fitness.Scores) map[fitness.ID]bool {
	out := map[fitness.ID]bool{}
	for i := range scores {
		if scores[i].Value >= 1 {
			out[scores[i].ID] = true
		}
	}
	return out
}

func (l *mending) mayMend(target fitness.ID) bool {
	return len(l.queue) == 0 && l.barren[target] < mendingsOfOne+l.evaluations/evaluationsOfTarget &&
		l.mendings < freeMendings+mendingsForOne*l.mended+l.evaluations/evaluationsForMending
}

// attempt has a mutant looked at again, after its parent.
func (l *mending) attempt(mutant *mend) {
	l.mendings++
	if l.barren == nil {
		l.barren = map[fitness.ID]int{}
	}
	l.barren[mutant.target]++
	left := mendTests
	mutant.left, mutant.test = &left, mutant.test.Clone()
	l.queue = append(l.queue[:0], mutant)
	i := slices.IndexFunc(l.ways, func(w *way) bool { return w.of == mutant.parent })
	if i >= 0 {
		mutant.way = l.ways[i]
		return
	}
	if len(l.ways) == waysKept {
		l.ways = slices.Delete(l.ways, 0, 1)
	}
	mutant.way = &way{}
	l.ways = append(l.ways, mutant.way)
	reference := *mutant
	reference.reference, reference.test = true, mutant.parent.Upto(mutant.at)
	l.queue = append(l.queue, &reference)
}

// next returns the tests that go on from one: in each, one input has what a condition wants
// of it. The inputs that differ from the parent stay as they are.
func (m *mend) next(found []*refused) (list []*mend) {
	if m.steps == mendSteps {
		return nil
	}
	before := leavesOf(m.parent, m.at)
	slices.SortStableFunc(found, func(a, b *refused) int { return cmp.Compare(b.link.Bits, a.link.Bits) })
	for _, r := range found {
		same := func(l leaf) bool { return l.call == r.call && l.at == r.at && value.Equal(l.value, r.value) }
		if len(list) == mendChoices || !slices.ContainsFunc(before, same) {
			continue
		}
		step := *m
		step.change = r
		step.steps++
		list = append(list, &step)
	}
	slices.Reverse(list)
	return list
}
