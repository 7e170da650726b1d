package where

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// invert returns values of the column in an expression with which the expression compares with a value as it should.
func (s suggester) invert(x side, op syntax.Op, v any) []any {
	if list, ok := v.(cell.List); ok {
		var out []any
		for _, item := range list {
			out = append(out, s.invert(x, op, item)...)
		}
		return out
	}
	if cell.IsUnknown(v) {
		return nil
	}
	x = s.d.projected(x)
	switch e := x.expr.(type) {
	case *syntax.Column:
		return near(op, v)
	case *syntax.Collate:
		return s.invert(side{e.X, x.scope}, op, v)
	case *syntax.Cast:
		return append(s.invert(side{e.X, x.scope}, op, v), s.invert(side{e.X, x.scope}, op, cell.AsText(v))...)
	case *syntax.Binary:
		return s.invertBinary(e, x.scope, op, v)
	case *syntax.Call:
		return s.invertCall(e, x.scope, op, v)
	case *syntax.Case:
		var out []any
		for _, w := range e.When {
			if w.Then != nil && s.concerns(side{w.Then, x.scope}) {
				out = append(out, s.invert(side{w.Then, x.scope}, op, v)...)
			}
		}
		if e.Else != nil && s.concerns(side{e.Else, x.scope}) {
			out = append(out, s.invert(side{e.Else, x.scope}, op, v)...)
		}
		return out
	}
	return nil
}

// invertBinary inverts an arithmetic operation with a known operand.
func (s suggester) invertBinary(e *syntax.Binary, at *scope, op syntax.Op, v any) []any {
	x, other := side{e.X, at}, s.d.value(e.Y, at)
	first := s.concerns(x)
	if !first {
		x, other = side{e.Y, at}, s.d.value(e.X, at)
	}
	if cell.IsUnknown(other) {
		return nil
	}
	r := s.d.rules
	switch {
	case e.Op == "||":
		return s.invert(x, op, cut(v, other, first))
	case e.Op == "+":
		v = r.Compute("-", v, other)
	case e.Op == "-" && first:
		v = r.Compute("+", v, other)
	case e.Op == "-":
		v, op = r.Compute("-", other, v), flipped(op)
	case e.Op == "*":
		v = r.Compute("/", v, other)
	case e.Op == "/" && first:
		v = r.Compute("*", v, other)
	case e.Op == "&":
		return s.invert(x, syntax.Equal, other)
	}
	return s.invert(x, op, v)
}

// invertCall inverts a function of the column.
func (s suggester) invertCall(e *syntax.Call, at *scope, op syntax.Op, v any) (out []any) {
	i := slices.IndexFunc(e.Args, func(x syntax.Expr) bool { return s.concerns(side{x, at}) })
	if i < 0 {
		return nil
	}
	x := side{e.Args[i], at}
	switch e.Name {
	case "->", "->>", "#>", "#>>", "json_extract", "json_value":
		if len(e.Args) != 2 || i > 0 {
			return nil
		}
		path, ok := cell.Path(s.d.value(e.Args[1], at))
		for _, v := range near(op, v) {
			if ok {
				out = append(out, s.invert(x, syntax.Equal, cell.Document(path, v))...)
			}
		}
		return out
	case "@>":
		return s.invert(x, syntax.Equal, s.d.value(e.Args[1-i], at))
	case "length", "char_length", "character_length", "len", "octet_length":
		for _, n := range near(op, cell.AsNumber(v)) {
			if n, ok := n.(int64); ok && n >= 0 && n <= 1<<12 {
				out = append(out, strings.Repeat("a", int(n)))
			}
		}
		return out
	case "date":
		if text, ok := v.(string); ok && len(text) == len("2024-01-01") {
			return append(s.invert(x, op, v), s.invert(x, op, text+" 00:00:00")...)
		}
	case "abs":
		if n, ok := cell.AsNumber(v).(int64); ok && n < 0 {
			return s.invert(x, op, -n)
		}
	case "year", "extract", "strftime", "date_part":
		if year, ok := cell.AsText(v).(string); ok && len(year) == 4 {
			return s.invert(x, syntax.Equal, year+"-01-01")
		}
	}
	return s.invert(x, op, v)
}

// near returns values that compare with a value as they should. A text that is a number is one first.
func near(op syntax.Op, v any) []any {
	if text, ok := v.(string); ok {
		if n, numeric := cell.Number(text); numeric {
			return append(near(op, n), nearest(op, v)...)
		}
	}
	return nearest(op, v)
}

func nearest(op syntax.Op, v any) []any {
	switch op {
	case syntax.Equal, syntax.Same, syntax.LessEqual, syntax.GreaterEqual:
		return []any{v}
	case syntax.Less:
		return lower(v)
	case syntax.Greater:
		return higher(v)
	}
	if v == int64(1) { // it may be a boolean, and no other number is false
		return append(lower(v), higher(v)...)
	}
	return append(higher(v), lower(v)...)
}

// around returns a value with values on both sides of it.
func around(v any) []any {
	return append(append([]any{v}, near(syntax.Greater, v)...), near(syntax.Less, v)...)
}

// higher returns values above a value.
func higher(v any) []any {
	switch v := v.(type) {
	case int64:
		if v < math.MaxInt64 {
			return []any{v + 1}
		}
	case float64:
		return []any{math.Floor(v) + 1, v + 0.5}
	case string:
		if out, ok := cell.Shift(v, 1); ok {
			return []any{out}
		}
		return []any{v + "a"}
	case time.Time:
		return []any{v.Add(time.Second), v.AddDate(0, 0, 1)}
	}
	return nil
}

// lower returns values below a value.
func lower(v any) []any {
	switch v := v.(type) {
	case int64:
		if v > math.MinInt64 {
			return []any{v - 1}
		}
	case float64:
		return []any{math.Ceil(v) - 1, v - 0.5}
	case string:
		if out, ok := cell.Shift(v, -1); ok {
			return []any{out}
		}
		if v == "" {
			return nil
		}
		return []any{v[:len(v)-1], ""}
	case time.Time:
		return []any{v.Add(-time.Second), v.AddDate(0, 0, -1)}
	}
	return nil
}

// flipped turns the direction of an operator.
func flipped(op syntax.Op) syntax.Op {
	return [...]syntax.Op{
		syntax.Equal, syntax.Unequal, syntax.Greater, syntax.GreaterEqual, syntax.Less, syntax.LessEqual, syntax.Same,
		syntax.Differ,
	}[op]
}

// cut takes a text away from the end of another one, or from its beginning.
func cut(v, part any, end bool) any {
	s, okS := cell.AsText(v).(string)
	t, okT := cell.AsText(part).(string)
	switch {
	case !okS || !okT:
		return cell.Unknown{}
	case end:
		return strings.TrimSuffix(s, t)
	}
	return strings.TrimPrefix(s, t)
}
