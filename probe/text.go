package probe

import (
	"bytes"
	"strings"
	"time"

	"github.com/evoke-go/evoke/heuristics"
)

// EqS is a == b for strings.
func EqS(c *Cond, a, b string) bool {
	if c.open() {
		return eqS(c, a, b)
	}
	return a == b
}

// NeS is a != b for strings.
func NeS(c *Cond, a, b string) bool {
	if c.open() {
		return neS(c, a, b)
	}
	return a != b
}

// LtS is a < b for strings.
func LtS(c *Cond, a, b string) bool {
	if c.open() {
		return ltS(c, a, b)
	}
	return a < b
}

// LeS is a <= b for strings.
func LeS(c *Cond, a, b string) bool {
	if c.open() {
		return geS(c, b, a)
	}
	return a <= b
}

// GtS is a > b for strings.
func GtS(c *Cond, a, b string) bool {
	if c.open() {
		return ltS(c, b, a)
	}
	return a > b
}

// GeS is a >= b for strings.
func GeS(c *Cond, a, b string) bool {
	if c.open() {
		return geS(c, a, b)
	}
	return a >= b
}

// HasPrefix is [strings.HasPrefix].
func HasPrefix(c *Cond, s, prefix string) bool {
	if c.open() {
		return hasPrefix(c, s, prefix)
	}
	return strings.HasPrefix(s, prefix)
}

// HasSuffix is [strings.HasSuffix].
func HasSuffix(c *Cond, s, suffix string) bool {
	if c.open() {
		return hasSuffix(c, s, suffix)
	}
	return strings.HasSuffix(s, suffix)
}

// Contains is [strings.Contains].
func Contains(c *Cond, s, part string) bool {
	if c.open() {
		return contains(c, s, part)
	}
	return strings.Contains(s, part)
}

// EqualFold is [strings.EqualFold].
func EqualFold(c *Cond, s, t string) bool {
	if c.open() {
		return equalFold(c, s, t)
	}
	return strings.EqualFold(s, t)
}

// EqBytes is [bytes.Equal].
func EqBytes(c *Cond, a, b []byte) bool {
	if c.open() {
		return eqBytes(c, a, b)
	}
	return bytes.Equal(a, b)
}

// Before is a.Before(b).
func Before(c *Cond, a, b time.Time) bool {
	if c.open() {
		return before(c, a, b)
	}
	return a.Before(b)
}

// After is a.After(b).
func After(c *Cond, a, b time.Time) bool { return Before(c, b, a) }

// EqTime is a.Equal(b).
func EqTime(c *Cond, a, b time.Time) bool {
	if c.open() {
		return eqTime(c, a, b)
	}
	return a.Equal(b)
}

// equality notes an outcome that is an equality, or with negated its opposite.
// distance is computed only where it is of use.
func equality[T any](c *Cond, a, b T, equal, negated bool, distance func(a, b T) uint64) {
	outcome, rank := equal != negated, wholeRank(leaving)
	if !equal {
		rank = 0
		if c.wants(outcome) {
			rank = equalRank(distance(a, b))
		}
	}
	c.note(outcome, rank, whole)
}

func eqS(c *Cond, a, b string) bool {
	equality(c, a, b, a == b, false, heuristics.StringDistance)
	return a == b
}

func neS(c *Cond, a, b string) bool {
	equality(c, a, b, a == b, true, heuristics.StringDistance)
	return a != b
}

func hasPrefix(c *Cond, s, prefix string) bool {
	has := strings.HasPrefix(s, prefix)
	equality(c, s, prefix, has, false, heuristics.PrefixDistance)
	return has
}

func hasSuffix(c *Cond, s, suffix string) bool {
	has := strings.HasSuffix(s, suffix)
	equality(c, s, suffix, has, false, heuristics.SuffixDistance)
	return has
}

func contains(c *Cond, s, part string) bool {
	has := strings.Contains(s, part)
	equality(c, s, part, has, false, heuristics.ContainsDistance)
	return has
}

func equalFold(c *Cond, s, t string) bool {
	equal := strings.EqualFold(s, t)
	equality(c, s, t, equal, false, heuristics.FoldDistance)
	return equal
}

func eqBytes(c *Cond, a, b []byte) bool {
	equal := bytes.Equal(a, b)
	equality(c, a, b, equal, false, heuristics.BytesDistance)
	return equal
}

// ordering notes an outcome that is less, or with negated its opposite.
func ordering(c *Cond, a, b string, less, negated bool) {
	outcome, rank := less != negated, uint64(0)
	switch {
	case !c.wants(outcome):
	case less:
		rank = realRank(heuristics.OrderDistance(a, b))
	default:
		rank = realRank(heuristics.LessStringDistance(a, b))
	}
	c.note(outcome, rank, real)
}

func ltS(c *Cond, a, b string) bool {
	ordering(c, a, b, a < b, false)
	return a < b
}

func geS(c *Cond, a, b string) bool {
	ordering(c, a, b, a < b, true)
	return a >= b
}

func before(c *Cond, a, b time.Time) bool {
	if a.Before(b) {
		c.note(true, realRank(heuristics.TimeDistance(a, b)), real)
		return true
	}
	c.note(false, realRank(heuristics.BeforeDistance(a, b)), real)
	return false
}

func eqTime(c *Cond, a, b time.Time) bool {
	if a.Equal(b) {
		c.note(true, realRank(leaving), real)
		return true
	}
	c.note(false, realRank(heuristics.TimeDistance(a, b)), real)
	return false
}
