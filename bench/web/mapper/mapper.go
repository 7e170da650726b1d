// Package mapper is in place of the mapper of objects to rows of the original
// services: it runs statements, reads rows, and throws the failures of the
// database. Measurements leave it out, as they left out the original mapper.
package mapper

import (
	"context"
	"database/sql"

	_ "github.com/glebarez/go-sqlite" // the driver "sqlite"

	"github.com/evoke-go/evoke/bench/web"
)

// Runner is a database or a transaction.
type Runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Open makes a database of SQLite in memory, and its tables by a schema of SQL.
// It panics if SQLite refuses the schema.
func Open(schema string) *sql.DB {
	db, err := sql.Open("sqlite", "file::memory:?_pragma=foreign_keys(1)&_time_format=sqlite")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1) // each connection to :memory: has a database of its own
	if _, err := db.ExecContext(context.Background(), schema); err != nil {
		panic(err)
	}
	return db
}

// All returns the rows that a query finds. fields returns the addresses of the fields of a row, in the order of the
// columns of the query.
func All[Row any](db Runner, fields func(*Row) []any, query string, args ...any) (all []Row) {
	rows, err := db.QueryContext(context.Background(), query, args...)
	check(err)
	defer func() { check(rows.Close()) }()
	for rows.Next() {
		var row Row
		check(rows.Scan(fields(&row)...))
		all = append(all, row)
	}
	check(rows.Err())
	return all
}

// First returns the first row that a query finds, if any.
func First[Row any](db Runner, fields func(*Row) []any, query string, args ...any) (row Row, ok bool) {
	all := All(db, fields, query, args...)
	if len(all) == 0 {
		return row, false
	}
	return all[0], true
}

// Exec runs a statement.
func Exec(db Runner, statement string, args ...any) {
	_, err := db.ExecContext(context.Background(), statement, args...)
	check(err)
}

// Insert runs an insertion and returns the id of the new row.
func Insert(db Runner, statement string, args ...any) int64 {
	result, err := db.ExecContext(context.Background(), statement, args...)
	check(err)
	id, err := result.LastInsertId()
	check(err)
	return id
}

// Within runs statements in a transaction, which a failure takes back.
func Within(db *sql.DB, do func(tx Runner)) {
	tx, err := db.BeginTx(context.Background(), nil)
	check(err)
	defer func() { _ = tx.Rollback() }() // after Commit it only returns an error
	do(tx)
	check(tx.Commit())
}

func check(err error) {
	if err != nil {
		web.Throw(err)
	}
}
