package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// Row is a row of a table.
type Row struct {
	Table  string
	Values value.Object
}

// Bounds of what Complete adds.
const (
	mostRows  = 32  // rows, parents of parents included
	mostTries = 100 // values that are tried for a unique column
)

// Complete returns the rows that have to be inserted for a row to be there, in their order: the rows to which it refers
// and which are not there, and last the row itself with a value for each column that needs one. Values of the given row
// stay as they are.
//
// A reference that the row does not say takes a row that is there, the one with the least key. Other values are the
// plainest that the types of their columns allow, such as 1 or a, and in unique columns the first that is not there.
// The same rows in the database give the same answer.
func (d *Database) Complete(ctx context.Context, table string, row value.Object) ([]Row, error) {
	k, t, err := d.table(ctx, table)
	if err != nil {
		return nil, err
	}
	c := &completion{knowledge: k, db: d.db}
	if _, err := c.add(ctx, t, row, nil, nil); err != nil {
		return nil, fmt.Errorf("store: complete a row of %s: %w", t.Name, err)
	}
	return c.rows, nil
}

// completion is the work of Complete.
type completion struct {
	*knowledge
	db   *sql.DB
	rows []Row
}

// draft is a row on its way.
type draft struct {
	table  *Table
	values value.Object
	tries  map[string]int // how many values were tried for each column that the row did not say
	parent []chosen
}

// chosen is a reference for which the row did not say all columns.
type chosen struct {
	reference *Reference
	free      []string // the columns of the reference that the row did not say
	given     value.Object
	tries     int
}

// add adds a row of a table, and the rows that it needs before it. Columns of need get values though the database has
// some for them. It returns the values of the row.
func (c *completion) add(ctx context.Context, t *Table, given value.Object, need, path []string) (value.Object, error) {
	if has(path, t.Name) {
		return nil, fmt.Errorf("tables refer to each other: %s, %s", strings.Join(path, ", "), t.Name)
	}
	d := &draft{table: t, tries: map[string]int{}}
	for _, m := range given {
		if column := t.Column(m.Name); column == nil {
			return nil, fmt.Errorf("table %s has no column %s", t.Name, m.Name)
		} else if !value.IsAbsent(m.Value) {
			d.set(column.Name, m.Value)
		}
	}
	path = append(slices.Clip(path), t.Name)
	own, err := c.refer(ctx, d, need, path)
	if err != nil {
		return nil, err
	}
	if err := c.fill(ctx, d, need, own, path); err != nil {
		return nil, err
	}
	var keep []string
	for i := range t.Columns {
		if _, said := given.Get(t.Columns[i].Name); said || t.Columns[i].hints.tells {
			keep = append(keep, t.Columns[i].Name)
		}
	}
	d.values = t.Mend(d.values, keep)
	if len(c.rows) == mostRows {
		return nil, fmt.Errorf("more than %d rows are needed", mostRows)
	}
	c.rows = append(c.rows, Row{t.Name, d.values})
	return d.values, nil
}

// set gives a column a value.
func (d *draft) set(name string, v any) {
	for i := range d.values {
		if d.values[i].Name == name {
			d.values[i].Value = v
			return
		}
	}
	d.values = append(d.values, value.Member{Name: name, Value: v})
}

// pick returns the values of columns under other names, and the columns that have none.
func (d *draft) pick(columns, as []string) (out value.Object, free []string) {
	for i, name := range columns {
		if v, ok := d.values.Get(name); ok {
			out = append(out, value.Member{Name: as[i], Value: v})
		} else {
			free = append(free, name)
		}
	}
	return out, free
}

