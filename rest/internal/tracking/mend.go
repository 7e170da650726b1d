package tracking

import (
	"cmp"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// mending brings mutants back on the way of their parents. If inputs have to fit each other, such as a sum and its
// summands or the ends of a span, the program refuses a change of one of them before the change can show an effect. The
// condition that then goes the other way tells its operands, so the other inputs can follow.
type mending struct {
	ways    []*way
	mutant  *mend   // the last mutant
	queue   []*mend // tests that wait; the last one is next
	mend    *mend   // the test that is evaluated, nil for none
	refused []*refused

	// mendings counts the attempts, and mended the attempts that came nearer to the target than the parent.
	mendings, mended, evaluations int
	// barren counts, by target, the attempts since the last attempt that came nearer.
	barren map[fitness.ID]int
}

// way has the sides of conditions that a test took.
type way struct {
	of    *testcase.Case // the test, nil until it is evaluated
	taken map[fitness.ID]bool
}

// mend is a test between a mutant that lost its target and a test that is nearer to the target than the parent.
type mend struct {
	test, parent *testcase.Case
	at           int // index of the call by which the parent reached the target
	target       fitness.ID
	score        float64  // score of the parent
	way          *way     // way of the parent
	reference    bool     // the test is the parent, whose way is not known yet
	change       *refused // change that the test still needs, nil for none
	steps        int      // number of changed inputs
	left         *int     // executions that are left for this attempt
}

// refused is a value that a condition wants of an input, to take the side that it took in the parent.
type refused struct {
	match
	side fitness.ID // side that the parent took
	want any
}

const (
	// waysKept is the number of parents whose ways are kept.
	waysKept = 16
	// mendTests is the greatest number of tests in an attempt, and mendSteps the greatest number of changed inputs.
	mendTests, mendSteps = 8, 4
	// mendChoices is the greatest number of tests that follow a test of an attempt.
	mendChoices = 3
	// There are freeMendings attempts, mendingsForOne more for each attempt that paid, and one more for each
	// evaluationsForMending evaluations.
	freeMendings, mendingsForOne, evaluationsForMending = 40, 20, 250
	// A target gets mendingsOfOne attempts that bring nothing, and one more for each evaluationsOfTarget evaluations.
	mendingsOfOne, evaluationsOfTarget = 8, 300
)

// hearRefusals notes the values that conditions of the last call want, if the conditions took another side than in the
// parent.
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
			continue // the parent took both sides, or neither
		}
		for k, operand := range h.Operands {
			if _, form := operand.(sut.Wanted); form {
				continue
			}
			for _, of := range leaves.matchesOf(operand) {
				for _, want := range wantsOf(known, h, side, k) {
					l.refused = append(l.refused, &refused{of, side, want})
				}
			}
		}
	}
}

// endMend learns from an evaluated test: a mutant that [Aimed] noted, or a test of [Mend].
func (l *mending) endMend(c *testcase.Case, scores fitness.Scores) {
	l.evaluations++
	mutant, m, found := l.mutant, l.mend, l.refused
	l.mutant, l.mend, l.refused = nil, nil, nil
	switch {
	case m != nil && m.test == c && m.reference:
		m.way.of, m.way.taken = m.parent, coveredTargets(scores)
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

// coveredTargets returns the covered targets.
func coveredTargets(scores fitness.Scores) map[fitness.ID]bool {
	out := map[fitness.ID]bool{}
	for i := range scores {
		if scores[i].Value >= 1 {
			out[scores[i].ID] = true
		}
	}
	return out
}

// mayMend reports whether another attempt for a target is allowed.
func (l *mending) mayMend(target fitness.ID) bool {
	return len(l.queue) == 0 && l.barren[target] < mendingsOfOne+l.evaluations/evaluationsOfTarget &&
		l.mendings < freeMendings+mendingsForOne*l.mended+l.evaluations/evaluationsForMending
}

// attempt queues a mutant for another execution. If the way of its parent is not known, the parent comes before it.
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
	mutant.way = &way{}
	l.ways = appendLatest(l.ways, mutant.way, waysKept)
	reference := *mutant
	reference.reference, reference.test = true, mutant.parent.Upto(mutant.at)
	l.queue = append(l.queue, &reference)
}

// next returns the tests that follow a test of an attempt. In each of them, an input gets the value that a condition
// wants. Inputs that differ from the parent keep their values.
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
