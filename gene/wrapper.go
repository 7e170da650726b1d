package gene

import (
	"encoding/json"
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Cycle ends a recursion: it takes the place of a value that its schema would nest without end. Its value is
// [value.Absent]. Objects leave out such a member, and arrays with such an element stay empty.
type Cycle struct{}

// NewCycle returns a Cycle.
func NewCycle() *Cycle { return &Cycle{} }

// Clone returns the same Cycle, which has no state.
func (g *Cycle) Clone() Gene { return g }

// Randomize does nothing.
func (g *Cycle) Randomize(*rand.Rand) {}

// Mutate does nothing.
func (g *Cycle) Mutate(*rand.Rand, float64) {}

// Value returns [value.Absent].
func (g *Cycle) Value() any { return value.Absent }

// Absence reports that there is never a value.
func (g *Cycle) Absence() (now, forever bool) { return true, true }

// Weight is 0.
func (g *Cycle) Weight() float64 { return 0 }

// Assign takes [value.Absent] only.
func (g *Cycle) Assign(v any) bool { return value.IsAbsent(v) }

// disruptive is a gene that is mutated only with a certain probability.
type disruptive struct {
	inner       Gene
	probability float64
}

// NewDisruptive returns a gene that mutates g only with a probability, from 0 to 1. It is for genes on which others
// depend, such as a path parameter: a change of g breaks them (Arcuri 2019, Section 4.1). With the probability 0 its
// weight is 0. Its Mutate may change nothing, and so may the Mutate of genes around it.
func NewDisruptive(g Gene, probability float64) Gene {
	return &disruptive{inner: g, probability: min(max(probability, 0), 1)}
}

// Clone returns a deep copy.
func (g *disruptive) Clone() Gene {
	return &disruptive{inner: g.inner.Clone(), probability: g.probability}
}

// Randomize draws a value.
func (g *disruptive) Randomize(r *rand.Rand) { g.inner.Randomize(r) }

// Mutate mutates the value with the probability of the gene.
func (g *disruptive) Mutate(r *rand.Rand, focus float64) {
	if r.Float64() < g.probability {
		g.inner.Mutate(r, focus)
	}
}

// Inner returns the inner gene.
func (g *disruptive) Inner() Gene { return g.inner }

// Value returns the value of the inner gene.
func (g *disruptive) Value() any { return g.inner.Value() }

// Children yields the inner gene.
func (g *disruptive) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) { yield(g.inner) }
}

// Weight returns the weight of the inner gene, or 0 if the gene is never mutated.
func (g *disruptive) Weight() float64 {
	if g.probability == 0 {
		return 0
	}
	return Weight(g.inner)
}

// Assign takes the values that the inner gene takes.
func (g *disruptive) Assign(value any) bool { return Assign(g.inner, value) }

// numericString is a gene for numbers printed as strings.
type numericString struct{ number Gene }

// NewNumericString returns a gene for the values of number, printed as strings.
func NewNumericString(number Gene) Gene { return &numericString{number: number} }

// Clone returns a deep copy.
func (g *numericString) Clone() Gene { return &numericString{number: g.number.Clone()} }

// Randomize draws a number.
func (g *numericString) Randomize(r *rand.Rand) { g.number.Randomize(r) }

// Mutate mutates the number.
func (g *numericString) Mutate(r *rand.Rand, focus float64) { g.number.Mutate(r, focus) }

// Value returns the number as a string.
func (g *numericString) Value() any { return string(value.AppendJSON(nil, g.number.Value())) }

// Children yields the number.
func (g *numericString) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) { yield(g.number) }
}

// Weight returns the weight of the number.
func (g *numericString) Weight() float64 { return Weight(g.number) }

// Assign takes strings that print a number that the inner gene takes.
func (g *numericString) Assign(v any) bool {
	text, ok := v.(string)
	if !ok || !value.IsNumber(text) {
		return false
	}
	number, err := value.ParseJSON([]byte(text))
	if err != nil || string(value.AppendJSON(nil, number)) != text {
		return false
	}
	next := g.number.Clone()
	if !Assign(next, number) && !Assign(next, json.Number(text)) {
		return false
	}
	if string(value.AppendJSON(nil, next.Value())) != text {
		return false
	}
	g.number = next
	return true
}
