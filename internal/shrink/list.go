// Package shrink makes plain values small and plain while they keep a property. It
// is delta debugging (Zeller and Hildebrandt, Simplifying and Isolating
// Failure-Inducing Input, IEEE TSE 28(2), 2002) on lists, texts, numbers, dates
// and objects.
//
// Each function begins with a value that has the property, and calls a function to find out whether other values have
// it. That may be costly: it executes a test. The result has the property and is 1-minimal: the smallest step that
// makes it smaller loses the property. If the function returns false from some moment on, because a budget is used up,
// the result is the smallest value until then.
package shrink

// List removes elements from a list. It removes ever smaller ranges, whose rests are the complements of ddmin. ddmin
// also tries each range alone, which is the same as removing everything around it.
//
// It gives up after maxTries, which only matters for lists with hundreds of elements of which it can remove few.
func List[T any](items []T, holds func([]T) bool) []T {
	if len(items) == 0 || holds(nil) {
		return nil
	}
	tries := 0
	for size := (len(items) + 1) / 2; len(items) > 1 && tries < maxTries; {
		removed := false
		for from := 0; from < len(items) && len(items) > 1 && tries < maxTries; tries++ {
			if rest := without(items, from, size); len(rest) > 0 && holds(rest) {
				items, removed = rest, true
			} else {
				from += size
			}
		}
		if size == 1 && !removed {
			break
		}
		size = max(1, min(size/2, len(items)/2))
	}
	return items
}

// maxTries bounds the tries for one list.
const maxTries = 2000

// without returns a copy of a list without size elements from an index on.
func without[T any](items []T, from, size int) []T {
	to := min(from+size, len(items))
	return append(append(make([]T, 0, len(items)), items[:from]...), items[to:]...)
}
