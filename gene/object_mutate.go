package gene

import "math/rand/v2"

// memberRate is the share of mutations of an object that add or remove a member. The other mutations change the value
// of a member. (EvoMaster: 0.01 to 0.1.)
const memberRate = 0.1

// Mutate mutates the value of one member, drawn by its weight, or adds or removes a member.
func (g *Object) Mutate(r *rand.Rand, focus float64) {
	at := g.pickValue(r)
	if (at < 0 || r.Float64() < memberRate) && g.restructure(r) {
		return
	}
	switch {
	case at < 0:
	case at < len(g.fields):
		innerOfSwitch(g.fields[at]).Mutate(r, focus)
		g.fitCount(r)
	default:
		g.extra[at-len(g.fields)].Gene.Mutate(r, focus)
	}
}

// pickValue returns the index of a member whose value can change, drawn by its weight, or -1.
func (g *Object) pickValue(r *rand.Rand) int {
	p := newPicker()
	for i, f := range g.fields {
		if inner := innerOfSwitch(f); inner != nil {
			p.offer(r, i, Weight(inner))
		}
	}
	for i, f := range g.extra {
		p.offer(r, len(g.fields)+i, Weight(f.Gene))
	}
	return p.at
}

// restructure adds or removes one member. At the limits of the count it may do both.
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
		before[i] = !isAbsent(f)
	}
	extras := len(g.extra)
	if !g.grow(r) {
		return false
	}
	// index of the new member: an additional member, unless an optional field was switched on
	added := len(g.fields) + extras
	for i, f := range g.fields {
		if before[i] == isAbsent(f) {
			added = i
		}
	}
	if g.shrink(r, added) {
		return true
	}
	g.shrink(r, -1)
	return false
}

// Weight returns the weight of the members, plus one if additional members are allowed.
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
