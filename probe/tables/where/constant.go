package where

import (
	"slices"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// patterns returns the patterns that the texts of the class have to have.
func (s suggester) patterns(g goal) []*cell.Pattern {
	x, ok := g.expr.(*syntax.Like)
	if !ok || !g.want {
		return nil
	}
	pattern := cell.AsText(s.d.value(x.Pattern, g.scope))
	key, ok := judge{s.d.evaluator}.patternOf(x, pattern, g.scope)
	if _, isText := pattern.(string); !ok || !isText {
		return nil
	}
	return []*cell.Pattern{judge{s.d.evaluator}.pattern(key)}
}

// collector collects the constants of expressions.
type collector struct{ *evaluator }

// all returns the values that an expression has in it, with those next to them.
func (c collector) all(x side) (out []any) {
	switch e := x.expr.(type) {
	case *syntax.Literal, *syntax.Param:
		v := c.value(e, x.scope)
		return around(v)
	case *syntax.Call:
		if len(e.Args) == 0 {
			return nil
		}
	}
	if q := syntax.Query(x.expr); q != nil && c.plans[q] != nil {
		if _, exists := x.expr.(*syntax.Exists); !exists {
			out = append(out, c.answered(q, x.scope)...)
		}
		out = append(out, c.inside(q, x.scope)...)
	}
	syntax.Children(x.expr, func(y syntax.Expr) { out = append(out, c.all(side{y, x.scope})...) })
	return out
}

// answered returns the values that a query answers, with those next to them.
func (c collector) answered(q *syntax.Select, at *scope) (out []any) {
	if len(q.Items) != 1 {
		return nil
	}
	asker(c).answer(c.plans[q], at, func(inner *scope) {
		if len(out) < mostShown {
			out = append(out, around(c.value(q.Items[0].X, inner))...)
		}
	})
	return out
}

// inside returns the constants in the conditions of a query, and values of the columns that they have.
func (c collector) inside(q *syntax.Select, at *scope) (out []any) {
	if q.Where != nil {
		out = c.all(side{q.Where, newScope(c.plans[q], at)})
	}
	for _, col := range syntax.Columns(nil, &syntax.Scalar{Query: q}) {
		for _, from := range q.From {
			if col.Table != from.Alias && (col.Table != "" || len(q.From) > 1) {
				continue
			}
			rows := c.rows[from.Table]
			for _, row := range rows[:min(len(rows), mostShown/4)] {
				out = append(out, around(cell.Plain(row[col.Name]))...)
			}
		}
	}
	return out
}

// between returns the means of neighbours among numbers.
func between(values []any) (out []any) {
	var numbers []float64
	for _, v := range values {
		switch v := v.(type) {
		case int64:
			numbers = append(numbers, float64(v))
		case float64:
			numbers = append(numbers, v)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for i := 1; i < len(numbers) && i < mostShown; i++ {
		out = append(out, numbers[i-1]+(numbers[i]-numbers[i-1])/2)
	}
	return out
}
