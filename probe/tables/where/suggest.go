package where

import (
	"slices"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// suggester suggests values for a class. It need not be right: each value is judged by the goals.
type suggester struct {
	d  drafter
	of *class
}

// mostValues bounds the values that are suggested for a class, and mostShown those of a query.
const mostValues, mostShown = 96, 32

// values returns values to try, promising ones first.
func (s suggester) values(goals []goal) []any {
	var out []any
	var patterns []*cell.Pattern
	for _, g := range goals {
		if slices.ContainsFunc(g.sides(), s.concerns) {
			out = append(out, s.fromGoal(g)...)
			patterns = append(patterns, s.patterns(g)...)
		}
	}
	out = append(documents(out), out...)
	for _, p := range patterns {
		for _, q := range patterns {
			out = append(out, p.Fill(q.Fill("")))
		}
	}
	for _, g := range goals {
		if slices.ContainsFunc(g.sides(), s.concerns) || slices.ContainsFunc(s.d.innerMembers(g), s.of.has) {
			for _, x := range g.sides() {
				out = append(out, collector{s.d.evaluator}.all(x)...)
			}
		}
	}
	out = append(out, between(out)...)
	out = append(out, s.usual()...)
	return s.distinct(out, s.kind(out))
}

// documents returns JSON objects with members of several of the values, if these are objects: with all of them, and
// with those of each two. The values of earlier objects stay.
func documents(values []any) (out []any) {
	var all any = "{}"
	var objects []any
	for _, v := range values {
		if more, ok := cell.Merged(v, all); ok {
			all, objects = more, append(objects, v)
		}
	}
	if len(objects) < 2 {
		return nil
	}
	out = append(out, all)
	for i, x := range objects {
		for _, y := range objects[i+1:] {
			if both, ok := cell.Merged(y, x); ok && len(out) < mostShown {
				out = append(out, both)
			}
		}
	}
	return out
}

// kind returns a value of the kind that the column of the class has, as far as its rows and the goals show it.
func (s suggester) kind(values []any) any {
	if v := s.d.sample(s.of.members[0]); v != nil {
		return v
	}
	for _, v := range values {
		if v != nil && !cell.IsUnknown(v) {
			return v
		}
	}
	return nil
}

// concerns reports whether an expression has a column of the class.
func (s suggester) concerns(x side) bool {
	if m, ok := s.d.memberOf(x); ok && s.of.has(m) {
		return true
	}
	x = s.d.projected(x)
	found := false
	syntax.Children(x.expr, func(y syntax.Expr) { found = found || s.concerns(side{y, x.scope}) })
	return found
}

// fromGoal returns values that a goal shows.
func (s suggester) fromGoal(g goal) (out []any) {
	if g.expr == nil {
		return s.fromPair(g.op, g.x, g.y)
	}
	at := func(x syntax.Expr) side { return side{x, g.scope} }
	switch x := g.expr.(type) {
	case *syntax.Compare:
		op := x.Op
		if !g.want {
			op = opposite(op)
		}
		return s.fromPair(op, at(x.X), at(x.Y))
	case *syntax.Between:
		if g.want {
			return append(s.fromPair(syntax.GreaterEqual, at(x.X), at(x.Low)),
				s.fromPair(syntax.LessEqual, at(x.X), at(x.High))...)
		}
		return append(s.fromPair(syntax.Less, at(x.X), at(x.Low)), s.fromPair(syntax.Greater, at(x.X), at(x.High))...)
	case *syntax.In:
		for _, item := range x.Items {
			out = append(out, s.fromPair(equality(g.want), at(x.X), at(item))...)
		}
	case *syntax.Quantified:
		list, _ := cell.Array(s.d.value(orNull(x.Array), g.scope))
		for _, v := range list {
			op := x.Op
			if !g.want {
				op = opposite(op)
			}
			out = append(out, s.invert(at(x.X), op, v)...)
		}
	case *syntax.Null:
		if g.want {
			return []any{nil}
		}
	case *syntax.Truth:
		if g.want {
			return s.invert(at(x.X), syntax.Unequal, int64(0))
		}
		return s.invert(at(x.X), syntax.Equal, int64(0))
	}
	return out
}

// fromPair returns values that a comparison shows, by the side that is known.
func (s suggester) fromPair(op syntax.Op, x, y side) []any {
	if s.concerns(x) {
		return s.invert(x, op, s.d.value(y.expr, y.scope))
	}
	return s.invert(y, flipped(op), s.d.value(x.expr, x.scope))
}

// usual returns values that need no reason: a new one of the kind that the column has, and then any.
func (s suggester) usual() (out []any) {
	var most any
	var values []any
	for _, m := range s.of.members {
		for _, row := range s.d.rows[m.source().Table] {
			v := cell.Plain(row[m.key])
			if v == nil || cell.IsUnknown(v) {
				continue
			}
			values = append(values, v)
			less := cell.Less(cell.Operand{Value: most}, cell.Operand{Value: v}, s.d.rules)
			if most == nil || less.OfTrue == 1 {
				most = v
			}
		}
	}
	if most != nil {
		out = append(append(out, higher(most)...), values[:min(len(values), 8)]...)
	} else if v := s.d.sample(s.of.members[0]); v != nil {
		out = append(append(out, v), higher(v)...)
	}
	return append(out, int64(1), int64(0), "a", "", int64(2), "b", 0.5, "2024-01-01", nil)
}

// distinct returns values of the kind that the column has, each once.
func (s suggester) distinct(values []any, like any) (out []any) {
	type known struct {
		kind byte
		text string
	}
	seen := map[known]bool{}
	for _, v := range values {
		if _, list := v.(cell.List); list || cell.IsUnknown(v) {
			continue
		}
		v, ok := fitting(v, like)
		k := known{}
		switch v.(type) {
		case nil:
		case int64:
			k.kind = 'i'
		case float64:
			k.kind = 'f'
		default:
			k.kind = 't'
		}
		if v != nil {
			k.text, _ = cell.AsText(v).(string)
		}
		if ok && !seen[k] && len(out) < mostValues {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

// orNull is an expression that may be missing.
func orNull(e syntax.Expr) syntax.Expr {
	if e == nil {
		return &syntax.Literal{}
	}
	return e
}

// equality is the operator for being equal, or for being not.
func equality(want bool) syntax.Op {
	if want {
		return syntax.Equal
	}
	return syntax.Unequal
}

// fitting returns a value as a value of another kind: a number as text, or a text as number. Ok is false for a text
// that is no number, and for a fraction among whole numbers.
func fitting(v, like any) (out any, ok bool) {
	_, fraction := like.(float64)
	switch like.(type) {
	case int64, float64:
		if text, isText := v.(string); isText {
			if v, ok = cell.Number(text); !ok {
				return nil, false
			}
		}
	case string:
		switch v := v.(type) {
		case int64, float64:
			return cell.AsText(v), true
		case time.Time:
			return cell.InForm(v, like.(string)), true
		}
	}
	if f, isFloat := v.(float64); isFloat && !fraction {
		_, whole := like.(int64)
		if n := int64(f); float64(n) == f {
			return n, true
		}
		return v, !whole
	}
	return v, true
}
