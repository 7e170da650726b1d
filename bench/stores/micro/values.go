package micro

import (
	"database/sql"
	"net/http"
	"strings"
	"time"
)

// values are compared in Go, as are the columns of a row that a query finds by its key.
func values() []kind {
	return []kind{
		{
			"go-number",
			`CREATE TABLE hero (id INTEGER PRIMARY KEY, tier TEXT NOT NULL, level INTEGER NOT NULL)`,
			"GET /heroes/{tier:string} 299 404 409", goNumber,
		},
		{
			"go-number-range",
			`CREATE TABLE boiler (id INTEGER PRIMARY KEY, site TEXT NOT NULL, bar REAL NOT NULL)`,
			"GET /boilers/{site:string} 299 404 409", goNumberRange,
		},
		{
			"go-text",
			`CREATE TABLE dealer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL)`,
			"GET /dealers/{name:string} 299 404 409", goText,
		},
		{
			"go-text-prefix",
			`CREATE TABLE asset (id INTEGER PRIMARY KEY, tag TEXT NOT NULL, uri TEXT NOT NULL)`,
			"GET /assets/{tag:string} 299 404 409", goTextPrefix,
		},
		{
			"go-text-fold",
			`CREATE TABLE stop (id INTEGER PRIMARY KEY, line TEXT NOT NULL)`,
			"GET /stops?line:string 299 404 409", goTextFold,
		},
		{
			"go-length",
			`CREATE TABLE cipher (id INTEGER PRIMARY KEY, secret TEXT NOT NULL)`,
			"GET /ciphers/{id:string} 299 404 409", goLength,
		},
		{
			"go-time",
			`CREATE TABLE permit (id INTEGER PRIMARY KEY, plate TEXT NOT NULL, expires_at DATETIME NOT NULL)`,
			"GET /permits/{plate:string} 299 404 409", goTime,
		},
		{
			"go-time-window",
			`CREATE TABLE lease (id INTEGER PRIMARY KEY, asset TEXT NOT NULL, ends_at DATETIME NOT NULL)`,
			"GET /leases/{asset:string} 299 404 409", goTimeWindow,
		},
		{
			"go-bool",
			`CREATE TABLE door (id INTEGER PRIMARY KEY, name TEXT NOT NULL, jammed BOOLEAN NOT NULL)`,
			"GET /doors/{name:string} 299 404 409", goBool,
		},
		{
			"go-null",
			`CREATE TABLE sample (id INTEGER PRIMARY KEY, label TEXT NOT NULL, rejected_by TEXT)`,
			"GET /samples/{label:string} 299 404 409", goNull,
		},
		{
			"go-two-columns",
			`CREATE TABLE budget (
				id INTEGER PRIMARY KEY, unit TEXT NOT NULL, granted INTEGER NOT NULL, spent INTEGER NOT NULL
			)`,
			"GET /budgets/{unit:string} 299 404 409", goTwoColumns,
		},
		{
			"go-switch",
			`CREATE TABLE claim (id INTEGER PRIMARY KEY, policy TEXT NOT NULL, state TEXT NOT NULL)`,
			"GET /claims/{policy:string} 204 299 404 409", goSwitch,
		},
	}
}

func goNumber(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var level int
		err := db.QueryRowContext(r.Context(), "SELECT level FROM hero WHERE tier = ?", text(r, "tier")).Scan(&level)
		if err != nil {
			return 0, err
		}
		if level > 1000 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goNumberRange(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var bar float64
		err := db.QueryRowContext(r.Context(), "SELECT bar FROM boiler WHERE site = ?", text(r, "site")).Scan(&bar)
		if err != nil {
			return 0, err
		}
		if bar > 2.5 && bar <= 2.75 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goText(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var status string
		err := db.QueryRowContext(r.Context(), "SELECT status FROM dealer WHERE name = ?",
			text(r, "name")).Scan(&status)
		if err != nil {
			return 0, err
		}
		if status == "suspended" {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTextPrefix(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var uri string
		err := db.QueryRowContext(r.Context(), "SELECT uri FROM asset WHERE tag = ?", text(r, "tag")).Scan(&uri)
		if err != nil {
			return 0, err
		}
		if strings.HasPrefix(uri, "ftp://") {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTextFold(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var line string
		err := db.QueryRowContext(r.Context(), "SELECT line FROM stop ORDER BY id").Scan(&line)
		if err != nil {
			return 0, err
		}
		if strings.EqualFold(line, text(r, "line")) && len(line) > 2 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goLength(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var secret string
		err := db.QueryRowContext(r.Context(), "SELECT secret FROM cipher WHERE id = ?", text(r, "id")).Scan(&secret)
		if err != nil {
			return 0, err
		}
		if len(secret) >= 16 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTime(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var expires time.Time
		err := db.QueryRowContext(r.Context(), "SELECT expires_at FROM permit WHERE plate = ?",
			text(r, "plate")).Scan(&expires)
		if err != nil {
			return 0, err
		}
		if expires.Before(time.Now()) {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTimeWindow(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var ends time.Time
		err := db.QueryRowContext(r.Context(), "SELECT ends_at FROM lease WHERE asset = ?",
			text(r, "asset")).Scan(&ends)
		if err != nil {
			return 0, err
		}
		if left := time.Until(ends); left > 0 && left < 30*24*time.Hour {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goBool(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var jammed bool
		err := db.QueryRowContext(r.Context(), "SELECT jammed FROM door WHERE name = ?", text(r, "name")).Scan(&jammed)
		if err != nil {
			return 0, err
		}
		if jammed {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goNull(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var rejected sql.NullString
		err := db.QueryRowContext(r.Context(), "SELECT rejected_by FROM sample WHERE label = ?",
			text(r, "label")).Scan(&rejected)
		if err != nil {
			return 0, err
		}
		if rejected.Valid && rejected.String != "" {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTwoColumns(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var granted int64
		var spent int64
		err := db.QueryRowContext(r.Context(), "SELECT granted, spent FROM budget WHERE unit = ?",
			text(r, "unit")).Scan(&granted, &spent)
		if err != nil {
			return 0, err
		}
		if spent > granted && granted > 0 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goSwitch(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var state string
		err := db.QueryRowContext(r.Context(), "SELECT state FROM claim WHERE policy = ?",
			text(r, "policy")).Scan(&state)
		if err != nil {
			return 0, err
		}
		switch state {
		case "open", "checked":
			return http.StatusNoContent, nil
		case "disputed":
			return met, nil
		default:
			return http.StatusConflict, nil
		}
	}
}
