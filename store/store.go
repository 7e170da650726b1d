package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/value"
)

// Store is where a system keeps its data. [SQL] is one.
type Store interface {
	// Tables returns the tables in the order of their names.
	Tables(ctx context.Context) ([]Table, error)
	// Insert adds a row to a table. A row that the store refuses is an error of type [*Refused].
	Insert(ctx context.Context, table string, row value.Object) error
	// Statement returns what Insert does as a line for a reader.
	Statement(table string, row value.Object) string
}

// Database is a database as a store. It is safe for concurrent use.
type Database struct {
	db    *sql.DB
	mutex sync.Mutex
	// known is what the database said when it was read last.
	known *knowledge
}

// knowledge is what a database says of itself.
type knowledge struct {
	scribe
	tables []Table
}

// SQL returns the store of a database. The first use asks the database which dialect it speaks.
func SQL(db *sql.DB) *Database { return &Database{db: db} }

// For returns the store of another database with the same tables.
func (d *Database) For(db *sql.DB) *Database {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return &Database{db: db, known: d.known}
}

// Tables reads the tables of the current schema. Views and tables of the database's own are left out. The caller must
// not change the tables.
func (d *Database) Tables(ctx context.Context) ([]Table, error) {
	k, err := d.learn(ctx, true)
	if err != nil {
		return nil, err
	}
	return slices.Clone(k.tables), nil
}

// Insert adds a row with the given columns only. It executes what [Database.Statement] returns.
func (d *Database) Insert(ctx context.Context, table string, row value.Object) error {
	k, t, err := d.table(ctx, table)
	if err != nil {
		return err
	}
	for _, m := range row {
		if t.Column(m.Name) == nil {
			return fmt.Errorf("store: table %s has no column %s", t.Name, m.Name)
		}
	}
	if _, err = d.db.ExecContext(ctx, k.insertion(t, t.Name, row)); err == nil {
		return nil
	}
	if r := refusal(t, err); r != nil {
		return r
	}
	d.forget(k)
	return fmt.Errorf("store: insert into %s: %w", t.Name, err)
}

// Statement returns the insertion of a row as one line of SQL. Names are quoted where they have to be, and texts are
// escaped. In PostgreSQL a statement follows that has the sequence of a given number go on behind it.
func (d *Database) Statement(table string, row value.Object) string {
	k, t, err := d.table(context.Background(), table)
	if err != nil {
		if k == nil {
			k = &knowledge{}
		}
		return k.insertion(nil, table, row)
	}
	return k.insertion(t, t.Name, row)
}

// Change gives columns other values in all rows of a table, as another system may. It executes what
// [Database.Changing] returns. A change that the database refuses is an error of type [*Refused].
func (d *Database) Change(ctx context.Context, table string, values value.Object) error {
	k, t, err := d.table(ctx, table)
	if err != nil {
		return err
	}
	if _, err = d.db.ExecContext(ctx, k.changing(t, t.Name, values)); err == nil {
		return nil
	}
	if r := refusal(t, err); r != nil {
		return r
	}
	return fmt.Errorf("store: change %s: %w", t.Name, err)
}

// Changing returns what [Database.Change] does as one line of SQL.
func (d *Database) Changing(table string, values value.Object) string {
	k, t, err := d.table(context.Background(), table)
	if err != nil {
		if k == nil {
			k = &knowledge{}
		}
		return k.changing(nil, table, values)
	}
	return k.changing(t, t.Name, values)
}

// Newest returns the values of the columns that [Table.Changes] has, in the row with the greatest key. It returns nil
// for an empty table.
func (d *Database) Newest(ctx context.Context, table string) (value.Object, error) {
	k, t, err := d.table(ctx, table)
	if err != nil {
		return nil, err
	}
	var columns []string
	for i := range t.Columns {
		if t.Columns[i].canChange() {
			columns = append(columns, t.Columns[i].Name)
		}
	}
	if len(columns) == 0 {
		return nil, nil
	}
	c := &completion{knowledge: k, db: d.db}
	query := "SELECT " + c.readable(t, columns) + " FROM " + c.table(t.Name)
	if len(t.Key) > 0 {
		query += " ORDER BY " + strings.ReplaceAll(c.names(t.Key), ",", " DESC,") + " DESC"
	}
	rows, err := c.values(ctx, t, columns, query+" LIMIT 1")
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// table returns a table by its name. One that is not known may be new.
func (d *Database) table(ctx context.Context, name string) (*knowledge, *Table, error) {
	k, err := d.learn(ctx, false)
	if err != nil {
		return nil, nil, err
	}
	if t := find(k.tables, name); t != nil {
		return k, t, nil
	}
	if k, err = d.learn(ctx, true); err != nil {
		return nil, nil, err
	}
	if t := find(k.tables, name); t != nil {
		return k, t, nil
	}
	return k, nil, fmt.Errorf("store: the database has no table %s", name)
}

// learn returns what is known of the database. It reads the database if nothing is known, or anew.
func (d *Database) learn(ctx context.Context, anew bool) (*knowledge, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.known != nil && !anew {
		return d.known, nil
	}
	k := &knowledge{}
	var err error
	if d.known != nil {
		k.settings = d.known.settings
	} else if k.settings, err = ask(ctx, d.db); err != nil {
		return nil, err
	}
	if k.tables, err = readTables(ctx, d.db, k.settings); err != nil {
		return nil, err
	}
	if k.reserved, err = reserved(ctx, d.db, k.dialect, k.tables); err != nil {
		return nil, err
	}
	d.known = k
	return k, nil
}

// forget drops what is known, unless it has been read again since.
func (d *Database) forget(k *knowledge) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.known == k {
		d.known = nil
	}
}

// reserved returns the names of tables and columns that the database takes for words of its own.
func reserved(ctx context.Context, db asker, d dialect, tables []Table) (map[string]bool, error) {
	out := map[string]bool{}
	if d == postgres {
		rows, err := read(ctx, db, "SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T')")
		for _, row := range rows {
			out[row[0]] = true
		}
		return out, err
	}
	seen := map[string]bool{}
	var all []string
	w := scribe{settings: settings{dialect: d}, reserved: out}
	add := func(name string) {
		if name = strings.ToLower(name); !seen[name] && w.isBare(name) {
			seen[name] = true
			all = append(all, name)
		}
	}
	for _, t := range tables {
		add(t.Name)
		for _, c := range t.Columns {
			add(c.Name)
		}
	}
	return out, tryNames(ctx, db, all, out)
}

// tryNames asks a database which names it refuses to give to a value: the grammars of SQLite and MySQL have one rule
// for such names and for those of tables and columns. One question is for all names, and two are for the halves of
// names of which one is refused.
func tryNames(ctx context.Context, db asker, all []string, refused map[string]bool) error {
	const most = 200 // a query may have no more than so many columns
	if len(all) > most {
		if err := tryNames(ctx, db, all[:most], refused); err != nil {
			return err
		}
		return tryNames(ctx, db, all[most:], refused)
	}
	if len(all) == 0 {
		return nil
	}
	if _, err := read(ctx, db, "SELECT 0 AS "+strings.Join(all, ", 0 AS ")); err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if len(all) == 1 {
		refused[all[0]] = true
		return nil
	}
	if err := tryNames(ctx, db, all[:len(all)/2], refused); err != nil {
		return err
	}
	return tryNames(ctx, db, all[len(all)/2:], refused)
}
