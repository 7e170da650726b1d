package where

import (
	"maps"
	"slices"

	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

// checker verifies solutions.
type checker struct {
	*evaluator
	left  int      // how many solutions may still be verified
	steps int      // how many conditions may still be evaluated for that
	found []Wanted // a solution that may have the key of another row
}

// verified returns the new rows of a route if the statement answers with them.
func (c *checker) verified(r route) []Wanted {
	plain := c.wanted(r)
	if len(r.wishes) == 0 {
		return c.checked(plain)
	}
	most := int64(1)
	for _, w := range r.wishes {
		most = max(most, w.counts[len(w.counts)-1])
	}
	for n := int64(1); n <= most; n++ {
		for _, w := range r.wishes {
			for _, i := range c.copied(r, w) {
				all := slices.Clone(plain)
				for k := int64(1); k < n; k++ {
					all = append(all, c.copyOf(plain[i], w, k))
				}
				if out := c.checked(all); out != nil {
					return out
				}
				if n == 1 {
					break
				}
			}
		}
	}
	return nil
}

// wanted returns the new rows of a route.
func (c *checker) wanted(r route) (out []Wanted) {
	for _, p := range r.places {
		if p.slot().state == draft {
			w := Wanted{Table: p.source().Table}
			for _, name := range slices.Sorted(maps.Keys(p.slot().row)) {
				w.Values = append(w.Values, Assigned{name, p.slot().row[name]})
			}
			out = append(out, w)
		}
	}
	return out
}

// copied returns the indexes of the new rows of which a wish may have copies, later ones first.
func (c *checker) copied(r route, w wish) (out []int) {
	n := 0
	for _, p := range r.places {
		if p.slot().state != draft {
			continue
		}
		if p.scope == w.scope {
			out = append(out, n)
		}
		n++
	}
	slices.Reverse(out)
	return out
}

// copyOf copies a row. The rows of a wish for different values differ.
func (c *checker) copyOf(row Wanted, w wish, k int64) Wanted {
	column, ok := w.distinct.(*syntax.Column)
	if !ok {
		return row
	}
	row.Values = slices.Clone(row.Values)
	for i, v := range row.Values {
		if v.Column == c.bind(column, w.scope).key {
			row.Values[i].Value = shifted(v.Value, k)
		}
	}
	return row
}

// shifted returns another value of the same kind.
func shifted(v any, by int64) any {
	switch v := v.(type) {
	case int64:
		return v + by
	case float64:
		return v + float64(by)
	case string:
		if out, ok := cell.Shift(v, int(by)); ok {
			return out
		}
		return v + string(rune('a'+by%26))
	}
	return v
}

// checked returns new rows if the statement answers with them. Rows that may have the key of another row are kept for
// the case that there are no others.
func (c *checker) checked(wanted []Wanted) []Wanted {
	if c.left--; c.left < 0 || c.steps < 0 {
		return nil
	}
	rows := maps.Clone(c.rows)
	if rows == nil {
		rows = Rows{}
	}
	clash, own := false, map[string]bool{}
	for _, w := range wanted {
		if !own[w.Table] {
			own[w.Table] = true
			rows[w.Table] = slices.Grow(slices.Clip(rows[w.Table]), len(wanted))
		}
		row := Row{}
		for _, v := range w.Values {
			row[v.Column] = v.Value
			clash = clash || c.clashes(w.Table, v)
		}
		rows[w.Table] = append(rows[w.Table], row)
	}
	e := newEvaluator(c.facts, c.args, rows)
	e.names, e.steps = c.names, min(mostSteps, c.steps)
	given := e.steps
	answers := asker{e}.answers(c.statement.Select).any == 1
	c.steps -= given - e.steps
	switch {
	case !answers:
		return nil
	case !clash:
		return wanted
	case c.found == nil:
		c.found = wanted
	}
	return nil
}

// clashes reports whether a value may be the key of a row that exists.
func (c *checker) clashes(table string, v Assigned) bool {
	rows := c.rows[table]
	same := 0
	for i, row := range rows {
		w := cell.Operand{Value: cell.Plain(row[v.Column])}
		if cell.Equal(w, cell.Operand{Value: v.Value}, c.rules).OfTrue == 1 {
			same++
		}
		if v.Column != "id" && i > 0 && cell.Plain(row[v.Column]) == cell.Plain(rows[i-1][v.Column]) {
			return false
		}
	}
	return same == 1 && (v.Column == "id" || len(rows) > 2)
}
