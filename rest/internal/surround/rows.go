package surround

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// putRows gives the gene of a list of rows of a table the wanted values, and then the rows before, as far as it takes
// them. The columns that nothing is known of get random values that the table accepts. The last of several rows has
// NULL there instead, where it may: a program may tell values from none.
func putRows(r *rand.Rand, g gene.Gene, rows []where.Wanted, before []any, of *store.Table) bool {
	list := make([]any, 0, len(rows)+len(before))
	rows = rows[:min(len(rows), mostRows)]
	for i, row := range rows {
		g.Randomize(r)
		turnOn(g)
		elements, _ := g.Value().([]any)
		if len(elements) == 0 {
			return false
		}
		own, _ := elements[0].(value.Object)
		if own = withoutKeys(own, of); i > 0 && i == len(rows)-1 {
			own = withoutValues(own, of)
		}
		list = append(list, mended(g, withValues(g, own, row.Values), row.Values, of))
	}
	for _, row := range before {
		if len(list) < mostRows && gene.Assign(g.Clone(), []any{row}) {
			list = append(list, row)
		}
	}
	return gene.Assign(g, list)
}

// withoutKeys returns a row without the keys that its database makes.
func withoutKeys(row value.Object, of *store.Table) value.Object {
	return slices.DeleteFunc(slices.Clone(row), func(m value.Member) bool {
		c := of.Column(m.Name)
		return c != nil && c.HasDefault && slices.Contains(of.Key, c.Name)
	})
}

// withoutValues returns a row without the values of columns that may be NULL.
func withoutValues(row value.Object, of *store.Table) value.Object {
	return slices.DeleteFunc(slices.Clone(row), func(m value.Member) bool {
		c := of.Column(m.Name)
		return c != nil && c.Nullable && !c.HasDefault
	})
}

// mended returns a row with values that the CHECKs of its table accept, if the gene takes them.
func mended(g gene.Gene, row value.Object, wanted []where.Assigned, of *store.Table) value.Object {
	var keep []string
	for _, a := range wanted {
		if c := of.Column(a.Column); c != nil {
			keep = append(keep, c.Name)
		}
	}
	if out := of.Mend(row, keep); gene.Assign(g.Clone(), []any{out}) {
		return out
	}
	return row
}

// withValues returns a row with the wanted values that the gene takes.
func withValues(g gene.Gene, row value.Object, wanted []where.Assigned) value.Object {
	for _, a := range wanted {
		for _, v := range forms(a.Value) {
			changed := with(row, a.Column, v)
			if gene.Assign(g.Clone(), []any{changed}) {
				row = changed
				break
			}
		}
	}
	return row
}

// with returns a row with another value of a column, whose name may be in small letters. An object keeps its other
// members.
func with(row value.Object, column string, v any) value.Object {
	out := slices.Clone(row)
	for i := range out {
		if strings.EqualFold(out[i].Name, column) {
			old, _ := out[i].Value.(value.Object)
			if own, is := v.(value.Object); is && old != nil {
				for _, m := range own {
					old = with(old, m.Name, m.Value)
				}
				v = old
			}
			out[i].Value = v
			return out
		}
	}
	return append(out, value.Member{Name: column, Value: v})
}

// forms returns the forms in which a column may take a value.
func forms(v any) []any {
	switch v := v.(type) {
	case time.Time:
		return []any{v.Format(time.RFC3339), v.Format(time.DateOnly), v.Format(time.DateTime)}
	case int64:
		return []any{v, float64(v), v != 0}
	case float64:
		return []any{v, int64(v)}
	case []byte:
		return []any{string(v)}
	}
	return []any{v}
}

// turnOn switches all parts of a gene on.
func turnOn(g gene.Gene) {
	if s, ok := g.(gene.Switch); ok {
		s.Set(true)
	}
	if p, ok := g.(gene.Parent); ok {
		for child := range p.Children() {
			turnOn(child)
		}
	}
}
