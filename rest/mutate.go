package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/influence"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// tryRate is the share of mutations that instead try a value which a condition
	// wants, if any waits.
	tryRate = 0.4
	// inputRate is the share of the mutations for a condition that change an input
	// which is known to reach it.
	inputRate = 0.3
	// rewriteRate is the share of the other mutations for a condition that change a
	// member of a text which the program decodes into a type, if the test sends one.
	rewriteRate = 0.3
	// influenceRate is the share of the other mutations for a target that change an
	// input which is known to move its score, or find out which does.
	influenceRate = 0.5
)

// mutator mutates tests: their structure, their values, and, for one target,
// values that the program may look for.
type mutator struct {
	structure testcase.Mutator
	aim       aim.Aim
	tracker   *tracking.Tracker
	inputs    *tracking.Inputs
	influence influence.Influence
	plan      plan // changes tests in another way, nil for this one's
	repairs   *repair.Repairs
	sampler   *sampler
	departing *departing // nil where no client can leave
}

// newMutator returns a mutator for what a sampler makes. Departs says that the system can make calls whose client
// leaves: where the search sees nothing inside, there is nothing to find in that, since no answer to such a client is
// wrong.
func newMutator(s *sampler, mem *memory.Memory, known sut.Inside, departs bool) *mutator {
	if seen := known.Seen; seen != nil {
		known.Seen = func(target fitness.ID) []any { return mem.Compared(target, seen(target)) }
	}
	m := &mutator{
		structure: s.preparation.structure(),
		aim:       newAim(known), tracker: s.tracker, inputs: s.tracker.Inputs(), plan: s.plan, repairs: s.repairs,
		sampler: s,
	}
	if variants := s.derived.variants; departs && s.standing.inside && variants != nil && s.drafts.invalidRate > 0 {
		variants.Departs, m.departing = true, newDeparting(known.Describe)
	}
	return m
}

// newAim returns what puts values that the program looks for into calls.
func newAim(known sut.Inside) aim.Aim { return aim.Aim{Known: known, Takers: takers, Given: given} }

// takers returns the genes of a call that take a value and have a single one.
func takers(a testcase.Action) []gene.Gene {
	all := action.Takers(a)
	out := make([]gene.Gene, len(all))
	for i, t := range all {
		out[i] = t.Gene
	}
	return out
}

// given has a part of a call that was given a value keep it. It would take one
// of an earlier answer otherwise.
func given(a testcase.Action, g gene.Gene) {
	for _, t := range action.Takers(a) {
		if t.Gene == g {
			a.(*action.Call).Keep(t)
			return
		}
	}
}

// adopt gives the calls of a case the genes for what was found since they were made.
// They are off, so the case stays what it is.
func adopt(c *testcase.Case) {
	for _, a := range c.Actions {
		a.(*action.Call).Adopt()
	}
}

// mutateFor returns a mutant for one target. It removes the calls after the
// call that reached the target, and mostly changes that call.
func (m *mutator) mutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	if child := m.sampler.repair(r); child != nil {
		return child
	}
	adopt(parent.Individual)
	by := m.sampler.without.by
	if m.plan != nil {
		return by(byPolicy, func() *testcase.Case { return m.plan.Mutate(r, parent, focus) })
	}
	if child := m.towardsSuccess(r, target); child != nil {
		return child
	}
	at := aim.At(parent, target)
	leave := func() *testcase.Case { return m.departing.next(r, parent.Individual, at, target) }
	if child := by(byDeparture, leave); child != nil {
		return child
	}
	if child := m.sampler.wanted(r, tryRate); child != nil {
		return child
	}
	if m.tracker == nil {
		return m.mutate(r, parent.Individual, at, target, focus)
	}
	if child := by(byMend, func() *testcase.Case { return tracking.Mend(m.tracker, r) }); child != nil {
		return child
	}
	if child := by(byInfluence, func() *testcase.Case { return m.influence.Step(target) }); child != nil {
		return child
	}
	child := by(byInfluence, func() *testcase.Case { return m.move(r, parent.Individual, at, target, focus) })
	if child == nil {
		child = m.mutate(r, parent.Individual, at, target, focus)
	}
	m.inputs.Bind(r, child)
	m.influence.Made(child, parent)
	tracking.Aimed(m.tracker, child, parent.Individual, at, target, parent.Scores.Of(target))
	return child
}

// towardsSuccess returns a test for an operation that never succeeded in place of a
// mutant for a target, or nil. Where the target is that success, it mostly goes on from
// another refused call than the one with the best score.
func (m *mutator) towardsSuccess(r *rand.Rand, target fitness.ID) *testcase.Case {
	s := m.sampler
	if s.standing.plain {
		return nil
	}
	if op := s.goals.of[target]; op != nil && s.standing.never(op) {
		nearer := func() *testcase.Case { return s.goals.seeks(s.approach.nearer(r, op)) }
		return s.without.by(byNearer, nearer)
	}
	return s.purposeful(r, true)
}

// move changes an input that moves the score of a target. It returns nil if it leaves
// the mutation to others.
func (m *mutator) move(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if r.Float64() >= influenceRate {
		return nil
	}
	vary := func(c *action.Call, to action.Taker) { m.inputs.Vary(r, c, to, focus) }
	return m.influence.Mutate(r, parent.Upto(at), target, vary)
}

// mutate changes the call at an index, for a target.
func (m *mutator) mutate(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	by := m.sampler.without.by
	if m.inputs.Knows(target) && r.Float64() < inputRate {
		aimed := func() *testcase.Case { return m.inputs.Aim(r, parent, at, target, focus) }
		if child := by(byInput, aimed); child != nil {
			return child
		}
	}
	if m.inputs.Reads() && r.Float64() < rewriteRate {
		rewritten := func() *testcase.Case { return m.inputs.Rewrite(r, parent, at, focus) }
		if child := by(byText, rewritten); child != nil {
			return child
		}
	}
	wanted := func() *testcase.Case { return m.aim.Mutate(r, parent, at, target, focus) }
	if child := by(byConstant, wanted); child != nil {
		return child
	}
	return by(byMutation, func() *testcase.Case { return m.structure.MutateAt(r, parent, at, focus) })
}
