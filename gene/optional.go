package gene

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

const (
	// toggleRate is the share of mutations that switch an optional gene off, set a nullable gene to null, or switch the
	// alternative of a choice. The other mutations change the value.
	toggleRate = 0.05
	// offWeight is the weight of a gene that is off. It is below 1 because switching a value on helps less often than
	// changing a value that is sent.
	offWeight = 0.2
	// nullRate is the share of draws of a nullable gene that give null.
	nullRate = 0.1
)

// Optional is a gene that may be absent.
//
// While it is off, its inner gene never changes and may be shared between clones, so that copying the unused parts of
// big objects costs nothing.
type Optional struct {
	inner Gene
	on    bool
	// draw is the seed of the random value that the inner gene gets when it is switched on; 0 keeps the inner gene's
	// value.
	draw uint64
}

// NewOptional returns a gene whose value is that of g or absent. It begins switched on, unless g is a [Cycle], which
// can never be on.
func NewOptional(g Gene) *Optional { return &Optional{inner: g, on: !alwaysAbsent(g)} }

// On reports whether the gene is on. Its value is absent if it is off.
func (g *Optional) On() bool { return g.on }

// Set switches the gene on or off and reports whether that changed anything.
func (g *Optional) Set(on bool) bool {
	if on == g.on || alwaysAbsent(g.inner) {
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

// Inner returns the inner gene while the gene is on, else nil.
func (g *Optional) Inner() Gene {
	if !g.on {
		return nil
	}
	return g.inner
}

// Absence reports whether the gene is off, and whether it can never be on.
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

// Randomize switches the gene on or off with the same probability and draws a value.
func (g *Optional) Randomize(r *rand.Rand) {
	g.Set(flip(r))
	if g.on {
		g.inner.Randomize(r)
		return
	}
	g.draw = r.Uint64()
}

// Mutate switches the gene on if it is off. Otherwise it mutates the value, or rarely switches the gene off.
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

// Value returns the value of the inner gene, or [value.Absent] while the gene is off.
func (g *Optional) Value() any {
	if !g.on {
		return value.Absent
	}
	return g.inner.Value()
}

// Children yields the inner gene while the gene is on.
func (g *Optional) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) {
		if g.on {
			yield(g.inner)
		}
	}
}

// Weight returns the weight of the inner gene plus the weight of switching.
func (g *Optional) Weight() float64 {
	switch {
	case alwaysAbsent(g.inner):
		return 0
	case !g.on:
		return offWeight
	}
	return Weight(g.inner) + toggleRate
}

// Assign takes [value.Absent] and the values that the inner gene takes.
func (g *Optional) Assign(v any) bool {
	if value.IsAbsent(v) {
		g.Set(false)
		return true
	}
	if g.on {
		return Assign(g.inner, v)
	}
	inner := g.inner.Clone()
	if alwaysAbsent(inner) || !Assign(inner, v) {
		return false
	}
	g.inner, g.on, g.draw = inner, true, 0
	return true
}

// nullable is a gene that may be null. Like an [Optional] that is off, it does not change its inner gene while it is
// null.
type nullable struct {
	inner Gene
	null  bool
}

// NewNullable returns a gene for null and the values of g. It begins with the value of g, unless g is a [Cycle]. If g
// is nullable already, it returns g.
func NewNullable(g Gene) Gene {
	if n, ok := g.(*nullable); ok {
		return n
	}
	return &nullable{inner: g, null: alwaysAbsent(g)}
}

// Clone returns a deep copy.
func (g *nullable) Clone() Gene {
	c := *g
	if !g.null {
		c.inner = g.inner.Clone()
	}
	return &c
}

// Randomize draws null with the probability 0.1, else a value.
func (g *nullable) Randomize(r *rand.Rand) {
	if r.Float64() < nullRate || alwaysAbsent(g.inner) {
		g.null = true
		return
	}
	g.setNonNull()
	g.inner.Randomize(r)
}

// Inner returns the inner gene unless the value is null.
func (g *nullable) Inner() Gene {
	if g.null {
		return nil
	}
	return g.inner
}

// setNonNull makes the value non-null, with a copy of the inner gene that is not shared with clones.
func (g *nullable) setNonNull() {
	if g.null {
		g.null = false
		g.inner = g.inner.Clone()
	}
}

// Mutate sets a value if the gene is null. Otherwise it mutates the value, or rarely sets null.
func (g *nullable) Mutate(r *rand.Rand, focus float64) {
	if alwaysAbsent(g.inner) {
		return
	}
	if !g.null && g.inner.Value() != nil && (r.Float64() < toggleRate || Weight(g.inner) == 0) {
		g.null = true
		return
	}
	woken := g.null
	g.setNonNull()
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

// Weight returns the weight of the inner gene plus the weight of switching.
func (g *nullable) Weight() float64 {
	if alwaysAbsent(g.inner) {
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

// Assign takes nil and the values that the inner gene takes.
func (g *nullable) Assign(value any) bool {
	if value == nil {
		g.null = true
		return true
	}
	if !g.null {
		return Assign(g.inner, value)
	}
	inner := g.inner.Clone()
	if alwaysAbsent(inner) || !Assign(inner, value) {
		return false
	}
	g.inner, g.null = inner, false
	return true
}
