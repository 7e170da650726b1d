package gene

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// maxScale is the most digits after the point that a decimal may have.
const maxScale = 1000

// DecimalLimits bound a decimal gene.
type DecimalLimits struct {
	// Min and Max are the inclusive limits. Default nil: unbounded.
	Min, Max *big.Rat
	// ExclusiveMin and ExclusiveMax exclude the limit itself.
	ExclusiveMin, ExclusiveMax bool
	// Scale is the number of digits after the point. Default 0.
	Scale int
}

// decimal is a gene for exact decimals with a fixed number of digits after the point. It stores an integer in units of
// 10^-scale.
type decimal struct {
	limits *decimalRange
	n      *big.Int
}

type decimalRange struct {
	bigRange
	scale int
	one   *big.Int // 10^scale: the number 1 in these units
}

// NewDecimal returns a gene for exact decimals within the limits, with a fixed number of digits after the point. If no
// decimal of that scale lies within the limits, the limits are rounded.
func NewDecimal(limits DecimalLimits) Gene {
	scale := min(max(limits.Scale, 0), maxScale)
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	lo := unitsOf(limits.Min, one, limits.ExclusiveMin, 1)
	hi := unitsOf(limits.Max, one, limits.ExclusiveMax, -1)
	g := &decimal{limits: &decimalRange{bigRange: *newBigRange(lo, hi), scale: scale, one: one}}
	g.n = g.limits.nearest(new(big.Int))
	return g
}

// unitsOf converts a limit to units, rounded up for sign 1 and down for sign -1.
func unitsOf(limit *big.Rat, one *big.Int, exclusive bool, sign int64) *big.Int {
	if limit == nil {
		return nil
	}
	num := new(big.Int).Mul(limit.Num(), one)
	q, rest := new(big.Int).DivMod(num, limit.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		if sign > 0 {
			q.Add(q, big.NewInt(1))
		}
		return q
	}
	if exclusive {
		q.Add(q, big.NewInt(sign))
	}
	return q
}

// Clone returns a deep copy; numbers never change and are shared.
func (g *decimal) Clone() Gene { c := *g; return &c }

// Randomize draws a decimal: an integer, a number with few digits after the point, or any number.
func (g *decimal) Randomize(r *rand.Rand) {
	n := g.limits.draw(r)
	if flip(r) { // mostly numbers that are small in value, whatever the scale is
		units := new(big.Int).Mul(g.limits.one, big.NewInt(uniformInt(r, -window/4, window)))
		n = g.limits.nearest(units.Add(units, new(big.Int).Mod(n, g.limits.one)))
	}
	g.n = n
}

// Mutate adds or subtracts 2^i units or 2^i, or sets the last digits after the point to 0.
func (g *decimal) Mutate(r *rand.Rand, focus float64) {
	switch r.IntN(3) {
	case 0:
		g.n = g.limits.mutate(r, g.n, g.limits.one, focus)
	case 1:
		if n := g.cutDigits(r); n.Cmp(g.n) != 0 {
			g.n = n
			return
		}
		fallthrough
	default:
		g.n = g.limits.mutate(r, g.n, big.NewInt(1), focus)
	}
}

// cutDigits returns the number with some of its last digits after the point set to 0.
func (g *decimal) cutDigits(r *rand.Rand) *big.Int {
	if g.limits.scale == 0 {
		return g.n
	}
	digits := big.NewInt(int64(1 + r.IntN(g.limits.scale)))
	unit := digits.Exp(big.NewInt(10), digits, nil)
	n := new(big.Int).Quo(g.n, unit)
	return g.limits.nearest(n.Mul(n, unit))
}

// Value returns a json.Number without trailing zeros.
func (g *decimal) Value() any {
	if g.limits.scale == 0 {
		return json.Number(g.n.String())
	}
	digits := new(big.Int).Abs(g.n).String()
	if missing := g.limits.scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - g.limits.scale
	text := digits[:point]
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		text += "." + fraction
	}
	if g.n.Sign() < 0 {
		text = "-" + text
	}
	return json.Number(text)
}

// Weight returns 0 if the limits allow one number only.
func (g *decimal) Weight() float64 {
	if g.limits.single() {
		return 0
	}
	return 1
}

// Assign takes numbers within the limits with at most Scale digits after the point.
func (g *decimal) Assign(v any) bool {
	q, ok := value.Rat(v)
	if !ok {
		return false
	}
	q.Mul(q, new(big.Rat).SetInt(g.limits.one))
	if !q.IsInt() || !g.limits.contains(q.Num()) {
		return false
	}
	g.n = new(big.Int).Set(q.Num())
	return true
}

// Check verifies the limits.
func (g *decimal) Check() error {
	if !g.limits.contains(g.n) {
		return fmt.Errorf("decimal %v is out of its limits", g.Value())
	}
	return nil
}
