// Package testcase holds the tests that a search evolves: sequences of actions made of genes. It mutates both the
// sequences and the values of the genes.
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
	// By is the name of the maker of the test; "" for none. Clones have none.
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

// Upto returns a deep copy that ends with the action at index last.
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
