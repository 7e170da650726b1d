package gene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke/value"
)

// FloatLimits bound a floating-point gene. The zero value allows every finite
// number.
type FloatLimits struct {
	// Min and Max are the inclusive limits. Default nil: unbounded.
	Min, Max *float64
	// ExclusiveMin and ExclusiveMax exclude the limit itself.
	ExclusiveMin, ExclusiveMax bool
	// Multiple restricts the gene to multiples of it. Default 0: any number.
	Multiple float64
}

// Float is a gene for finite floating-point numbers of 32 or 64 bits.
type Float struct {
	limits *floatRange
	v      float64
}

// NewFloat returns a gene for numbers that a 32-bit float holds exactly.
func NewFloat(limits FloatLimits) *Float { return newFloat(limits, true) }

// NewDouble returns a gene for 64-bit floats.
func NewDouble(limits FloatLimits) *Float { return newFloat(limits, false) }

func newFloat(limits FloatLimits, narrow bool) *Float {
	g := &Float{limits: newFloatRange(limits, narrow)}
	g.v = g.limits.fit(0)
	return g
}

// Clone returns a deep copy; the limits never change and are shared.
func (g *Float) Clone() Gene { c := *g; return &c }

// Randomize draws a number, mostly one with few digits near zero or the limits.
func (g *Float) Randomize(r *rand.Rand) { g.v = g.limits.draw(r) }

// Mutate applies one of five operators: it adds a gaussian step of about 1, adds a gaussian step of about 2^i with i
// falling with the focus, or cuts decimals (the three of EvoMaster), adds a step of a small fraction, or changes the
// order of magnitude. Rarely it jumps to a boundary.
func (g *Float) Mutate(r *rand.Rand, focus float64) {
	g.v = g.limits.mutate(r, g.v, focus)
}

// Value returns a float64.
func (g *Float) Value() any { return g.v }

// Weight returns 0 if the limits allow one number only.
func (g *Float) Weight() float64 {
	if g.limits.lo == g.limits.hi {
		return 0
	}
	return 1
}

// Assign takes numbers within the limits that the gene can represent exactly.
func (g *Float) Assign(value any) bool {
	v, ok := floatOf(value)
	if !ok || !g.limits.contains(v) {
		return false
	}
	g.v = v
	return true
}

// Check verifies the limits.
func (g *Float) Check() error {
	if !g.limits.contains(g.v) {
		return fmt.Errorf("number %v breaks its limits [%v, %v], multiple of %v",
			g.v, g.limits.lo, g.limits.hi, g.limits.multiple)
	}
	return nil
}

// floatOf returns the float that is exactly equal to a plain value.
func floatOf(given any) (float64, bool) {
	if v, ok := given.(float64); ok {
		return v, true
	}
	q, ok := value.Rat(given)
	if !ok {
		return 0, false
	}
	v, _ := q.Float64()
	return v, value.Equal(v, given)
}

// floatRange is a closed range of floats. With a multiple, it is the numbers kLo*multiple to kHi*multiple, where
// multiple is units/scale with integer units.
type floatRange struct {
	lo, hi       float64
	narrow       bool
	multiple     float64
	units, scale float64
	kLo, kHi     int64
}

func newFloatRange(limits FloatLimits, narrow bool) *floatRange {
	rg := &floatRange{lo: -math.MaxFloat64, hi: math.MaxFloat64, narrow: narrow}
	if narrow {
		rg.lo, rg.hi = -math.MaxFloat32, math.MaxFloat32
	}
	least, greatest := rg.lo, rg.hi
	if limits.Min != nil && !math.IsNaN(*limits.Min) {
		rg.lo = rg.firstAllowed(*limits.Min, limits.ExclusiveMin, math.Inf(1))
	}
	if limits.Max != nil && !math.IsNaN(*limits.Max) {
		rg.hi = rg.firstAllowed(*limits.Max, limits.ExclusiveMax, math.Inf(-1))
	}
	rg.lo, rg.hi = max(rg.lo, least), min(rg.hi, greatest)
	if rg.lo > rg.hi {
		rg.lo, rg.hi = max(rg.hi, least), min(rg.lo, greatest)
	}
	rg.setMultiple(limits.Multiple)
	return rg
}

// firstAllowed returns the first allowed number at a limit, searching from the limit in the direction of to.
func (rg *floatRange) firstAllowed(limit float64, exclusive bool, to float64) float64 {
	v := limit
	if rg.narrow {
		v = float64(float32(limit))
	}
	outside := v < limit && to > 0 || v > limit && to < 0
	if !outside && !(exclusive && v == limit) {
		return v
	}
	return rg.next(v, to)
}

func (rg *floatRange) next(v, to float64) float64 {
	if rg.narrow {
		return float64(math.Nextafter32(float32(v), float32(to)))
	}
	return math.Nextafter(v, to)
}

