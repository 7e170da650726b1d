package where

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// Bound is what a CHECK demands of the values of a column. What it says holds for all values that the CHECK accepts,
// and NULL apart, which a CHECK accepts unless NotNull is set. A nil pointer demands nothing.
type Bound struct {
	// Min and Max are the smallest and the largest number. A strict comparison with a whole number counts as one of
	// whole numbers: level > 0 is a Min of 1.
	Min, Max *float64
	// Enum has the only values: int64, float64 or string. It is empty if others are accepted.
	Enum []any
	// MinLength and MaxLength are the least and the most characters.
	MinLength, MaxLength *int
	// Pattern is a regular expression of Go that texts match; "" for none. Where several are demanded, it is one of
	// them.
	Pattern string
	NotNull bool

	null bool // only NULL is accepted
}

// Bounds reads the condition of a CHECK as databases keep it, with or without the word, and returns what it demands
// of each column, by its name in small letters: nil if that is nothing. Conditions that it does not understand, or
// that compare columns, demand nothing.
func Bounds(check string) map[string]Bound {
	text := strings.TrimSpace(check)
	if len(text) >= 5 && strings.EqualFold(text[:5], "check") {
		text = text[5:]
	}
	if strings.Contains(text, `_utf8mb4\'`) { // as MySQL keeps it in information_schema
		text = strings.ReplaceAll(text, `\'`, `'`)
	}
	e := syntax.Condition(text)
	if e == nil {
		return nil
	}
	out := demands(e, true)
	for name, b := range out {
		if b.null || b.isEmpty() {
			delete(out, name)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// isEmpty reports whether nothing is demanded.
func (b Bound) isEmpty() bool {
	return b.Min == nil && b.Max == nil && b.Enum == nil && b.MinLength == nil && b.MaxLength == nil && !b.NotNull &&
		!b.null && b.Pattern == ""
}

// demands returns what a condition demands so that it is not false, or not true.
func demands(e syntax.Expr, want bool) map[string]Bound {
	switch e := e.(type) {
	case *syntax.Not:
		return demands(e.X, !want)
	case *syntax.And:
		return combined(e.Parts, want, want)
	case *syntax.Or:
		return combined(e.Parts, want, !want)
	case *syntax.Null:
		if name, ok := columnOf(e.X); ok {
			return map[string]Bound{name: {null: want, NotNull: !want}}
		}
	case *syntax.Opaque:
		if name, ok := columnOf(e.Matches); ok && want {
			return matching(name, e.Pattern, func(text string) string { return text })
		}
	case *syntax.Like:
		if name, ok := columnOf(e.X); ok && want && e.Escape == nil {
			return matching(name, e.Pattern, like{glob: e.Glob, fold: e.Fold}.expression)
		}
	case *syntax.Compare:
		op := e.Op
		if !want {
			op = opposite(op)
		}
		return comparison(op, e.X, e.Y)
	case *syntax.Between:
		if want {
			return both(comparison(syntax.GreaterEqual, e.X, e.Low), comparison(syntax.LessEqual, e.X, e.High))
		}
	case *syntax.In:
		if want && e.Query == nil {
			return oneOf(e.X, &syntax.List{Items: e.Items})
		}
	case *syntax.Quantified:
		if want && !e.All && e.Op == syntax.Equal && e.Array != nil {
			return oneOf(e.X, e.Array)
		}
	}
	return nil
}

// combined combines the demands of parts that all hold, or of which one holds.
func combined(parts []syntax.Expr, want, all bool) map[string]Bound {
	combine := either
	if all {
		combine = both
	}
	out := demands(parts[0], want)
	for _, x := range parts[1:] {
		out = combine(out, demands(x, want))
	}
	return out
}

// both combines demands that both hold.
func both(a, b map[string]Bound) map[string]Bound {
	out := map[string]Bound{}
	for name, x := range a {
		out[name] = x
	}
	for name, y := range b {
		x := out[name]
		x.Min, x.Max = further(x.Min, y.Min, 1), further(x.Max, y.Max, -1)
		x.MinLength, x.MaxLength = further(x.MinLength, y.MinLength, 1), further(x.MaxLength, y.MaxLength, -1)
		x.NotNull, x.null = x.NotNull || y.NotNull, x.null || y.null
		x.Pattern = cmp.Or(x.Pattern, y.Pattern)
		switch {
		case x.Enum == nil:
			x.Enum = y.Enum
		case y.Enum != nil:
			x.Enum = slices.DeleteFunc(slices.Clone(x.Enum), func(v any) bool { return !slices.Contains(y.Enum, v) })
		}
		out[name] = x
	}
	return out
}

// either combines demands of which one holds.
func either(a, b map[string]Bound) map[string]Bound {
	out := map[string]Bound{}
	for name, x := range a {
		y, ok := b[name]
		switch {
		case !ok:
			continue
		case y.null && !x.null:
			y = x
			y.NotNull = false
		case x.null:
			y.NotNull = false
		default:
			y.Min, y.Max = nearer(x.Min, y.Min, 1), nearer(x.Max, y.Max, -1)
			y.MinLength, y.MaxLength = nearer(x.MinLength, y.MinLength, 1), nearer(x.MaxLength, y.MaxLength, -1)
			y.NotNull = x.NotNull && y.NotNull
			if y.Pattern != x.Pattern {
				y.Pattern = ""
			}
			if y.Enum == nil || x.Enum == nil {
				y.Enum = nil
			} else {
				y.Enum = distinctValues(append(slices.Clone(x.Enum), y.Enum...))
			}
		}
		out[name] = y
	}
	return out
}

// further returns the bound that demands more: the larger one, or the smaller one for a negative sign.
func further[N int | float64](a, b *N, sign N) *N {
	if a == nil || b != nil && sign**b > sign**a {
		return b
	}
	return a
}

// nearer returns the bound that demands less.
func nearer[N int | float64](a, b *N, sign N) *N {
	switch {
	case a == nil || b == nil:
		return nil
	case sign**b < sign**a:
		return b
	}
	return a
}

func distinctValues(values []any) (out []any) {
	for _, v := range values {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// comparison returns what a comparison demands.
func comparison(op syntax.Op, x, y syntax.Expr) map[string]Bound {
	name, isColumn := columnOf(x)
	length := ""
	if call, ok := x.(*syntax.Call); ok && len(call.Args) == 1 {
		length, isColumn = lengthOf(call)
	}
	if cased := capitals(op, x, y); cased != nil {
		return cased
	}
	v, isConstant := constantOf(y)
	if !isColumn || !isConstant {
		if _, turned := constantOf(x); turned {
			return comparisonOf(flipped(op), y, x)
		}
		return nil
	}
	if length != "" {
		return map[string]Bound{length: lengthBound(op, v)}
	}
	return map[string]Bound{name: valueBound(op, v)}
}

// comparisonOf is comparison for operands that were turned.
func comparisonOf(op syntax.Op, x, y syntax.Expr) map[string]Bound {
	if _, constant := constantOf(x); constant {
		return nil
	}
	return comparison(op, x, y)
}

// lengthOf returns the column whose length a function returns.
func lengthOf(call *syntax.Call) (string, bool) {
	switch call.Name {
	case "length", "char_length", "character_length":
	default:
		return "", false
	}
	x := call.Args[0]
	if inner, ok := x.(*syntax.Call); ok && len(inner.Args) == 1 && strings.HasSuffix(inner.Name, "trim") {
		x = inner.Args[0]
	}
	return columnOf(x)
}

// valueBound returns what a comparison with a value demands.
func valueBound(op syntax.Op, v any) (out Bound) {
	if text, ok := v.(string); ok {
		switch {
		case op == syntax.Equal:
			out.Enum = []any{text}
		case op == syntax.Unequal && text == "":
			one := 1
			out.MinLength = &one
		}
		return out
	}
	f, ok := asFloat(v)
	if !ok {
		return out
	}
	switch op {
	case syntax.Equal, syntax.Same:
		out.Enum = []any{v}
	case syntax.Greater:
		f = beyond(f, 1)
		out.Min = &f
	case syntax.GreaterEqual:
		out.Min = &f
	case syntax.Less:
		f = beyond(f, -1)
		out.Max = &f
	case syntax.LessEqual:
		out.Max = &f
	}
	return out
}

// beyond returns the next number: the next whole number for a whole number.
func beyond(f, sign float64) float64 {
	if f == math.Trunc(f) {
		return f + sign
	}
	return math.Nextafter(f, math.Inf(int(sign)))
}

// lengthBound returns what a comparison of the length with a number demands.
func lengthBound(op syntax.Op, v any) (out Bound) {
	f, ok := asFloat(v)
	if !ok || math.Abs(f) > math.MaxInt32 {
		return out
	}
	n := int(f)
	switch op {
	case syntax.Equal:
		out.MinLength, out.MaxLength = &n, &n
	case syntax.Greater:
		n++
		out.MinLength = &n
	case syntax.GreaterEqual:
		out.MinLength = &n
	case syntax.Less:
		n--
		out.MaxLength = &n
	case syntax.LessEqual:
		out.MaxLength = &n
	case syntax.Unequal:
		if n == 0 {
			n++
			out.MinLength = &n
		}
	}
	return out
}

// oneOf returns the demand to be one of the items of a list.
func oneOf(x, list syntax.Expr) map[string]Bound {
	name, ok := columnOf(x)
	v, constant := constantOf(list)
	items, isList := cell.Array(v)
	if !ok || !constant || !isList {
		return nil
	}
	out := Bound{Enum: []any{}}
	for _, item := range items {
		if item != nil {
			out.Enum = append(out.Enum, item)
		}
	}
	return map[string]Bound{name: out}
}

// columnOf returns the column that an expression is, conversions apart.
func columnOf(e syntax.Expr) (string, bool) {
	switch e := e.(type) {
	case *syntax.Column:
		return e.Name, true
	case *syntax.Cast:
		return columnOf(e.X)
	case *syntax.Collate:
		return columnOf(e.X)
	}
	return "", false
}

// constantOf returns the value of an expression without columns.
func constantOf(e syntax.Expr) (any, bool) {
	rules := cell.Rules{Coerce: true}
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Value, true
	case *syntax.Cast:
		v, ok := constantOf(e.X)
		out := rules.Cast(v, e.Type)
		return out, ok && !cell.IsUnknown(out)
	case *syntax.Collate:
		return constantOf(e.X)
	case *syntax.Binary:
		x, okX := constantOf(e.X)
		y, okY := constantOf(e.Y)
		out := rules.Compute(e.Op, x, y)
		return out, okX && okY && !cell.IsUnknown(out)
	case *syntax.List:
		out := cell.List{}
		for _, item := range e.Items {
			v, ok := constantOf(item)
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
		return out, true
	}
	return nil, false
}

func asFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
