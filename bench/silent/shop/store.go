package shop

import (
	"database/sql"
	"fmt"
	"net/http"

	_ "github.com/mattn/go-sqlite3" // the driver

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// tables make the database. Numbers of elements are never given twice.
const tables = `
CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, sku TEXT, name TEXT, category TEXT,
	price INTEGER, description TEXT, seller TEXT, gone INTEGER DEFAULT 0);
CREATE TABLE carts (customer TEXT, item INTEGER, quantity INTEGER, PRIMARY KEY (customer, item));
CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT, customer TEXT, address TEXT, state TEXT, total INTEGER);
CREATE TABLE lines (purchase INTEGER, item INTEGER, name TEXT, price INTEGER, quantity INTEGER);
CREATE TABLE payments (id INTEGER PRIMARY KEY AUTOINCREMENT, purchase INTEGER, amount INTEGER, method TEXT);
CREATE TABLE accounts (name TEXT PRIMARY KEY, displayName TEXT, newsletter INTEGER);`

// open makes a database in memory.
func open() (*sql.DB, error) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(tables); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return db, fill(db)
}

// fill brings the tables into their first state.
func fill(db *sql.DB) error {
	const empty = `DELETE FROM items; DELETE FROM carts; DELETE FROM orders; DELETE FROM lines;
DELETE FROM payments; DELETE FROM accounts; DELETE FROM sqlite_sequence;`
	if _, err := db.Exec(empty); err != nil {
		return fmt.Errorf("shop: empty: %w", err)
	}
	for _, c := range customers() {
		if _, err := db.Exec("INSERT INTO accounts VALUES (?, ?, 0)", c, c); err != nil {
			return fmt.Errorf("shop: account: %w", err)
		}
	}
	return nil
}

// scanner is a row.
type scanner interface{ Scan(into ...any) error }

// all returns what a query finds. Its requests have no context: ending one in
// the middle would close the only connection, and with it the database.
func all[T any](db *sql.DB, scan func(scanner, *T) error, query string, args ...any) ([]T, error) {
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

// one returns the first element that a query finds, refused by 404 if none is.
func one[T any](db *sql.DB, scan func(scanner, *T) error, query string, args ...any) (T, error) {
	found, err := all(db, scan, query, args...)
	if err != nil || len(found) == 0 {
		var none T
		if err == nil {
			err = kit.Refuse(http.StatusNotFound, "there is none")
		}
		return none, err
	}
	return found[0], nil
}

// number returns the whole number that a query finds.
func number(db *sql.DB, query string, args ...any) (n int, err error) {
	err = db.QueryRow(query, args...).Scan(&n)
	return n, err
}

// insert executes a statement and returns the id of the new row.
func insert(db *sql.DB, statement string, args ...any) (int, error) {
	done, err := db.Exec(statement, args...)
	if err != nil {
		return 0, err
	}
	id, err := done.LastInsertId()
	return int(id), err
}
