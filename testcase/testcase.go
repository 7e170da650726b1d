// Package testcase is the individual of system tests: a sequence of actions,
// each a bundle of genes, and the mutation of both values and structure.
package testcase

import (
	"iter"

	"github.com/evoke-go/evoke/gene"
)

// Action is one step of a test, such as an HTTP call.
type Action interface {
	Clone() Action
	// Genes yields the root genes of the action.
	Genes() iter.Seq[gene.Gene]
}

// Case is a test: a sequence of actions.
type Case struct {
	Actions []Action
}

// Clone returns a deep copy.
func (c *Case) Clone() *Case {
	out := &Case{Actions: make([]Action, len(c.Actions))}
	for i, a := range c.Actions {
		out.Actions[i] = a.Clone()
	}
	return out
}

// Upto returns a deep copy that ends with the given action.
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
