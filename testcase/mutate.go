package testcase

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
)

// DefaultStructureRate is the share of mutations that change the sequence of actions rather than values, as in
// EvoMaster.
const DefaultStructureRate = 0.5

// DefaultMaxActions is the greatest number of actions of a case (Arcuri, RESTful API Automated Test Case Generation
// with EvoMaster, 2019, Section 4.2).
const DefaultMaxActions = 10

// Mutator mutates cases. A mutation of the structure adds, removes or swaps actions. A mutation of values changes each
// of k genes with probability 1/k, and at least one gene. It implements search.Mutator. It has no state of its own, and
// is as safe for concurrent use as its functions are.
type Mutator struct {
	// New returns a random action. It must be set.
	New func(r *rand.Rand) Action
	// Before returns actions that the case gets, in a row, somewhere before next: at least one and at most room. It may
	// change next so that next uses them. Default: one action by New.
	Before func(r *rand.Rand, next Action, room int) []Action
	// MaxActions bounds the number of actions of a case. Default [DefaultMaxActions].
	MaxActions int
	// StructureRate is the probability of a structure mutation. Default
	// [DefaultStructureRate]; a negative rate means none.
	StructureRate float64
}

// Mutate returns a changed copy of parent. The focus goes from 0 (explore, large steps) to 1 (small steps), as for
// [gene.Gene].
func (m *Mutator) Mutate(r *rand.Rand, parent *Case, focus float64) *Case {
	child := parent.Clone()
	total := weight(child)
	if total == 0 || r.Float64() < m.structureRate() {
		m.restructure(r, child)
	} else {
		mutateValues(r, child, total, focus)
	}
	return child
}

const (
	// aimedStructureRate is the factor for StructureRate in MutateAt.
	aimedStructureRate = 0.3
	// aimRate is the share of value mutations in MutateAt that change no other action.
	aimRate = 0.8
)

// MutateAt returns a changed copy of parent, to improve the action at an index. The copy ends with that action.
// Mutations of values mostly change the genes of that action, and mutations of structure change the actions before it.
func (m *Mutator) MutateAt(r *rand.Rand, parent *Case, at int, focus float64) *Case {
	child := parent.Upto(at)
	aimed := &Case{Actions: child.Actions[at:]}
	total := weight(aimed)
	switch {
	case total == 0 || r.Float64() < m.structureRate()*aimedStructureRate:
		m.prepare(r, child)
	case at > 0 && r.Float64() >= aimRate:
		mutateValues(r, child, weight(child), focus)
	default:
		mutateValues(r, aimed, total, focus)
	}
	return child
}

// prepare adds, removes, replaces or swaps actions before the last action. If a case has the maximum length, it may
// instead replace any action by a new one.
func (m *Mutator) prepare(r *rand.Rand, c *Case) {
	last := len(c.Actions) - 1
	switch pick := r.IntN(4); {
	case pick == 0 && last > 0:
		i := r.IntN(last)
		if j := i + 1; r.IntN(2) == 0 {
			c.Actions = append(c.Actions[:i], c.Actions[j:]...)
		} else {
			c.Actions = c.Actions[j:] // removes all actions up to i
		}
	case pick == 1 && last > 0:
		i := r.IntN(last)
		c.Actions = slices.Replace(c.Actions, i, i+1, m.before(r, c.Actions[last], m.maxActions()-last)...)
	case pick == 2 && last > 0:
		i, j := r.IntN(last), r.IntN(last)
		c.Actions[i], c.Actions[j] = c.Actions[j], c.Actions[i]
	case last+1 < m.maxActions():
		before := m.before(r, c.Actions[last], m.maxActions()-last-1)
		c.Actions = slices.Insert(c.Actions, r.IntN(last+1), before...)
	default:
		c.Actions[r.IntN(last+1)] = m.New(r)
	}
}

func (m *Mutator) before(r *rand.Rand, next Action, room int) []Action {
	if m.Before == nil {
		return []Action{m.New(r)}
	}
	return m.Before(r, next, room)
}

func (m *Mutator) structureRate() float64 {
	if m.StructureRate == 0 {
		return DefaultStructureRate
	}
	return m.StructureRate
}

func (m *Mutator) maxActions() int {
	if m.MaxActions <= 0 {
		return DefaultMaxActions
	}
	return m.MaxActions
}

// restructure adds, removes or swaps actions. If the length of the case rules out a change, it makes another one.
func (m *Mutator) restructure(r *rand.Rand, c *Case) {
	n := len(c.Actions)
	canAdd, canRemove := n < m.maxActions(), n > 1
	switch pick := r.IntN(3); {
	case pick == 0 && canRemove:
		i := r.IntN(n)
		c.Actions = append(c.Actions[:i], c.Actions[i+1:]...)
	case pick == 1 && canRemove:
		i, j := r.IntN(n), r.IntN(n-1)
		if j >= i {
			j++
		}
		c.Actions[i], c.Actions[j] = c.Actions[j], c.Actions[i]
	case canAdd:
		i := r.IntN(n + 1)
		c.Actions = append(c.Actions, nil)
		copy(c.Actions[i+1:], c.Actions[i:])
		c.Actions[i] = m.New(r)
	default:
		c.Actions[r.IntN(n)] = m.New(r)
	}
}

// mutateValues mutates each gene with probability weight/total, again and again until at least one gene is mutated.
func mutateValues(r *rand.Rand, c *Case, total, focus float64) {
	for mutated := false; !mutated; {
		for g := range c.Genes() {
			w := gene.Weight(g)
			if w > 0 && r.Float64()*total < w {
				g.Mutate(r, focus)
				mutated = true
			}
		}
	}
}

func weight(c *Case) float64 {
	sum := 0.0
	for g := range c.Genes() {
		sum += gene.Weight(g)
	}
	return sum
}
