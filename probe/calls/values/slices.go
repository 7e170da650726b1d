package values

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"sort"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// Index is [slices.Index].
func Index[S ~[]E, E comparable](at probe.Call, s S, v E) int {
	i := slices.Index(s, v)
	if at.News(i >= 0) {
		probe.In(at, s, v)
	}
	return i
}

// ContainsFunc is [slices.ContainsFunc]. A list with elements is nearer than an empty one; the conditions of the
// function f tell the rest.
func ContainsFunc[S ~[]E, E any](at probe.Call, s S, f func(E) bool) bool {
	found := slices.ContainsFunc(s, f)
	if at.News(found) {
		someOf(at, found, len(s))
	}
	return found
}

// IndexFunc is [slices.IndexFunc]. It reports as [ContainsFunc] does.
func IndexFunc[S ~[]E, E any](at probe.Call, s S, f func(E) bool) int {
	i := slices.IndexFunc(s, f)
	if at.News(i >= 0) {
		someOf(at, i >= 0, len(s))
	}
	return i
}

//go:noinline
func someOf(at probe.Call, found bool, size int) {
	if size == 0 {
		at.Report(found, heuristics.Absent, 1)
		return
	}
	at.Report(found, heuristics.Reached, heuristics.Reached)
}

// Equal is [slices.Equal].
func Equal[S ~[]E, E comparable](at probe.Call, a, b S) bool {
	same := slices.Equal(a, b)
	if at.News(same) {
		equalSlices(at, same, a, b)
	}
	return same
}

// Compare is [slices.Compare].
func Compare[S ~[]E, E cmp.Ordered](at probe.Call, a, b S) int {
	order := slices.Compare(a, b)
	if at.News(order == 0) {
		equalSlices(at, order == 0, a, b)
	}
	return order
}

//go:noinline
func equalSlices[E comparable](at probe.Call, same bool, a, b []E) {
	t := heuristics.EqualSlices(a, b, same)
	at.Report(same, t.OfTrue, t.OfFalse)
}

// EqualMaps is [maps.Equal].
func EqualMaps[M1, M2 ~map[K]V, K, V comparable](at probe.Call, a M1, b M2) bool {
	same := maps.Equal(a, b)
	if at.News(same) {
		t := heuristics.EqualMaps(map[K]V(a), map[K]V(b), same)
		at.Report(same, t.OfTrue, t.OfFalse)
	}
	return same
}

// BinarySearch is [slices.BinarySearch]. Its distance is that of the nearer one of the two elements between which the
// value lies.
func BinarySearch[S ~[]E, E cmp.Ordered](at probe.Call, s S, v E) (int, bool) {
	i, found := slices.BinarySearch(s, v)
	if at.News(found) {
		between(at, found, s, i, v)
	}
	return i, found
}

// SearchStrings is [sort.SearchStrings]. Its true outcome is that the list has the text.
func SearchStrings(at probe.Call, list []string, x string) int {
	i := sort.SearchStrings(list, x)
	if found := i < len(list) && list[i] == x; at.News(found) {
		between(at, found, list, i, x)
	}
	return i
}

// SearchInts is [sort.SearchInts]. It reports as [SearchStrings] does.
func SearchInts(at probe.Call, list []int, x int) int {
	i := sort.SearchInts(list, x)
	if found := i < len(list) && list[i] == x; at.News(found) {
		between(at, found, list, i, x)
	}
	return i
}

// SearchFloat64s is [sort.SearchFloat64s]. It reports as [SearchStrings] does.
func SearchFloat64s(at probe.Call, list []float64, x float64) int {
	i := sort.SearchFloat64s(list, x)
	if found := i < len(list) && list[i] == x; at.News(found) {
		between(at, found, list, i, x)
	}
	return i
}

// between reports whether a sorted list has a value. i is the index at which the value is or would be.
//
//go:noinline
func between[E cmp.Ordered](at probe.Call, found bool, list []E, i int, v E) {
	if found {
		at.Report(true, 1, heuristics.Close(1))
		return
	}
	near, compared := heuristics.Absent, []any{v}
	for _, e := range list[max(i-1, 0):min(i+1, len(list))] {
		near = max(near, nearness(reflect.ValueOf(e), reflect.ValueOf(v)))
		compared = append(compared, e)
	}
	if len(list) <= keysTold { // each element may lead to different code
		for at, e := range list {
			if at < i-1 || at > i {
				compared = append(compared, e)
			}
		}
	}
	at.Report(false, near, 1, compared...)
}
