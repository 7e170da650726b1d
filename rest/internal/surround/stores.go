package surround

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Stores return the stores of the newest system.
type Stores struct {
	// Database returns the SQL database. It may be nil, and may return nil.
	Database func() *sql.DB
	// Watchers return the others. Each may return nil.
	Watchers []func() store.Watcher
}

// stores are where rows can be inserted. Tables of the SQL database have their names, and those of the others the
// number of their store before that: see [named].
type stores struct {
	Stores
	sql    *store.Database
	of     *sql.DB // the database of sql
	tables []store.Table
	// parents are the rows that insertions added for others, with the values that these refer to.
	parents []where.Wanted
}

// current returns the store of the newest SQL database, nil for none.
func (s *stores) current() *store.Database {
	if s.Database == nil {
		return nil
	}
	db := s.Database()
	switch {
	case db == nil:
		return nil
	case db != s.of && s.sql != nil:
		s.of, s.sql = db, s.sql.For(db)
	case db != s.of:
		s.of, s.sql = db, store.SQL(db)
	}
	return s.sql
}

// watcher returns the newest watcher with a number, nil for none.
func (s *stores) watcher(n int) store.Watcher {
	if n < 0 || n >= len(s.Watchers) || s.Watchers[n] == nil {
		return nil
	}
	return s.Watchers[n]()
}

// ofSQL returns the tables that the SQL database had first, nil if they cannot be read.
func (s *stores) ofSQL(ctx context.Context) []store.Table {
	if at := s.current(); at != nil && s.tables == nil {
		s.tables, _ = at.Tables(sut.Aside(ctx))
	}
	return s.tables
}

// small returns names in small letters.
func small(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ToLower(name)
	}
	return out
}

// keys returns the unique keys of the tables of the SQL database, nil if they cannot be read.
func (s *stores) keys(ctx context.Context) map[string]where.Keys {
	tables := s.ofSQL(ctx)
	if tables == nil {
		return nil
	}
	out := map[string]where.Keys{}
	for i := range tables {
		t := &tables[i]
		var own where.Keys
		for _, c := range t.Columns {
			own.Columns = append(own.Columns, strings.ToLower(c.Name))
		}
		for _, key := range append([][]string{t.Key}, t.Unique...) {
			if len(key) > 0 {
				own.Unique = append(own.Unique, small(key))
			}
		}
		out[strings.ToLower(t.Name)] = own
	}
	return out
}

// beside comes before the number of a store that is not SQL.
const beside = "store "

// named returns the name of a table of the watcher with a number.
func named(n int, table string) string { return beside + strconv.Itoa(n) + ": " + table }

// place returns the number of a watcher and the name of its table, false for a table of the SQL database.
func place(name string) (n int, table string, ok bool) {
	rest, is := strings.CutPrefix(name, beside)
	number, table, isNamed := strings.Cut(rest, ": ")
	n, err := strconv.Atoi(number)
	return n, table, is && isNamed && err == nil
}

// Table returns the table with a name, which may differ in capitals for one of the SQL database, nil for none. A table
// of a watcher is read anew, since it has a column more for each that a query named.
func (s *stores) Table(ctx context.Context, name string) *store.Table {
	tables, same := s.ofSQL(ctx), strings.EqualFold
	if n, table, ok := place(name); ok {
		at := s.watcher(n)
		if at == nil {
			return nil
		}
		tables, _ = at.Tables(ctx)
		name, same = table, func(a, b string) bool { return a == b }
	}
	i := slices.IndexFunc(tables, func(t store.Table) bool { return same(t.Name, name) })
	if i < 0 {
		return nil
	}
	return &tables[i]
}

// queries returns the queries that the watchers heard since its last call, with the names of their tables.
func (s *stores) queries() (out []sut.Query) {
	for n := range s.Watchers {
		at := s.watcher(n)
		if at == nil {
			continue
		}
		for _, q := range at.Queries() {
			wanted := make([]where.Wanted, len(q.Wanted))
			for i, row := range q.Wanted {
				wanted[i] = where.Wanted{Table: named(n, row.Table), Values: row.Values}
			}
			q.Wanted = wanted
			out = append(out, q)
		}
	}
	return out
}

// insert inserts a row, after the rows that it refers to, and appends how written tests do that to out. It leaves out
// rows that the store refuses.
func (s *stores) insert(
	ctx context.Context, table string, row value.Object, out []suite.Given,
) ([]suite.Given, error) {
	if n, own, ok := place(table); ok {
		return s.put(ctx, n, own, row, out)
	}
	at := s.current()
	if at == nil {
		return out, nil
	}
	if t := s.Table(ctx, table); t != nil {
		row = t.Mend(row, nil)
	}
	var parents []where.Wanted
	rows, err := at.Complete(ctx, table, row)
	for i, r := range rows {
		if err = at.Insert(ctx, r.Table, r.Values); err != nil {
			break
		}
		note := "a row that no call makes"
		if i < len(rows)-1 {
			note = "a row that the next one refers to"
			parents = append(parents, where.Wanted{Table: r.Table, Values: s.referred(ctx, r)})
		}
		out = append(out, suite.Given{SQL: at.Statement(r.Table, r.Values), Note: note})
	}
	if err == nil {
		s.parents = append(s.parents, parents...)
	}
	return out, ended(ctx, table, err)
}

// change changes all rows of a table, and appends the statement to out.
func (s *stores) change(ctx context.Context, g message.Given, out []suite.Given) ([]suite.Given, error) {
	values, _ := g.Value.(value.Object)
	values = slices.DeleteFunc(slices.Clone(values), func(m value.Member) bool { return value.IsAbsent(m.Value) })
	at := s.current()
	if at == nil || len(values) == 0 {
		return out, nil
	}
	if t := s.Table(ctx, g.Name); t != nil {
		values = t.Mend(values, nil)
	}
	err := at.Change(ctx, g.Name, values)
	if err == nil {
		out = append(out, suite.Given{SQL: at.Changing(g.Name, values), Note: "a change that no call makes"})
	}
	return out, ended(ctx, g.Name, err)
}

// put inserts a row into a store that is not SQL.
func (s *stores) put(
	ctx context.Context, n int, table string, row value.Object, out []suite.Given,
) ([]suite.Given, error) {
	at := s.watcher(n)
	if at == nil {
		return out, nil
	}
	text := string(value.AppendJSON(nil, row))
	err := store.Put(ctx, at, table, text)
	if err == nil {
		out = append(out, suite.Given{Row: &suite.Row{Store: n, Table: table, Values: text},
			Note: "no call makes it: " + at.Statement(table, row)})
	}
	return out, ended(ctx, table, err)
}

// ended returns an error if the context ended.
func ended(ctx context.Context, table string, err error) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("rows of %s: %w", table, errors.Join(ctx.Err(), err))
}
