package micro

import (
	"database/sql"
	"net/http"
)

// functions compare the values of functions of a row.
func functions() []kind {
	return []kind{
		{
			"coalesce",
			`CREATE TABLE sensor (id INTEGER PRIMARY KEY, own_limit INTEGER, zone_limit INTEGER)`,
			"GET /sensors/strict 299 404", coalesce,
		},
		{
			"lower",
			`CREATE TABLE member (id INTEGER PRIMARY KEY, email TEXT NOT NULL)`,
			"GET /members/{email:string} 299 404", lower,
		},
		{
			"upper",
			`CREATE TABLE currency (id INTEGER PRIMARY KEY, code TEXT NOT NULL)`,
			"GET /currencies/home 299 404", upper,
		},
		{
			"nocase",
			`CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL)`,
			"GET /genres/{name:string} 299 404", nocase,
		},
		{
			"length",
			`CREATE TABLE headline (id INTEGER PRIMARY KEY, words TEXT NOT NULL)`,
			"GET /headlines/long 299 404", length,
		},
		{
			"trim",
			`CREATE TABLE remark (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`,
			"GET /remarks/blank 299 404", trim,
		},
		{
			"substr",
			`CREATE TABLE account (id INTEGER PRIMARY KEY, iban TEXT NOT NULL)`,
			"GET /accounts/{country:string} 299 404", substr,
		},
		{
			"abs",
			`CREATE TABLE correction (id INTEGER PRIMARY KEY, delta INTEGER NOT NULL)`,
			"GET /corrections/large 299 404", abs,
		},
		{
			"modulo",
			`CREATE TABLE raffle (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)`,
			"GET /raffles/winning 299 404", modulo,
		},
		{
			"case-when",
			`CREATE TABLE room (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, beds INTEGER NOT NULL)`,
			"GET /rooms/family 299 404", caseWhen,
		},
		{
			"json-member",
			`CREATE TABLE profile (id INTEGER PRIMARY KEY, settings TEXT NOT NULL)`,
			"GET /profiles/dark 299 404", jsonMember,
		},
	}
}

func coalesce(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM sensor WHERE COALESCE(own_limit, zone_limit, 0) > 75"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func lower(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM member WHERE lower(email) = lower(?)", text(r, "email")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func upper(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM currency WHERE upper(code) = 'SEK'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func nocase(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM genre WHERE name = ? COLLATE NOCASE", text(r, "name")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func length(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM headline WHERE length(words) >= 40"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func trim(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM remark WHERE trim(body) = ''"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func substr(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM account WHERE substr(iban, 1, 2) = ?", text(r, "country")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func abs(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM correction WHERE abs(delta) > 500"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func modulo(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM raffle WHERE number % 97 = 13"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func caseWhen(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT id FROM room WHERE CASE kind WHEN 'suite' THEN beds + 2 ELSE beds END > 4")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func jsonMember(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM profile WHERE json_extract(settings, '$.theme') = 'dark'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}
