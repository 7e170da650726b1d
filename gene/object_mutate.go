package gene

import "math/rand/v2"

// memberRate is the share of mutations of an object that add or remove a
// member; the rest change the value of one (EvoMaster: 0.01 to 0.1).
const memberRate = 0.1

// Mutate mutates the value of one member by its weight, or adds or
// removes one.
func (g *Object) Mutate(r *rand.Rand, focus float64) {
	at := g.pickValue(r)
	if (at < 0 || r.Float64() < memberRate) && g.restructure(r) {
		return
	}
	switch {
	case at < 0:
	case at < len(g.fields):
		within(g.fields[at]).Mutate(r, focus)
		g.settle(r)
	default:
		g.extra[at-len(g.fields)].Gene.Mutate(r, focus)
	}
}

// pickValue chooses a member whose value can change, or -1.
func (g *Object) pickValue(r *rand.Rand) int {
	p := newPicker()
	for i, f := range g.fields {
		if inner := within(f); inner != nil {
			p.offer(r, i, Weight(inner))
		}
	}
	for i, f := range g.extra {
		p.offer(r, len(g.fields)+i, Weight(f.Gene))
	}
	return p.at
}

// restructure adds or removes one member, or does both at the limits.
func (g *Object) restructure(r *rand.Rand) bool {
	n := g.count()
	canGrow, canShrink := g.shape.max < 0 || n < g.shape.max, n > g.shape.min
	switch {
	case canGrow && (flip(r) || !canShrink) && g.grow(r):
		return true
	case canShrink && g.shrink(r, -1):
		return true
	case canGrow:
		return g.grow(r)
	}
	return n > 0 && g.replace(r)
}

// replace adds one member and removes another.
func (g *Object) replace(r *rand.Rand) bool {
	before := make([]bool, len(g.fields))
	for i, f := range g.fields {
		before[i] = !vanishes(f)
	}
	extras := len(g.extra)
	if !g.grow(r) {
		return false
	}
	added := len(g.fields) + extras // an additional member, unless a field is new
	for i, f := range g.fields {
		if before[i] == vanishes(f) {
			added = i
		}
	}
	if g.shrink(r, added) {
		return true
	}
	g.shrink(r, -1)
	return false
}

// Weight is that of the members, plus one if additional ones may come.
func (g *Object) Weight() float64 {
	sum := 0.0
	for _, f := range g.fields {
		sum += Weight(f)
	}
	for _, f := range g.extra {
		sum += Weight(f.Gene)
	}
	if g.shape.template != nil {
		sum++
	}
	return sum
}
