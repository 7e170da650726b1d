package heuristics

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// PrefixDistance is how far s is from beginning with prefix, 0 exactly when it
// does: StringDistance of its first characters, as many as prefix has; longer
// is no harm. Source: EvoMaster's startsWith, the aligned window.
func PrefixDistance(s, prefix string) uint64 {
	if len(s) >= len(prefix) && s[:len(prefix)] == prefix {
		return 0
	}
	d, _, rest := align(s, prefix, math.MaxUint64)
	return d + missing(rest)
}

// HasPrefix is the Truthness of strings.HasPrefix(s, prefix): Close of
// PrefixDistance, and of 1 to leave it.
func HasPrefix(s, prefix string) Truthness { return equality(float64(PrefixDistance(s, prefix))) }

// SuffixDistance is how far s is from ending with suffix, 0 exactly when it
// does: as PrefixDistance, aligned on the right.
func SuffixDistance(s, suffix string) uint64 {
	if len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix {
		return 0
	}
	d := uint64(0)
	for len(s) > 0 && len(suffix) > 0 {
		cs, ns := lastChar(s)
		ct, nt := lastChar(suffix)
		d += charDistance(cs, ct)
		s, suffix = s[:len(s)-ns], suffix[:len(suffix)-nt]
	}
	return d + missing(suffix)
}

// HasSuffix is the Truthness of strings.HasSuffix(s, suffix): Close of
// SuffixDistance, and of 1 to leave it.
func HasSuffix(s, suffix string) Truthness { return equality(float64(SuffixDistance(s, suffix))) }

// windowWork bounds what ContainsDistance compares, in bytes.
const windowWork = 1 << 16

// ContainsDistance is how far s is from containing part, 0 exactly when it
// does: the smallest PrefixDistance of what follows any of its characters.
// Source: EvoMaster's contains, the best aligned window. Windows are looked at
// from the left until 65,536 bytes were compared.
func ContainsDistance(s, part string) uint64 {
	if len(part) <= windowPart && len(s)*len(part) <= windowWork && isASCII(s) && isASCII(part) {
		return containsASCII(s, part)
	}
	if contains(s, part) {
		return 0
	}
	best, work := missing(part), 0
	for len(s) > 0 && work < windowWork {
		d, _, rest := align(s, part, best)
		work += len(part) - len(rest)
		best = min(best, d+missing(rest))
		_, n := firstChar(s)
		s = s[n:]
	}
	return best
}

// windowPart is the longest part of ASCII that can never be farther from a window
// of its length than one missing character is.
const windowPart = MissingChar / utf8.RuneSelf

// containsASCII is ContainsDistance where only windows count that nothing is
// missing from, or the first one if s is shorter than part.
func containsASCII(s, part string) uint64 {
	if len(s) < len(part) {
		d, n := alignASCII(s, part, math.MaxUint64)
		return d + MissingChar*uint64(len(part)-n)
	}
	best := missing(part)
	for ; len(s) >= len(part) && best > 0; s = s[1:] {
		d, _ := alignASCII(s, part, best)
		best = min(best, d)
	}
	return best
}

func isASCII(s string) bool {
	all := byte(0)
	for i := range len(s) {
		all |= s[i]
	}
	return all < utf8.RuneSelf
}

// Contains is the Truthness of strings.Contains(s, part): Close of
// ContainsDistance, and of 1 to leave it.
func Contains(s, part string) Truthness { return equality(float64(ContainsDistance(s, part))) }

// contains is strings.Contains, without an import of strings.
func contains(s, part string) bool {
	for ; len(s) >= len(part); s = s[1:] {
		if s[:len(part)] == part {
			return true
		}
	}
	return false
}

// FoldDistance is StringDistance without regard to case, 0 exactly when
// strings.EqualFold(a, b): two characters are as far apart as the nearest of
// their foldings. As there, all bytes outside of code points are alike.
// Source: StringDistance, with Unicode's simple folding.
func FoldDistance(a, b string) uint64 {
	d := uint64(0)
	for len(a) > 0 && len(b) > 0 {
		ca, na := utf8.DecodeRuneInString(a)
		cb, nb := utf8.DecodeRuneInString(b)
		d += foldedDistance(ca, cb)
		a, b = a[na:], b[nb:]
	}
	return d + missing(a) + missing(b)
}

// foldedDistance is the smallest distance of any case of a to any case of b.
func foldedDistance(a, b rune) uint64 {
	best := charDistance(a, b)
	for x := unicode.SimpleFold(a); best > 0; x = unicode.SimpleFold(x) {
		best = min(best, charDistance(x, b))
		for y := unicode.SimpleFold(b); y != b; y = unicode.SimpleFold(y) {
			best = min(best, charDistance(x, y))
		}
		if x == a {
			break
		}
	}
	return best
}

// EqualFold is the Truthness of strings.EqualFold(a, b): Close of FoldDistance,
// and of 1 to leave it.
func EqualFold(a, b string) Truthness { return equality(float64(FoldDistance(a, b))) }
