package probe

import (
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/evoke-go/evoke/heuristics"
)

// maxCompared bounds how many elements or keys are compared to find the nearest one.
const maxCompared = 1000

// In is [slices.Contains]. The distance is that of the nearest of the first thousand elements.
//
//go:norace
func In[S ~[]E, E comparable](at Call, s S, v E) bool {
	found := slices.Contains(s, v)
	if at.c.taken[index(found)] < quiet {
		return in(at, found, s, v)
	}
	return found
}

//go:noinline
func in[S ~[]E, E comparable](at Call, found bool, s S, v E) bool {
	return at.n.member(at.g, at.c, found, func() uint64 {
		return memberRank(at.c, at.n, len(s), v, slices.Values(s[:min(len(s), maxCompared)]))
	})
}

// Key returns k, which the program is about to look up in m. The true side is that m has k. The distance is that of the
// nearest key, in a map of up to a thousand keys. In a larger map there is no distance, since it is chance which
// thousand keys come first.
//
//go:norace
func Key[M ~map[K]V, K comparable, V any](g *Group, c *Cond, n *Near, m M, k K) K {
	if c.taken != bothQuiet {
		key(g, c, n, m, k)
	}
	return k
}

// silent reports whether both sides are muted, so that no outcome can be news.
//
//go:norace
func (n *Near) silent() bool { return n.muted == [2]uint8{muted, muted} }

//go:noinline
func key[M ~map[K]V, K comparable, V any](g *Group, c *Cond, n *Near, m M, k K) {
	if alive(); n.silent() && !hears(c) {
		return
	}
	_, found := m[k]
	n.member(g, c, found, func() uint64 {
		if len(m) > maxCompared {
			return scoreRank(heuristics.Reached)
		}
		return memberRank(c, n, len(m), k, maps.Keys(m))
	})
}

// member notes whether an element or key was found; rank computes the rank of the nearest one.
func (n *Near) member(g *Group, c *Cond, found bool, rank func() uint64) bool {
	switch {
	case found:
		if n.keeps(c, true) && hears(c) {
			rank() // a condition that asks may want the members all the same
		}
		return n.note(g, c, found, nearest, true)
	case n.seeks(c, 1):
		return n.note(g, c, found, rank(), false)
	}
	return n.mark(g, c, found, false)
}

// memberRank returns the best rank of the equality of v with a member. It compares at most maxCompared of the size
// members.
func memberRank[E comparable](c *Cond, n *Near, size int, v E, members iter.Seq[E]) uint64 {
	if size == 0 {
		return scoreRank(heuristics.Absent)
	}
	best, kind := uint64(0), reflect.TypeFor[E]().Kind()
	for e := range members {
		best = max(best, unequalRank(e, v, kind))
	}
	if n.keeps(c, false) {
		lookNearest(c, v, best, members)
	}
	return best
}

// lookNearest keeps the members that have the best rank, as operands, in an order that does not depend on that of a
// map. While all conditions are listened to it also keeps v, and members that are not the nearest.
//
//go:noinline
func lookNearest[E comparable](c *Cond, v E, best uint64, members iter.Seq[E]) {
	kind := reflect.TypeFor[E]().Kind()
	var found, others witness
	all := watched.Load() == &everything
	if all && (kind == reflect.Struct || kind == reflect.Array) {
		lookParts(c, v, members)
		return
	}
	for e := range members {
		if unequalRank(e, v, kind) == best {
			found.plain(reflect.ValueOf(e))
		} else if all {
			others.plain(reflect.ValueOf(e))
		}
	}
	slices.SortFunc(found.values, comparePlain)
	nearest := found.values[:min(len(found.values), nearestKept)]
	if all {
		slices.SortFunc(others.values, comparePlain)
		var operand witness
		operand.plain(reflect.ValueOf(v))
		nearest = slices.Concat(operand.values, nearest, others.values[:min(len(others.values), othersKept)])
	}
	keep(c, nearest...)
}

// lookParts keeps operands for keys that are structs or arrays. For each member it finds the first part of v that
// differs from the same part of the member, and keeps the two parts. A member whose first parts fit counts before
// others.
func lookParts[E comparable](c *Cond, v E, members iter.Seq[E]) {
	own := partsOf(nil, reflect.ValueOf(v))
	others := make([]witness, len(own))
	for e := range members {
		theirs := partsOf(nil, reflect.ValueOf(e))
		if len(theirs) != len(own) {
			continue
		}
		for i := range own {
			if own[i] != theirs[i] {
				others[i].append(theirs[i])
				break
			}
		}
	}
	for i := len(own) - 1; i >= 0; i-- { // members with more equal parts come first
		if values := others[i].values; len(values) > 0 {
			slices.SortFunc(values, comparePlain)
			values = slices.Compact(values)
			keep(c, slices.Concat(own[i:i+1], values[:min(len(values), othersKept)])...)
		}
	}
}

// partsKept bounds the number of parts of a key.
const partsKept = 16

// partsOf appends the texts and numbers that a struct or an array consists of to out.
func partsOf(out []any, v reflect.Value) []any {
	var one witness
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out = partsOf(out, v.Field(i))
		}
		return out
	case reflect.Array:
		for i := range min(v.Len(), partsKept) {
			out = partsOf(out, v.Index(i))
		}
		return out
	}
	if one.plain(v); len(one.values) > 0 && len(out) < partsKept {
		return append(out, one.values[0])
	}
	return out
}

// nearestKept is how many of the nearest members are kept, and othersKept how many others.
const nearestKept, othersKept = 4, 16
