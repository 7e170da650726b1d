package tables_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/evoke-go/evoke/probe/tables"
)

// shelf is a database in memory: a table of numbers and names. It has no parser: the arguments say all.
type shelf struct{ names map[int64]string }

func (s *shelf) Connect(context.Context) (driver.Conn, error) { return &shelfConn{of: s}, nil }
func (s *shelf) Driver() driver.Driver                        { return nil }

type shelfConn struct {
	driver.Conn
	of *shelf
}

func (c *shelfConn) Close() error                                                 { return nil }
func (c *shelfConn) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) { return c, nil }
func (c *shelfConn) Commit() error                                                { return nil }
func (c *shelfConn) Rollback() error                                              { return nil }

// ExecContext executes "UPDATE shelf SET name = ? WHERE id = ?".
func (c *shelfConn) ExecContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Result, error) {
	c.of.names[args[1].Value.(int64)] = args[0].Value.(string)
	return driver.RowsAffected(1), nil
}

// QueryContext executes "SELECT id, name FROM shelf WHERE id BETWEEN ? AND ?".
func (c *shelfConn) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	return &shelfRows{c.of, args[0].Value.(int64), args[1].Value.(int64)}, nil
}

type shelfRows struct {
	of       *shelf
	at, last int64
}

func (*shelfRows) Columns() []string { return []string{"id", "name"} }
func (*shelfRows) Close() error      { return nil }
func (r *shelfRows) Next(to []driver.Value) error {
	if r.at > r.last {
		return io.EOF
	}
	to[0], to[1] = r.at, r.of.names[r.at]
	r.at++
	return nil
}

// perRound is how many statements of a way are timed together, and rows how many a query has.
const perRound, rows = 200, 10

// BenchmarkStatement compares statements by the driver with those of the wrapper, before and while statements are
// noted. The ways take turns, and their medians are compared, so that a busy machine slows all of them.
func BenchmarkStatement(b *testing.B) {
	for name, run := range map[string]func(*sql.DB, int64) error{
		"update": func(db *sql.DB, i int64) error {
			_, err := db.Exec("UPDATE shelf SET name = ? WHERE id = ?", "spare", i%rows)
			return err
		},
		"select": func(db *sql.DB, _ int64) error {
			found, err := db.Query("SELECT id, name FROM shelf WHERE id BETWEEN ? AND ?", 0, rows-1)
			if err != nil {
				return err
			}
			for found.Next() {
				var id int64
				var name string
				if err := found.Scan(&id, &name); err != nil {
					return err
				}
			}
			return found.Close()
		},
		"transaction": func(db *sql.DB, i int64) error {
			tx, err := db.Begin()
			if err != nil {
				return err
			}
			if _, err := tx.Exec("UPDATE shelf SET name = ? WHERE id = ?", "spare", i%rows); err != nil {
				return err
			}
			return tx.Commit()
		},
	} {
		b.Run(name, func(b *testing.B) { compare(b, run) })
	}
}

// compare reports the medians of the ways, as shares of the first one.
func compare(b *testing.B, run func(*sql.DB, int64) error) {
	defer tables.Watch(false)
	plain := &shelf{map[int64]string{}}
	ways := []struct {
		name  string
		db    *sql.DB
		watch bool
		took  []time.Duration
	}{{"plain", sql.OpenDB(plain), false, nil}, {"wrapped", sql.OpenDB(tables.Connector(plain)), false, nil},
		{"watched", sql.OpenDB(tables.Connector(plain)), true, nil}}
	for b.Loop() {
		for w := range ways {
			way := &ways[w]
			tables.Watch(way.watch)
			if err := run(way.db, 0); err != nil { // the first time its text is parsed
				b.Fatal(err)
			}
			began := time.Now()
			for i := range int64(perRound) {
				if err := run(way.db, i); err != nil {
					b.Fatal(err)
				}
			}
			way.took = append(way.took, time.Since(began))
		}
	}
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2])
	}
	first := median(ways[0].took)
	b.ReportMetric(first/perRound, "ns/statement")
	b.ReportMetric(0, "ns/op")
	for _, way := range ways[1:] {
		b.ReportMetric(median(way.took)/first, fmt.Sprintf("%s/plain", way.name))
		_ = way.db.Close()
	}
}
