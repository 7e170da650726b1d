package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/value"
)

// fill gives values to the columns that need one, and other values to those whose unique keys are taken.
func (c *completion) fill(ctx context.Context, d *draft, need []string, own []*Reference, path []string) error {
	for i := range d.table.Columns {
		column := &d.table.Columns[i]
		_, said := d.values.Get(column.Name)
		later := slices.ContainsFunc(own, func(r *Reference) bool { return has(r.Columns, column.Name) })
		wanted := column.Required() || has(need, column.Name) || len(own) > 0 && isTo(own, column.Name)
		if said || later || !wanted || column.Generated {
			continue
		}
		if err := c.next(ctx, d, column); err != nil {
			return err
		}
	}
	for _, r := range own {
		for i, name := range r.Columns {
			if _, said := d.values.Get(name); !said {
				v, _ := d.values.Get(r.To[i])
				d.set(name, v)
			}
		}
	}
	return c.distinguish(ctx, d, path)
}

// isTo reports whether references refer to a column.
func isTo(all []*Reference, name string) bool {
	return slices.ContainsFunc(all, func(r *Reference) bool { return has(r.To, name) })
}

// next gives a column its next plain value. A number that has to be unique begins behind the greatest that is there.
func (c *completion) next(ctx context.Context, d *draft, column *Column) error {
	n := d.tries[column.Name]
	d.tries[column.Name] = n + 1
	v, ok := d.table.plain(column, n)
	if !ok {
		return fmt.Errorf("column %s has no further value", column.Name)
	}
	if column.form(c.dialect).kind == integer && d.isUnique(column.Name) && n == 1 {
		behind, err := c.behind(ctx, d.table, column)
		if err != nil {
			return err
		}
		if behind != nil {
			v = behind
		}
	}
	d.set(column.Name, v)
	return nil
}

// isUnique reports whether a column alone is a unique key.
func (d *draft) isUnique(name string) bool {
	return slices.ContainsFunc(d.keys(), func(key []string) bool { return len(key) == 1 && key[0] == name })
}

// keys returns the unique keys of the table.
func (d *draft) keys() [][]string {
	if len(d.table.Key) == 0 {
		return d.table.Unique
	}
	return append([][]string{d.table.Key}, d.table.Unique...)
}

// behind returns the number behind the greatest one of a column, nil if the type ends there.
func (c *completion) behind(ctx context.Context, t *Table, column *Column) (any, error) {
	rows, err := c.values(ctx, t, []string{column.Name}, "SELECT max("+c.name(column.Name)+") FROM "+c.table(t.Name))
	if err != nil {
		return nil, err
	}
	greatest, _ := rows[0][0].Value.(int64)
	for _, row := range c.rows {
		if v, _ := row.Values.Get(column.Name); row.Table == t.Name {
			if n, ok := v.(int64); ok {
				greatest = max(greatest, n)
			}
		}
	}
	f := t.form(column)
	f.low = fmt.Sprint(greatest)
	if v, ok := f.count(1); ok && greatest > 0 {
		return v, nil
	}
	return nil, nil
}

// distinguish changes values that the row did not say until no unique key is taken. If a key has only given values,
// the database will refuse the row, and says so.
func (c *completion) distinguish(ctx context.Context, d *draft, path []string) error {
	for range mostTries {
		key, err := c.taken(ctx, d)
		if err != nil || key == nil {
			return err
		}
		if err := c.change(ctx, d, key, path); err != nil {
			return err
		}
	}
	return fmt.Errorf("no row of %d that were tried is new", mostTries)
}

// taken returns a unique key of the row that another row has, and that has a column with a chosen value.
func (c *completion) taken(ctx context.Context, d *draft) ([]string, error) {
	for _, key := range d.keys() {
		given, free := d.pick(key, key)
		unset := slices.ContainsFunc(given, func(m value.Member) bool { return m.Value == nil })
		if len(free) > 0 || unset || !d.canChange(key) {
			continue
		}
		there, err := c.there(ctx, d.table, given)
		if err != nil || there {
			return key, err
		}
	}
	return nil, nil
}

// canChange reports whether a column of a key has a chosen value.
func (d *draft) canChange(key []string) bool {
	return slices.ContainsFunc(key, func(name string) bool {
		return d.tries[name] > 0 || slices.ContainsFunc(d.parent, func(p chosen) bool { return has(p.free, name) })
	})
}

// change changes a chosen value of a key: a value of its own first, else a reference.
func (c *completion) change(ctx context.Context, d *draft, key, path []string) error {
	for _, name := range slices.Backward(key) {
		if d.tries[name] > 0 {
			return c.next(ctx, d, d.table.Column(name))
		}
	}
	for i, p := range d.parent {
		if !slices.ContainsFunc(p.free, func(name string) bool { return has(key, name) }) {
			continue
		}
		d.parent = slices.Delete(d.parent, i, i+1)
		_, err := c.choose(ctx, d, &p, find(c.tables, p.reference.Table), path)
		return err
	}
	return nil
}
