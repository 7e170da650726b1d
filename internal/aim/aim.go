// Package aim mutates tests towards one target. It puts values that the program
// may look for into genes: constants of the target's condition, values that the
// condition compared when it was executed, and values of other genes of the
// test.
package aim

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// hintRate is the share of mutations for a condition that give a gene one of its constants.
	hintRate = 0.25
	// constantRate is the share of these hints that come from the source, if the
	// condition has constants. The others come from values that it compared.
	constantRate = 0.8
	// copyRate is the share of mutations that copy a value within an action. It
	// is also the share of mutations that copy a value from an earlier action.
	copyRate = 0.05
	// equalRate is the share of mutations that change all genes with one value.
	equalRate = 0.05
	// equalAsWell is the share of hints that change all genes with one value.
	equalAsWell = 0.3
	// tries is how many genes Hint offers a constant to.
	tries = 4
)

// Aim mutates the tests of one problem.
type Aim struct {
	// Known is what the controller knows of the program's code.
	Known sut.Inside
	// Takers returns the genes of an action to which [Give] can assign a single
	// value, see [Takes].
	Takers func(a testcase.Action) []gene.Gene
	// Given is called with a gene that received a value, and its action. It may be nil.
	Given func(a testcase.Action, g gene.Gene)
}

// At returns the index of the action that gave a test its score for a target.
// It returns the last action if the test has no score for the target.
func At(e *search.Evaluated[*testcase.Case], target fitness.ID) int {
	at := len(e.Individual.Actions) - 1
	for _, s := range e.Scores {
		if s.ID == target {
			at = min(int(s.Action), at)
		}
	}
	return at
}

// Mutate returns a test that ends with the action at an index. That action has
// a new value that the program may look for: a constant of the condition, a
// value that the condition compared, or the value of another gene; or one value
// changes in all its genes. Mutate returns nil most of the time.
func (m *Aim) Mutate(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if m.Known.Watch != nil {
		m.Known.Watch(target)
	}
	if m.Known.Values == nil && m.Known.Seen == nil {
		return nil
	}
	chance := r.Float64()
	if chance >= hintRate+2*copyRate+equalRate {
		return nil
	}
	child, changed := parent.Upto(at), false
	switch {
	case chance < hintRate:
		changed = m.Hint(r, child, at, m.hints(r, target))
	case chance < hintRate+copyRate:
		changed = m.copyValue(r, child.Actions[at], child.Actions[at])
	case chance < hintRate+2*copyRate:
		changed = at > 0 && m.copyValue(r, child.Actions[at], child.Actions[r.IntN(at)])
	default:
		changed = m.mutateEqual(r, child, at, focus)
	}
	if !changed {
		return nil
	}
	return child
}

// hints returns the constants of a condition, or the values that it compared.
// Many of the latter come from the actions themselves.
func (m *Aim) hints(r *rand.Rand, target fitness.ID) []any {
	var constants []any
	if m.Known.Values != nil {
		constants = m.Known.Values(target)
	}
	if m.Known.Seen == nil || len(constants) > 0 && r.Float64() < constantRate {
		return constants
	}
	return m.Known.Seen(target)
}

// Hint puts one of the values, which the program compares with, into a random
// gene of an action. It reports whether a gene took it. It sometimes moves a
// number by one, so that the number lies on either side of a limit.
func (m *Aim) Hint(r *rand.Rand, c *testcase.Case, at int, values []any) bool {
	genes := m.Takers(c.Actions[at])
	if len(genes) == 0 || len(values) == 0 {
		return false
	}
	for range tries {
		g, v := genes[r.IntN(len(genes))], values[r.IntN(len(values))]
		if old := g.Value(); !value.Equal(old, v) && Give(r, g, v) {
			m.given(c.Actions[at], g)
			if r.Float64() < equalAsWell {
				m.spread(c, g, old)
			}
			return true
		}
	}
	return false
}

func (m *Aim) given(a testcase.Action, g gene.Gene) {
	if m.Given != nil {
		m.Given(a, g)
	}
}

// mutateEqual changes a value of an action, and changes it in all genes of the
// test that hold the same value. The condition may need these values to be
// equal.
func (m *Aim) mutateEqual(r *rand.Rand, c *testcase.Case, at int, focus float64) bool {
	genes := m.Takers(c.Actions[at])
	if len(genes) == 0 {
		return false
	}
	g := genes[r.IntN(len(genes))]
	old := g.Value()
	g.Mutate(r, focus)
	return m.spread(c, g, old)
}

// spread gives the current value of a gene to all genes of the test with its old value. It reports whether there are
// any.
func (m *Aim) spread(c *testcase.Case, g gene.Gene, old any) (any bool) {
	for _, a := range c.Actions {
		for _, other := range m.Takers(a) {
			if other != g && value.Equal(other.Value(), old) && gene.Assign(other, g.Value()) {
				any = true
			}
		}
	}
	return any
}

// copyValue copies the value of a gene of another action into a gene of an
// action. Both may be the same action.
func (m *Aim) copyValue(r *rand.Rand, a, other testcase.Action) bool {
	to, from := m.Takers(a), m.Takers(other)
	if len(to) == 0 || len(from) == 0 {
		return false
	}
	for range tries {
		from, to := from[r.IntN(len(from))], to[r.IntN(len(to))]
		if from != to && !value.Equal(from.Value(), to.Value()) && gene.Assign(to, from.Value()) {
			m.given(a, to)
			return true
		}
	}
	return false
}
