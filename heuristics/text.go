package heuristics

import (
	"math"
	"unicode/utf8"
)

// MissingChar is what [StringDistance] adds for a character that only one of two
// strings has. It is more than any two characters are apart.
// Source: EvoMaster's MAX_CHAR_DISTANCE.
const MissingChar = 65536

// MissingByte is what [BytesDistance] adds for a byte that only one of two slices
// has. It is more than any two bytes are apart.
const MissingByte = 256

// StringDistance is how far two strings are from being equal, and 0 exactly when
// they are. It aligns both on the left and sums the differences of their
// characters, plus [MissingChar] for each that only one has. The unit is one step
// of one character. Source: EvoMaster's left-aligned distance. Characters are
// Unicode code points here, not UTF-16 units. A byte that is no part of one is a
// character of its own, beyond all others.
func StringDistance(a, b string) uint64 {
	if a == b { // far faster than character by character
		return 0
	}
	d, a, b := align(a, b, math.MaxUint64)
	return d + missing(a) + missing(b)
}

// align sums the distances of the characters of a and b from the left, until one
// of them ends or the sum is limit or more. It returns what is left of both.
func align(a, b string, limit uint64) (sum uint64, restA, restB string) {
	sum, n := alignASCII(a, b, limit)
	a, b = a[n:], b[n:]
	for len(a) > 0 && len(b) > 0 && sum < limit {
		ca, na := firstChar(a)
		cb, nb := firstChar(b)
		sum += charDistance(ca, cb)
		a, b = a[na:], b[nb:]
	}
	return sum, a, b
}

// alignASCII is align up to the first character beyond ASCII in a or b, which is
// at n. Nearly all text that a program compares ends here.
func alignASCII(a, b string, limit uint64) (sum uint64, n int) {
	end := min(len(a), len(b))
	for n < end && sum < limit && a[n]|b[n] < utf8.RuneSelf {
		d := int(a[n]) - int(b[n])
		sum += uint64(max(d, -d))
		n++
	}
	return sum, n
}

func missing(s string) uint64 { return MissingChar * uint64(utf8.RuneCountInString(s)) }

// firstChar decodes the first character of a non-empty string.
func firstChar(s string) (c rune, size int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	r, n := utf8.DecodeRuneInString(s)
	return distinct(r, n, s[0])
}

// lastChar decodes the last character of a non-empty string.
func lastChar(s string) (c rune, size int) {
	last := s[len(s)-1]
	if last < utf8.RuneSelf {
		return rune(last), 1
	}
	r, n := utf8.DecodeLastRuneInString(s)
	return distinct(r, n, last)
}

// distinct gives a byte that is no part of a code point a number above them
// all, so that different strings never decode to the same characters.
func distinct(r rune, size int, first byte) (rune, int) {
	if r == utf8.RuneError && size == 1 {
		return utf8.MaxRune + 1 + rune(first), 1
	}
	return r, size
}

// charDistance is |a-b|, squeezed above 32768 so that it stays below
// MissingChar for all of Unicode and still grows.
func charDistance(a, b rune) uint64 {
	const near, squeeze = 1 << 15, 34
	d := uint64(max(a-b, b-a))
	if d > near {
		d = near + (d-near)/squeeze
	}
	return d
}

// EqualString is the Truthness of a == b: [Close] of [StringDistance], and
// Close(1) for the way out of the equality. The range is (Reached,1]. Source:
// EvoMaster's 0.1 + 0.9/(1+D) for unequal strings.
func EqualString(a, b string) Truthness { return equality(float64(StringDistance(a, b))) }

// BytesDistance is how far two slices are from holding the same bytes, and 0
// exactly when they do. It aligns both on the left and sums the differences of
// the bytes, plus [MissingByte] for each that only one has. The unit is one step
// of one byte. Source: ours; EvoMaster counts unequal bytes, which gives no
// gradient inside of a byte.
func BytesDistance(a, b []byte) uint64 {
	n := min(len(a), len(b))
	d := MissingByte * uint64(len(a)+len(b)-2*n)
	for i := range n {
		d += IntDistance(int64(a[i]), int64(b[i]))
	}
	return d
}

// EqualBytes is the Truthness of bytes.Equal(a, b): [Close] of [BytesDistance],
// and Close(1) for the way out of the equality. The range is (Reached,1]. Source:
// as BytesDistance.
func EqualBytes(a, b []byte) Truthness { return equality(float64(BytesDistance(a, b))) }
