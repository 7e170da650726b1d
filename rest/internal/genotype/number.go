package genotype

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/schema"
)

// integerRange is the range of a format of integers; 64 bits for others.
func integerRange(format string) (low, high *big.Int) {
	switch strings.ToLower(format) {
	case "int8":
		return big.NewInt(math.MinInt8), big.NewInt(math.MaxInt8)
	case "int16":
		return big.NewInt(math.MinInt16), big.NewInt(math.MaxInt16)
	case "int32":
		return big.NewInt(math.MinInt32), big.NewInt(math.MaxInt32)
	case "uint8":
		return new(big.Int), big.NewInt(math.MaxUint8)
	case "uint16":
		return new(big.Int), big.NewInt(math.MaxUint16)
	case "uint32":
		return new(big.Int), big.NewInt(math.MaxUint32)
	case "uint64":
		return new(big.Int), new(big.Int).SetUint64(math.MaxUint64)
	case "uint":
		return new(big.Int), big.NewInt(math.MaxInt64)
	}
	return big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)
}

// integer is the gene of an integer: its format's range within its limits.
func integer(s *openapi.Schema) gene.Gene {
	low, high := integerRange(s.Format)
	if min, ok := schema.Rational(s.Minimum); ok {
		low = atLeast(min, s.ExclusiveMinimum)
	}
	if max, ok := schema.Rational(s.Maximum); ok {
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
	if step, ok := schema.Rational(s.MultipleOf); ok && step.IsInt() && step.Num().IsInt64() && step.Sign() > 0 {
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
		limits.Min, _ = schema.Rational(s.Minimum)
		limits.Max, _ = schema.Rational(s.Maximum)
		return gene.NewDecimal(limits)
	}
	limits := gene.FloatLimits{ExclusiveMin: s.ExclusiveMinimum, ExclusiveMax: s.ExclusiveMaximum}
	limits.Min, limits.Max = float(s.Minimum), float(s.Maximum)
	if step, ok := schema.Rational(s.MultipleOf); ok && step.Sign() > 0 {
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
	if step, ok := schema.Rational(s.MultipleOf); ok && step.Sign() > 0 {
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
	r, ok := schema.Rational(n)
	if !ok {
		return nil
	}
	f, _ := r.Float64()
	return &f
}
