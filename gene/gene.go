// Package gene holds composable value trees: the genotype of a test.
//
// A gene owns one value and knows how to draw it at random, how to change it
// a little, and how to show it as plain data. Genes nest: an object gene
// holds one gene per field, an array gene one per element. Nothing here knows
// where the value goes; encoders and writers only see what [Gene.Value] gives.
//
// A gene is not safe for concurrent use.
package gene

import (
	"iter"
	"math/rand/v2"
)

// Gene is one evolvable value.
//
// A new kind of gene needs these four methods only; what else it can do it
// says by the optional interfaces [Parent], [Weigher], [Assigner],
// [Stateful] and [Checker].
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
	// Value returns the value as plain data: nil, bool, int64, float64,
	// json.Number (for numbers that fit neither), string, []any or [value.Object].
	// A switched-off [Optional] gives [value.Absent].
	Value() any
}

// Parent is a gene made of other genes.
type Parent interface {
	// Children yields the genes that are part of the current value.
	Children() iter.Seq[Gene]
}

// Weigher is a gene that counts for more or less than one when the search
// chooses what to mutate. 0 means: there is nothing to mutate.
type Weigher interface {
	Weight() float64
}

// Assigner is a gene that can take a plain value as its own.
type Assigner interface {
	// Assign is Value read backwards. It reports whether the value was taken;
	// if not, the gene is unchanged.
	Assign(value any) bool
}

// Checker is a gene that can verify its own constraints.
type Checker interface {
	// Check returns an error that says which constraint the value breaks.
	Check() error
}
