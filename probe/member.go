package probe

import (
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
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return in(c, s, v)
	}
	return slices.Contains(s, v)
}

//go:noinline
func in[S ~[]E, E comparable](c *Cond, s S, v E) bool {
	found := slices.Contains(s, v)
	switch {
	case found:
		c.scores(true, heuristics.EqualInt(0, 0))
	case c.wants(false):
		kind := reflect.TypeFor[E]().Kind()
		equal := func(a, b E) heuristics.Truthness { return equalT(a, b, kind) }
		c.scores(false, heuristics.Element(s[:min(len(s), nearest)], v, equal))
	default:
		c.note(false, 0, scored)
	}
	return found
}

// Key is k, about to be looked up in m: the true side is that m has it. The
// distance is that of the nearest key, in a map of up to a thousand; in a
// larger one there is none, since the first thousand would differ between runs.
func Key[M ~map[K]V, K comparable, V any](c *Cond, m M, k K) K {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		key(c, m, k)
	}
	return k
}

//go:noinline
func key[M ~map[K]V, K comparable, V any](c *Cond, m M, k K) {
	_, found := m[k]
	switch {
	case found:
		c.scores(true, heuristics.EqualInt(0, 0))
	case len(m) <= nearest && c.wants(false):
		kind := reflect.TypeFor[K]().Kind()
		equal := func(a, b K) heuristics.Truthness { return equalT(a, b, kind) }
		c.scores(false, heuristics.Key(maps.Keys(m), k, equal))
	default:
		c.scores(false, heuristics.Flag(false))
	}
}
