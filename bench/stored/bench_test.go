package stored_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/tables"
)

// memory opens databases of SQLite in memory.
type memory struct{}

func (memory) Connect(context.Context) (driver.Conn, error) {
	return (&sqlite3.SQLiteDriver{}).Open(":memory:")
}
func (memory) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

// perCall is how many statements a call of a service executes, and calls how many calls are timed together.
const perCall, calls = 5, 20

const update = "UPDATE shelf SET name = $1 WHERE id = $2"

// transact executes a statement in a transaction.
func transact(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(update, "spare", 7); err != nil {
		return err
	}
	return tx.Commit()
}

// BenchmarkStatement compares statements with those that are noted as in a search: of SQLite in memory, which is the
// fastest database that there is, and of PostgreSQL.
func BenchmarkStatement(b *testing.B) {
	config, err := pgx.ParseConfig(server.Postgres(b))
	require.NoError(b, err)
	for name, connector := range map[string]driver.Connector{
		"SQLite": memory{}, "PostgreSQL": stdlib.GetConnector(*config),
	} {
		for what, run := range map[string]func(db *sql.DB) error{
			"update": func(db *sql.DB) error {
				_, err := db.Exec(update, "spare", 7)
				return err
			},
			"select": func(db *sql.DB) error {
				rows, err := db.Query("SELECT id, name FROM shelf WHERE id < $1", 10)
				if err != nil {
					return err
				}
				for rows.Next() {
				}
				return rows.Close()
			},
			"transaction":               func(db *sql.DB) error { return transact(b.Context(), db) },
			"transaction, nobody's end": func(db *sql.DB) error { return transact(context.Background(), db) },
		} {
			b.Run(name+"/"+what, func(b *testing.B) { compare(b, connector, run) })
		}
	}
}

// shelf returns a database with a table.
func shelf(b *testing.B, c driver.Connector) *sql.DB {
	b.Helper()
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(1)
	for _, text := range []string{
		"DROP TABLE IF EXISTS shelf", "CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT)",
	} {
		_, err := db.Exec(text)
		require.NoError(b, err)
	}
	for i := range 20 {
		_, err := db.Exec("INSERT INTO shelf VALUES ($1, 'a')", i)
		require.NoError(b, err)
	}
	return db
}

// compare reports the median of the noted way as a share of that of the plain one. The ways take turns, so that a busy
// machine slows both.
func compare(b *testing.B, c driver.Connector, run func(db *sql.DB) error) {
	ways := []*sql.DB{shelf(b, c), shelf(b, tables.Connector(c))}
	var took [2][]time.Duration
	tables.Watch(true)
	opened.Watch(true)
	for b.Loop() {
		for i, db := range ways {
			began := time.Now()
			for range calls {
				for range perCall {
					if err := run(db); err != nil {
						b.Fatal(err)
					}
				}
				tables.Drop()
				opened.Drop()
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	tables.Watch(false)
	opened.Watch(false)
	for i, db := range ways {
		slices.Sort(took[i])
		require.NoError(b, db.Close())
	}
	first := float64(took[0][len(took[0])/2])
	b.ReportMetric(first/calls/perCall, "ns/statement")
	b.ReportMetric(float64(took[1][len(took[1])/2])/first, "noted/plain")
	b.ReportMetric(0, "ns/op")
}
