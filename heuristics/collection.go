package heuristics

import "iter"

// Element is the Truthness of slices.Contains(list, v). The value of true is that of the nearest element by the given
// equality, and [Absent] for an empty list. The range is [Absent,1]. It costs one comparison for each element up to the
// first that is equal. Source: EvoMaster's CollectionsDistanceUtils, which looks at 50 elements at most.
func Element[E any](list []E, v E, equal func(a, b E) Truthness) Truthness {
	best := Truthness{Absent, 1}
	for _, e := range list {
		if best = nearer(best, equal(e, v)); best.OfTrue == 1 {
			break
		}
	}
	return best
}

// Key is the Truthness of "the map has the key k". The value of true is that of
// the nearest key by the given equality, and [Absent] for an empty map. The range
// is [Absent,1]. The order of the keys does not matter. Source: as [Element].
func Key[K any](keys iter.Seq[K], k K, equal func(a, b K) Truthness) Truthness {
	best := Truthness{Absent, 1}
	for key := range keys {
		if best = nearer(best, equal(key, k)); best.OfTrue == 1 {
			break
		}
	}
	return best
}

func nearer(a, b Truthness) Truthness {
	if b.OfTrue > a.OfTrue {
		return b
	}
	return a
}
