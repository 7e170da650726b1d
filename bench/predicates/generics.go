package predicates

import "cmp"

func generics() []Predicate {
	return []Predicate{
		query("a generic range of numbers", between16, "between"),
		query("a generic range of texts", betweenTexts, "within"),
		query("a generic equality", oneOfGeneric, "indexOf"),
		body("a generic maximum", greatest, "most"),
		query("a generic type", boxed, "box.holds"),
	}
}

// between, within and the others below are each for one predicate only, so
// that what they have to cover is what its inputs can cover.
func between[T cmp.Ordered](v, low, high T) bool {
	return v >= low && v <= high
}

func between16(in struct{ N int16 }) int {
	if between(in.N, 12_300, 12_345) {
		return 1
	}
	return 0
}

func within[T cmp.Ordered](v, low, high T) bool {
	if v < low {
		return false
	}
	return v < high
}

func betweenTexts(in text) int {
	if within(in.S, "peach", "pear") {
		return 1
	}
	return 0
}

func indexOf[T comparable](list []T, v T) int {
	for i := range list {
		if list[i] == v {
			return i
		}
	}
	return -1
}

func oneOfGeneric(in struct {
	N, Count uint8
}) int {
	list := []int32{700, 80_000, 9_000_000}[:min(in.Count, 3)]
	if at := indexOf(list, int32(in.N)*1000); at == 1 {
		return 1
	}
	return 0
}

func most[T cmp.Ordered](list []T) (T, bool) {
	var best T
	for i, v := range list {
		if i == 0 || v > best {
			best = v
		}
	}
	return best, len(list) > 0
}

func greatest(in list) int {
	if v, ok := most(in.List); ok && v == 1234 {
		return 1
	}
	return 0
}

type box[T comparable] struct{ v T }

func (b box[T]) holds(v T) bool {
	return b.v == v
}

func boxed(in struct{ S string }) int {
	if (box[string]{"gift"}).holds(in.S) {
		return 1
	}
	return 0
}
