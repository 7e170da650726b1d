// Package testcase holds the tests that a search evolves: sequences of actions
// made of genes. It mutates both the sequence and the values in it.
package testcase

import (
	"iter"

	"github.com/evoke-go/evoke/gene"
)

// Action is one step of a test, such as an HTTP call.
type Action interface {
	// Clone returns a deep copy.
	Clone() Action
	// Genes yields the root genes of the action.
	Genes() iter.Seq[gene.Gene]
}

// Case is a test: a sequence of actions.
type Case struct {
	Actions []Action
	// By names the maker of the test, "" for none. No copy has it.
	By string
}

// Clone returns a deep copy without a maker.
func (c *Case) Clone() *Case {
	out := &Case{Actions: make([]Action, len(c.Actions))}
	for i, a := range c.Actions {
		out.Actions[i] = a.Clone()
	}
	return out
}

// Upto returns a deep copy of the actions up to the one of the given index.
func (c *Case) Upto(last int) *Case {
	short := Case{Actions: c.Actions[:last+1]}
	return short.Clone()
}

// Genes yields the root genes of all actions in order.
func (c *Case) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, a := range c.Actions {
			for g := range a.Genes() {
				if !yield(g) {
					return
				}
			}
		}
	}
}
