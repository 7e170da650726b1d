package store

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// form returns what the type of a column and the CHECKs of its table say of its values.
func (t *Table) form(c *Column) form {
	f := c.form(t.dialect)
	if c.hints.inherits != nil && c.hints.inherits.kind == f.kind {
		f = *c.hints.inherits
	}
	f.fit(c.hints.fits)
	for _, check := range t.Checks {
		if b, ok := where.Bounds(check)[strings.ToLower(c.Name)]; ok {
			f.narrow(b)
		}
	}
	return f
}

// fit has a form keep to what a variable of a program takes.
func (f *form) fit(kind string) {
	bits, err := strconv.Atoi(strings.TrimLeft(kind, "uint"))
	if err != nil {
		bits = 64
	}
	whole := (f.kind == integer || f.kind == number) && len(f.only) == 0
	switch {
	case kind == "bool" && whole:
		f.kind, f.only = integer, []any{int64(0), int64(1)}
	case strings.HasPrefix(kind, "uint") && whole:
		f.kind, f.step = integer, ""
		f.low = greater(f.low, "0", 1)
		most := new(big.Int).Lsh(big.NewInt(1), uint(bits))
		f.high = greater(f.high, most.Sub(most, big.NewInt(1)).String(), -1)
	case strings.HasPrefix(kind, "int") && whole:
		f.kind, f.step = integer, ""
		most := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
		f.low = greater(f.low, new(big.Int).Neg(most).String(), 1)
		f.high = greater(f.high, most.Sub(most, big.NewInt(1)).String(), -1)
	case kind == "time" && f.kind == text:
		f.kind = moment
	}
}

// narrow has a form keep what a CHECK demands.
func (f *form) narrow(b where.Bound) {
	if b.Min != nil {
		f.low = greater(f.low, f.end(math.Ceil, *b.Min), 1)
	}
	if b.Max != nil {
		f.high = greater(f.high, f.end(math.Floor, *b.Max), -1)
	}
	if b.MinLength != nil {
		f.least = max(f.least, *b.MinLength)
	}
	if b.MaxLength != nil && (f.length == 0 || *b.MaxLength < f.length) {
		f.length = *b.MaxLength
	}
	if f.kind == text && f.pattern == "" {
		f.pattern = b.Pattern
	}
	if len(b.Enum) > 0 && len(f.only) == 0 {
		f.only = b.Enum
	} else if len(b.Enum) > 0 {
		f.only = slices.DeleteFunc(slices.Clone(f.only), func(v any) bool { return !slices.Contains(b.Enum, v) })
	}
}

// end writes the end of a range, for integers the whole number that is in the range.
func (f *form) end(inside func(float64) float64, v float64) string {
	if f.kind == integer {
		v = inside(v)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// greater returns the greater one of two numbers, or for the sign -1 the smaller one. An empty text is no number.
func greater(a, b string, sign int) string {
	x, ok := new(big.Rat).SetString(a)
	y, also := new(big.Rat).SetString(b)
	if !ok || also && y.Cmp(x) == sign {
		return b
	}
	return a
}

// heedChecks has columns take no NULL that a CHECK refuses.
func heedChecks(columns []Column, conditions []string) {
	for _, check := range conditions {
		bounds := where.Bounds(check)
		for i := range columns {
			if bounds[strings.ToLower(columns[i].Name)].NotNull {
				columns[i].Nullable = false
			}
		}
	}
}
