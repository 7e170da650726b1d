// Package stores_test holds package store against the databases that it knows.
package stores_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/evoke-go/evoke/bench/stores/server"
)

// system is a database under a driver.
type system struct {
	name, dialect string
	open          func(t testing.TB) (driver, dsn string)
	alone         bool // the database is that of one connection
}

var systems = []system{
	{name: "SQLite in memory", dialect: "sqlite", alone: true, open: func(testing.TB) (string, string) {
		return "sqlite", ":memory:?_pragma=foreign_keys(1)"
	}},
	{name: "SQLite in a file", dialect: "sqlite", open: func(t testing.TB) (string, string) {
		return "sqlite", "file:" + filepath.Join(t.TempDir(), "db") +
			"?_pragma=foreign_keys(1)&_pragma=busy_timeout(2000)"
	}},
	{name: "SQLite with cgo", dialect: "sqlite", alone: true, open: func(testing.TB) (string, string) {
		return "sqlite3", ":memory:?_foreign_keys=1"
	}},
	{name: "PostgreSQL", dialect: "postgres", open: func(t testing.TB) (string, string) {
		return "pgx", postgres.database(t)
	}},
	{name: "MariaDB", dialect: "mysql", open: func(t testing.TB) (string, string) {
		return "mysql", mariadb.database(t)
	}},
}

// shared is a server that all tests of this package share: each test has a database of its own.
type shared struct {
	start  func(context.Context) (*server.Server, error)
	driver string
	dsn    func(port, database string) string
	empty  string // the database that the server has
	server *server.Server
	made   int
}

var (
	postgres = &shared{start: server.StartPostgres, driver: "pgx", empty: "postgres",
		dsn: func(port, database string) string {
			return strings.Replace(server.PostgresDSN(port), "/postgres?", "/"+database+"?", 1)
		}}
	mariadb = &shared{start: server.StartMariaDB, driver: "mysql",
		dsn: func(port, database string) string { return server.MariaDSN(port) + database }}
)

func TestMain(m *testing.M) {
	code := m.Run()
	for _, s := range []*shared{postgres, mariadb} {
		if s.server != nil {
			if err := s.server.Stop(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				code = 1
			}
		}
	}
	os.Exit(code)
}

// database makes an empty database on the server, and returns the DSN for it.
func (s *shared) database(t testing.TB) string {
	t.Helper()
	if s.server == nil {
		started, err := s.start(context.Background())
		if errors.Is(err, server.ErrMissing) {
			t.Skip(err)
		}
		require.NoError(t, err)
		s.server = started
	}
	db, err := sql.Open(s.driver, s.dsn(s.server.Port, s.empty))
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	s.made++
	name := fmt.Sprint("evoke", s.made)
	statement := "CREATE DATABASE " + name
	if s.driver == "mysql" {
		statement += " CHARACTER SET utf8mb4"
	}
	execute(t, db, statement)
	return s.dsn(s.server.Port, name)
}

// eachSystem runs a test with an empty database of each system.
func eachSystem(t *testing.T, test func(t *testing.T, s system, db *sql.DB)) {
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) { test(t, s, s.start(t)) })
	}
}

func (s system) start(t testing.TB) *sql.DB {
	t.Helper()
	driver, dsn := s.open(t)
	db, err := sql.Open(driver, dsn)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, db.Close()) })
	if s.alone {
		db.SetMaxOpenConns(1)
	}
	return db
}

// execute executes statements, each with a blank line behind it.
func execute(t testing.TB, db *sql.DB, statements string) {
	t.Helper()
	for s := range strings.SplitSeq(statements, ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			_, err := db.ExecContext(context.Background(), s)
			require.NoError(t, err, s)
		}
	}
}

// rowsOf returns the rows of a query as a text: cells with bars, rows with semicolons between them.
func rowsOf(t testing.TB, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	require.NoError(t, err, query)
	defer func() { assert.NoError(t, rows.Close()) }()
	names, err := rows.Columns()
	require.NoError(t, err)
	var out []string
	for rows.Next() {
		cells, into := make([]sql.NullString, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		require.NoError(t, rows.Scan(into...))
		row := make([]string, len(cells))
		for i, c := range cells {
			if row[i] = "NULL"; c.Valid {
				row[i] = c.String
			}
		}
		out = append(out, strings.Join(row, "|"))
	}
	require.NoError(t, rows.Err())
	return strings.Join(out, ";")
}
