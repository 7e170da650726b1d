package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

const (
	// toggleRate is the share of mutations that switch an optional or
	// nullable gene off, or a choice over; the rest change its value.
	toggleRate = 0.05
	// offWeight is the weight of a gene that is off: it is worth a try less
	// often than a value that is sent.
	offWeight = 0.2
	// nullRate is how often a nullable gene is drawn as null.
	nullRate = 0.1
)

// Optional is a gene that may be left out.
//
// While it is off, its inner gene is never changed and may be shared between
// clones, which makes unused parts of big objects free to copy.
type Optional struct {
	inner Gene
	on    bool
	// draw seeds the random value that the inner gene takes once it is
	// switched on; 0 leaves it as it is.
	draw uint64
}

// NewOptional returns a gene that may leave out g. It begins switched on, unless
// g is a [Cycle], which can never be on.
func NewOptional(g Gene) *Optional { return &Optional{inner: g, on: !cut(g)} }

// On tells whether the gene is present.
func (g *Optional) On() bool { return g.on }

// Set switches the gene on or off and reports whether that changed anything.
func (g *Optional) Set(on bool) bool {
	if on == g.on || cut(g.inner) {
		return false
	}
	g.on = on
	if !on {
		return true
	}
	g.inner = g.inner.Clone()
	if g.draw != 0 {
		g.inner.Randomize(rand.New(rand.NewPCG(g.draw, 0)))
		g.draw = 0
	}
	return true
}

// Inner returns the inner gene while it is on.
func (g *Optional) Inner() Gene {
	if !g.on {
		return nil
	}
	return g.inner
}

// Absence tells whether the gene is off, and whether it can never be on.
func (g *Optional) Absence() (now, forever bool) {
	inner, forever := Absence(g.inner)
	return !g.on || inner, forever
}

// Clone returns a deep copy.
func (g *Optional) Clone() Gene {
	c := *g
	if g.on {
		c.inner = g.inner.Clone()
	}
	return &c
}

// Randomize switches the gene on or off with the same probability and draws
// its value.
func (g *Optional) Randomize(r *rand.Rand) {
	g.Set(flip(r))
	if g.on {
		g.inner.Randomize(r)
		return
	}
	g.draw = r.Uint64()
}

// Mutate switches the gene on if it is off; else it mostly mutates the
// value and rarely switches the gene off.
func (g *Optional) Mutate(r *rand.Rand, focus float64) {
	switch {
	case !g.on:
		g.Set(true)
	case r.Float64() < toggleRate || Weight(g.inner) == 0:
		g.Set(false)
	default:
		g.inner.Mutate(r, focus)
	}
}

// Value returns the value of the inner gene, or [value.Absent].
func (g *Optional) Value() any {
	if !g.on {
		return value.Absent
	}
	return g.inner.Value()
}

// Children yields the inner gene while it is on.
func (g *Optional) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if g.on {
			yield(g.inner)
		}
	}
}

// Weight is that of the inner gene plus that of the switch.
func (g *Optional) Weight() float64 {
	switch {
	case cut(g.inner):
		return 0
	case !g.on:
		return offWeight
	}
	return Weight(g.inner) + toggleRate
}

// Assign takes [value.Absent] and whatever the inner gene takes.
func (g *Optional) Assign(v any) bool {
	if value.IsAbsent(v) {
		g.Set(false)
		return true
	}
	if g.on {
		return Assign(g.inner, v)
	}
	inner := g.inner.Clone()
	if cut(inner) || !Assign(inner, v) {
		return false
	}
	g.inner, g.on, g.draw = inner, true, 0
	return true
}

// nullable is a gene that may be null. Like [Optional], it leaves its inner
// gene alone while it is null.
type nullable struct {
	inner Gene
	null  bool
}

// NewNullable returns a gene for null and the values of g. It begins with that
// of g, unless g is a [Cycle]. A nullable gene stays as it is.
func NewNullable(g Gene) Gene {
	if n, ok := g.(*nullable); ok {
		return n
	}
	return &nullable{inner: g, null: cut(g)}
}

// Clone returns a deep copy.
func (g *nullable) Clone() Gene {
	c := *g
	if !g.null {
		c.inner = g.inner.Clone()
	}
	return &c
}

// Randomize draws null at a rate of one in ten, else a value.
func (g *nullable) Randomize(r *rand.Rand) {
	if r.Float64() < nullRate || cut(g.inner) {
		g.null = true
		return
	}
	g.wake()
	g.inner.Randomize(r)
}

// Inner returns the inner gene unless the value is null.
func (g *nullable) Inner() Gene {
	if g.null {
		return nil
	}
	return g.inner
}

// wake ends the sharing of the inner gene.
func (g *nullable) wake() {
	if g.null {
		g.null = false
		g.inner = g.inner.Clone()
	}
}

// Mutate leaves null if the value is null; else it mostly mutates the
// value and rarely sets null.
func (g *nullable) Mutate(r *rand.Rand, focus float64) {
	if cut(g.inner) {
		return
	}
	if !g.null && g.inner.Value() != nil && (r.Float64() < toggleRate || Weight(g.inner) == 0) {
		g.null = true
		return
	}
	woken := g.null
	g.wake()
	if !woken || g.inner.Value() == nil {
		g.inner.Mutate(r, focus)
	}
}

// Value returns the value of the inner gene, or nil.
func (g *nullable) Value() any {
	if g.null {
		return nil
	}
	return g.inner.Value()
}

// Children yields the inner gene unless the value is null.
func (g *nullable) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if !g.null {
			yield(g.inner)
		}
	}
}

// Weight is that of the inner gene plus that of the switch.
func (g *nullable) Weight() float64 {
	if cut(g.inner) {
		return 0
	}
	inner := Weight(g.inner)
	switch {
	case inner == 0 && g.inner.Value() == nil:
		return 0
	case g.null:
		return offWeight
	}
	return inner + toggleRate
}

// Assign takes nil and whatever the inner gene takes.
func (g *nullable) Assign(value any) bool {
	if value == nil {
		g.null = true
		return true
	}
	if !g.null {
		return Assign(g.inner, value)
	}
	inner := g.inner.Clone()
	if cut(inner) || !Assign(inner, value) {
		return false
	}
	g.inner, g.null = inner, false
	return true
}
