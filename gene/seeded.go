package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// seedRate is the share of draws of a seeded gene that take a seed.
const seedRate = 0.3

// Seeded is a gene that begins with a given value (a seed). It returns to a seed at times, and otherwise evolves an
// inner gene that starts from the seeds.
type Seeded struct {
	inner Gene
	seeds []any
	raw   int // index of the seed that is the value because inner did not take it, or -1
}

// NewSeeded returns a gene for the given plain values (seeds) and the values of inner. It begins with the first seed.
// Three of ten draws take a seed, even a seed that inner does not take. [value.Of] converts seeds that are not plain.
func NewSeeded(inner Gene, seeds ...any) *Seeded {
	g := &Seeded{inner: inner, raw: -1}
	for _, s := range seeds {
		g.seeds = append(g.seeds, value.Of(s))
	}
	if len(seeds) > 0 {
		g.inner = inner.Clone()
		g.takeSeed(0)
	}
	return g
}

// takeSeed makes seed i the value.
func (g *Seeded) takeSeed(i int) {
	g.raw = -1
	if !Assign(g.inner, g.seeds[i]) || !value.Equal(g.inner.Value(), g.seeds[i]) {
		g.raw = i
	}
}

// Seeds returns the seeds. They are read-only.
func (g *Seeded) Seeds() []any { return g.seeds }

// Settle makes the first seed the value, and reports whether that changed the value.
func (g *Seeded) Settle() bool {
	if len(g.seeds) == 0 || value.Equal(g.Value(), g.seeds[0]) {
		return false
	}
	g.takeSeed(0)
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
		g.takeSeed(r.IntN(len(g.seeds)))
		return
	}
	g.raw = -1
	g.inner.Randomize(r)
}

// Mutate mutates the value, or rarely jumps to a seed.
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

// jump takes a seed that differs from the value. It reports whether there was one.
func (g *Seeded) jump(r *rand.Rand) bool {
	v := g.Value()
	start := r.IntN(len(g.seeds))
	for i := range g.seeds {
		at := (start + i) % len(g.seeds)
		if !value.Equal(g.seeds[at], v) {
			g.takeSeed(at)
			return true
		}
	}
	return false
}

// Inner returns the inner gene, or nil while the value is a seed that the inner gene did not take.
func (g *Seeded) Inner() Gene {
	if g.raw >= 0 {
		return nil
	}
	return g.inner
}

// Absence reports whether the inner gene is absent now, and whether the gene never has a value, neither from the inner
// gene nor from a seed.
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

// Children yields the inner gene, or nothing while the value is a seed that the inner gene did not take.
func (g *Seeded) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if g.raw < 0 {
			yield(g.inner)
		}
	}
}

// Weight returns the weight of the inner gene plus the weight of the seeds.
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

// Assign takes the values that the inner gene takes, and the seeds.
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
