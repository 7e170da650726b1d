package probe

import (
	"math"

	"github.com/evoke-go/evoke/heuristics"
)

// EqI evaluates a == b for signed integers.
func EqI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a == b, a, b, equalI)
}

// NeI is a != b for signed integers.
func NeI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a != b, a, b, equalI)
}

// division is v % m, whose remainder is compared.
type division struct{ v, m int64 }

// EqR is a%m == b.
func EqR(g *Group, c *Cond, n *Near, a, m, b int64) bool {
	return noteCompared(g, c, n, a%m == b, division{a, m}, division{b, m}, equalR)
}

// NeR is a%m != b.
func NeR(g *Group, c *Cond, n *Near, a, m, b int64) bool {
	return noteCompared(g, c, n, a%m != b, division{a, m}, division{b, m}, equalR)
}

// LtI is a < b for signed integers.
func LtI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a < b, a, b, orderI)
}

// LeI is a <= b for signed integers.
func LeI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a <= b, b, a, orderI)
}

// GtI is a > b for signed integers.
func GtI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a > b, b, a, orderI)
}

// GeI is a >= b for signed integers.
func GeI(g *Group, c *Cond, n *Near, a, b int64) bool {
	return noteCompared(g, c, n, a >= b, a, b, orderI)
}

// EqU is a == b for unsigned integers.
func EqU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a == b, a, b, equalU)
}

// NeU is a != b for unsigned integers.
func NeU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a != b, a, b, equalU)
}

// LtU is a < b for unsigned integers.
func LtU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a < b, a, b, orderU)
}

// LeU is a <= b for unsigned integers.
func LeU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a <= b, b, a, orderU)
}

// GtU is a > b for unsigned integers.
func GtU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a > b, b, a, orderU)
}

// GeU is a >= b for unsigned integers.
func GeU(g *Group, c *Cond, n *Near, a, b uint64) bool {
	return noteCompared(g, c, n, a >= b, a, b, orderU)
}

// EqF is a == b for floating-point numbers. Operands of type float32 are
// converted after they were rounded to it.
func EqF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a == b, a, b, equalF)
}

// NeF is a != b for floating-point numbers.
func NeF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a != b, a, b, equalF)
}

// LtF is a < b for floating-point numbers.
func LtF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a < b, a, b, orderF)
}

// LeF is a <= b for floating-point numbers.
func LeF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a <= b, b, a, orderF)
}

// GtF is a > b for floating-point numbers.
func GtF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a > b, b, a, orderF)
}

// GeF is a >= b for floating-point numbers.
func GeF(g *Group, c *Cond, n *Near, a, b float64) bool {
	return noteCompared(g, c, n, a >= b, a, b, orderF)
}

// The slow paths of the probes above. A rank is that of the side that was not taken. A condition and its negation have
// the same rank.

// realRank returns the rank of a distance of at least 0: its bits inverted, since the order of such floats is that of
// their bits. It is at least 2^63.
func realRank(d float64) uint64 { return ^math.Float64bits(d) }

// wholeRank returns the rank of an integer distance. Distances that are equal as float64 have the same rank, since
// their scores are the same too.
func wholeRank(d uint64) uint64 { return realRank(float64(d)) }

// scoreRank returns the rank of a score, where there is no distance. It is below 2^63, and so below all ranks of
// distances.
func scoreRank(score float64) uint64 { return math.Float64bits(score) }

// minDistance is the distance from an equality that holds to its other side: the smallest distance between integers.
const minDistance = 1

// whole is note for a distance that is a whole number.
func (n *Near) whole(g *Group, c *Cond, outcome bool, d uint64) bool {
	return n.note(g, c, outcome, wholeRank(d), true)
}

//go:noinline
func equalI(g *Group, c *Cond, n *Near, outcome bool, a, b int64) bool {
	look(c, n, outcome, a, b)
	return n.whole(g, c, outcome, max(heuristics.IntDistance(a, b), minDistance))
}

// orderI notes a < b or its negation.
//
//go:noinline
func orderI(g *Group, c *Cond, n *Near, outcome bool, a, b int64) bool {
	listen(c, n, outcome, a, b)
	rank := wholeRank(lessDistanceI(a, b))
	if n.stale(c, outcome, rank) {
		return g.again(outcome)
	}
	return n.note(g, c, outcome, rank, true)
}

func lessDistanceI(a, b int64) uint64 {
	if a < b {
		return heuristics.IntDistance(a, b)
	}
	return heuristics.LessIntDistance(a, b)
}

//go:noinline
func equalR(g *Group, c *Cond, n *Near, outcome bool, a, b division) bool {
	if n.keeps(c, outcome) {
		keep(c, a.solutions(b.v)...)
	}
	return n.whole(g, c, outcome, max(heuristics.RestDistance(a.v%a.m, b.v, a.m), minDistance))
}

// solutions returns, as operands, the dividend and the numbers near to it whose remainder is b: two above it and two
// below, or as many as there are.
func (d division) solutions(b int64) []any {
	out := []any{d.v}
	m, nearest := max(d.m, -d.m), d.v-d.v%d.m+b
	if m <= 1 || d.v >= 1<<62 || d.v < -1<<62 || b <= -m || b >= m {
		return out
	}
	for _, steps := range [...]int64{0, 1, -1, 2, -2} {
		if next := nearest + steps*m; next%m == b && next != d.v && len(out) < 5 {
			out = append(out, next)
		}
	}
	return out
}

//go:noinline
func equalU(g *Group, c *Cond, n *Near, outcome bool, a, b uint64) bool {
	look(c, n, outcome, a, b)
	return n.whole(g, c, outcome, max(heuristics.UintDistance(a, b), minDistance))
}

//go:noinline
func orderU(g *Group, c *Cond, n *Near, outcome bool, a, b uint64) bool {
	listen(c, n, outcome, a, b)
	rank := wholeRank(lessDistanceU(a, b))
	if n.stale(c, outcome, rank) {
		return g.again(outcome)
	}
	return n.note(g, c, outcome, rank, true)
}

func lessDistanceU(a, b uint64) uint64 {
	if a < b {
		return heuristics.UintDistance(a, b)
	}
	return heuristics.LessUintDistance(a, b)
}

//go:noinline
func equalF(g *Group, c *Cond, n *Near, outcome bool, a, b float64) bool {
	if a == b {
		listen(c, n, outcome, a, b)
		return n.note(g, c, outcome, nearest, true)
	}
	look(c, n, outcome, a, b)
	return n.note(g, c, outcome, realRank(heuristics.FloatDistance(a, b)), false)
}

//go:noinline
func orderF(g *Group, c *Cond, n *Near, outcome bool, a, b float64) bool {
	listen(c, n, outcome, a, b)
	return n.note(g, c, outcome, lessRankF(a, b), false)
}

// lessRankF returns the rank of a < b. With NaN the distance is infinite, for < and for its negation: both are false
// then.
func lessRankF(a, b float64) uint64 {
	if a < b {
		return realRank(heuristics.FloatDistance(a, b))
	}
	return realRank(heuristics.LessFloatDistance(a, b))
}
