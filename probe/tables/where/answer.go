package where

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// verdict is how near a query came to answering rows, and to answering none.
type verdict struct {
	any, none float64
	null      bool // a comparison with its rows is NULL
}

// answers judges the whole statement. A query of aggregates counts by the rows that it aggregates.
func (e asker) answers(s *syntax.Select) verdict {
	return e.united(s, nil, nil, true)
}

// below judges a query inside of an expression. Extra is one more condition for its rows.
func (e asker) below(s *syntax.Select, outer *scope, extra func(*scope) heuristics.Truthness) verdict {
	if v, ok := e.answered[s]; ok && extra == nil {
		return v
	}
	lowest := e.lowest
	e.lowest = math.MaxInt
	v := e.united(s, outer, extra, false)
	if e.lowest > outer.depth && extra == nil {
		if e.answered == nil {
			e.answered = map[*syntax.Select]verdict{}
		}
		e.answered[s] = v
	}
	e.lowest = min(e.lowest, lowest)
	return v
}

// united judges the parts of a UNION: the best of them.
func (e asker) united(s *syntax.Select, outer *scope, extra func(*scope) heuristics.Truthness, top bool) verdict {
	out := e.part(s, outer, extra, top)
	sum, every := out.none, out.none == 1
	for _, other := range s.Or {
		v := e.part(other, outer, extra, top)
		sum, every = sum+v.none, every && v.none == 1
		out.any, out.null = max(out.any, v.any), out.null || v.null
	}
	out.none = mean(sum, len(s.Or)+1, every)
	return out
}

// part judges one part of a UNION.
func (e asker) part(s *syntax.Select, outer *scope, extra func(*scope) heuristics.Truthness, top bool) verdict {
	p := e.plans[s]
	if p == nil {
		return verdict{any: unreached, none: unreached}
	}
	if p.groups && !(top && p.single && s.Having == nil) {
		return e.grouped(p, outer, extra)
	}
	w := e.combinations(p, outer, extra, false)
	return verdict{w.best, mean(w.none, w.leaves, !w.any), w.null}
}

// grouped judges a query with groups.
func (e asker) grouped(p *plan, outer *scope, extra func(*scope) heuristics.Truthness) verdict {
	w := e.combinations(p, outer, nil, true)
	groups := e.groups(p, w)
	if len(groups) == 0 {
		return verdict{any: mean(w.best+unreached, 2, false), none: 1}
	}
	out, sum, every := verdict{any: unreached}, 0.0, true
	for _, g := range groups {
		s := w.scope.at(g)
		all := sofar{every: true}
		if p.query.Having != nil {
			all = all.with(e.truth(p.query.Having, s))
		}
		if extra != nil {
			t := extra(s)
			out.null = out.null || all.every && t != unknown && t.OfTrue < 1 && t.OfFalse < 1
			all = all.with(t)
		}
		out.any = max(out.any, mean(all.sum+1, all.n+1, all.every))
		if all.every {
			every = false
			sum += max(all.out, unreached)
		} else {
			sum++
		}
	}
	out.none = mean(sum, len(groups), every)
	return out
}

// groups divides the combinations that hold into the groups of a query.
func (e asker) groups(p *plan, w *walk) [][][]slot {
	if p.single {
		return [][][]slot{w.found}
	}
	var out [][][]slot
	index := map[string]int{}
	for _, slots := range w.found {
		w.scope.slots = slots
		key := e.key(p.query.Group, w.scope)
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], slots)
	}
	return out
}

