package heuristics

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// PrefixDistance is how far s is from beginning with prefix, and 0 exactly when it does. It is [StringDistance] of
// prefix and as many first characters of s as prefix has. Source: EvoMaster's startsWith, the aligned window.
func PrefixDistance(s, prefix string) uint64 {
	if len(s) >= len(prefix) && s[:len(prefix)] == prefix {
		return 0
	}
	d, _, rest := align(s, prefix, math.MaxUint64)
	return d + missing(rest)
}

// HasPrefix is the Truthness of strings.HasPrefix(s, prefix): [Close] of [PrefixDistance] for true, and Close(1) for
// false if it holds. The range is (Reached,1]. Source: as PrefixDistance.
func HasPrefix(s, prefix string) Truthness { return equality(float64(PrefixDistance(s, prefix))) }

// SuffixDistance is how far s is from ending with suffix, and 0 exactly when it
// does. It is [PrefixDistance] aligned on the right. Source: EvoMaster's endsWith.
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

// HasSuffix is the Truthness of strings.HasSuffix(s, suffix): [Close] of [SuffixDistance] for true, and Close(1) for
// false if it holds. The range is (Reached,1]. Source: as SuffixDistance.
func HasSuffix(s, suffix string) Truthness { return equality(float64(SuffixDistance(s, suffix))) }

// windowWork bounds the comparisons of ContainsDistance, in bytes.
const windowWork = 1 << 16

// ContainsDistance is how far s is from containing part, and 0 exactly when it does. It is the smallest
// [PrefixDistance] of the texts that begin at any character of s. Source: EvoMaster's contains, the best aligned
// window. It looks at windows from the left until it has compared 65,536 bytes.
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

// windowPart is the length up to which a part in ASCII is never farther from a window of its length than one missing
// character is.
const windowPart = MissingChar / utf8.RuneSelf

// containsASCII is ContainsDistance for parts so short that only windows of full length can be the nearest, or the
// first window if s is shorter than part.
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

// Contains is the Truthness of strings.Contains(s, part): [Close] of [ContainsDistance] for true, and Close(1) for
// false if it holds. The range is (Reached,1]. Source: as ContainsDistance.
func Contains(s, part string) Truthness { return equality(float64(ContainsDistance(s, part))) }

// contains is strings.Contains, since the package does not import strings.
func contains(s, part string) bool {
	for ; len(s) >= len(part); s = s[1:] {
		if s[:len(part)] == part {
			return true
		}
	}
	return false
}

// FoldDistance is [StringDistance] without regard to case, and 0 exactly when strings.EqualFold(a, b). Two characters
// are as far apart as the nearest of their foldings. As in strings.EqualFold, all bytes that are no UTF-8 count as the
// same character. Source: StringDistance, with Unicode's simple folding.
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

// foldedDistance is the smallest distance of any folding of a to any folding of b.
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

// EqualFold is the Truthness of strings.EqualFold(a, b): [Close] of [FoldDistance] for true, and Close(1) for false if
// it holds. The range is (Reached,1]. Source: as FoldDistance.
func EqualFold(a, b string) Truthness { return equality(float64(FoldDistance(a, b))) }
