// Package gene holds composable value trees: the genotype of a test.
//
// A gene owns one value. It can draw the value at random, change it a little, and return it as plain data. Genes nest:
// an object gene holds one gene per field, an array gene one per element. No gene knows where its value is used;
// encoders and writers only see the result of [Gene.Value].
//
// A gene is not safe for concurrent use.
//
// A composite gene mutates a child with a probability that grows with the [Weight] of the child, about the number of
// genes below it. So each gene of a test has about the same chance, at any depth.
//
// A value that may contain values of its own kind, such as a tree, gets deep by mutation and not when it is drawn
// ([Recursion]). With a cut at a fixed depth instead, the size of templates would grow exponentially with the depth,
// and so would the values drawn from them.
package gene

import (
	"iter"
	"math/rand/v2"
)

// Gene is one evolvable value.
//
// A new kind of gene needs only these four methods. It declares further abilities by optional interfaces of one method:
// [Parent], [Record], [Wrapper], [Weigher], [Assigner], [Checker], [Absenter], [Switch], [Settler] and [Simplifier],
// and by [Stateful].
type Gene interface {
	// Clone returns a deep copy that shares no mutable state.
	Clone() Gene
	// Randomize draws a fresh value within the constraints of the gene.
	Randomize(r *rand.Rand)
	// Mutate makes one small change that keeps the constraints. It changes the value if the gene has more than one. The
	// focus goes from 0, at the start of the search, to 1: numbers, texts and dates take large steps at first and small
	// ones later. A gene without steps ignores the focus.
	Mutate(r *rand.Rand, focus float64)
	// Value returns the value as plain data, see package value. A gene that is left out at the moment, such as an
	// [Optional] that is off, returns [value.Absent].
	Value() any
}

// Parent is a gene made of other genes.
type Parent interface {
	// Children yields the genes that are part of the current value.
	Children() iter.Seq[Gene]
}

// Record is a gene made of named members.
type Record interface {
	// Members yields the genes of all members by name, including members that are absent at the moment. Their genes and
	// order are those of Children.
	Members() iter.Seq2[string, Gene]
}

// Wrapper is a gene around an inner gene. If the inner gene is absent, so is the wrapper.
type Wrapper interface {
	// Inner returns the inner gene, whose value is the value of the wrapper. It returns nil while the wrapper has a
	// value of its own.
	Inner() Gene
}

// Absenter is a gene whose value may be [value.Absent].
type Absenter interface {
	// Absence reports whether the value is absent now, without computing the value, and whether it is always absent, as
	// the value of a [Cycle] is.
	Absence() (now, forever bool)
}

// Switch is a gene that its parent can leave out, such as an optional member.
type Switch interface {
	// Set switches the gene on or off and reports whether that changed its state. A gene that is off is absent.
	Set(on bool) bool
}

// Settler is a gene with a preferred value that is familiar to readers, such as the example in a schema.
type Settler interface {
	// Settle gives the gene its preferred value, and reports whether that changed the value.
	Settle() bool
}

// Simplifier is a gene that can propose simpler values than its own, for tests in which the value does not matter.
type Simplifier interface {
	// Simpler returns values for Assign to try, the simplest first. It returns none if the value is simple enough.
	Simpler() []any
}

// Weigher is a gene with a weight: how much there is to mutate in it. The search chooses genes to mutate in proportion
// to their weights, and never a gene of weight 0. A gene that is no Weigher has the weight 1 plus the weights of its
// children.
type Weigher interface {
	Weight() float64
}

// Assigner is a gene that can be given a plain value.
type Assigner interface {
	// Assign is the inverse of Value. It reports whether the gene took the value; if not, the gene is unchanged.
	Assign(value any) bool
}

// Checker is a gene that verifies its own constraints.
type Checker interface {
	// Check returns an error that says which constraint the value breaks.
	Check() error
}
