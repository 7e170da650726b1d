package probe

import (
	"math"
	"sync/atomic"

	"github.com/evoke-go/evoke/heuristics"
)

// EqI is a == b for signed integers.
func EqI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqI(c, a, b)
	}
	return a == b
}

// NeI is a != b for signed integers.
func NeI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neI(c, a, b)
	}
	return a != b
}

// LtI is a < b for signed integers.
func LtI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltI(c, a, b)
	}
	return a < b
}

// LeI is a <= b for signed integers.
func LeI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geI(c, b, a)
	}
	return a <= b
}

// GtI is a > b for signed integers.
func GtI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltI(c, b, a)
	}
	return a > b
}

// GeI is a >= b for signed integers.
func GeI(c *Cond, a, b int64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geI(c, a, b)
	}
	return a >= b
}

// EqU is a == b for unsigned integers.
func EqU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqU(c, a, b)
	}
	return a == b
}

// NeU is a != b for unsigned integers.
func NeU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neU(c, a, b)
	}
	return a != b
}

// LtU is a < b for unsigned integers.
func LtU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltU(c, a, b)
	}
	return a < b
}

// LeU is a <= b for unsigned integers.
func LeU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geU(c, b, a)
	}
	return a <= b
}

// GtU is a > b for unsigned integers.
func GtU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltU(c, b, a)
	}
	return a > b
}

// GeU is a >= b for unsigned integers.
func GeU(c *Cond, a, b uint64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geU(c, a, b)
	}
	return a >= b
}

// EqF is a == b for floating-point numbers. Operands of type float32 are
// converted after they were rounded to it.
func EqF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return eqF(c, a, b)
	}
	return a == b
}

// NeF is a != b for floating-point numbers.
func NeF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return neF(c, a, b)
	}
	return a != b
}

// LtF is a < b for floating-point numbers.
func LtF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltF(c, a, b)
	}
	return a < b
}

// LeF is a <= b for floating-point numbers.
func LeF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geF(c, b, a)
	}
	return a <= b
}

// GtF is a > b for floating-point numbers.
func GtF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return ltF(c, b, a)
	}
	return a > b
}

// GeF is a >= b for floating-point numbers.
func GeF(c *Cond, a, b float64) bool {
	if int32(atomic.LoadUint32(&c.state)) < closedBoth {
		return geF(c, a, b)
	}
	return a >= b
}

// What follows are the slow paths. A rank is the one of the side not taken; of
// a condition and its negation it is the same.

// wholeRank is the rank of an integer distance. As 0 is none, the largest two
// distances share one; they are the same float64.
func wholeRank(d uint64) uint64 { return max(^d, 1) }

// realRank is the rank of a distance of at least 0; the order of such floats
// is that of their bits. It is at least 2^63.
func realRank(d float64) uint64 { return ^math.Float64bits(d) }

// scoreRank is the rank of a score where there is no distance: below all ranks
// of distances, so that it can be told from them.
func scoreRank(score float64) uint64 { return math.Float64bits(score) }

// leaving is the distance from an equality that holds to its other side.
const leaving = 1

// equalRank is the rank beside an equality at distance d, where 0 is equal.
func equalRank(d uint64) uint64 { return wholeRank(max(d, leaving)) }

//go:noinline
func eqI(c *Cond, a, b int64) bool {
	c.evaluated(a == b, equalRank(heuristics.IntDistance(a, b)), measureWhole)
	return a == b
}

//go:noinline
func neI(c *Cond, a, b int64) bool {
	c.evaluated(a != b, equalRank(heuristics.IntDistance(a, b)), measureWhole)
	return a != b
}

func lessRankI(a, b int64) uint64 { return wholeRank(lessDistanceI(a, b)) }

func lessDistanceI(a, b int64) uint64 {
	if a < b {
		return heuristics.IntDistance(a, b)
	}
	return heuristics.LessIntDistance(a, b)
}

//go:noinline
func ltI(c *Cond, a, b int64) bool {
	c.evaluated(a < b, lessRankI(a, b), measureWhole)
	return a < b
}

//go:noinline
func geI(c *Cond, a, b int64) bool {
	c.evaluated(a >= b, lessRankI(a, b), measureWhole)
	return a >= b
}

//go:noinline
func eqU(c *Cond, a, b uint64) bool {
	c.evaluated(a == b, equalRank(heuristics.UintDistance(a, b)), measureWhole)
	return a == b
}

//go:noinline
func neU(c *Cond, a, b uint64) bool {
	c.evaluated(a != b, equalRank(heuristics.UintDistance(a, b)), measureWhole)
	return a != b
}

func lessRankU(a, b uint64) uint64 { return wholeRank(lessDistanceU(a, b)) }

func lessDistanceU(a, b uint64) uint64 {
	if a < b {
		return heuristics.UintDistance(a, b)
	}
	return heuristics.LessUintDistance(a, b)
}

//go:noinline
func ltU(c *Cond, a, b uint64) bool {
	c.evaluated(a < b, lessRankU(a, b), measureWhole)
	return a < b
}

//go:noinline
func geU(c *Cond, a, b uint64) bool {
	c.evaluated(a >= b, lessRankU(a, b), measureWhole)
	return a >= b
}

func equalRankF(a, b float64) uint64 {
	if a == b {
		return realRank(leaving)
	}
	return realRank(heuristics.FloatDistance(a, b))
}

//go:noinline
func eqF(c *Cond, a, b float64) bool {
	c.evaluated(a == b, equalRankF(a, b), measureReal)
	return a == b
}

//go:noinline
func neF(c *Cond, a, b float64) bool {
	c.evaluated(a != b, equalRankF(a, b), measureReal)
	return a != b
}

// lessRankF is infinitely far with NaN, for an ordering and for its negation:
// both are false then.
func lessRankF(a, b float64) uint64 {
	if a < b {
		return realRank(heuristics.FloatDistance(a, b))
	}
	return realRank(heuristics.LessFloatDistance(a, b))
}

//go:noinline
func ltF(c *Cond, a, b float64) bool {
	c.evaluated(a < b, lessRankF(a, b), measureReal)
	return a < b
}

//go:noinline
func geF(c *Cond, a, b float64) bool {
	c.evaluated(a >= b, lessRankF(a, b), measureReal)
	return a >= b
}
