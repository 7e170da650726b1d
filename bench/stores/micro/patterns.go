package micro

import (
	"database/sql"
	"net/http"
)

// patterns compare texts with patterns.
func patterns() []kind {
	return []kind{
		{
			"like-prefix",
			`CREATE TABLE voucher (id INTEGER PRIMARY KEY, code TEXT NOT NULL)`,
			"GET /vouchers/summer 299 404", likePrefix,
		},
		{
			"like-suffix",
			`CREATE TABLE mailbox (id INTEGER PRIMARY KEY, address TEXT NOT NULL)`,
			"GET /mailboxes/internal 299 404", likeSuffix,
		},
		{
			"like-contains",
			`CREATE TABLE complaint (id INTEGER PRIMARY KEY, subject TEXT NOT NULL)`,
			"GET /complaints/urgent 299 404", likeContains,
		},
		{
			"like-underscore",
			`CREATE TABLE gate (id INTEGER PRIMARY KEY, sign TEXT NOT NULL)`,
			"GET /gates/special 299 404", likeUnderscore,
		},
		{
			"like-parameter",
			`CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT NOT NULL)`,
			"GET /towns/{start:string} 299 404", likeParameter,
		},
		{
			"like-escape",
			`CREATE TABLE banner (id INTEGER PRIMARY KEY, line TEXT NOT NULL)`,
			"GET /banners/sale 299 404", likeEscape,
		},
		{
			"not-like",
			`CREATE TABLE plate (id INTEGER PRIMARY KEY, number TEXT NOT NULL)`,
			"GET /plates/foreign 299 404", notLike,
		},
		{
			"glob",
			`CREATE TABLE batch (id INTEGER PRIMARY KEY, code TEXT NOT NULL)`,
			"GET /batches/lot 299 404", glob,
		},
	}
}

func likePrefix(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM voucher WHERE code LIKE 'SUMMER-%'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func likeSuffix(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM mailbox WHERE address LIKE '%@corp.example'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func likeContains(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM complaint WHERE subject LIKE '%urgent%'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func likeUnderscore(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM gate WHERE sign LIKE 'B_7_'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func likeParameter(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM town WHERE name LIKE ? || '%'", text(r, "start")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func likeEscape(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM banner WHERE line LIKE '%50!% off' ESCAPE '!'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func notLike(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM plate WHERE number NOT LIKE 'D-%'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func glob(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM batch WHERE code GLOB 'L[0-9][0-9]-*'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}
