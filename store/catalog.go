package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store/internal/checks"
)

// readTables reads the tables of the current schema, in the order of their names.
func readTables(ctx context.Context, db asker, s settings) (tables []Table, err error) {
	switch s.dialect {
	case sqlite:
		tables, err = readSQLite(ctx, db)
	case postgres:
		tables, err = readPostgres(ctx, db)
	default:
		tables, err = readMySQL(ctx, db, s.maria)
	}
	if err != nil {
		return nil, fmt.Errorf("store: read the tables: %w", err)
	}
	for i := range tables {
		tables[i].dialect = s.dialect
		heedChecks(tables[i].Columns, tables[i].Checks)
	}
	relate(tables)
	return tables, nil
}

// relate notes which columns tell rows apart or refer to others, which values the others have, and parses the CHECKs.
func relate(tables []Table) {
	for i := range tables {
		t := &tables[i]
		keys := append(slices.Clone(t.Unique), t.Key)
		for _, r := range t.References {
			keys = append(keys, r.Columns)
			inherit(t.Columns, r, tables)
		}
		columns := make([]where.Column, len(t.Columns))
		for n := range t.Columns {
			c := &t.Columns[n]
			c.hints.tells = slices.ContainsFunc(keys, func(key []string) bool { return has(key, c.Name) })
			columns[n] = where.Column{Name: strings.ToLower(c.Name), Type: c.Type}
		}
		if len(t.Checks) > 0 {
			t.parsed = checks.New(t.dialect.ofQueries(), columns, t.Checks)
		}
	}
}

// inherit notes which values the columns of a reference have in the table to which they refer.
func inherit(columns []Column, r Reference, tables []Table) {
	to := find(tables, r.Table)
	if to == nil {
		return
	}
	for i := range columns {
		n := slices.Index(r.Columns, columns[i].Name)
		if n < 0 || n >= len(r.To) {
			continue
		}
		if c := to.Column(r.To[n]); c != nil {
			f := to.form(c)
			if c.numbered {
				f.low, f.high = greater(f.low, "1", 1), halfOf(f.high)
			}
			columns[i].hints.inherits = &f
		}
	}
}

// reading makes tables of the rows of a catalogue.
type reading struct {
	tables []Table
	err    error
}

// each calls a function with each row that a query answers. Its first column is the name of a table, and rows of other
// tables are left out.
func (r *reading) each(ctx context.Context, db asker, query string, add func(t *Table, row []string)) {
	if r.err != nil {
		return
	}
	rows, err := read(ctx, db, query)
	if r.err = err; err != nil {
		return
	}
	for _, row := range rows {
		if t := r.table(row[0]); t != nil {
			add(t, row)
		}
	}
}

func (r *reading) table(name string) *Table {
	for i := range r.tables {
		if r.tables[i].Name == name {
			return &r.tables[i]
		}
	}
	return nil
}

// separator stands between the names of a list that the database joins.
const separator = "\x1f"

// names takes the names of a list apart.
func names(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, separator)
}

// unique adds the columns of a unique key that has a name.
func (t *Table) unique(name string, primary bool, columns []string) {
	if len(columns) == 0 {
		return
	}
	if primary {
		t.Key = columns
	} else {
		t.Unique = append(t.Unique, columns)
	}
	t.constraints = append(t.constraints, constraint{name, Unique, columns})
}

// refer adds a column to a foreign key: to the one with the name, or to a new one. The row has the name, the column,
// the other table, its column, and whether the key acts.
func (t *Table) refer(row []string) {
	name, column, table, to := row[0], row[1], row[2], row[3]
	last := len(t.constraints) - 1
	if last < 0 || t.constraints[last].kind != ForeignKey || t.constraints[last].name != name {
		t.constraints = append(t.constraints, constraint{name: name, kind: ForeignKey})
		t.References = append(t.References, Reference{Table: table, Acts: row[4] == "1"})
		last++
	}
	c, r := &t.constraints[last], &t.References[len(t.References)-1]
	c.columns, r.Columns, r.To = append(c.columns, column), append(r.Columns, column), append(r.To, to)
}

// check adds a condition.
func (t *Table) check(name, condition string) {
	t.Checks = append(t.Checks, condition)
	t.constraints = append(t.constraints, constraint{name: name, kind: Check})
}
