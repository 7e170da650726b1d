package store

import (
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store/internal/checks"
	"github.com/evoke-go/evoke/value"
)

// Mend returns a row that the CHECKs of the table accept, as far as they are understood: with other values in the
// columns of those that refuse it, but for columns in keep. Columns that the row does not have are left to the
// database. It returns the row as it is where no such values are found.
func (t *Table) Mend(row value.Object, keep []string) value.Object {
	out := slices.Clone(row)
	set := func(column string, v any) {
		i := slices.IndexFunc(out, func(m value.Member) bool { return strings.EqualFold(m.Name, column) })
		out[i].Value = v
	}
	cells := where.Row{}
	for _, m := range row {
		c := t.Column(m.Name)
		if c == nil || value.IsAbsent(m.Value) || m.Value == nil {
			continue
		}
		f, v := t.form(c), m.Value
		if own, ok := v.(string); ok && !has(keep, c.Name) && f.kind == text && f.pattern != "" {
			if other, found := checks.Matching(f.pattern, own); found {
				v = other
				set(c.Name, v)
			}
		}
		cells[strings.ToLower(c.Name)] = cellOf(f, v)
	}
	if t.parsed == nil {
		return out
	}
	mayChange := func(name string) bool { return !has(keep, t.Column(name).Name) }
	changed := t.parsed.Mend(cells, mayChange)
	for _, a := range changed {
		if c := t.Column(a.Column); a.Value == nil && !c.Nullable {
			return row
		}
	}
	for _, a := range changed {
		set(a.Column, plainOf(t.form(t.Column(a.Column)), a.Value))
	}
	return out
}

// cellOf returns a plain value as package where reads it.
func cellOf(f form, v any) any {
	if text, ok := v.(string); ok && f.kind == moment {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return at
		}
	}
	return v
}
