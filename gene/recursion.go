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
	// deepRate is the greatest share of draws of a value within its own kind that
	// may hold more of its kind, and offspring the number of values of their own
	// kind that such values have on average at most. Below one, what is drawn comes
	// to an end.
	deepRate, offspring = 0.25, 0.5
	// levelRate is the share of mutations of a value within its own kind that add a
	// level around it or take one away.
	levelRate = 0.2
	// measured is how many values tell how many of its own kind one holds.
	measured = 16
	// deepTree is the number of genes from which on a value within its own kind
	// begins anew when it is mutated.
	deepTree = 1000
)

// Recursion is what the genes of values share that may hold values of their own
// kind: trees, expressions, comments on comments. Such a value is either shallow,
// which means that it holds none, or full.
//
// Few values are full when they are drawn. Mutation makes them so one after the
// other, so they get as deep as the search asks for.
type Recursion struct {
	shallow, full Gene
	rate          float64 // of the draws that are full
}

// NewRecursion returns a Recursion of which shallow has the values that hold none of
// their kind. It has no others until it is closed.
func NewRecursion(shallow Gene) *Recursion { return &Recursion{shallow: shallow} }

// Close says which gene has all values. Where they hold values of their own kind, it
// has genes that [Recursion.Gene] returned. It is to be called before any of them is
// used.
func (k *Recursion) Close(full Gene) {
	r := rand.New(rand.NewPCG(1, 1)) // as in NewArray
	inner := 1                       // as none may come by chance
	for range measured {
		g := full.Clone()
		g.Randomize(r)
		inner += len(nested(g, nil))
	}
	k.full, k.rate = full, min(deepRate, offspring*measured/float64(inner))
}

// Gene returns a gene for the values, which begins with a shallow one.
func (k *Recursion) Gene() Gene { return &recurring{of: k, current: k.shallow.Clone()} }

// recurring is a value within a value of its own kind.
type recurring struct {
	of      *Recursion
	full    bool
	current Gene
}

// nested lists the genes of recursions in a gene that lie in no other one.
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

// kin lists the values of its own kind that the value holds, the nearest ones.
func (g *recurring) kin() (out []*recurring) {
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

// Randomize draws a value, which seldom holds others.
func (g *recurring) Randomize(r *rand.Rand) {
	g.become(g.of.full != nil && r.Float64() < g.of.rate)
	g.current.Randomize(r)
}

// Shallow makes the value one that holds none of its kind.
func (g *recurring) Shallow() { g.become(false) }

// become makes the value full or shallow.
func (g *recurring) become(full bool) {
	switch {
	case full == g.full:
	case full:
		g.full, g.current = true, g.of.full.Clone()
	default:
		g.full, g.current = false, g.of.shallow.Clone()
	}
}

// Mutate changes the value, and now and then puts it into another one of its kind or
// has one that it holds take its place.
func (g *recurring) Mutate(r *rand.Rand, focus float64) {
	switch {
	case g.of.full == nil:
	case sizeUpTo(g.current, deepTree) == deepTree:
		g.become(false)
		g.current.Randomize(r)
		return
	case r.Float64() < levelRate && g.restructure(r):
		return
	default:
		g.grow()
	}
	g.current.Mutate(r, focus)
}

// grow has the value held by the gene that may also hold others.
func (g *recurring) grow() {
	if g.full || g.of.full == nil {
		return
	}
	if full := g.of.full.Clone(); Assign(full, g.current.Value()) {
		g.full, g.current = true, full
	}
}

// restructure adds a level around the value or takes one away, and reports whether
// the value is another one.
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

// inner returns a value that the value holds, or nil.
func (g *recurring) inner(r *rand.Rand) *recurring {
	all := g.kin()
	if len(all) == 0 {
		return nil
	}
	return all[r.IntN(len(all))].Clone().(*recurring)
}

// outer returns a new value that holds the value, or nil if none was found.
func (g *recurring) outer(r *rand.Rand) *recurring {
	for range uniqueTries {
		next := &recurring{of: g.of, full: true, current: g.of.full.Clone()}
		next.current.Randomize(r)
		if all := next.kin(); len(all) > 0 {
			at := all[r.IntN(len(all))]
			at.full, at.current = g.full, g.current.Clone()
			return next
		}
	}
	return nil
}

// Value returns the value of the inner gene.
func (g *recurring) Value() any { return g.current.Value() }

// Inner returns the gene that holds the value.
func (g *recurring) Inner() Gene { return g.current }

// Children yields the gene that holds the value.
func (g *recurring) Children() iter.Seq[Gene] {
	return func(yield func(Gene) bool) { yield(g.current) }
}

// Weight is that of the inner gene. A value that is shallow may become full.
func (g *recurring) Weight() float64 {
	w := Weight(g.current)
	if !g.full && g.of.full != nil {
		w += offWeight
	}
	return w
}

// Assign takes whatever the gene of all values takes.
func (g *recurring) Assign(v any) bool {
	if Assign(g.current, v) {
		return true
	}
	for _, full := range [...]bool{true, false} {
		if full == g.full || full && g.of.full == nil {
			continue
		}
		next := *g
		next.become(full)
		if Assign(next.current, v) {
			*g = next
			return true
		}
	}
	return false
}

// Simpler returns the values that the value holds of its own kind, and one that holds
// none, the smallest first.
func (g *recurring) Simpler() (out []any) {
	kin := g.kin()
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

// without returns the values of a list that differ from one.
func without(list []any, v any) (out []any) {
	for _, each := range list {
		if !value.Equal(each, v) {
			out = append(out, each)
		}
	}
	return out
}

// State returns whether the value is full, and the state of the inner gene.
func (g *recurring) State() any { return []any{g.full, State(g.current)} }

// SetState takes what State returned.
func (g *recurring) SetState(state any) bool {
	first, current, _ := pair(state)
	full, ok := first.(bool)
	if !ok || full && g.of.full == nil {
		return false
	}
	g.become(full)
	g.current, ok = Restore(g.current.Clone(), current)
	return ok
}

// cheapFirst puts the declared members whose values have few parts in front: mostly a
// member such as a type tells alternatives apart, and to try each alternative with
// what lies deep would take for ever.
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

// parts is the number of values that a value is made of.
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
