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

// The slow paths. A distance is only computed where it is of use, which is
// known after the outcome.

// unlike is the rank beside an equality that does not hold, 0 where no one
// wants it.
func unlike[T any](c *Cond, outcome bool, a, b T, distance func(a, b T) uint64) uint64 {
	if c.wants(outcome) {
		return equalRank(distance(a, b))
	}
	return 0
}

//go:noinline
func eqS(c *Cond, a, b string) bool {
	equal, rank := a == b, wholeRank(leaving)
	if !equal {
		rank = unlike(c, false, a, b, heuristics.StringDistance)
	}
	c.evaluated(equal, rank, measureWhole)
	return equal
}

//go:noinline
func neS(c *Cond, a, b string) bool {
	equal, rank := a == b, wholeRank(leaving)
	if !equal {
		rank = unlike(c, true, a, b, heuristics.StringDistance)
	}
	c.evaluated(!equal, rank, measureWhole)
	return !equal
}

//go:noinline
func hasPrefix(c *Cond, s, prefix string) bool {
	return alike(c, s, prefix, strings.HasPrefix(s, prefix), heuristics.PrefixDistance)
}

//go:noinline
func hasSuffix(c *Cond, s, suffix string) bool {
	return alike(c, s, suffix, strings.HasSuffix(s, suffix), heuristics.SuffixDistance)
}

//go:noinline
func contains(c *Cond, s, part string) bool {
	return alike(c, s, part, strings.Contains(s, part), heuristics.ContainsDistance)
}

//go:noinline
func equalFold(c *Cond, s, t string) bool {
	return alike(c, s, t, strings.EqualFold(s, t), heuristics.FoldDistance)
}

//go:noinline
func eqBytes(c *Cond, a, b []byte) bool {
	return alike(c, a, b, bytes.Equal(a, b), heuristics.BytesDistance)
}

// alike records an outcome that is an equality of some kind.
func alike[T any](c *Cond, a, b T, outcome bool, distance func(a, b T) uint64) bool {
	rank := wholeRank(leaving)
	if !outcome {
		rank = unlike(c, false, a, b, distance)
	}
	c.evaluated(outcome, rank, measureWhole)
	return outcome
}

// lessRankS is the rank beside a < b and beside its opposite.
func lessRankS(a, b string) uint64 {
	if a < b {
		return realRank(heuristics.OrderDistance(a, b))
	}
	return realRank(heuristics.LessStringDistance(a, b))
}

//go:noinline
func ltS(c *Cond, a, b string) bool {
	less, rank := a < b, uint64(0)
	if c.wants(less) {
		rank = lessRankS(a, b)
	}
	c.evaluated(less, rank, measureReal)
	return less
}

//go:noinline
func geS(c *Cond, a, b string) bool {
	outcome, rank := a >= b, uint64(0)
	if c.wants(outcome) {
		rank = lessRankS(a, b)
	}
	c.evaluated(outcome, rank, measureReal)
	return outcome
}

//go:noinline
func before(c *Cond, a, b time.Time) bool {
	if a.Before(b) {
		c.evaluated(true, realRank(heuristics.TimeDistance(a, b)), measureReal)
		return true
	}
	c.evaluated(false, realRank(heuristics.BeforeDistance(a, b)), measureReal)
	return false
}

//go:noinline
func eqTime(c *Cond, a, b time.Time) bool {
	if a.Equal(b) {
		c.evaluated(true, realRank(leaving), measureReal)
		return true
	}
	c.evaluated(false, realRank(heuristics.TimeDistance(a, b)), measureReal)
	return false
}
