package gene

import (
	"cmp"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/value"
)

const (
	// deepRate bounds the share of draws of a recursive value that may contain values of the same kind. maxMeanInner
	// bounds the average number of direct inner values in a drawn value. It is below one, so drawing ends.
	deepRate, maxMeanInner = 0.25, 0.5
	// levelRate is the share of mutations of a recursive value that add a level around it or remove one.
	levelRate = 0.2
	// sampledDraws is the number of draws from which the average number of inner values is computed.
	sampledDraws = 16
	// deepTree is the number of genes from which on mutation replaces a recursive value by a shallow one.
	deepTree = 1000
)

// Recursion describes values that may contain values of their own kind: trees, expressions, comments on comments. A
// value is shallow if it contains no value of its kind, else full. The genes of one recursive schema share a Recursion.
//
// Few values are full when they are drawn. Mutation makes them full one after the other, so that they get as deep as
// the search needs.
type Recursion struct {
	shallow, full Gene
	rate          float64 // the probability of drawing a full value
}

// NewRecursion returns a Recursion in which shallow is the gene of shallow values. Until Close is called, all values
// are shallow.
func NewRecursion(shallow Gene) *Recursion { return &Recursion{shallow: shallow} }

// Close sets the gene of full values. Inside it, values of the same kind are genes that [Recursion.Gene] returned. Call
// Close before any of these genes is used.
func (k *Recursion) Close(full Gene) {
	r := rand.New(rand.NewPCG(1, 1)) // a constant seed, as in NewArray
	inner := 1                       // begins at 1, because the draws may by chance contain no inner value
	for range sampledDraws {
		g := full.Clone()
		g.Randomize(r)
		inner += len(nested(g, nil))
	}
	k.full, k.rate = full, min(deepRate, maxMeanInner*sampledDraws/float64(inner))
}

// Gene returns a gene for a value of this kind. It begins with a shallow value.
func (k *Recursion) Gene() Gene { return &recurring{of: k, current: k.shallow.Clone()} }

// recurring is the gene of a recursive value.
type recurring struct {
	of      *Recursion
	full    bool
	current Gene
}

// nested appends the genes of recursive values in g, of any kind, that are not inside another such gene.
func nested(g Gene, out []*recurring) []*recurring {
	if k, ok := g.(*recurring); ok {
		return append(out, k)
	}
	if p, ok := g.(Parent); ok {
		for child := range p.Children() {
			out = nested(child, out)
		}
	}
	return out
}

// sameKind returns the nearest inner values of the same kind.
func (g *recurring) sameKind() (out []*recurring) {
	for _, inner := range nested(g.current, nil) {
		if inner.of == g.of {
			out = append(out, inner)
		}
	}
	return out
}

// Clone returns a deep copy.
func (g *recurring) Clone() Gene {
	c := *g
	c.current = g.current.Clone()
	return &c
}

// Randomize draws a value, mostly a shallow one.
func (g *recurring) Randomize(r *rand.Rand) {
	g.setFull(g.of.full != nil && r.Float64() < g.of.rate)
	g.current.Randomize(r)
}

// Shallow makes the value shallow, if it is full.
func (g *recurring) Shallow() { g.setFull(false) }

// setFull makes the value full or shallow. If that is a change, the value begins anew.
func (g *recurring) setFull(full bool) {
	switch {
	case full == g.full:
	case full:
		g.full, g.current = true, g.of.full.Clone()
	default:
		g.full, g.current = false, g.of.shallow.Clone()
	}
}

// Mutate mutates the value. A share levelRate of the mutations wraps it into a new value of its kind, or replaces it by
// one of its inner values.
func (g *recurring) Mutate(r *rand.Rand, focus float64) {
	switch {
	case g.of.full == nil:
	case sizeUpTo(g.current, deepTree) == deepTree:
		g.setFull(false)
		g.current.Randomize(r)
		return
	case r.Float64() < levelRate && g.restructure(r):
		return
	default:
		g.grow()
	}
	g.current.Mutate(r, focus)
}

