package probe

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/evoke-go/evoke/heuristics"
)

// nearest bounds how many elements or keys are looked at for the nearest.
const nearest = 1000

// In is [slices.Contains]. The distance is that of the nearest of the first
// thousand elements.
func In[S ~[]E, E comparable](c *Cond, s S, v E) bool {
	if atomic.LoadUint32(&c.state) < restBoth {
		return in(c, s, v)
	}
	return slices.Contains(s, v)
}

//go:noinline
func in[S ~[]E, E comparable](c *Cond, s S, v E) bool {
	found := slices.Contains(s, v)
	c.evaluated(found, memberRank(c, found, len(s), v, slices.Values(s[:min(len(s), nearest)])), measureReal)
	return found
}

// Key is k, about to be looked up in m: the true side is that m has it. The
// distance is that of the nearest key, in a map of up to a thousand; in a
// larger one there is none, since which thousand comes first is chance.
func Key[M ~map[K]V, K comparable, V any](c *Cond, m M, k K) K {
	if atomic.LoadUint32(&c.state) < restBoth {
		key(c, m, k)
	}
	return k
}

//go:noinline
func key[M ~map[K]V, K comparable, V any](c *Cond, m M, k K) {
	_, found := m[k]
	rank := scoreRank(heuristics.Reached)
	if found || len(m) <= nearest {
		rank = memberRank(c, found, len(m), k, maps.Keys(m))
	}
	c.evaluated(found, rank, measureReal)
}

// memberRank is the best rank of v beside some of size members; they are not
// looked at where no one wants it.
func memberRank[E comparable](c *Cond, found bool, size int, v E, members iter.Seq[E]) uint64 {
	switch {
	case found:
		return realRank(leaving)
	case !c.wants(false):
		return 0
	case size == 0:
		return scoreRank(heuristics.Absent)
	}
	best, kind := uint64(0), reflect.TypeFor[E]().Kind()
	for e := range members {
		best = max(best, unequalRank(e, v, kind))
	}
	if watched.Load() == c {
		lookNearest(c, v, best, members)
	}
	return best
}

// lookNearest keeps the members of the best rank, in an order that does not
// depend on that of a map.
//
//go:noinline
func lookNearest[E comparable](c *Cond, v E, best uint64, members iter.Seq[E]) {
	kind := reflect.TypeFor[E]().Kind()
	var found witness
	for e := range members {
		if unequalRank(e, v, kind) == best {
			found.plain(reflect.ValueOf(e))
		}
	}
	slices.SortFunc(found.values, comparePlain)
	for _, value := range found.values[:min(len(found.values), nearestKept)] {
		keep(c, value)
	}
}

// nearestKept is how many members are kept that are equally near.
const nearestKept = 4