// refer has the rows be there to which a row refers. It returns the references of the row to itself, which have to wait
// for its key.
func (c *completion) refer(ctx context.Context, d *draft, need, path []string) (own []*Reference, err error) {
	for i := range d.table.References {
		r := &d.table.References[i]
		parent := find(c.tables, r.Table)
		given, free := d.pick(r.Columns, r.To)
		wanted := slices.ContainsFunc(free, func(name string) bool {
			return d.table.Column(name).Required() || has(need, name)
		})
		switch {
		case parent == nil, slices.ContainsFunc(given, func(m value.Member) bool { return m.Value == nil }),
			len(free) > 0 && !wanted:
			continue
		case len(free) == 0:
			err = c.parent(ctx, d, r, parent, given, path)
		default:
			ref := chosen{reference: r, free: free, given: given}
			var ok bool
			if ok, err = c.choose(ctx, d, &ref, parent, path); err == nil && !ok {
				own = append(own, r)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return own, nil
}

// parent adds the row to which a row refers by the given key, unless it is there or the row is its own parent.
func (c *completion) parent(ctx context.Context, d *draft, r *Reference, parent *Table, key value.Object,
	path []string) error {
	if parent == d.table {
		if own, _ := d.pick(r.To, r.To); value.Equal(own, key) {
			return nil
		}
		path = path[:len(path)-1] // another row of the table comes first
	}
	there, err := c.there(ctx, parent, key)
	if err != nil || there {
		return err
	}
	_, err = c.add(ctx, parent, key, nil, path)
	return err
}

// choose has a row refer to a row that is there, or to a new one. It reports false if the row is to refer to itself,
// since no other row can be first.
func (c *completion) choose(ctx context.Context, d *draft, ref *chosen, parent *Table, path []string) (bool, error) {
	r := ref.reference
	found, err := c.keys(ctx, parent, r.To, ref.given, ref.tries)
	switch {
	case err != nil:
		return false, err
	case found == nil && parent == d.table:
		return false, nil
	case found == nil:
		if found, err = c.add(ctx, parent, ref.given, r.To, path); err != nil {
			return false, err
		}
	}
	for i, name := range r.Columns {
		if has(ref.free, name) {
			v, _ := found.Get(r.To[i])
			d.set(name, v)
		}
	}
	ref.tries++
	d.parent = append(d.parent, *ref)
	return true, nil
}

// keys returns the values of columns in one of the rows that have the given values: the n-th of those that are there,
// in the order of the columns, then those that are to be added. It returns nil for none.
func (c *completion) keys(ctx context.Context, t *Table, columns []string, given value.Object, n int) (value.Object,
	error) {
	query := "SELECT " + c.readable(t, columns) + " FROM " + c.table(t.Name) + " WHERE " + c.names(columns[:1]) +
		" IS NOT NULL" + c.conditions(t, given, " AND ") + " ORDER BY " + c.names(columns) +
		fmt.Sprintf(" LIMIT %d", n+1)
	rows, err := c.values(ctx, t, columns, query)
	if err != nil {
		return nil, err
	}
	for _, row := range c.rows {
		if row.Table == t.Name && matches(row.Values, given) {
			rows = append(rows, row.Values)
		}
	}
	if n < len(rows) {
		return rows[n], nil
	}
	return nil, nil
}

// readable writes columns as values that are read. MySQL answers bits as bytes, and a sum of them as a number.
func (c *completion) readable(t *Table, columns []string) string {
	out := make([]string, len(columns))
	for i, name := range columns {
		out[i] = c.name(name)
		if c.dialect == mysql && readType(t.Column(name).Type).base == "bit" {
			out[i] += " + 0"
		}
	}
	return strings.Join(out, ", ")
}

// matches reports whether a row has the given values.
func matches(row, given value.Object) bool {
	for _, m := range given {
		if v, ok := row.Get(m.Name); !ok || !value.Equal(v, m.Value) {
			return false
		}
	}
	return true
}

// conditions writes that columns have values, with a word before each.
func (c *completion) conditions(t *Table, given value.Object, before string) (out string) {
	for _, m := range given {
		if m.Value == nil {
			out += before + c.name(m.Name) + " IS NULL"
		} else {
			out += before + c.name(m.Name) + " = " + c.literal(t.Column(m.Name), m.Value)
		}
		before = " AND "
	}
	return out
}

// there reports whether a row with the given values is there, or is to be added.
func (c *completion) there(ctx context.Context, t *Table, given value.Object) (bool, error) {
	for _, row := range c.rows {
		if row.Table == t.Name && matches(row.Values, given) {
			return true, nil
		}
	}
	_, err := single(ctx, c.db, "SELECT 1 FROM "+c.table(t.Name)+c.conditions(t, given, " WHERE ")+" LIMIT 1")
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// values returns the plain values of columns in the rows of a query.
func (c *completion) values(ctx context.Context, t *Table, columns []string, query string) (out []value.Object,
	err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := c.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make(value.Object, len(columns))
		for i, name := range columns {
			row[i] = value.Member{Name: name, Value: plainOf(t.Column(name).form(c.dialect), cells[i])}
		}
		out = append(out, row)
	}
	return out, rows.Err()
}
