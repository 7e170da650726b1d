package where

import "github.com/evoke-go/evoke/probe/tables/where/internal/syntax"

// plan is what does not depend on rows of a query.
type plan struct {
	query *syntax.Select
	parts []part // the conditions that AND combines
	// groups says that the query has GROUP BY, HAVING or aggregates, and single that its rows are one group.
	groups, single bool
	names          []string // of the columns that the query answers
}

// part is a condition of a plan.
type part struct {
	expr    syntax.Expr
	from    int // the source that ON belongs to, 0 for WHERE
	columns []*syntax.Column
	inner   []*syntax.Column // those of its queries
}

// plan plans a query and the queries in it.
func (q *Query) plan(s *syntax.Select) {
	if q.plans[s] != nil {
		return
	}
	p := &plan{query: s, groups: len(s.Group) > 0 || s.Having != nil}
	q.plans[s] = p
	for i, from := range s.From {
		if from.On != nil && from.Join == syntax.Inner {
			p.add(from.On, i)
		}
	}
	if s.Where != nil {
		p.add(s.Where, 0)
	}
	for _, item := range s.Items {
		p.names = append(p.names, item.Name)
		p.groups = p.groups || aggregates(item.X)
	}
	p.single = p.groups && len(s.Group) == 0
	s.Expressions(q.planIn, q.plan)
}

// planIn plans the queries in an expression.
func (q *Query) planIn(e syntax.Expr) {
	if s := syntax.Query(e); s != nil {
		q.plan(s)
	}
	syntax.Children(e, q.planIn)
}

// add adds a condition, or each of several that AND combines.
func (p *plan) add(e syntax.Expr, from int) {
	if and, ok := e.(*syntax.And); ok {
		for _, x := range and.Parts {
			p.add(x, from)
		}
		return
	}
	out := part{expr: e, from: from}
	var in func(syntax.Expr)
	in = func(e syntax.Expr) {
		if c, ok := e.(*syntax.Column); ok {
			out.columns = append(out.columns, c)
		}
		if s := syntax.Query(e); s != nil {
			out.inner = append(out.inner, syntax.Columns(nil, &syntax.Scalar{Query: s})...)
		}
		syntax.Children(e, in)
	}
	in(e)
	p.parts = append(p.parts, out)
}

// aggregates reports whether an expression has an aggregate.
func aggregates(e syntax.Expr) bool {
	if c, ok := e.(*syntax.Call); ok && isAggregate(c) {
		return true
	}
	found := false
	syntax.Children(e, func(x syntax.Expr) { found = found || aggregates(x) })
	return found
}

// isAggregate reports whether a call is one of an aggregate.
func isAggregate(c *syntax.Call) bool {
	switch c.Name {
	case "count", "sum", "avg", "total", "group_concat", "string_agg", "array_agg", "json_agg":
		return true
	case "min", "max":
		return len(c.Args) == 1
	}
	return false
}
