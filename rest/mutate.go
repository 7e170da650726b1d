package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// mutator mutates tests: their structure, their values, and, for a target, with values that the program looks for.
type mutator struct {
	structure testcase.Mutator
	aim       aim.Aim
	tracker   *tracking.Tracker
	inputs    *tracking.Inputs
	influence tracking.Influence
	plan      plan // mutates tests for a policy, nil for Evoke's own way
	repairs   *derive.Repairs
	sampler   *sampler
	departing *departing // nil if no client can leave
}

// newMutator returns a mutator of the tests of a sampler. departs says that the system supports calls whose client
// leaves before the answer. Without a tracer there are no such calls: no answer to such a client is wrong, so only
// targets inside the system can show an effect.
func newMutator(s *sampler, mem *pool.Pool, known sut.Inside, departs bool) *mutator {
	if seen := known.Seen; seen != nil {
		known.Seen = func(target fitness.ID) []any { return mem.Compared(target, seen(target)) }
	}
	m := &mutator{
		structure: s.preparation.structure(),
		aim:       newAim(known), tracker: s.tracker, inputs: s.tracker.Inputs(), plan: s.plan, repairs: s.repairs,
		sampler: s,
	}
	if variants := s.derived.variants; departs && s.standing.inside && variants != nil && s.drafts.invalidRate > 0 {
		variants.Departs, m.departing = true, &departing{tried: map[fitness.ID]*testcase.Case{}}
	}
	return m
}

// newAim returns an Aim, which puts values that the program looks for into calls.
func newAim(known sut.Inside) aim.Aim { return aim.Aim{Known: known, Takers: takers, Given: given} }

// takers returns the genes of a call that accept a single value.
func takers(a testcase.Action) []gene.Gene {
	all := action.Takers(a)
	out := make([]gene.Gene, len(all))
	for i, t := range all {
		out[i] = t.Gene
	}
	return out
}

// given makes an input keep a value that it was given. Otherwise the input might follow an earlier answer.
func given(a testcase.Action, g gene.Gene) {
	for _, t := range action.Takers(a) {
		if t.Gene == g {
			a.(*action.Call).Keep(t)
			return
		}
	}
}

// adopt adds genes for undeclared inputs that were found after the calls of a case were made. The genes are off, so the
// case stays the same.
func adopt(c *testcase.Case) {
	for _, a := range c.Actions {
		a.(*action.Call).Adopt()
	}
}

// mutateFor returns a mutant of a parent for one target. The makers decide how the mutant differs.
func (m *mutator) mutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	adopt(parent.Individual)
	return m.sampler.makers.next(r, &moment{parent: parent, target: target, at: aim.At(parent, target), focus: focus})
}

// planned returns a mutant by the policy, nil without one.
func (m *mutator) planned(r *rand.Rand, now *moment) *testcase.Case {
	if m.plan == nil {
		return nil
	}
	return m.plan.Mutate(r, now.parent, now.focus)
}

// mend returns a test that corrects a value which a condition read, nil for none.
func (m *mutator) mend(r *rand.Rand, _ *moment) *testcase.Case { return tracking.Mend(m.tracker, r) }

// wish returns a test with surroundings that may matter, nil for none.
func (m *mutator) wish(r *rand.Rand, _ *moment) *testcase.Case {
	if c := m.influence.Later(); c != nil {
		return c
	}
	c, from := m.sampler.wishes.Next(r)
	if c != nil {
		m.tracker.Hurry() // its surroundings are inputs that no test had
	}
	if from != nil {
		m.influence.Made(c, from)
	}
	return c
}

// depart returns a test whose client leaves before the answer, nil for none.
func (m *mutator) depart(_ *rand.Rand, now *moment) *testcase.Case {
	return m.departing.next(now.parent.Individual, now.at, now.target)
}

// influential returns the next step of an input that moves the score of the target, or changes such an input. It
// returns nil if no such input is known.
func (m *mutator) influential(r *rand.Rand, now *moment) *testcase.Case {
	if m.tracker == nil {
		return nil
	}
	if child := m.influence.Step(now.target); child != nil {
		return child
	}
	vary := func(c *action.Call, to action.Taker) { m.inputs.Vary(r, c, to, now.focus) }
	return m.aimed(r, now, m.influence.Mutate(r, now.parent.Individual.Upto(now.at), now.target, vary))
}

// input changes an input that is known to reach the condition of the target. It returns nil if there is none.
func (m *mutator) input(r *rand.Rand, now *moment) *testcase.Case {
	if !m.inputs.Knows(now.target) {
		return nil
	}
	return m.aimed(r, now, m.inputs.Aim(r, now.parent.Individual, now.at, now.target, now.focus))
}

// text changes a member of a text that the program decodes into a type. It returns nil if there is none.
func (m *mutator) text(r *rand.Rand, now *moment) *testcase.Case {
	if !m.inputs.Reads() {
		return nil
	}
	return m.aimed(r, now, m.inputs.Rewrite(r, now.parent.Individual, now.at, now.focus))
}

// constant puts a value that the program looks for into the call that reached the target. It returns nil if there is
// none.
func (m *mutator) constant(r *rand.Rand, now *moment) *testcase.Case {
	return m.aimed(r, now, m.aim.Mutate(r, now.parent.Individual, now.at, now.target, now.focus))
}

// mutation changes the calls and the values of a test at random.
func (m *mutator) mutation(r *rand.Rand, now *moment) *testcase.Case {
	return m.aimed(r, now, m.structure.MutateAt(r, now.parent.Individual, now.at, now.focus))
}

// aimed tells the tracker that a test was made from a parent for a target. It returns the test, which may be nil.
func (m *mutator) aimed(r *rand.Rand, now *moment, child *testcase.Case) *testcase.Case {
	if child == nil || m.tracker == nil {
		return child
	}
	m.inputs.Bind(r, child)
	m.influence.Made(child, now.parent)
	tracking.Aimed(m.tracker, child, now.parent.Individual, now.at, now.target, now.parent.Scores.Of(now.target))
	return child
}

// departing makes mutants whose clients leave before the answer. A nil departing makes none.
type departing struct {
	tried map[fitness.ID]*testcase.Case // by target: the last parent of such a mutant
}

// next returns the test up to the call that reached a target. The client of this call leaves. It returns nil if the
// same mutant was made last, or if the call cannot be left.
func (d *departing) next(parent *testcase.Case, at int, target fitness.ID) *testcase.Case {
	if d == nil || d.tried[target] == parent {
		return nil
	}
	child := parent.Upto(at)
	if !genotype.Leave(child.Actions[at].(*action.Call).Genotype) {
		return nil
	}
	d.tried[target] = parent
	return child
}
