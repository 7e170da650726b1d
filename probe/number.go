package probe

import (
	"math"

	"github.com/evoke-go/evoke/heuristics"
)

// Ints compares signed integers, Uints compares unsigned integers, and Floats compares floating-point numbers. Each is
// made of the cells of the comparison, see [At]. Each method evaluates the operator of its name, notes the outcome and
// returns it.
type (
	Ints   Call
	Uints  Call
	Floats Call
)

// Eq is a == b.
func (at Ints) Eq(a, b int64) bool {
	return noteCompared(at.c, at, a == b, a, b, Ints.equal)
}

// Ne is a != b.
func (at Ints) Ne(a, b int64) bool {
	return noteCompared(at.c, at, a != b, a, b, Ints.equal)
}

// division is v % m, whose remainder is compared.
type division struct{ v, m int64 }

// EqRest is a%m == b.
func (at Ints) EqRest(a, m, b int64) bool {
	return noteCompared(at.c, at, a%m == b, division{a, m}, division{b, m}, Ints.rest)
}

// NeRest is a%m != b.
func (at Ints) NeRest(a, m, b int64) bool {
	return noteCompared(at.c, at, a%m != b, division{a, m}, division{b, m}, Ints.rest)
}

// Lt is a < b.
func (at Ints) Lt(a, b int64) bool {
	return noteCompared(at.c, at, a < b, a, b, Ints.order)
}

// Le is a <= b.
func (at Ints) Le(a, b int64) bool {
	return noteCompared(at.c, at, a <= b, b, a, Ints.order)
}

// Gt is a > b.
func (at Ints) Gt(a, b int64) bool {
	return noteCompared(at.c, at, a > b, b, a, Ints.order)
}

// Ge is a >= b.
func (at Ints) Ge(a, b int64) bool {
	return noteCompared(at.c, at, a >= b, a, b, Ints.order)
}

// Eq is a == b.
func (at Uints) Eq(a, b uint64) bool {
	return noteCompared(at.c, at, a == b, a, b, Uints.equal)
}

// Ne is a != b.
func (at Uints) Ne(a, b uint64) bool {
	return noteCompared(at.c, at, a != b, a, b, Uints.equal)
}

// Lt is a < b.
func (at Uints) Lt(a, b uint64) bool {
	return noteCompared(at.c, at, a < b, a, b, Uints.order)
}

// Le is a <= b.
func (at Uints) Le(a, b uint64) bool {
	return noteCompared(at.c, at, a <= b, b, a, Uints.order)
}

// Gt is a > b.
func (at Uints) Gt(a, b uint64) bool {
	return noteCompared(at.c, at, a > b, b, a, Uints.order)
}

// Ge is a >= b.
func (at Uints) Ge(a, b uint64) bool {
	return noteCompared(at.c, at, a >= b, a, b, Uints.order)
}

// Eq is a == b. Operands of type float32 are converted after they were rounded to it.
func (at Floats) Eq(a, b float64) bool {
	return noteCompared(at.c, at, a == b, a, b, Floats.equal)
}

// Ne is a != b.
func (at Floats) Ne(a, b float64) bool {
	return noteCompared(at.c, at, a != b, a, b, Floats.equal)
}

// Lt is a < b.
func (at Floats) Lt(a, b float64) bool {
	return noteCompared(at.c, at, a < b, a, b, Floats.order)
}

// Le is a <= b.
func (at Floats) Le(a, b float64) bool {
	return noteCompared(at.c, at, a <= b, b, a, Floats.order)
}

// Gt is a > b.
func (at Floats) Gt(a, b float64) bool {
	return noteCompared(at.c, at, a > b, b, a, Floats.order)
}

// Ge is a >= b.
func (at Floats) Ge(a, b float64) bool {
	return noteCompared(at.c, at, a >= b, a, b, Floats.order)
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
func (at Ints) equal(outcome bool, a, b int64) bool {
	look(at.c, at.n, outcome, a, b)
	return at.n.whole(at.g, at.c, outcome, max(heuristics.IntDistance(a, b), minDistance))
}

// order notes a < b or its negation.
//
//go:noinline
func (at Ints) order(outcome bool, a, b int64) bool {
	listen(at.c, at.n, outcome, a, b)
	rank := wholeRank(lessDistanceI(a, b))
	if at.n.stale(at.c, outcome, rank) {
		return at.g.again(outcome)
	}
	return at.n.note(at.g, at.c, outcome, rank, true)
}

func lessDistanceI(a, b int64) uint64 {
	if a < b {
		return heuristics.IntDistance(a, b)
	}
	return heuristics.LessIntDistance(a, b)
}

//go:noinline
func (at Ints) rest(outcome bool, a, b division) bool {
	if at.n.keeps(at.c, outcome) {
		keep(at.c, a.solutions(b.v)...)
	}
	return at.n.whole(at.g, at.c, outcome, max(heuristics.RestDistance(a.v%a.m, b.v, a.m), minDistance))
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
func (at Uints) equal(outcome bool, a, b uint64) bool {
	look(at.c, at.n, outcome, a, b)
	return at.n.whole(at.g, at.c, outcome, max(heuristics.UintDistance(a, b), minDistance))
}

//go:noinline
func (at Uints) order(outcome bool, a, b uint64) bool {
	listen(at.c, at.n, outcome, a, b)
	rank := wholeRank(lessDistanceU(a, b))
	if at.n.stale(at.c, outcome, rank) {
		return at.g.again(outcome)
	}
	return at.n.note(at.g, at.c, outcome, rank, true)
}

func lessDistanceU(a, b uint64) uint64 {
	if a < b {
		return heuristics.UintDistance(a, b)
	}
	return heuristics.LessUintDistance(a, b)
}

//go:noinline
func (at Floats) equal(outcome bool, a, b float64) bool {
	if a == b {
		listen(at.c, at.n, outcome, a, b)
		return at.n.note(at.g, at.c, outcome, nearest, true)
	}
	look(at.c, at.n, outcome, a, b)
	return at.n.note(at.g, at.c, outcome, realRank(heuristics.FloatDistance(a, b)), false)
}

//go:noinline
func (at Floats) order(outcome bool, a, b float64) bool {
	listen(at.c, at.n, outcome, a, b)
	return at.n.note(at.g, at.c, outcome, lessRankF(a, b), false)
}

// lessRankF returns the rank of a < b. With NaN the distance is infinite, for < and for its negation: both are false
// then.
func lessRankF(a, b float64) uint64 {
	if a < b {
		return realRank(heuristics.FloatDistance(a, b))
	}
	return realRank(heuristics.LessFloatDistance(a, b))
}