// key identifies the group of a combination. A number is the column of the answer at that place.
func (e asker) key(by []syntax.Expr, s *scope) string {
	var b strings.Builder
	for _, x := range by {
		if l, ok := x.(*syntax.Literal); ok {
			if n, ok := l.Value.(int64); ok && n > 0 && n <= int64(len(s.plan.query.Items)) {
				x = s.plan.query.Items[n-1].X
			}
		}
		switch v := e.value(x, s).(type) {
		case nil:
			b.WriteByte('n')
		case string:
			b.WriteString("t" + strconv.Quote(v))
		case int64:
			b.WriteString("f" + strconv.FormatFloat(float64(v), 'g', -1, 64))
		case float64:
			b.WriteString("f" + strconv.FormatFloat(v, 'g', -1, 64))
		case time.Time:
			b.WriteString("d" + v.UTC().Format(time.RFC3339Nano))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// anyOf compares a value with the rows of a query, one of which is enough.
func (e asker) anyOf(op syntax.Op, v cell.Operand, s *syntax.Select, outer *scope) heuristics.Truthness {
	if cell.IsUnknown(v.Value) || len(s.Items) != 1 {
		return unknown
	}
	unjudged := false
	found := e.below(s, outer, func(inner *scope) heuristics.Truthness {
		t := judge(e).compared(op, v, e.operand(inner.plan.query.Items[0].X, inner))
		unjudged = unjudged || t == unknown
		return t
	})
	switch {
	case unjudged:
		return unknown
	case found.null && found.any < 1:
		return heuristics.Truthness{OfTrue: found.any, OfFalse: heuristics.Absent}
	}
	return heuristics.Truthness{OfTrue: found.any, OfFalse: found.none}
}

// scalar computes the value of a query that answers one value: that of its first row.
func (e asker) scalar(s *syntax.Select, outer *scope) any {
	p := e.plans[s]
	if p == nil || len(s.Items) != 1 || len(s.Or) > 0 || s.Part || s.Skips {
		return cell.Unknown{}
	}
	var first any
	var least []any
	e.answer(p, outer, func(inner *scope) {
		keys := make([]any, len(s.Order))
		for i, k := range s.Order {
			keys[i] = e.value(k.X, inner)
		}
		if least == nil || e.before(s.Order, keys, least) {
			first, least = e.value(s.Items[0].X, inner), keys
		}
	})
	return first
}

// before reports whether a row comes before another one, by their values of the keys of an order. PostgreSQL has NULL
// after all values, others before them.
func (e asker) before(order []syntax.Key, x, y []any) bool {
	for i, k := range order {
		a, b := cell.Operand{Value: x[i]}, cell.Operand{Value: y[i]}
		if a.Value == nil || b.Value == nil {
			if (a.Value == nil) == (b.Value == nil) {
				continue
			}
			return (a.Value == nil) == (k.Desc == e.rules.SkipNull)
		}
		if k.Desc {
			a, b = b, a
		}
		switch {
		case cell.Less(a, b, e.rules).OfTrue == 1:
			return true
		case cell.Less(b, a, e.rules).OfTrue == 1:
			return false
		}
	}
	return false
}

// answer calls do with each row that a query answers.
func (e asker) answer(p *plan, outer *scope, do func(*scope)) {
	w := e.combinations(p, outer, nil, true)
	s := w.scope
	if !p.groups {
		for _, slots := range w.found {
			s.slots = slots
			do(s)
		}
		return
	}
	for _, g := range e.groups(p, w) {
		s := w.scope.at(g)
		if h := p.query.Having; h == nil || e.truth(h, s).OfTrue == 1 {
			do(s)
		}
	}
}

// at returns the scope with a group as the one at hand. Its first combination gives the values of columns.
func (s *scope) at(g [][]slot) *scope {
	out := *s
	out.group = g
	if len(g) > 0 {
		out.slots = g[0]
		return &out
	}
	out.group, out.slots = [][]slot{}, make([]slot, len(s.plan.query.From))
	for i := range out.slots {
		out.slots[i] = slot{state: void}
	}
	return &out
}

// derive computes the rows of a query in FROM.
func (e asker) derive(s *syntax.Select) []Row {
	if rows, ok := e.derived[s]; ok {
		return rows
	}
	if e.derived == nil {
		e.derived = map[*syntax.Select][]Row{}
	}
	e.derived[s] = nil // a query that reads itself has no rows
	var out []Row
	for _, part := range append([]*syntax.Select{s}, s.Or...) {
		e.answer(e.plans[part], nil, func(inner *scope) {
			row := Row{}
			for i, item := range inner.plan.query.Items {
				if name := s.Items[min(i, len(s.Items)-1)].Name; name != "" {
					row[name] = e.value(item.X, inner)
				}
			}
			out = append(out, row)
		})
	}
	e.derived[s] = out
	return out
}
