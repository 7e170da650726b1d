package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// seedRate is how often a seeded gene is drawn from its seeds.
const seedRate = 0.3

// Seeded is a gene that begins with given values, comes back to them now and
// then, and otherwise evolves an inner gene from them.
type Seeded struct {
	inner Gene
	seeds []any
	raw   int // the seed that is the value although inner did not take it, or -1
}

// NewSeeded returns a gene for the given plain values beside those of inner.
// It begins with the first. Three of ten draws take a seed, even one that inner
// does not take. Seeds that are not plain become so by [value.Of].
func NewSeeded(inner Gene, seeds ...any) *Seeded {
	g := &Seeded{inner: inner, raw: -1}
	for _, s := range seeds {
		g.seeds = append(g.seeds, value.Of(s))
	}
	if len(seeds) > 0 {
		g.inner = inner.Clone()
		g.plant(0)
	}
	return g
}

// plant makes a seed the value.
func (g *Seeded) plant(i int) {
	g.raw = -1
	if !Assign(g.inner, g.seeds[i]) || !value.Equal(g.inner.Value(), g.seeds[i]) {
		g.raw = i
	}
}

// Seeds returns the given values. Nobody may change them.
func (g *Seeded) Seeds() []any { return g.seeds }

// Settle takes the first seed and reports whether that changed the value.
func (g *Seeded) Settle() bool {
	if len(g.seeds) == 0 || value.Equal(g.Value(), g.seeds[0]) {
		return false
	}
	g.plant(0)
	return true
}

// Clone returns a deep copy; the seeds never change and are shared.
func (g *Seeded) Clone() Gene {
	c := *g
	c.inner = g.inner.Clone()
	return &c
}

// Randomize takes a seed in three of ten draws, else draws a value.
func (g *Seeded) Randomize(r *rand.Rand) {
	if len(g.seeds) > 0 && r.Float64() < seedRate {
		g.plant(r.IntN(len(g.seeds)))
		return
	}
	g.raw = -1
	g.inner.Randomize(r)
}

// Mutate rarely jumps to a seed and mostly mutates the value.
func (g *Seeded) Mutate(r *rand.Rand, focus float64) {
	stuck := g.raw < 0 && Weight(g.inner) == 0
	if len(g.seeds) > 0 && (stuck || r.Float64() < toggleRate) && g.jump(r) {
		return
	}
	if g.raw < 0 {
		g.inner.Mutate(r, focus)
		return
	}
	old := g.seeds[g.raw]
	g.raw = -1
	if value.Equal(g.inner.Value(), old) {
		g.inner.Mutate(r, focus)
	}
}

// jump goes to a seed other than the value, if there is one.
func (g *Seeded) jump(r *rand.Rand) bool {
	v := g.Value()
	start := r.IntN(len(g.seeds))
	for i := range g.seeds {
		at := (start + i) % len(g.seeds)
		if !value.Equal(g.seeds[at], v) {
			g.plant(at)
			return true
		}
	}
	return false
}

// Inner returns the inner gene unless the value is a seed as it is.
func (g *Seeded) Inner() Gene {
	if g.raw >= 0 {
		return nil
	}
	return g.inner
}

// Absence tells whether the inner gene is absent now, and whether neither it
// nor a seed ever has a value.
func (g *Seeded) Absence() (now, forever bool) {
	now, forever = Absence(g.inner)
	return now && g.raw < 0, forever && len(g.seeds) == 0
}

// Value returns the value of the inner gene, or a seed.
func (g *Seeded) Value() any {
	if g.raw >= 0 {
		return g.seeds[g.raw]
	}
	return g.inner.Value()
}

// Children yields the inner gene unless the value is a seed as it is.
func (g *Seeded) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if g.raw < 0 {
			yield(g.inner)
		}
	}
}

// Weight is that of the inner gene plus that of the seeds.
func (g *Seeded) Weight() float64 {
	w := Weight(g.inner)
	if g.raw >= 0 {
		return max(w, 1)
	}
	for _, s := range g.seeds {
		if len(g.seeds) > 1 || w > 0 || !value.Equal(s, g.inner.Value()) {
			return w + toggleRate
		}
	}
	return w
}

// Assign takes whatever the inner gene takes, and the seeds.
func (g *Seeded) Assign(v any) bool {
	if inner := g.inner.Clone(); Assign(inner, v) {
		g.inner, g.raw = inner, -1
		return true
	}
	for i, s := range g.seeds {
		if value.Equal(s, v) {
			g.raw = i
			return true
		}
	}
	return false
}
