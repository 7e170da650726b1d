package kit

import (
	"database/sql"
	"fmt"
	"net/http"
)

// Memory makes a database in memory with the tables that a statement makes. It
// has one connection, which is all there is of it. The driver is the caller's.
func Memory(tables string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(tables); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return db, nil
}

// Row is a row of a table.
type Row interface{ Scan(into ...any) error }

// All returns what a query finds. Its requests have no context: ending one in
// the middle would close the only connection, and with it the database.
func All[T any](db *sql.DB, scan func(Row, *T) error, query string, args ...any) ([]T, error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		var v T
		if err := scan(rows, &v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// One returns the first element that a query finds, refused by 404 if none is.
func One[T any](db *sql.DB, scan func(Row, *T) error, query string, args ...any) (T, error) {
	found, err := All(db, scan, query, args...)
	if err != nil || len(found) == 0 {
		var none T
		if err == nil {
			err = Refuse(http.StatusNotFound, "there is none")
		}
		return none, err
	}
	return found[0], nil
}

// Number returns the whole number that a query finds.
func Number(db *sql.DB, query string, args ...any) (n int, err error) {
	err = db.QueryRow(query, args...).Scan(&n)
	return n, err
}

// Insert executes a statement and returns the id of the new row.
func Insert(db *sql.DB, statement string, args ...any) (int, error) {
	done, err := db.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	id, err := done.LastInsertId()
	return int(id), err
}
