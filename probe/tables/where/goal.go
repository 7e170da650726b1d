package where

import (
	"slices"

	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// goal is a condition that a solution fulfils, or a comparison of expressions of two scopes.
type goal struct {
	expr  syntax.Expr // nil for a comparison
	want  bool
	scope *scope

	op   syntax.Op
	x, y side
}

// side is an expression in its scope.
type side struct {
	expr  syntax.Expr
	scope *scope
}

// route is a choice of conditions that together make a statement answer.
type route struct {
	goals  []goal
	places []place // of rows, existing or new
	wishes []wish
}

// place is where a combination has a row of a source.
type place struct {
	scope *scope
	index int
}

// wish asks for several rows of the sources of a scope.
type wish struct {
	scope    *scope
	counts   []int64
	distinct syntax.Expr // the rows differ in it; nil for rows that may be equal
}

func (p place) slot() *slot { return &p.scope.slots[p.index] }

func (p place) source() *syntax.Source { return &p.scope.plan.query.From[p.index] }

// sides returns the expressions of a goal.
func (g goal) sides() []side {
	if g.expr == nil {
		return []side{g.x, g.y}
	}
	return []side{{g.expr, g.scope}}
}

// with returns the route with more goals.
func (r route) with(goals ...goal) route {
	r.goals = append(r.goals[:len(r.goals):len(r.goals)], goals...)
	return r
}

// placesOf returns the places of the sources of a scope.
func placesOf(s *scope) (out []place) {
	for i := range s.slots {
		out = append(out, place{s, i})
	}
	return out
}

// goalsOf returns the conditions of a query as goals.
func goalsOf(p *plan, s *scope) (out []goal) {
	for _, x := range p.parts {
		out = append(out, goal{expr: x.expr, want: true, scope: s})
	}
	return out
}

// before returns goals with more of them at the front.
func before(rest []goal, first ...goal) []goal { return append(slices.Clip(first), rest...) }

// place returns the place that a column in a query inside of the scope is of, if the name of a table shows that.
func (s *scope) place(c *syntax.Column) (place, bool) {
	for at := s; at != nil && c.Table != ""; at = at.outer {
		i := slices.IndexFunc(at.plan.query.From, func(f syntax.Source) bool { return f.Alias == c.Table })
		if i >= 0 {
			return place{at, i}, true
		}
	}
	return place{}, false
}
