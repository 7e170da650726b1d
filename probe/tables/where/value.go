package where

import (
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// value computes an expression.
func (e calculator) value(x syntax.Expr, s *scope) any {
	e.nested++
	defer func() { e.nested-- }()
	if e.nested > mostNested {
		return cell.Unknown{}
	}
	switch x := x.(type) {
	case *syntax.Literal:
		return cell.Plain(x.Value)
	case *syntax.Param:
		return e.argument(x)
	case *syntax.Column:
		return binder(e).column(x, s)
	case *syntax.Binary:
		return e.rules.Compute(x.Op, e.value(x.X, s), e.value(x.Y, s))
	case *syntax.Cast:
		return e.rules.Cast(e.value(x.X, s), x.Type)
	case *syntax.Collate:
		return e.value(x.X, s)
	case *syntax.List:
		return cell.List(e.values(x.Items, s))
	case *syntax.Call:
		return e.call(x, s)
	case *syntax.Case:
		return e.choice(x, s)
	case *syntax.Scalar:
		return asker(e).scalar(x.Query, s)
	case *syntax.Opaque:
		return cell.Unknown{}
	}
	return ofTruth(e.truth(x, s))
}

func (e calculator) values(list []syntax.Expr, s *scope) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = e.value(x, s)
	}
	return out
}

// ofTruth returns the value of a condition: 1, 0 or NULL.
func ofTruth(t heuristics.Truthness) any {
	switch {
	case t == heuristics.Truthness{}:
		return cell.Unknown{}
	case t.OfTrue == 1:
		return int64(1)
	case t.OfFalse == 1:
		return int64(0)
	}
	return nil
}

// call computes a function, or an aggregate of the group at hand.
func (e calculator) call(x *syntax.Call, s *scope) any {
	if isAggregate(x) {
		return e.aggregate(x, s)
	}
	if x.Star || x.Distinct {
		return cell.Unknown{}
	}
	return e.rules.Call(x.Name, e.values(x.Args, s))
}

// choice computes a CASE.
func (e calculator) choice(x *syntax.Case, s *scope) any {
	var of cell.Operand
	if x.Of != nil {
		of = e.operand(x.Of, s)
	}
	for _, w := range x.When {
		var t heuristics.Truthness
		if x.Of != nil {
			t = cell.Equal(of, e.operand(w.If, s), e.rules)
		} else {
			t = e.truth(w.If, s)
		}
		switch {
		case t == heuristics.Truthness{}:
			return cell.Unknown{}
		case t.OfTrue == 1:
			return e.optional(w.Then, s)
		}
	}
	return e.optional(x.Else, s)
}

// optional computes an expression that may be missing.
func (e calculator) optional(x syntax.Expr, s *scope) any {
	if x == nil {
		return nil
	}
	return e.value(x, s)
}

// operand computes one side of a comparison.
func (e calculator) operand(x syntax.Expr, s *scope) cell.Operand {
	out := cell.Operand{}
	switch x := x.(type) {
	case *syntax.Column:
		b := e.bind(x, s)
		if b.kind == toItem && e.nested < mostNested {
			e.nested++
			at := s.out(b.up)
			out = e.operand(at.plan.query.Items[b.source].X, at)
			e.nested--
			return out
		}
		out.Column = b.kind == toColumn
	case *syntax.Cast:
		out.Column = cell.KindOf(x.Type) != cell.Other
	case *syntax.Collate:
		out = e.operand(x.X, s)
		out.Fold = x.Fold
		return out
	case *syntax.Scalar:
		if len(x.Query.Items) == 1 {
			_, out.Column = x.Query.Items[0].X.(*syntax.Column)
		}
	}
	out.Value = e.value(x, s)
	return out
}

// aggregate computes an aggregate over the group at hand.
func (e calculator) aggregate(x *syntax.Call, s *scope) any {
	if s.group == nil {
		return cell.Unknown{}
	}
	if x.Star {
		return int64(len(s.group))
	}
	if len(x.Args) != 1 {
		return cell.Unknown{}
	}
	var list []any
	inner := *s
	inner.group = nil
	for _, slots := range s.group {
		inner.slots = slots
		v := e.value(x.Args[0], &inner)
		if cell.IsUnknown(v) {
			return v
		}
		if v != nil && !(x.Distinct && e.contains(list, v)) {
			list = append(list, v)
		}
	}
	return e.summary(x.Name, list)
}

// contains reports whether a list has a value.
func (e calculator) contains(list []any, v any) bool {
	for _, w := range list {
		if cell.Equal(cell.Operand{Value: w}, cell.Operand{Value: v}, e.rules).OfTrue == 1 {
			return true
		}
	}
	return false
}

// summary computes an aggregate of values that are not NULL.
func (e calculator) summary(name string, list []any) any {
	switch {
	case name == "count":
		return int64(len(list))
	case len(list) == 0 && name == "total":
		return 0.0
	case len(list) == 0:
		return nil
	case name == "min" || name == "max":
		if len(list) == 1 {
			return list[0]
		}
		return e.rules.Call(name, list)
	}
	var sum any = int64(0)
	for _, v := range list {
		if text, ok := v.(string); ok && !e.rules.Coerce {
			if v, ok = cell.Number(text); !ok {
				v = e.rules.Cast(text, "real") // as SQLite does
			}
		}
		sum = e.rules.Compute("+", sum, v)
	}
	switch name {
	case "sum":
		return sum
	case "avg":
		return e.rules.Compute("/", e.rules.Cast(sum, "real"), int64(len(list)))
	case "total":
		return e.rules.Cast(sum, "real")
	}
	return cell.Unknown{}
}
