package stores_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/tables"
)

// perCall is the number of statements in a call of a service, and calls the number of calls that are timed together.
// They are so few that other processes seldom interrupt them.
const perCall, calls = 5, 4

// timed is a statement and the function that executes it.
type timed struct {
	name, text string
	run        func(ctx context.Context, db *sql.DB, text string) error
}

func timedStatements() []timed {
	const read, insert = "SELECT id, name FROM shelf WHERE id ", "INSERT INTO entries (name) VALUES ($1)"
	return []timed{
		{"row by key", read + "= $1", func(ctx context.Context, db *sql.DB, text string) error {
			return readRows(ctx, db, text, 7)
		}},
		{"20 rows", read + "< $1", func(ctx context.Context, db *sql.DB, text string) error {
			return readRows(ctx, db, text, 20)
		}},
		{"insert", insert, func(ctx context.Context, db *sql.DB, text string) error {
			_, err := db.ExecContext(ctx, text, "spare")
			return err
		}},
		{"transaction", insert, insertWithin},
		{"transaction, nobody's end", insert, func(_ context.Context, db *sql.DB, text string) error {
			return insertWithin(context.Background(), db, text)
		}},
	}
}

// readRows executes a query and reads its rows.
func readRows(ctx context.Context, db *sql.DB, text string, arg int) error {
	rows, err := db.QueryContext(ctx, text, arg)
	if err != nil {
		return err
	}
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
	}
	return rows.Close()
}

// insertWithin executes an insertion in a transaction.
func insertWithin(ctx context.Context, db *sql.DB, text string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, text, "spare"); err != nil {
		return err
	}
	return tx.Commit()
}

// BenchmarkStatement compares bare statements with those of a program in a search:
//   - watched statements are noted, and not judged;
//   - covered statements are noted, and no longer judged, as the search has covered their conditions;
//   - judged statements are noted and judged, for which the rows of their tables are read before.
//
// It reports the time of bare statements, and the times of the others as shares of it. These are lower quartiles, since
// other processes only make statements slower. The ways take turns, so that a busy machine slows all of them.
func BenchmarkStatement(b *testing.B) {
	for _, s := range systems {
		b.Run(s.name, func(b *testing.B) {
			for _, of := range timedStatements() {
				if s.dialect == "mysql" {
					of.text = strings.ReplaceAll(of.text, "$1", "?")
				}
				b.Run(of.name, func(b *testing.B) { compareWays(b, s, of) })
			}
		})
	}
}

// way is how statements are executed.
type way struct {
	name  string
	begin func() // is not timed
	db    *sql.DB
	took  []time.Duration
}

func compareWays(b *testing.B, s system, of timed) {
	ways := []*way{
		{name: "bare", begin: func() { tables.Ask(false) }},
		{name: "watched", begin: func() { tables.Ask(false) }},
		{name: "covered", begin: func() { tables.Ask(true); tables.Quiet(of.text) }},
		{name: "judged", begin: func() { tables.Ask(true) }},
	}
	for i, w := range ways {
		w.db = shelf(b, s, i > 0)
	}
	tables.Watch(true)
	opened.Watch(true)
	defer func() { tables.Watch(false); tables.Ask(false); opened.Watch(false) }()
	for b.Loop() {
		for _, w := range ways {
			w.turn(b, of)
		}
	}
	bare := float64(quartile(ways[0].took))
	b.ReportMetric(bare/calls/perCall, "bare-ns/statement")
	for _, w := range ways[1:] {
		b.ReportMetric(float64(quartile(w.took))/bare, w.name+"/bare")
	}
	b.ReportMetric(0, "ns/op")
}

// turn times the statements of some calls. The call before them is not timed, since the first statement after Ask is
// also parsed. A single line executes all statements, so that they have the same stack, as in a program.
func (w *way) turn(b *testing.B, of timed) {
	w.begin()
	var began time.Time
	for call := range calls + 1 {
		if call == 1 {
			began = time.Now()
		}
		for range perCall {
			require.NoError(b, of.run(b.Context(), w.db, of.text))
		}
		tables.Drop()
		tables.Unask()
		opened.Drop()
	}
	w.took = append(w.took, time.Since(began))
	if strings.HasPrefix(of.text, "INSERT") {
		_, err := w.db.ExecContext(tables.Aside(b.Context()), "DELETE FROM entries")
		require.NoError(b, err)
	}
}

// shelf returns a new database with a table of 20 rows, and an empty table for insertions. With wrap, its driver is
// wrapped, like the driver of a program with probes.
func shelf(b *testing.B, s system, wrap bool) *sql.DB {
	b.Helper()
	name, dsn := s.open(b)
	db, err := sql.Open(name, dsn)
	require.NoError(b, err)
	if wrap {
		connector := dsnConnector{db.Driver(), dsn}
		require.NoError(b, db.Close())
		db = sql.OpenDB(tables.Connector(connector))
	}
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	db.SetMaxOpenConns(1)
	counted := map[string]string{
		"postgres": "SERIAL", "mysql": "INTEGER AUTO_INCREMENT", "sqlite": "INTEGER",
	}[s.dialect]
	for _, text := range []string{
		"CREATE TABLE shelf (id INTEGER PRIMARY KEY, name VARCHAR(20))",
		"CREATE TABLE entries (id " + counted + " PRIMARY KEY, name VARCHAR(20))",
	} {
		execute(b, db, text)
	}
	for i := range 20 {
		execute(b, db, fmt.Sprintf("INSERT INTO shelf VALUES (%d, 'a')", i))
	}
	return db
}

// dsnConnector opens the connections of a DSN.
type dsnConnector struct {
	of  driver.Driver
	dsn string
}

// Connect implements driver.Connector.
func (c dsnConnector) Connect(context.Context) (driver.Conn, error) { return c.of.Open(c.dsn) }

// Driver implements driver.Connector.
func (c dsnConnector) Driver() driver.Driver { return c.of }

// quartile returns the lower quartile of durations, which it sorts.
func quartile(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/4]
}
