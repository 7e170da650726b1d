package shop

import (
	"database/sql"
	"fmt"

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
	db, err := kit.Memory(tables)
	if err != nil {
		return nil, err
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