// setMultiple restricts the range to multiples of m, if m has a short decimal form and the range contains a multiple.
func (rg *floatRange) setMultiple(m float64) {
	m = math.Abs(m)
	if m == 0 || math.IsNaN(m) || math.IsInf(m, 0) {
		return
	}
	scale := 1.0
	for m*scale != math.Round(m*scale) && scale < 1e15 {
		scale *= 10
	}
	const exact = 1 << 53 // larger floats cannot represent every integer
	units := math.Round(m * scale)
	kMax := math.Floor(exact / units)
	kLo, kHi := max(math.Ceil(rg.lo/m), -kMax), min(math.Floor(rg.hi/m), kMax)
	if kLo > kHi {
		return
	}
	// The limits and the multiple are rounded decimals, so kLo and kHi may be off by one.
	if (kLo-1)*units/scale >= rg.lo && kLo > -kMax {
		kLo--
	}
	if (kHi+1)*units/scale <= rg.hi && kHi < kMax {
		kHi++
	}
	rg.multiple, rg.units, rg.scale = m, units, scale
	rg.kLo, rg.kHi = int64(kLo), int64(kHi)
	rg.lo, rg.hi = rg.at(rg.kLo), rg.at(rg.kHi)
}

func (rg *floatRange) at(k int64) float64 {
	v := float64(k) * rg.units / rg.scale
	if rg.narrow {
		v = float64(float32(v))
	}
	return v
}

func (rg *floatRange) index(v float64) int64 { return int64(math.Round(v * rg.scale / rg.units)) }

func (rg *floatRange) contains(v float64) bool {
	if !(rg.lo <= v && v <= rg.hi) {
		return false
	}
	return rg.fit(v) == v
}

// fit returns the number of the range nearest to v, with the right precision.
func (rg *floatRange) fit(v float64) float64 {
	v = min(max(v, rg.lo), rg.hi)
	if rg.multiple > 0 {
		return rg.at(nearest(rg.index(v), rg.kLo, rg.kHi))
	}
	if rg.narrow {
		v = float64(float32(v))
	}
	if v == 0 {
		return 0 // not -0, which JSON writers print as "-0"
	}
	return v
}

func (rg *floatRange) draw(r *rand.Rand) float64 {
	if rg.multiple > 0 {
		return rg.at(drawInt(r, rg.kLo, rg.kHi))
	}
	p := r.Float64()
	if p < boundaryRate {
		return rg.boundary(r)
	}
	origin := rg.fit(0)
	lo, hi := max(rg.lo, origin-window/4), min(rg.hi, origin+window)
	v := lo + r.Float64()*(hi-lo)
	switch {
	case p < 0.7:
		v = round(v, r.IntN(4))
	case p < 0.75:
		v = math.Ldexp(v, r.IntN(64))
	}
	return rg.fit(v)
}

// boundary returns a limit, its neighbour, or a neighbour of zero.
func (rg *floatRange) boundary(r *rand.Rand) float64 {
	all := [...]float64{rg.lo, rg.hi, 0, 1, -1, rg.lo + 1, rg.hi - 1,
		rg.next(rg.lo, rg.hi), rg.next(rg.hi, rg.lo)}
	return rg.fit(all[r.IntN(len(all))])
}

func (rg *floatRange) mutate(r *rand.Rand, v, focus float64) float64 {
	if rg.lo == rg.hi {
		return rg.lo
	}
	if rg.multiple > 0 {
		return rg.at(mutateInt(r, rg.index(v), rg.kLo, rg.kHi, focus))
	}
	for range 4 {
		if next := rg.fit(rg.move(r, v, focus)); next != v {
			return next
		}
	}
	if v < rg.hi {
		return rg.fit(rg.next(v, rg.hi))
	}
	return rg.fit(rg.next(v, rg.lo))
}

// move applies one of the five operators, without regard to the limits.
func (rg *floatRange) move(r *rand.Rand, v, focus float64) float64 {
	if r.Float64() < jumpRate {
		return rg.boundary(r)
	}
	switch r.IntN(5) {
	case 0:
		return v + min(1, rg.hi-rg.lo)*r.NormFloat64()
	case 1:
		i := r.IntN(exponent(focus, wideExponent, narrowExponent) + 1)
		return v + math.Ldexp(r.NormFloat64(), i)
	case 2:
		return v + math.Ldexp(r.NormFloat64(), -r.IntN(finestExponent+1))
	case 3:
		return math.Ldexp(v, r.IntN(2*finestExponent+1)-finestExponent)
	default:
		return round(v, r.IntN(8))
	}
}

// finestExponent is the i of the smallest step, 2^-i, and the greatest change of the order of magnitude. EvoMaster has
// neither operator; without them a search hardly reaches values such as 0.0001.
const finestExponent = 30

// round cuts v to the given number of decimals. It formats and parses the number, which gives the float nearest to the
// decimal.
func round(v float64, decimals int) float64 {
	var buf [400]byte
	text := strconv.AppendFloat(buf[:0], v, 'f', decimals, 64)
	out, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return v
	}
	return out
}
