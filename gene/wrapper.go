package gene

import (
	"encoding/json"
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Cycle cuts a recursion: it stands where a schema goes on for ever and a value
// cannot. Its value is [value.Absent]. Objects drop such a member, and arrays
// with such a template stay empty.
type Cycle struct{}

// NewCycle returns a cut.
func NewCycle() *Cycle { return &Cycle{} }

// Clone returns a cut.
func (g *Cycle) Clone() Gene { return g }

// Randomize does nothing.
func (g *Cycle) Randomize(*rand.Rand) {}

// Mutate does nothing.
func (g *Cycle) Mutate(*rand.Rand, float64) {}

// Value returns [value.Absent].
func (g *Cycle) Value() any { return value.Absent }

// Absence tells that there is never a value.
func (g *Cycle) Absence() (now, forever bool) { return true, true }

// Weight is 0.
func (g *Cycle) Weight() float64 { return 0 }

// Assign takes [value.Absent] only.
func (g *Cycle) Assign(v any) bool { return value.IsAbsent(v) }

// disruptive is a gene that is mutated with a set probability only.
type disruptive struct {
	inner       Gene
	probability float64
}

// NewDisruptive returns a gene that passes mutations on to g with a probability
// from 0 to 1, because a change of g breaks much else: a path parameter that
// others depend on, say (Arcuri 2019, Section 4.1). At 0 it has no weight. It
// and the genes around it may rest, so their Mutate may change nothing.
func NewDisruptive(g Gene, probability float64) Gene {
	return &disruptive{inner: g, probability: min(max(probability, 0), 1)}
}

// Clone returns a deep copy.
func (g *disruptive) Clone() Gene {
	return &disruptive{inner: g.inner.Clone(), probability: g.probability}
}

// Randomize draws a value.
func (g *disruptive) Randomize(r *rand.Rand) { g.inner.Randomize(r) }

// Mutate mutates the value, or rests.
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

// Weight is that of the inner gene, 0 if it is never mutated.
func (g *disruptive) Weight() float64 {
	if g.probability == 0 {
		return 0
	}
	return Weight(g.inner)
}

// Assign takes whatever the inner gene takes.
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

// Weight is that of the number.
func (g *numericString) Weight() float64 { return Weight(g.number) }

// Assign takes strings that print a number which the inner gene takes.
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
