package gene

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/evoke-go/evoke/value"
)

// Int is a gene for integers of a closed range. It stores the number as k times a multiple, so that all operators keep
// to multiples.
type Int struct {
	limits intLimits
	k      int64
}

// intLimits bound k.
type intLimits struct{ lo, hi, multiple int64 }

// NewInt returns a gene for the integers from min to max, which may be swapped. It begins with the number nearest to
// zero.
func NewInt(min, max int64) *Int {
	if min > max {
		min, max = max, min
	}
	g := &Int{limits: intLimits{lo: min, hi: max, multiple: 1}}
	g.k = nearest(0, min, max)
	return g
}

// NewInt32 returns a gene for all 32-bit integers.
func NewInt32() *Int { return NewInt(math.MinInt32, math.MaxInt32) }

// NewInt64 returns a gene for all 64-bit integers.
func NewInt64() *Int { return NewInt(math.MinInt64, math.MaxInt64) }

// SetMultiple restricts the gene to multiples of m and returns it. The sign of
// m does not matter. Nothing changes if m is 0 or the range has no multiple.
func (g *Int) SetMultiple(m int64) *Int {
	if m < 0 {
		m = -m
	}
	if m <= 0 {
		return g
	}
	lo, hi := g.limits.lo*g.limits.multiple, g.limits.hi*g.limits.multiple
	lo, hi = ceilDiv(lo, m), floorDiv(hi, m)
	if lo > hi {
		return g
	}
	g.limits = intLimits{lo: lo, hi: hi, multiple: m}
	g.k = nearest(0, lo, hi)
	return g
}

func nearest(v, lo, hi int64) int64 { return min(max(v, lo), hi) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// Clone returns a deep copy.
func (g *Int) Clone() Gene { c := *g; return &c }

// Randomize draws a number, mostly near zero or the limits.
func (g *Int) Randomize(r *rand.Rand) { g.k = drawInt(r, g.limits.lo, g.limits.hi) }

// Mutate adds or subtracts 2^i. The largest i falls from 30 to 10 with the focus. Rarely it jumps to a boundary.
func (g *Int) Mutate(r *rand.Rand, focus float64) {
	g.k = mutateInt(r, g.k, g.limits.lo, g.limits.hi, focus)
}

// Value returns an int64.
func (g *Int) Value() any { return g.k * g.limits.multiple }

// Weight returns 0 if the range has one number only.
func (g *Int) Weight() float64 {
	if g.limits.lo == g.limits.hi {
		return 0
	}
	return 1
}

// Assign takes integers of the range in any numeric type of package value.
func (g *Int) Assign(value any) bool {
	v, ok := value.(int64)
	if !ok {
		n, whole := wholeOf(value)
		if !whole || !n.IsInt64() {
			return false
		}
		v = n.Int64()
	}
	k := v / g.limits.multiple
	if v%g.limits.multiple != 0 || k < g.limits.lo || k > g.limits.hi {
		return false
	}
	g.k = k
	return true
}

// Check verifies the range.
func (g *Int) Check() error {
	if g.k < g.limits.lo || g.k > g.limits.hi {
		return fmt.Errorf("integer %d is out of its range", g.Value())
	}
	return nil
}

// wholeOf returns the integer that is equal to a plain value, if there is one.
func wholeOf(v any) (*big.Int, bool) {
	q, ok := value.Rat(v)
	if !ok || !q.IsInt() {
		return nil, false
	}
	return q.Num(), true
}
