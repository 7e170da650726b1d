package micro

import (
	"database/sql"
	"net/http"
	"time"
)

// moments are comparisons of days and times.
func moments() []kind {
	return []kind{
		{
			"date-equal",
			`CREATE TABLE holiday (id INTEGER PRIMARY KEY, day DATE NOT NULL, name TEXT NOT NULL)`,
			"GET /holidays/{day:date} 299 404", dateEqual,
		},
		{
			"date-range",
			`CREATE TABLE season (id INTEGER PRIMARY KEY, starts DATE NOT NULL, ends DATE NOT NULL)`,
			"GET /seasons?day:date 299 404", dateRange,
		},
		{
			"date-after",
			`CREATE TABLE fare (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL, valid_from DATE NOT NULL)`,
			"GET /fares?since:date 299 404", dateAfter,
		},
		{
			"time-before-now",
			`CREATE TABLE licence (id INTEGER PRIMARY KEY, expires_at DATETIME NOT NULL)`,
			"GET /licences/expired 299 404", timeBeforeNow,
		},
		{
			"time-old",
			`CREATE TABLE backup (id INTEGER PRIMARY KEY, taken_at DATETIME NOT NULL)`,
			"GET /backups/old 299 404", timeOld,
		},
		{
			"time-parameter-now",
			`CREATE TABLE pass (id INTEGER PRIMARY KEY, holder TEXT NOT NULL, valid_until DATETIME NOT NULL)`,
			"GET /passes/{holder:string} 299 404", timeParameterNow,
		},
		{
			"time-unix",
			`CREATE TABLE grant_token (id INTEGER PRIMARY KEY, issued INTEGER NOT NULL)`,
			"GET /grants/fresh 299 404", timeUnix,
		},
		{
			"date-part",
			`CREATE TABLE invoice (id INTEGER PRIMARY KEY, issued_on DATE NOT NULL)`,
			"GET /invoices?month:string 299 404", datePart,
		},
	}
}

func dateEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		day, err := date(r, "day")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM holiday WHERE day = ?", day); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func dateRange(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		day, err := date(r, "day")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM season WHERE starts <= ? AND ends > ?", day, day); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func dateAfter(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		since, err := date(r, "since")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM fare WHERE valid_from >= ?", since); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func timeBeforeNow(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM licence WHERE expires_at < datetime('now')"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func timeOld(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM backup WHERE taken_at <= datetime('now', '-30 days')"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func timeParameterNow(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		now := time.Now().UTC().Format(time.DateTime)
		if _, err := one(r, db, "SELECT id FROM pass WHERE holder = ? AND valid_until > ?",
			text(r, "holder"), now); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func timeUnix(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		hour := time.Now().Add(-time.Hour).Unix()
		if _, err := one(r, db, "SELECT id FROM grant_token WHERE issued >= ?", hour); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func datePart(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT id FROM invoice WHERE strftime('%Y-%m', issued_on) = ?", text(r, "month"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}
