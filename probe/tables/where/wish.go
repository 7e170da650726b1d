package where

import (
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// compared is a comparison of an aggregate with a value.
type compared struct {
	call  *syntax.Call
	query *syntax.Select // of the aggregate, nil for the query around it
	op    syntax.Op
	other syntax.Expr
}

// aggregateOf returns the aggregate that a comparison has on one of its sides, nil for none.
func aggregateOf(x *syntax.Compare) *compared {
	if c := aggregateIn(x.X); c != nil {
		c.op, c.other = x.Op, x.Y
		return c
	}
	if c := aggregateIn(x.Y); c != nil {
		c.op, c.other = flipped(x.Op), x.X
		return c
	}
	return nil
}

// aggregateIn returns the aggregate that an expression is, or that a query answers.
func aggregateIn(e syntax.Expr) *compared {
	switch e := e.(type) {
	case *syntax.Call:
		if isAggregate(e) {
			return &compared{call: e}
		}
		if (e.Name == "coalesce" || e.Name == "ifnull" || e.Name == "round") && len(e.Args) > 0 {
			return aggregateIn(e.Args[0])
		}
	case *syntax.Scalar:
		if len(e.Query.Items) != 1 || len(e.Query.Group) > 0 || e.Query.Having != nil || len(e.Query.Or) > 0 {
			return nil
		}
		if c := aggregateIn(e.Query.Items[0].X); c != nil && c.query == nil {
			c.query = e.Query
			return c
		}
	}
	return nil
}

// aggregated goes on with what makes a comparison of an aggregate true: enough rows, or a value that makes it so. The
// comparison itself is judged when the solution is verified. If no row is needed, it is a goal as others are.
func (r router) aggregated(a *compared, g goal, rest []goal, out route, then func(route) bool) bool {
	op := a.op
	if !g.want {
		op = opposite(op)
	}
	s := g.scope
	other := r.value(a.other, g.scope)
	if a.query != nil {
		if r.expand(rest, out.with(g), then) { // no row may be needed
			return true
		}
		s = newScope(r.plans[a.query], g.scope)
		out.places = append(out.places[:len(out.places):len(out.places)], placesOf(s)...)
		rest = before(rest, goalsOf(s.plan, s)...)
	}
	if a.query == nil && r.isNoCount(a, op, other) {
		none := goal{expr: &syntax.Null{X: a.call.Args[0]}, want: true, scope: s}
		if r.expand(rest, out.with(none), then) {
			return true
		}
	}
	w := wish{scope: s, counts: []int64{1}}
	if a.call.Name == "count" {
		if w.counts = counts(op, other); w.counts == nil {
			return false
		}
		if a.call.Distinct {
			w.distinct = a.call.Args[0]
		}
		if !a.call.Star {
			out = out.with(goal{expr: &syntax.Null{X: a.call.Args[0]}, scope: s})
		}
	} else if len(a.call.Args) == 1 {
		out = out.with(goal{op: op, x: side{a.call.Args[0], s}, y: side{a.other, g.scope}})
	}
	for _, x := range s.plan.query.Group {
		if _, ok := x.(*syntax.Column); ok && len(w.counts) > 1 {
			out = out.with(goal{expr: &syntax.Null{X: x}, scope: s})
		}
	}
	out.wishes = append(out.wishes[:len(out.wishes):len(out.wishes)], w)
	return r.expand(rest, out, then)
}

// isNoCount reports whether a comparison holds for a count of 0 values.
func (r router) isNoCount(a *compared, op syntax.Op, other any) bool {
	t := judge{r.evaluator}.compared(op, cell.Operand{Value: int64(0)}, cell.Operand{Value: other})
	return a.call.Name == "count" && len(a.call.Args) == 1 && t.OfTrue == 1
}

// mostCopies bounds how many rows are made for a count.
const mostCopies = 24

// counts returns the numbers of rows with which a count may fulfil a comparison, smaller ones first, nil for too many
// rows.
func counts(op syntax.Op, other any) (out []int64) {
	n, ok := cell.AsNumber(other).(int64)
	if !ok {
		if f, isFloat := other.(float64); isFloat && f > 0 && f < mostCopies {
			n = int64(f)
		} else {
			n = 1
		}
	}
	switch op {
	case syntax.Greater, syntax.Unequal, syntax.Differ:
		n++
	case syntax.Less:
		n--
	}
	if n > mostCopies {
		return nil
	}
	for k := int64(1); k <= max(n, 1); k++ {
		out = append(out, k)
	}
	return out
}
