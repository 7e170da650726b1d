package heuristics

// comparedParts bounds the elements of slices and the entries of maps that are compared.
const comparedParts = 1000

// EqualSlices is the Truthness of slices.Equal(a, b). The value of true is the mean of [EqualAny] of the elements,
// aligned on the left; an element that only one side has counts [Absent]. It compares the first thousand elements.
// equal is the outcome of slices.Equal. The range is [Reached,1]. Source: as [EqualAny].
func EqualSlices[E comparable](a, b []E, equal bool) Truthness {
	if equal {
		return equality(0)
	}
	compared := min(len(a), len(b), comparedParts)
	var sum total
	for i := range compared {
		sum.add(EqualAny(a[i], b[i]).OfTrue)
	}
	return Truthness{meanOf(sum, max(len(a), len(b))-compared), 1}
}

// EqualMaps is the Truthness of maps.Equal(a, b). The value of true is the mean of [EqualAny] of the values over the
// keys of both maps; a key that only one side has counts [Absent]. It is [Reached] for maps of more than a thousand
// entries, since it is chance which entries come first. equal is the outcome of maps.Equal. The range is [Reached,1].
// Source: as [EqualAny].
func EqualMaps[K, V comparable](a, b map[K]V, equal bool) Truthness {
	switch {
	case equal:
		return equality(0)
	case max(len(a), len(b)) > comparedParts:
		return Flag(false)
	}
	var sum total
	for k, v := range a {
		if w, ok := b[k]; ok {
			sum.add(EqualAny(v, w).OfTrue)
		}
	}
	return Truthness{meanOf(sum, len(a)+len(b)-2*sum.n), 1}
}

// meanOf is the mean of parts, below 1. missing is the number of parts that only one side has.
func meanOf(sum total, missing int) float64 {
	if sum.n+missing == 0 {
		return Reached
	}
	return min(sum.mean(missing), below1)
}
