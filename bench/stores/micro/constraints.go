package micro

import (
	"database/sql"
	"net/http"
)

// constraints are those of the columns of a row, which a row has to obey to be there.
func constraints() []kind {
	return []kind{
		{
			"not-null",
			`
			CREATE TABLE passport (
				id INTEGER PRIMARY KEY, number TEXT NOT NULL, country TEXT NOT NULL, issued DATE NOT NULL,
				pages INTEGER NOT NULL, weight REAL NOT NULL, revoked BOOLEAN NOT NULL, note TEXT
			)`,
			"GET /passports/revoked 299 404", notNull,
		},
		{
			"check-range",
			`
			CREATE TABLE dose (
				id INTEGER PRIMARY KEY, milligrams INTEGER NOT NULL CHECK (milligrams BETWEEN 5 AND 9),
				hours INTEGER NOT NULL CHECK (hours > 3 AND hours < 25)
			)`,
			"GET /doses/any 299 404", checkRange,
		},
		{
			"check-enum",
			`
			CREATE TABLE lamp (
				id INTEGER PRIMARY KEY, colour TEXT NOT NULL CHECK (colour IN ('amber', 'teal', 'plum')),
				mode TEXT NOT NULL CHECK (mode IN ('steady', 'pulse'))
			)`,
			"GET /lamps/off 299 404", checkEnum,
		},
		{
			"check-columns",
			`
			CREATE TABLE slot (
				id INTEGER PRIMARY KEY, starts INTEGER NOT NULL, ends INTEGER NOT NULL, CHECK (starts < ends),
				CHECK (ends - starts <= 240)
			)`,
			"GET /slots/{minute:integer} 299 404", checkColumns,
		},
		{
			"check-pattern",
			`
			CREATE TABLE docket (
				id INTEGER PRIMARY KEY, number TEXT NOT NULL CHECK (number GLOB 'D[0-9][0-9][0-9][0-9]')
			)`,
			"GET /dockets/any 299 404", checkPattern,
		},
		{
			"check-length",
			`
			CREATE TABLE ticker (
				id INTEGER PRIMARY KEY, symbol VARCHAR(5) NOT NULL CHECK (length(symbol) BETWEEN 4 AND 5
			),
				isin CHAR(12) NOT NULL CHECK (length(isin) = 12))`,
			"GET /tickers/any 299 404", checkLength,
		},
		{
			"check-either",
			`
			CREATE TABLE payee (
				id INTEGER PRIMARY KEY, person TEXT, company TEXT, CHECK ((person IS NULL) <> (company IS NULL))
			)`,
			"GET /payees/companies 299 404", checkEither,
		},
		{
			"generated-column",
			`
			CREATE TABLE order_line (
				id INTEGER PRIMARY KEY, cents INTEGER NOT NULL, amount INTEGER NOT NULL,
				total INTEGER GENERATED ALWAYS AS (cents * amount) STORED
			)`,
			"GET /lines/large 299 404", generatedColumn,
		},
		{
			"generated-virtual",
			`
			CREATE TABLE person (
				id INTEGER PRIMARY KEY, first TEXT NOT NULL, last TEXT NOT NULL,
				full_name TEXT GENERATED ALWAYS AS (last || ', ' || first) VIRTUAL
			)`,
			"GET /people/{name:string} 299 404", generatedVirtual,
		},
		{
			"default-value",
			`
			CREATE TABLE letter (
				id INTEGER PRIMARY KEY, body TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'draft',
				made DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
			)`,
			"GET /letters/sent 299 404", defaultValue,
		},
		{
			"strict",
			`
			CREATE TABLE vault (
				id INTEGER PRIMARY KEY, gold INTEGER NOT NULL, purity REAL NOT NULL, mark TEXT NOT NULL
			) STRICT`,
			"GET /vaults/pure 299 404", strict,
		},
	}
}

func notNull(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM passport WHERE revoked"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkRange(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM dose"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkEnum(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM lamp WHERE mode <> 'steady'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkColumns(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		minute, err := integer(r, "minute")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM slot WHERE starts <= ? AND ends > ?", minute, minute); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkPattern(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM docket"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkLength(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM ticker"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func checkEither(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM payee WHERE company IS NOT NULL"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func generatedColumn(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM order_line WHERE total >= 7000"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func generatedVirtual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM person WHERE full_name = ?", text(r, "name")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func defaultValue(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM letter WHERE state = 'sent' AND made <= datetime('now')"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func strict(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM vault WHERE purity > 0.99 AND mark = 'LBMA'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}
