package probe

import (
	"bytes"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/heuristics"
)

// EqS is a == b for strings.
func EqS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqS(c, a, b)
	}
	return a == b
}

// NeS is a != b for strings.
func NeS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neS(c, a, b)
	}
	return a != b
}

// LtS is a < b for strings.
func LtS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltS(c, a, b)
	}
	return a < b
}

// LeS is a <= b for strings.
func LeS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geS(c, b, a)
	}
	return a <= b
}

// GtS is a > b for strings.
func GtS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltS(c, b, a)
	}
	return a > b
}

// GeS is a >= b for strings.
func GeS(c *Cond, a, b string) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geS(c, a, b)
	}
	return a >= b
}

// HasPrefix is [strings.HasPrefix].
func HasPrefix(c *Cond, s, prefix string) bool {
	return via(c, s, prefix, hasPrefix, strings.HasPrefix)
}

// HasSuffix is [strings.HasSuffix].
func HasSuffix(c *Cond, s, suffix string) bool {
	return via(c, s, suffix, hasSuffix, strings.HasSuffix)
}

// Contains is [strings.Contains].
func Contains(c *Cond, s, part string) bool {
	return via(c, s, part, contains, strings.Contains)
}

// EqualFold is [strings.EqualFold].
func EqualFold(c *Cond, s, t string) bool {
	return via(c, s, t, equalFold, strings.EqualFold)
}

// EqBytes is [bytes.Equal].
func EqBytes(c *Cond, a, b []byte) bool {
	return via(c, a, b, eqBytes, bytes.Equal)
}

// Before is a.Before(b).
func Before(c *Cond, a, b time.Time) bool {
	return via(c, a, b, before, time.Time.Before)
}

// After is a.After(b).
func After(c *Cond, a, b time.Time) bool { return Before(c, b, a) }

// EqTime is a.Equal(b).
func EqTime(c *Cond, a, b time.Time) bool {
	return via(c, a, b, eqTime, time.Time.Equal)
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

//go:noinline
func eqS(c *Cond, a, b string) bool {
	equality(c, a, b, a == b, false, heuristics.StringDistance)
	return a == b
}

//go:noinline
func neS(c *Cond, a, b string) bool {
	equality(c, a, b, a == b, true, heuristics.StringDistance)
	return a != b
}

//go:noinline
func hasPrefix(c *Cond, s, prefix string) bool {
	has := strings.HasPrefix(s, prefix)
	equality(c, s, prefix, has, false, heuristics.PrefixDistance)
	return has
}

//go:noinline
func hasSuffix(c *Cond, s, suffix string) bool {
	has := strings.HasSuffix(s, suffix)
	equality(c, s, suffix, has, false, heuristics.SuffixDistance)
	return has
}

//go:noinline
func contains(c *Cond, s, part string) bool {
	has := strings.Contains(s, part)
	equality(c, s, part, has, false, heuristics.ContainsDistance)
	return has
}

//go:noinline
func equalFold(c *Cond, s, t string) bool {
	equal := strings.EqualFold(s, t)
	equality(c, s, t, equal, false, heuristics.FoldDistance)
	return equal
}

//go:noinline
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

//go:noinline
func ltS(c *Cond, a, b string) bool {
	ordering(c, a, b, a < b, false)
	return a < b
}

//go:noinline
func geS(c *Cond, a, b string) bool {
	ordering(c, a, b, a < b, true)
	return a >= b
}

//go:noinline
func before(c *Cond, a, b time.Time) bool {
	if a.Before(b) {
		c.note(true, realRank(heuristics.TimeDistance(a, b)), real)
		return true
	}
	c.note(false, realRank(heuristics.BeforeDistance(a, b)), real)
	return false
}

//go:noinline
func eqTime(c *Cond, a, b time.Time) bool {
	if a.Equal(b) {
		c.note(true, realRank(leaving), real)
		return true
	}
	c.note(false, realRank(heuristics.TimeDistance(a, b)), real)
	return false
}
