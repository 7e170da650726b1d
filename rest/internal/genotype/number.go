package genotype

import (
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// integerFormat is a format of integers.
type integerFormat struct {
	name     string
	bits     int // number of bits of the greatest number
	unsigned bool
	// checked says that programs check the range of the format, so that a call with a number out of range is
	// worthwhile.
	checked bool
}

// integers is the table of the formats of integers.
var integers = []integerFormat{
	{name: "int8", bits: 7},
	{name: "int16", bits: 15},
	{name: "int32", bits: 31, checked: true},
	{name: "int64", bits: 63, checked: true},
	{name: "uint8", bits: 8, unsigned: true},
	{name: "uint16", bits: 16, unsigned: true},
	{name: "uint32", bits: 32, unsigned: true},
	{name: "uint64", bits: 64, unsigned: true},
	{name: "uint", bits: 63, unsigned: true},
}

// integerFormatNamed returns the format of integers with a name. Unknown formats have 64 bits.
func integerFormatNamed(name string) integerFormat {
	name = strings.ToLower(name)
	i := slices.IndexFunc(integers, func(f integerFormat) bool { return f.name == name })
	if i < 0 {
		return integerFormat{bits: 63}
	}
	return integers[i]
}

// limits returns the least and the greatest number of the format.
func (f integerFormat) limits() (low, high *big.Int) {
	end := new(big.Int).Lsh(big.NewInt(1), uint(f.bits))
	high = new(big.Int).Sub(end, big.NewInt(1))
	if f.unsigned {
		return new(big.Int), high
	}
	return end.Neg(end), high
}

// makeInteger returns the gene of an integer within the limits of the schema. Without limits, the range of the format
// counts.
func makeInteger(s *openapi.Schema) gene.Gene {
	low, high := integerFormatNamed(s.Format).limits()
	if min, ok := message.Rational(s.Minimum); ok {
		low = leastInteger(min, s.ExclusiveMinimum)
	}
	if max, ok := message.Rational(s.Maximum); ok {
		high = new(big.Int).Neg(leastInteger(max.Neg(max), s.ExclusiveMaximum))
	}
	if low.Cmp(high) > 0 { // a limit lies outside of the range of the format, or no number fits
		if s.Maximum == "" {
			high = new(big.Int).Add(low, big.NewInt(math.MaxInt32))
		} else if s.Minimum == "" {
			low = new(big.Int).Sub(high, big.NewInt(math.MaxInt32))
		} else {
			high = low
		}
	}
	if !low.IsInt64() || !high.IsInt64() {
		return gene.NewBigInt(low, high)
	}
	g := gene.NewInt(low.Int64(), high.Int64())
	if step, ok := message.Rational(s.MultipleOf); ok && step.IsInt() && step.Num().IsInt64() && step.Sign() > 0 {
		return g.SetMultiple(step.Num().Int64())
	}
	return g
}

// leastInteger returns the least integer that is not below a limit, or with exclusive the least integer above it.
func leastInteger(limit *big.Rat, exclusive bool) *big.Int {
	q, rem := new(big.Int).DivMod(limit.Num(), limit.Denom(), new(big.Int))
	if rem.Sign() > 0 || exclusive {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// maxScale is the greatest number of digits after the point that a multipleOf may stand for.
const maxScale = 12

// makeNumber returns the gene of a number, with a fixed number of digits if the schema asks for it.
func makeNumber(s *openapi.Schema) gene.Gene {
	if scale, ok := fixedScale(s); ok {
		limits := gene.DecimalLimits{ExclusiveMin: s.ExclusiveMinimum, ExclusiveMax: s.ExclusiveMaximum, Scale: scale}
		limits.Min, _ = message.Rational(s.Minimum)
		limits.Max, _ = message.Rational(s.Maximum)
		return gene.NewDecimal(limits)
	}
	limits := gene.FloatLimits{ExclusiveMin: s.ExclusiveMinimum, ExclusiveMax: s.ExclusiveMaximum}
	limits.Min, limits.Max = limitOf(s.Minimum), limitOf(s.Maximum)
	if step, ok := message.Rational(s.MultipleOf); ok && step.Sign() > 0 {
		limits.Multiple, _ = step.Float64()
	}
	if s.Format == "float" {
		return gene.NewFloat(limits)
	}
	return gene.NewDouble(limits)
}

// fixedScale reports whether a number has a fixed number of digits after the point, and how many: by a multipleOf such
// as 0.01, or by the format decimal.
func fixedScale(s *openapi.Schema) (scale int, ok bool) {
	if step, ok := message.Rational(s.MultipleOf); ok && step.Sign() > 0 {
		for scale := 1; scale <= maxScale; scale++ {
			if step.Cmp(big.NewRat(1, int64(math.Pow10(scale)))) == 0 {
				return scale, true
			}
		}
	}
	if s.Format == "decimal" && s.MultipleOf == "" {
		return 2, true
	}
	return 0, false
}

// limitOf returns a limit of a schema, nil for none.
func limitOf(n json.Number) *float64 {
	r, ok := message.Rational(n)
	if !ok {
		return nil
	}
	f, _ := r.Float64()
	return &f
}
