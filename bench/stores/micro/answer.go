package micro

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"time"

	_ "github.com/glebarez/go-sqlite" // the driver "sqlite", without cgo
)

// met is the status of a service whose condition holds.
const met = 299

// open makes a database in memory. It has one connection, as each connection to :memory: has a database of its own.
func open(tables string) *sql.DB {
	db, err := sql.Open("sqlite", "file::memory:?_pragma=foreign_keys(1)")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(context.Background(), tables); err != nil {
		panic(err)
	}
	return db
}

// answer is a handler that returns a status. A row that is missing is status 404, a parameter that is no number or no
// date is 400.
type answer func(r *http.Request) (int, error)

func (a answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, err := a(r)
	var bad malformed
	switch {
	case errors.Is(err, sql.ErrNoRows):
		status = http.StatusNotFound
	case errors.As(err, &bad):
		status = http.StatusBadRequest
	case err != nil:
		status = http.StatusInternalServerError
	}
	w.WriteHeader(status)
}

// malformed is the name of a parameter that cannot be read.
type malformed string

func (m malformed) Error() string { return "malformed: " + string(m) }

// text returns a parameter of the path or of the query.
func text(r *http.Request, name string) string {
	if v := r.PathValue(name); v != "" {
		return v
	}
	return r.URL.Query().Get(name)
}

func integer(r *http.Request, name string) (int64, error) {
	n, err := strconv.ParseInt(text(r, name), 10, 64)
	if err != nil {
		return 0, malformed(name)
	}
	return n, nil
}

func date(r *http.Request, name string) (string, error) {
	day, err := time.Parse(time.DateOnly, text(r, name))
	if err != nil {
		return "", malformed(name)
	}
	return day.Format(time.DateOnly), nil
}

// one reads a number of a row, sql.ErrNoRows if there is no row.
func one(r *http.Request, db *sql.DB, query string, arguments ...any) (int64, error) {
	var n int64
	err := db.QueryRowContext(r.Context(), query, arguments...).Scan(&n)
	return n, err
}

// changed runs a write and returns how many rows it changed.
func changed(r *http.Request, db *sql.DB, statement string, arguments ...any) (int64, error) {
	result, err := db.ExecContext(r.Context(), statement, arguments...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
