package where

import (
	"slices"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// router finds routes.
type router struct {
	*evaluator
	tries *int // how many steps may still be made
}

// routes calls then with each route to rows of a query, until it returns true.
func (r router) routes(q *syntax.Select, then func(route) bool) bool {
	for _, part := range append([]*syntax.Select{q}, q.Or...) {
		p := r.plans[part]
		s := newScope(p, nil)
		out := route{places: placesOf(s)}
		todo := goalsOf(p, s)
		if part.Having != nil {
			todo = append(todo, goal{expr: part.Having, want: true, scope: s})
		}
		if r.expand(todo, out, then) {
			return true
		}
	}
	return false
}

// expand divides goals until none can be divided, and makes each choice that this needs.
func (r router) expand(todo []goal, out route, then func(route) bool) bool {
	if *r.tries--; *r.tries < 0 {
		return true
	}
	if len(todo) == 0 {
		return then(out)
	}
	g, rest := todo[0], todo[1:]
	if !syntax.Known(g.expr) {
		return r.expand(rest, out, then)
	}
	switch x := g.expr.(type) {
	case *syntax.Not:
		return r.expand(before(rest, goal{expr: x.X, want: !g.want, scope: g.scope}), out, then)
	case *syntax.And:
		return r.parts(x.Parts, g.want, g, rest, out, then)
	case *syntax.Or:
		return r.parts(x.Parts, !g.want, g, rest, out, then)
	case *syntax.Exists:
		if g.want {
			return r.open(x.Query, nil, g, rest, out, then)
		}
	case *syntax.In:
		if g.want && x.Query != nil {
			return r.open(x.Query, &goal{op: syntax.Equal, x: side{x.X, g.scope}}, g, rest, out, then)
		}
	case *syntax.Quantified:
		if op := x.Op; x.Query != nil && g.want != x.All {
			if x.All {
				op = opposite(op)
			}
			return r.open(x.Query, &goal{op: op, x: side{x.X, g.scope}}, g, rest, out, then)
		}
	case *syntax.Compare:
		if a := aggregateOf(x); a != nil {
			return r.aggregated(a, g, rest, out, then)
		}
	}
	return r.expand(rest, out.with(g), then)
}

// parts goes on with all parts of a condition, or with one after the other.
func (r router) parts(parts []syntax.Expr, all bool, g goal, rest []goal, out route, then func(route) bool) bool {
	var goals []goal
	for _, x := range parts {
		goals = append(goals, goal{expr: x, want: g.want, scope: g.scope})
	}
	if all {
		return r.expand(before(rest, goals...), out, then)
	}
	return slices.ContainsFunc(goals, func(one goal) bool { return r.expand(before(rest, one), out, then) })
}

// open goes on with the conditions of a query inside. Compared is a comparison with the value that it answers.
func (r router) open(
	q *syntax.Select, compared *goal, g goal, rest []goal, out route, then func(route) bool,
) bool {
	for _, part := range append([]*syntax.Select{q}, q.Or...) {
		p := r.plans[part]
		if p == nil || p.groups || compared != nil && len(part.Items) != 1 {
			return r.expand(rest, out.with(g), then)
		}
		s := newScope(p, g.scope)
		next := out
		next.places = append(next.places[:len(next.places):len(next.places)], placesOf(s)...)
		goals := goalsOf(p, s)
		if compared != nil {
			c := *compared
			c.y = side{part.Items[0].X, s}
			next = next.with(c)
		}
		if r.expand(before(rest, goals...), next, then) {
			return true
		}
	}
	return false
}
