package micro

import (
	"database/sql"
	"net/http"
)

// texts are comparisons of texts.
func texts() []kind {
	return []kind{
		{
			"text-equal",
			`CREATE TABLE carrier (id INTEGER PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL)`,
			"GET /carriers/suspended 299 404", textEqual,
		},
		{
			"text-parameter",
			`CREATE TABLE airport (code TEXT PRIMARY KEY, runways INTEGER NOT NULL)`,
			"GET /airports/{code:string} 299 404", textParameter,
		},
		{
			"text-not-equal",
			`CREATE TABLE printer (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'ready')`,
			"GET /printers/busy 299 404", textNotEqual,
		},
		{
			"text-greater",
			`CREATE TABLE street (id INTEGER PRIMARY KEY, name TEXT NOT NULL)`,
			"GET /streets/second 299 404", textGreater,
		},
		{
			"text-less",
			`CREATE TABLE release (id INTEGER PRIMARY KEY, version TEXT NOT NULL)`,
			"GET /releases?before:string 299 404", textLess,
		},
	}
}

func textEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM carrier WHERE status = 'suspended'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func textParameter(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT runways FROM airport WHERE code = ?", text(r, "code")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func textNotEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM printer WHERE state != 'ready'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func textGreater(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM street WHERE name >= 'm'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func textLess(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM release WHERE version < ?", text(r, "before")); err != nil {
			return 0, err
		}
		return met, nil
	}
}
