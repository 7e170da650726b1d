package heuristics

// OrderDistance is how far apart two strings are in the order of their bytes.
// That is Go's order, and for valid UTF-8 the order of their characters. The
// distance is 0 exactly when they are equal, else in (0,256]. For a <= b <= c, b
// and c are never farther apart than a and c.
//
// The first position i at which they differ decides: the distance is between 256/(i+2) and 256/(i+1). The seven bytes
// from i on, read as the digits of a number, decide where it lies between the two. The unit is about half a step of the
// first byte.
//
// Source: ours. Distances by character mislead an ordering, because later characters outweigh the first: "b" is nearer
// to "azzz" than "bzzz" is. The usual weights of positions, powers of 256, underflow after some 130 characters and
// ignore everything after seven.
func OrderDistance(a, b string) float64 { return orderDistance(a, b) }

func orderDistance[S string | []byte](a, b S) float64 {
	i := firstDifference(a, b)
	if i == len(a) && i == len(b) {
		return 0
	}
	low, high := 256/float64(i+2), 256/float64(i+1)
	apart := float64(UintDistance(leading(a, i), leading(b, i)))
	return min(low+float64((high-low)*(apart/leadingEnd)), high)
}

func firstDifference[S string | []byte](a, b S) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

const (
	leadingBytes = 7
	leadingBase  = 257 // 0 is the end of the string, 1 to 256 are bytes
	leadingEnd   = leadingBase * leadingBase * leadingBase * leadingBase * leadingBase * leadingBase * leadingBase
)

// leading reads the seven bytes of s from i on as a number. These numbers have the order of the texts.
func leading[S string | []byte](s S, i int) uint64 {
	v := uint64(0)
	for k := i; k < i+leadingBytes; k++ {
		v *= leadingBase
		if k < len(s) {
			v += uint64(s[k]) + 1
		}
	}
	return v
}

// LessStringDistance is how far a is from coming before b. It is 0 if a < b, else [OrderDistance] plus 0.1. The other
// side, a >= b, is OrderDistance away. Source: as OrderDistance; the 0.1 is that of [LessFloatDistance].
func LessStringDistance(a, b string) float64 {
	if a < b {
		return 0
	}
	return OrderDistance(a, b) + strictStep
}

// LessString is the Truthness of a < b: [Close] of [LessStringDistance] for
// true, and of [OrderDistance] for false. The range is (Reached,1]. Source: as
// OrderDistance.
func LessString(a, b string) Truthness {
	return ordering(LessStringDistance(a, b), OrderDistance(a, b))
}

// BytesOrderDistance is [OrderDistance] for slices of bytes.
func BytesOrderDistance(a, b []byte) float64 { return orderDistance(a, b) }

// LessBytesDistance is [LessStringDistance] for slices of bytes.
func LessBytesDistance(a, b []byte) float64 {
	if string(a) < string(b) { // compares without a copy
		return 0
	}
	return orderDistance(a, b) + strictStep
}

// LessBytes is the Truthness of bytes.Compare(a, b) < 0 by the formula of
// [LessString].
func LessBytes(a, b []byte) Truthness {
	return ordering(LessBytesDistance(a, b), orderDistance(a, b))
}
