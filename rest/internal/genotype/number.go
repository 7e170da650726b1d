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
	bits     int // of the greatest number
	unsigned bool
	// checked says that programs check the range of the format, so that a
	// number beyond it is worth a call.
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

// integerNamed is the format that schemas spell like this. Other integers have 64
// bits.
func integerNamed(name string) integerFormat {
	name = strings.ToLower(name)
	i := slices.IndexFunc(integers, func(f integerFormat) bool { return f.name == name })
	if i < 0 {
		return integerFormat{bits: 63}
	}
	return integers[i]
}

// limits are the least and the greatest number of the format.
func (f integerFormat) limits() (low, high *big.Int) {
	end := new(big.Int).Lsh(big.NewInt(1), uint(f.bits))
	high = new(big.Int).Sub(end, big.NewInt(1))
	if f.unsigned {
		return new(big.Int), high
	}
	return end.Neg(end), high
}

// integer is the gene of an integer: its format's range within its limits.
func integer(s *openapi.Schema) gene.Gene {
	low, high := integerNamed(s.Format).limits()
	if min, ok := message.Rational(s.Minimum); ok {
		low = atLeast(min, s.ExclusiveMinimum)
	}
	if max, ok := message.Rational(s.Maximum); ok {
		high = new(big.Int).Neg(atLeast(max.Neg(max), s.ExclusiveMaximum))
	}
	if low.Cmp(high) > 0 { // a limit outside of the format's range, or none fits
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

// atLeast is the least integer that is not below limit.
func atLeast(limit *big.Rat, exclusive bool) *big.Int {
	q, rem := new(big.Int).DivMod(limit.Num(), limit.Denom(), new(big.Int))
	if rem.Sign() > 0 || exclusive {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// maxScale is the most digits after the point that a multipleOf is taken for.
const maxScale = 12

// number is the gene of a number, with digits where multipleOf says so.
func number(s *openapi.Schema) gene.Gene {
	if scale, ok := decimals(s); ok {
		limits := gene.DecimalLimits{ExclusiveMin: s.ExclusiveMinimum, ExclusiveMax: s.ExclusiveMaximum, Scale: scale}
		limits.Min, _ = message.Rational(s.Minimum)
		limits.Max, _ = message.Rational(s.Maximum)
		return gene.NewDecimal(limits)
	}
	limits := gene.FloatLimits{ExclusiveMin: s.ExclusiveMinimum, ExclusiveMax: s.ExclusiveMaximum}
	limits.Min, limits.Max = float(s.Minimum), float(s.Maximum)
	if step, ok := message.Rational(s.MultipleOf); ok && step.Sign() > 0 {
		limits.Multiple, _ = step.Float64()
	}
	if s.Format == "float" {
		return gene.NewFloat(limits)
	}
	return gene.NewDouble(limits)
}

// decimals reports whether a number has a fixed count of digits after the
// point: format decimal, or a multipleOf such as 0.01.
func decimals(s *openapi.Schema) (scale int, ok bool) {
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

func float(n json.Number) *float64 {
	r, ok := message.Rational(n)
	if !ok {
		return nil
	}
	f, _ := r.Float64()
	return &f
}
