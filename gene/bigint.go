package gene

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
)

// unboundedBits is the size in bits of the numbers that an unbounded gene tries: larger than every machine integer.
const unboundedBits = 128

// bigRange is a closed range of whole numbers of any size. Its numbers are
// never changed in place, so genes may share them.
type bigRange struct{ lo, hi *big.Int }

// newBigRange replaces a nil limit by a limit 2^unboundedBits beyond the other one.
func newBigRange(lo, hi *big.Int) *bigRange {
	far := new(big.Int).Lsh(big.NewInt(1), unboundedBits)
	rg := &bigRange{lo: lo, hi: hi}
	if lo == nil {
		rg.lo = new(big.Int).Neg(far)
		if hi != nil && hi.Sign() < 0 {
			rg.lo.Add(hi, rg.lo)
		}
	}
	if hi == nil {
		rg.hi = far
		if lo != nil && lo.Sign() > 0 {
			rg.hi = new(big.Int).Add(lo, far)
		}
	}
	if rg.lo.Cmp(rg.hi) > 0 {
		rg.lo, rg.hi = rg.hi, rg.lo
	}
	return rg
}

func (rg *bigRange) contains(v *big.Int) bool { return rg.lo.Cmp(v) <= 0 && v.Cmp(rg.hi) <= 0 }

func (rg *bigRange) single() bool { return rg.lo.Cmp(rg.hi) == 0 }

func (rg *bigRange) nearest(v *big.Int) *big.Int {
	if v.Cmp(rg.lo) < 0 {
		return rg.lo
	}
	if v.Cmp(rg.hi) > 0 {
		return rg.hi
	}
	return v
}

// draw returns a random number: a boundary, a number of 64 bits, or any number of the range.
func (rg *bigRange) draw(r *rand.Rand) *big.Int {
	if r.Float64() < boundaryRate {
		return rg.boundary(r)
	}
	lo, hi := rg.nearest(big.NewInt(math.MinInt64)), rg.nearest(big.NewInt(math.MaxInt64))
	if lo.IsInt64() && hi.IsInt64() && r.Float64() < 0.85 {
		return big.NewInt(drawInt(r, lo.Int64(), hi.Int64()))
	}
	width := new(big.Int).Sub(rg.hi, rg.lo)
	words := new(big.Int)
	for range width.BitLen()/64 + 1 {
		words.Lsh(words, 64).Or(words, new(big.Int).SetUint64(r.Uint64()))
	}
	words.Mod(words, width.Add(width, big.NewInt(1)))
	return words.Add(words, rg.lo)
}

// boundary returns a limit, a neighbour of zero, or the least or greatest value of a machine integer, clamped to the
// range.
func (rg *bigRange) boundary(r *rand.Rand) *big.Int {
	switch i := r.IntN(8); i {
	case 0:
		return rg.lo
	case 1:
		return rg.hi
	case 2, 3, 4:
		return rg.nearest(big.NewInt(int64(i - 3)))
	default:
		bits := [...]uint{31, 63, 64}[i-5]
		v := new(big.Int).Lsh(big.NewInt(1), bits)
		v.Sub(v, big.NewInt(int64(r.IntN(2))))
		if flip(r) {
			v.Neg(v)
		}
		return rg.nearest(v)
	}
}

// step returns a number 2^i units away from v, with i at most maxExp. It returns v itself only if the range has no
// other.
func (rg *bigRange) step(r *rand.Rand, v, unit *big.Int, maxExp int) *big.Int {
	if rg.single() {
		return rg.lo
	}
	width := new(big.Int).Sub(rg.hi, rg.lo)
	d := new(big.Int).Lsh(unit, uint(r.IntN(min(maxExp, width.BitLen()-1)+1)))
	up := flip(r)
	for {
		for range 2 {
			next := new(big.Int).Sub(v, d)
			if up {
				next.Add(v, d)
			}
			if rg.contains(next) {
				return next
			}
			up = !up
		}
		d.Rsh(d, 1) // at 1, one of the two directions fits
	}
}

// mutate makes a step, or rarely jumps to a boundary.
func (rg *bigRange) mutate(r *rand.Rand, v, unit *big.Int, focus float64) *big.Int {
	p := r.Float64()
	if p < jumpRate {
		if b := rg.boundary(r); b.Cmp(v) != 0 {
			return b
		}
	}
	if p < jumpRate+nearRate {
		return rg.step(r, v, unit, 1)
	}
	return rg.step(r, v, unit, exponent(focus, unboundedBits/2, narrowExponent))
}

// bigInt is a gene for whole numbers of any size.
type bigInt struct {
	limits *bigRange
	v      *big.Int
}

// NewBigInt returns a gene for whole numbers of any size in [min, max]. Nil
// means unbounded: numbers then stay within 2^128 of the other limit.
func NewBigInt(min, max *big.Int) Gene {
	g := &bigInt{limits: newBigRange(min, max)}
	g.v = g.limits.nearest(new(big.Int))
	return g
}

// Clone returns a deep copy.
func (g *bigInt) Clone() Gene { c := *g; return &c }

// Randomize draws a number, most often one of 64 bits.
func (g *bigInt) Randomize(r *rand.Rand) { g.v = g.limits.draw(r) }

// Mutate adds or subtracts 2^i. The largest i falls from 64 to 10 with the focus.
func (g *bigInt) Mutate(r *rand.Rand, focus float64) {
	g.v = g.limits.mutate(r, g.v, big.NewInt(1), focus)
}

// Value returns an int64 if the number fits, else a json.Number.
func (g *bigInt) Value() any {
	if g.v.IsInt64() {
		return g.v.Int64()
	}
	return json.Number(g.v.String())
}

// Weight returns 0 if the range has one number only.
func (g *bigInt) Weight() float64 {
	if g.limits.single() {
		return 0
	}
	return 1
}

// Assign takes whole numbers of the range in any plain form.
func (g *bigInt) Assign(value any) bool {
	v, ok := wholeOf(value)
	if !ok || !g.limits.contains(v) {
		return false
	}
	g.v = new(big.Int).Set(v)
	return true
}

// Check verifies the range.
func (g *bigInt) Check() error {
	if !g.limits.contains(g.v) {
		return fmt.Errorf("integer %s is out of [%s, %s]", g.v, g.limits.lo, g.limits.hi)
	}
	return nil
}