// grow moves a shallow value into the gene of full values, so that mutation can add inner values.
func (g *recurring) grow() {
	if g.full || g.of.full == nil {
		return
	}
	if full := g.of.full.Clone(); Assign(full, g.current.Value()) {
		g.full, g.current = true, full
	}
}

// restructure adds a level around the value or removes one. It reports whether the value changed.
func (g *recurring) restructure(r *rand.Rand) bool {
	next := g.inner(r)
	if next == nil || flip(r) {
		next = g.outer(r)
	}
	if next == nil || value.Equal(next.Value(), g.current.Value()) {
		return false
	}
	g.full, g.current = next.full, next.current
	return true
}

// inner returns a copy of a random inner value, or nil if there is none.
func (g *recurring) inner(r *rand.Rand) *recurring {
	all := g.sameKind()
	if len(all) == 0 {
		return nil
	}
	return all[r.IntN(len(all))].Clone().(*recurring)
}

// outer returns a new value that contains this value, or nil if it drew none with room for it.
func (g *recurring) outer(r *rand.Rand) *recurring {
	for range uniqueTries {
		next := &recurring{of: g.of, full: true, current: g.of.full.Clone()}
		next.current.Randomize(r)
		if all := next.sameKind(); len(all) > 0 {
			at := all[r.IntN(len(all))]
			at.full, at.current = g.full, g.current.Clone()
			return next
		}
	}
	return nil
}

// Value returns the value of the inner gene.
func (g *recurring) Value() any { return g.current.Value() }

// Inner returns the gene of shallow or full values that has the value.
func (g *recurring) Inner() Gene { return g.current }

// Children yields the gene returned by Inner.
func (g *recurring) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) { yield(g.current) }
}

// Weight returns the weight of the inner gene, plus a little for a shallow value that may become full.
func (g *recurring) Weight() float64 {
	w := Weight(g.current)
	if !g.full && g.of.full != nil {
		w += offWeight
	}
	return w
}

// Assign takes the values that the gene of full values or the gene of shallow values takes.
func (g *recurring) Assign(v any) bool {
	if Assign(g.current, v) {
		return true
	}
	for _, full := range [...]bool{true, false} {
		if full == g.full || full && g.of.full == nil {
			continue
		}
		next := *g
		next.setFull(full)
		if Assign(next.current, v) {
			*g = next
			return true
		}
	}
	return false
}

// Simpler returns a shallow value and the inner values of the same kind, the shallow one first.
func (g *recurring) Simpler() (out []any) {
	kin := g.sameKind()
	if len(kin) == 0 {
		return nil
	}
	out = append(out, g.of.shallow.Value())
	for _, k := range kin {
		out = append(out, k.Value())
	}
	now := g.Value()
	return without(out, now)
}

// without returns the values of a list that are not equal to v.
func without(list []any, v any) (out []any) {
	for _, each := range list {
		if !value.Equal(each, v) {
			out = append(out, each)
		}
	}
	return out
}

// State returns a list of whether the value is full and the state of the inner gene.
func (g *recurring) State() any { return []any{g.full, State(g.current)} }

// SetState restores a state that State returned.
func (g *recurring) SetState(state any) bool {
	first, current, _ := pair(state)
	full, ok := first.(bool)
	if !ok || full && g.of.full == nil {
		return false
	}
	g.setFull(full)
	g.current, ok = Restore(g.current.Clone(), current)
	return ok
}

// cheapFirst returns the members with the declared ones first, those with the fewest parts in front. A small member,
// such as "type", mostly decides which alternative takes an object. To assign deep members to each alternative first
// would take exponential time.
func cheapFirst(members value.Object, declared map[string]int) value.Object {
	isDeep := func(m value.Member) bool { return parts(m.Value) > 1 }
	if !slices.ContainsFunc(members, isDeep) {
		return members
	}
	cost := func(m value.Member) int {
		if _, ok := declared[m.Name]; !ok {
			return math.MaxInt
		}
		return parts(m.Value)
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b value.Member) int { return cmp.Compare(cost(a), cost(b)) })
	return sorted
}

// parts returns the number of values in a value, itself included.
func parts(v any) int {
	n := 1
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			n += parts(m.Value)
		}
	case []any:
		for _, e := range v {
			n += parts(e)
		}
	}
	return n
}
