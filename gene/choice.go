package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Choice is a gene that has one of several alternatives at a time, for schemas such as oneOf and anyOf.
//
// The alternatives are templates that never change; the current alternative is a copy.
type Choice struct {
	alternatives []Gene
	weights      []float64
	at           int
	current      Gene
}

// NewChoice returns a gene with equally likely alternatives. It begins with the first alternative. It leaves out
// alternatives that are a [Cycle].
func NewChoice(alternatives ...Gene) *Choice { return NewWeightedChoice(nil, alternatives...) }

// NewWeightedChoice returns a gene whose alternatives are drawn in proportion to their weights. A missing weight is 1.
// An alternative whose weight is not positive is left out, unless no weight is positive.
func NewWeightedChoice(weights []float64, alternatives ...Gene) *Choice {
	g := &Choice{}
	for _, lenient := range [...]bool{false, true} {
		for i, a := range alternatives {
			w := 1.0
			if i < len(weights) && !lenient {
				w = weights[i]
			}
			if w > 0 && !alwaysAbsent(a) {
				g.alternatives = append(g.alternatives, a)
				g.weights = append(g.weights, w)
			}
		}
		if len(g.alternatives) > 0 {
			g.current = g.alternatives[0].Clone()
			return g
		}
	}
	g.alternatives, g.weights, g.current = []Gene{NewCycle()}, []float64{1}, NewCycle()
	return g
}

// Clone returns a deep copy of the current alternative.
func (g *Choice) Clone() Gene {
	c := *g
	c.current = g.current.Clone()
	return &c
}

// Randomize draws an alternative and its value.
func (g *Choice) Randomize(r *rand.Rand) {
	p := newPicker()
	for i, w := range g.weights {
		p.offer(r, i, w)
	}
	if p.at != g.at {
		g.at, g.current = p.at, g.alternatives[p.at].Clone()
	}
	g.current.Randomize(r)
}

// Mutate mutates the current alternative, or rarely switches to another one.
func (g *Choice) Mutate(r *rand.Rand, focus float64) {
	stuck := Weight(g.current) == 0
	if len(g.alternatives) > 1 && (stuck || r.Float64() < toggleRate) && g.change(r) {
		return
	}
	if !stuck {
		g.current.Mutate(r, focus)
	}
}

// change tries the other alternatives in random order until one gives another value. It reports whether one did.
func (g *Choice) change(r *rand.Rand) bool {
	old := g.current.Value()
	tried := make([]bool, len(g.alternatives))
	tried[g.at] = true
	for {
		p := newPicker()
		for i, w := range g.weights {
			if !tried[i] {
				p.offer(r, i, w)
			}
		}
		if p.at < 0 {
			return false
		}
		tried[p.at] = true
		next := g.alternatives[p.at].Clone()
		next.Randomize(r)
		if value.Equal(next.Value(), old) && Weight(next) > 0 {
			next.Mutate(r, 0)
		}
		if !value.Equal(next.Value(), old) {
			g.at, g.current = p.at, next
			return true
		}
	}
}

// Inner returns the current alternative.
func (g *Choice) Inner() Gene { return g.current }

// Value returns the value of the current alternative.
func (g *Choice) Value() any { return g.current.Value() }

// Children yields the current alternative.
func (g *Choice) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) { yield(g.current) }
}

// Weight returns the weight of the current alternative plus the weight of switching.
func (g *Choice) Weight() float64 {
	w := Weight(g.current)
	if len(g.alternatives) > 1 {
		w += offWeight
	}
	return w
}

// Assign takes a value that one of the alternatives takes. It tries the current alternative first.
func (g *Choice) Assign(value any) bool {
	if Assign(g.current, value) {
		return true
	}
	for i, a := range g.alternatives {
		if i == g.at {
			continue
		}
		if next := a.Clone(); Assign(next, value) {
			g.at, g.current = i, next
			return true
		}
	}
	return false
}
