package where

import (
	"cmp"
	"slices"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// walk goes through the combinations of rows of a query, source by source. The conditions of a source are judged as
// soon as it has a row, so that few combinations are made of many rows: those whose conditions hold, and a few near
// ones.
type walk struct {
	*evaluator
	scope  *scope
	parts  [][]part // by the last source that they need
	extra  func(*scope) heuristics.Truthness
	width  int // how many rows of a source that come near are gone on with; 0: all
	leaves int
	last   int // the index of the last source

	best  float64
	none  float64 // the sum of how near the combinations came to being left out
	any   bool    // some combination holds
	null  bool    // some combination holds, apart from extra, which is NULL
	found [][]slot
	keep  bool // the combinations that hold are wanted
	exact bool // it is enough to know whether a combination holds
}

// sofar is what is known of the first sources of a combination.
type sofar struct {
	sum   float64
	n     int
	every bool
	out   float64 // how near they came to being left out
}

func (s sofar) with(t heuristics.Truthness) sofar {
	if t == unknown {
		return s
	}
	return sofar{s.sum + t.OfTrue, s.n + 1, s.every && t.OfTrue == 1, max(s.out, t.OfFalse)}
}

// combinations goes through the combinations of a query.
func (e asker) combinations(p *plan, outer *scope, extra func(*scope) heuristics.Truthness, keep bool) *walk {
	s := newScope(p, outer)
	w := &walk{evaluator: e.evaluator, scope: s, extra: extra, keep: keep, exact: e.outcomes == nil, best: unreached,
		last: len(s.slots) - 1}
	w.parts = e.levels(p, s)
	product := 1
	for i := range p.query.From {
		product = min(product*max(1, len(e.rowsOf(&p.query.From[i]))), 1<<30)
	}
	if product > mostCombinations {
		w.width = 3
	}
	w.level(0, sofar{every: true})
	return w
}

// levels sorts the conditions of a query by the last source that they need.
func (e asker) levels(p *plan, s *scope) [][]part {
	out := make([][]part, max(1, len(p.query.From)))
	for _, part := range p.parts {
		at := part.from
		for _, c := range part.columns {
			if b := e.bind(c, s); b.kind == toColumn && b.up == 0 {
				at = max(at, b.source)
			} else if b.kind == toItem {
				at = len(out) - 1
			}
		}
		for _, c := range part.inner {
			at = max(at, innerLevel(p, c))
		}
		out[at] = append(out[at], part)
	}
	return out
}

// innerLevel is the source that a column of a query inside may need.
func innerLevel(p *plan, c *syntax.Column) int {
	at := 0
	for i, from := range p.query.From {
		if c.Table == "" || c.Table == from.Alias {
			at = i
		}
	}
	return at
}

// level goes on with each row of a source.
func (w *walk) level(i int, before sofar) {
	if w.steps < 0 || w.leaves >= mostCombinations || w.exact && (!before.every || w.any && !w.keep) {
		return
	}
	if i > w.last {
		w.leaf(before)
		return
	}
	from := &w.scope.plan.query.From[i]
	rows := w.rowsOf(from)
	switch {
	case from.Table == "" && from.Query == nil:
		w.scope.slots[i] = slot{state: opaque}
		w.level(i+1, w.judged(i, before))
	case from.Join == syntax.Left:
		w.left(i, rows, before)
	case len(rows) == 0:
		w.missing(i, before)
	default:
		w.rowsAt(i, rows, before)
	}
	w.scope.slots[i] = slot{}
}

// judged judges the conditions of a source.
func (w *walk) judged(i int, before sofar) sofar {
	for _, p := range w.parts[i] {
		if w.exact && !before.every {
			break
		}
		before = before.with(w.truth(p.expr, w.scope))
	}
	return before
}

// choice is a row with what is known of a combination up to it.
type choice struct {
	row   Row
	sofar sofar
}

// rowsAt goes on with the rows of a source: with all, or with those whose conditions hold and the nearest others.
func (w *walk) rowsAt(i int, rows []Row, before sofar) {
	var near []choice
	for k := range rows {
		row := rows[k]
		if w.exact && !w.keep { // new rows are the last ones
			row = rows[len(rows)-1-k]
		}
		w.scope.slots[i] = slot{row: row, state: filled}
		now := w.judged(i, before)
		if w.width == 0 || now.every {
			w.level(i+1, now)
			continue
		}
		near = append(near, choice{row, now})
	}
	w.nearest(i, near, before)
}

// nearest goes on with the rows that came nearest.
func (w *walk) nearest(i int, near []choice, before sofar) {
	slices.SortStableFunc(near, func(a, b choice) int { return cmp.Compare(b.sofar.sum, a.sofar.sum) })
	for _, c := range near[:min(len(near), w.width)] {
		w.scope.slots[i] = slot{row: c.row, state: filled}
		w.level(i+1, c.sofar)
	}
}

// left goes on with the rows of a source that a LEFT JOIN adds, or with a row of NULLs if it adds none. Then rows
// that are not added still say how near they came.
func (w *walk) left(i int, rows []Row, before sofar) {
	on, added := w.scope.plan.query.From[i].On, false
	var near []choice
	for _, row := range rows {
		w.scope.slots[i] = slot{row: row, state: filled}
		t := heuristics.Flag(true)
		if on != nil {
			t = w.truth(on, w.scope)
		}
		if t == unknown || t.OfTrue == 1 {
			added = true
			w.level(i+1, w.judged(i, before))
			continue
		}
		near = append(near, choice{row, before.with(t)})
	}
	if added {
		return
	}
	w.scope.slots[i] = slot{state: void}
	w.level(i+1, w.judged(i, before))
	if w.any || w.exact || before.n+len(w.parts[i]) == 0 {
		return
	}
	none, leaves := w.none, w.leaves
	slices.SortStableFunc(near, func(a, b choice) int { return cmp.Compare(b.sofar.sum, a.sofar.sum) })
	for _, c := range near[:min(len(near), 3)] {
		w.scope.slots[i] = slot{row: c.row, state: filled}
		w.level(i+1, w.judged(i, c.sofar))
	}
	w.none, w.leaves = none, leaves
}

// missing ends a combination for which a source has no rows: none of the conditions that are left was reached.
func (w *walk) missing(i int, before sofar) {
	for _, parts := range w.parts[i:] {
		before.sum += unreached * float64(len(parts))
		before.n += len(parts)
	}
	before.sum, before.n = before.sum+unreached, before.n+1
	w.best = max(w.best, mean(before.sum, before.n, false))
}

// leaf notes a combination.
func (w *walk) leaf(all sofar) {
	w.leaves++
	if w.extra != nil {
		t := w.extra(w.scope)
		w.null = w.null || all.every && t != unknown && t.OfTrue < 1 && t.OfFalse < 1
		all = all.with(t)
	}
	if all.every {
		w.any = true
		if w.keep {
			w.found = append(w.found, slices.Clone(w.scope.slots))
		}
	} else {
		all.out = 1
	}
	w.best = max(w.best, mean(all.sum, all.n, all.every))
	w.none += min(max(all.out, unreached), 1)
}

// rowsOf returns the rows of a source.
func (e asker) rowsOf(from *syntax.Source) []Row {
	if from.Query != nil {
		return e.derive(from.Query)
	}
	return e.rows[from.Table]
}
