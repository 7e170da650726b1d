package heuristics

import (
	"math"
	"unicode/utf8"
)

// MissingChar is what [StringDistance] adds for a character that only one of two strings has. It is more than the
// distance of any two characters. Source: EvoMaster's MAX_CHAR_DISTANCE.
const MissingChar = 65536

// MissingByte is what [BytesDistance] adds for a byte that only one of two slices has. It is more than the distance of
// any two bytes.
const MissingByte = 256

// StringDistance is how far two strings are from being equal, and 0 exactly when they are. It aligns both on the left
// and sums the differences of their characters, plus [MissingChar] for each character that only one has. The unit is
// one step of one character. Source: EvoMaster's left-aligned distance. Characters are Unicode code points here, not
// UTF-16 units. A byte that is no part of a valid code point counts as a character of its own, above all others.
func StringDistance(a, b string) uint64 {
	if a == b { // far faster than character by character
		return 0
	}
	d, a, b := align(a, b, math.MaxUint64)
	return d + missing(a) + missing(b)
}

// align sums the distances of the characters of a and b from the left, until one of them ends or the sum is limit or
// more. It returns the sum and the rest of both.
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

// alignASCII is align for ASCII. It stops at the first character beyond ASCII in a or b, and returns its index n.
// Nearly all texts that a program compares are ASCII to their end.
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

// distinct gives a byte that is no part of a code point a number above all code points, so that different strings never
// decode to the same characters.
func distinct(r rune, size int, first byte) (rune, int) {
	if r == utf8.RuneError && size == 1 {
		return utf8.MaxRune + 1 + rune(first), 1
	}
	return r, size
}

// charDistance is |a-b|. Above 32768 it grows more slowly, so that it stays below MissingChar for all of Unicode.
func charDistance(a, b rune) uint64 {
	const near, squeeze = 1 << 15, 34
	d := uint64(max(a-b, b-a))
	if d > near {
		d = near + (d-near)/squeeze
	}
	return d
}

// EqualString is the Truthness of a == b: [Close] of [StringDistance] for true, and Close(1) for false if the operands
// are equal. The range is (Reached,1]. Source: EvoMaster's 0.1 + 0.9/(1+D) for unequal strings.
func EqualString(a, b string) Truthness { return equality(float64(StringDistance(a, b))) }

// BytesDistance is how far two slices are from holding the same bytes, and 0 exactly when they do. It aligns both on
// the left and sums the differences of the bytes, plus [MissingByte] for each byte that only one has. The unit is one
// step of one byte. Source: ours; EvoMaster counts unequal bytes, which gives no gradient inside of a byte.
func BytesDistance(a, b []byte) uint64 {
	n := min(len(a), len(b))
	d := MissingByte * uint64(len(a)+len(b)-2*n)
	for i := range n {
		d += IntDistance(int64(a[i]), int64(b[i]))
	}
	return d
}

// EqualBytes is the Truthness of bytes.Equal(a, b): [Close] of [BytesDistance] for true, and Close(1) for false if the
// operands are equal. The range is (Reached,1]. Source: as BytesDistance.
func EqualBytes(a, b []byte) Truthness { return equality(float64(BytesDistance(a, b))) }
