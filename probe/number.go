package probe

import (
	"math"

	"github.com/evoke-go/evoke/heuristics"
)

// EqI is a == b for signed integers.
func EqI(c *Cond, a, b int64) bool { return told(c, a == b, a, b, equalI) }

// NeI is a != b for signed integers.
func NeI(c *Cond, a, b int64) bool { return told(c, a != b, a, b, equalI) }

// LtI is a < b for signed integers.
func LtI(c *Cond, a, b int64) bool { return told(c, a < b, a, b, orderI) }

// LeI is a <= b for signed integers.
func LeI(c *Cond, a, b int64) bool { return told(c, a <= b, b, a, orderI) }

// GtI is a > b for signed integers.
func GtI(c *Cond, a, b int64) bool { return told(c, a > b, b, a, orderI) }

// GeI is a >= b for signed integers.
func GeI(c *Cond, a, b int64) bool { return told(c, a >= b, a, b, orderI) }

// EqU is a == b for unsigned integers.
func EqU(c *Cond, a, b uint64) bool { return told(c, a == b, a, b, equalU) }

// NeU is a != b for unsigned integers.
func NeU(c *Cond, a, b uint64) bool { return told(c, a != b, a, b, equalU) }

// LtU is a < b for unsigned integers.
func LtU(c *Cond, a, b uint64) bool { return told(c, a < b, a, b, orderU) }

// LeU is a <= b for unsigned integers.
func LeU(c *Cond, a, b uint64) bool { return told(c, a <= b, b, a, orderU) }

// GtU is a > b for unsigned integers.
func GtU(c *Cond, a, b uint64) bool { return told(c, a > b, b, a, orderU) }

// GeU is a >= b for unsigned integers.
func GeU(c *Cond, a, b uint64) bool { return told(c, a >= b, a, b, orderU) }

// EqF is a == b for floating-point numbers. Operands of type float32 are
// converted after they were rounded to it.
func EqF(c *Cond, a, b float64) bool { return told(c, a == b, a, b, equalF) }

// NeF is a != b for floating-point numbers.
func NeF(c *Cond, a, b float64) bool { return told(c, a != b, a, b, equalF) }

// LtF is a < b for floating-point numbers.
func LtF(c *Cond, a, b float64) bool { return told(c, a < b, a, b, orderF) }

// LeF is a <= b for floating-point numbers.
func LeF(c *Cond, a, b float64) bool { return told(c, a <= b, b, a, orderF) }

// GtF is a > b for floating-point numbers.
func GtF(c *Cond, a, b float64) bool { return told(c, a > b, b, a, orderF) }

// GeF is a >= b for floating-point numbers.
func GeF(c *Cond, a, b float64) bool { return told(c, a >= b, a, b, orderF) }

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
func equalI(c *Cond, outcome bool, a, b int64) {
	look(c, a, b)
	c.evaluated(outcome, equalRank(heuristics.IntDistance(a, b)), measureWhole)
}

// orderI notes a < b or its negation.
//
//go:noinline
func orderI(c *Cond, outcome bool, a, b int64) {
	c.evaluated(outcome, wholeRank(lessDistanceI(a, b)), measureWhole)
}

func lessDistanceI(a, b int64) uint64 {
	if a < b {
		return heuristics.IntDistance(a, b)
	}
	return heuristics.LessIntDistance(a, b)
}

//go:noinline
func equalU(c *Cond, outcome bool, a, b uint64) {
	look(c, a, b)
	c.evaluated(outcome, equalRank(heuristics.UintDistance(a, b)), measureWhole)
}

//go:noinline
func orderU(c *Cond, outcome bool, a, b uint64) {
	c.evaluated(outcome, wholeRank(lessDistanceU(a, b)), measureWhole)
}

func lessDistanceU(a, b uint64) uint64 {
	if a < b {
		return heuristics.UintDistance(a, b)
	}
	return heuristics.LessUintDistance(a, b)
}

//go:noinline
func equalF(c *Cond, outcome bool, a, b float64) {
	if a == b {
		c.evaluated(outcome, realRank(leaving), measureReal|measureFinal)
		return
	}
	look(c, a, b)
	c.evaluated(outcome, realRank(heuristics.FloatDistance(a, b)), measureReal)
}

//go:noinline
func orderF(c *Cond, outcome bool, a, b float64) {
	c.evaluated(outcome, lessRankF(a, b), measureReal)
}

// lessRankF is infinitely far with NaN, for an ordering and for its negation:
// both are false then.
func lessRankF(a, b float64) uint64 {
	if a < b {
		return realRank(heuristics.FloatDistance(a, b))
	}
	return realRank(heuristics.LessFloatDistance(a, b))
}
