package probe

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
)

// EqS is a == b for strings.
func EqS(c *Cond, a, b string) bool { return told(c, a == b, a, b, equalS) }

// NeS is a != b for strings.
func NeS(c *Cond, a, b string) bool { return told(c, a != b, a, b, equalS) }

// LtS is a < b for strings.
func LtS(c *Cond, a, b string) bool { return told(c, a < b, a, b, orderS) }

// LeS is a <= b for strings.
func LeS(c *Cond, a, b string) bool { return told(c, a <= b, b, a, orderS) }

// GtS is a > b for strings.
func GtS(c *Cond, a, b string) bool { return told(c, a > b, b, a, orderS) }

// GeS is a >= b for strings.
func GeS(c *Cond, a, b string) bool { return told(c, a >= b, a, b, orderS) }

// HasPrefix is [strings.HasPrefix].
func HasPrefix(c *Cond, s, prefix string) bool {
	return judged(c, s, prefix, strings.HasPrefix, hasPrefix)
}

// HasSuffix is [strings.HasSuffix].
func HasSuffix(c *Cond, s, suffix string) bool {
	return judged(c, s, suffix, strings.HasSuffix, hasSuffix)
}

// Contains is [strings.Contains].
func Contains(c *Cond, s, part string) bool {
	return judged(c, s, part, strings.Contains, contains)
}

// EqualFold is [strings.EqualFold].
func EqualFold(c *Cond, s, t string) bool {
	return judged(c, s, t, strings.EqualFold, equalFold)
}

// EqBytes is [bytes.Equal].
func EqBytes(c *Cond, a, b []byte) bool { return judged(c, a, b, bytes.Equal, eqBytes) }

// Before is a.Before(b).
func Before(c *Cond, a, b time.Time) bool { return judged(c, a, b, time.Time.Before, before) }

// After is a.After(b).
func After(c *Cond, a, b time.Time) bool { return judged(c, b, a, time.Time.Before, before) }

// EqTime is a.Equal(b).
func EqTime(c *Cond, a, b time.Time) bool { return judged(c, a, b, time.Time.Equal, eqTime) }

// The slow paths. A distance is only computed where it is of use.

//go:noinline
func equalS(c *Cond, outcome bool, a, b string) {
	switch {
	case a == b:
		c.evaluated(outcome, wholeRank(leaving), measureWhole)
	case c.wants(outcome) && wholeRank(lengthsApart(a, b)) > c.near[other(outcome)].Load():
		look(c, a, b)
		c.evaluated(outcome, wholeRank(heuristics.StringDistance(a, b)), measureWhole)
	default:
		c.evaluated(outcome, 0, measureWhole)
	}
}

// lengthsApart is what the lengths show of StringDistance, which is that or
// more: while both are ASCII their characters are their bytes, and the rest of
// the longer one has at least a quarter as many as bytes.
func lengthsApart(a, b string) uint64 {
	n := min(len(a), len(b))
	rest := len(a) + len(b) - 2*n
	if rest == 0 || !isASCII(a[:n]) || !isASCII(b[:n]) {
		return 0
	}
	return heuristics.MissingChar * uint64((rest+3)/4)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

//go:noinline
func hasPrefix(c *Cond, outcome bool, s, prefix string) {
	alike(c, outcome, s, prefix, heuristics.PrefixDistance)
}

//go:noinline
func hasSuffix(c *Cond, outcome bool, s, suffix string) {
	alike(c, outcome, s, suffix, heuristics.SuffixDistance)
}

//go:noinline
func contains(c *Cond, outcome bool, s, part string) {
	alike(c, outcome, s, part, heuristics.ContainsDistance)
}

//go:noinline
func equalFold(c *Cond, outcome bool, s, t string) {
	alike(c, outcome, s, t, heuristics.FoldDistance)
}

//go:noinline
func eqBytes(c *Cond, outcome bool, a, b []byte) {
	alike(c, outcome, a, b, heuristics.BytesDistance)
}

// alike notes an outcome that is an equality of some kind.
func alike[T any](c *Cond, outcome bool, a, b T, distance func(a, b T) uint64) {
	rank := uint64(0)
	switch {
	case outcome:
		rank = wholeRank(leaving)
	case c.wants(false):
		look(c, a, b)
		rank = equalRank(distance(a, b))
	}
	c.evaluated(outcome, rank, measureWhole)
}

// lessRankS is the rank beside a < b and beside its opposite.
func lessRankS(a, b string) uint64 {
	if a < b {
		return realRank(heuristics.OrderDistance(a, b))
	}
	return realRank(heuristics.LessStringDistance(a, b))
}

//go:noinline
func orderS(c *Cond, outcome bool, a, b string) {
	rank := uint64(0)
	if c.wants(outcome) {
		look(c, a, b)
		rank = lessRankS(a, b)
	}
	c.evaluated(outcome, rank, measureReal)
}

//go:noinline
func before(c *Cond, outcome bool, a, b time.Time) {
	if outcome {
		c.evaluated(true, realRank(heuristics.TimeDistance(a, b)), measureReal)
		return
	}
	c.evaluated(false, realRank(heuristics.BeforeDistance(a, b)), measureReal)
}

//go:noinline
func eqTime(c *Cond, outcome bool, a, b time.Time) {
	if outcome {
		c.evaluated(true, realRank(leaving), measureReal|measureFinal)
		return
	}
	c.evaluated(false, realRank(heuristics.TimeDistance(a, b)), measureReal)
}
