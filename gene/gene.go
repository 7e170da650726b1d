// Package gene holds composable value trees: the genotype of a test.
//
// A gene owns one value and knows how to draw it at random, how to change it
// a little, and how to show it as plain data. Genes nest: an object gene
// holds one gene per field, an array gene one per element. Nothing here knows
// where the value goes; encoders and writers only see what [Gene.Value] gives.
//
// A gene is not safe for concurrent use.
//
// A composite gene mutates a child with a probability that grows with the [Weight] of the child, about the number of
// genes below it. So each gene of a test has about the same chance, however deep it lies.
//
// A value within its own kind gets deep by mutation and not when it is drawn ([Recursion]). With a cut at a fixed
// depth, templates would grow exponentially with the depth, and draws with the templates.
package gene

import (
	"iter"
	"math/rand/v2"
)

// Gene is one evolvable value.
//
// A new kind of gene needs these four methods only. What else it can do it
// says by optional interfaces of one method: [Parent], [Record], [Wrapper],
// [Weigher], [Assigner], [Checker], [Absenter], [Switch], [Settler] and
// [Simplifier], and by [Stateful].
type Gene interface {
	// Clone returns a deep copy that shares no mutable state.
	Clone() Gene
	// Randomize draws a fresh value within the constraints of the gene.
	Randomize(r *rand.Rand)
	// Mutate makes one small change that keeps the constraints. It changes
	// the value whenever the gene has more than one. The focus goes from 0, at
	// the start of the search, to 1: numbers, texts and dates take large steps
	// at first and small ones later. A gene without steps ignores it.
	Mutate(r *rand.Rand, focus float64)
	// Value returns the value as plain data, see package value. What is left out
	// for now, such as an [Optional] that is off, returns [value.Absent].
	Value() any
}

// Parent is a gene made of other genes.
type Parent interface {
	// Children yields the genes that are part of the current value.
	Children() iter.Seq[Gene]
}

// Record is a gene made of members that have names.
type Record interface {
	// Members yields the genes of the members by name, those that are absent
	// now included. They are what Children yields, in the same order.
	Members() iter.Seq2[string, Gene]
}

// Wrapper is a gene around another one that is present when that one is.
type Wrapper interface {
	// Inner returns the gene inside, whose value is then that of the wrapper, or nil while the value is not made of it.
	Inner() Gene
}

// Absenter is a gene whose value may be [value.Absent].
type Absenter interface {
	// Absence tells whether the value is absent now, without making it, and
	// whether it is for ever, which makes a schema without end come to one.
	Absence() (now, forever bool)
}

// Switch is a gene that can be left out of what it is part of.
type Switch interface {
	// Set switches the gene on or off and reports whether that changed
	// anything. A gene that is off is absent.
	Set(on bool) bool
}

// Settler is a gene with one value that people know it by, such as the example
// in a schema.
type Settler interface {
	// Settle takes that value and reports whether it was another one before.
	Settle() bool
}

// Simplifier is a gene that knows simpler values than its own, for tests in
// which the value does not matter.
type Simplifier interface {
	// Simpler returns values to try with Assign, the simplest first. It
	// returns none once the value is simple enough.
	Simpler() []any
}

// Weigher is a gene that says how much of it there is to mutate. The search
// chooses what to mutate by weight; at 0 there is nothing. Without it a gene
// counts for one and its children.
type Weigher interface {
	Weight() float64
}

// Assigner is a gene that can take a plain value as its own.
type Assigner interface {
	// Assign is Value read backwards. It reports whether the value was taken;
	// if not, the gene is unchanged.
	Assign(value any) bool
}

// Checker is a gene that verifies its own constraints.
type Checker interface {
	// Check returns an error that says which constraint the value breaks.
	Check() error
}
