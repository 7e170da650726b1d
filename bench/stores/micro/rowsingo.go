package micro

import (
	"database/sql"
	"encoding/json"
	"net/http"
)

// rowsInGo are compared with each other, or read one by one, in Go.
func rowsInGo() []kind {
	return []kind{
		{
			"go-two-rows",
			`CREATE TABLE meter (name TEXT PRIMARY KEY, reading INTEGER NOT NULL)`,
			"GET /meters/{a:string}/{b:string} 299 404 409", goTwoRows,
		},
		{
			"go-two-tables",
			`
			CREATE TABLE tariff (kind TEXT PRIMARY KEY, floor INTEGER NOT NULL);
			CREATE TABLE customer (
				id INTEGER PRIMARY KEY, kind TEXT NOT NULL REFERENCES tariff(kind), turnover INTEGER NOT NULL
			)`,
			"GET /customers/{id:integer} 299 404 409", goTwoTables,
		},
		{
			"go-loop",
			`CREATE TABLE line (id INTEGER PRIMARY KEY, account TEXT NOT NULL, cents INTEGER NOT NULL)`,
			"GET /lines/{account:string} 299 404 409", goLoop,
		},
		{
			"go-neighbouring-rows",
			`CREATE TABLE leg (id INTEGER PRIMARY KEY, departs INTEGER NOT NULL, arrives INTEGER NOT NULL)`,
			"GET /legs/overlap 204 299", goNeighbouringRows,
		},
		{
			"go-json",
			`CREATE TABLE option_row (owner TEXT PRIMARY KEY, options TEXT NOT NULL)`,
			"GET /options/{owner:string} 299 404 409", goJson,
		},
		{
			"go-other-row",
			`CREATE TABLE node (name TEXT PRIMARY KEY, parent TEXT REFERENCES node(name), sealed BOOLEAN NOT NULL)`,
			"GET /nodes/{name:string} 299 404 409", goOtherRow,
		},
	}
}

func goTwoRows(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var readings [2]int64
		for i, side := range []string{"a", "b"} {
			reading, err := one(r, db, "SELECT reading FROM meter WHERE name = ?", text(r, side))
			if err != nil {
				return 0, err
			}
			readings[i] = reading
		}
		if readings[0] > readings[1]+100 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goTwoTables(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		id, err := integer(r, "id")
		if err != nil {
			return 0, err
		}
		var kind string
		var turnover int64
		err = db.QueryRowContext(r.Context(), "SELECT kind, turnover FROM customer WHERE id = ?",
			id).Scan(&kind, &turnover)
		if err != nil {
			return 0, err
		}
		floor, err := one(r, db, "SELECT floor FROM tariff WHERE kind = ?", kind)
		if err != nil {
			return 0, err
		}
		if turnover < floor {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goLoop(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		rows, err := db.QueryContext(r.Context(), "SELECT cents FROM line WHERE account = ?", text(r, "account"))
		if err != nil {
			return 0, err
		}
		defer func() { _ = rows.Close() }()
		count, total := 0, 0
		for rows.Next() {
			var cents int
			if err := rows.Scan(&cents); err != nil {
				return 0, err
			}
			count++
			total += cents
		}
		switch {
		case count == 0:
			return http.StatusNotFound, rows.Err()
		case total < 0:
			return met, rows.Err()
		default:
			return http.StatusConflict, rows.Err()
		}
	}
}

func goNeighbouringRows(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		rows, err := db.QueryContext(r.Context(), "SELECT departs, arrives FROM leg ORDER BY departs, id")
		if err != nil {
			return 0, err
		}
		defer func() { _ = rows.Close() }()
		until := int64(-1)
		for rows.Next() {
			var departs, arrives int64
			if err := rows.Scan(&departs, &arrives); err != nil {
				return 0, err
			}
			if departs < until {
				return met, nil
			}
			until = arrives
		}
		return http.StatusNoContent, rows.Err()
	}
}

func goJson(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var document string
		err := db.QueryRowContext(r.Context(), "SELECT options FROM option_row WHERE owner = ?",
			text(r, "owner")).Scan(&document)
		if err != nil {
			return 0, err
		}
		var options struct {
			Beta  bool `json:"beta"`
			Ratio int  `json:"ratio"`
		}
		if err := json.Unmarshal([]byte(document), &options); err != nil {
			return http.StatusConflict, nil // a text that is no JSON has no options
		}
		if options.Beta && options.Ratio >= 10 {
			return met, nil
		}
		return http.StatusConflict, nil
	}
}

func goOtherRow(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		name, depth := text(r, "name"), 0
		for {
			var parent sql.NullString
			var sealed bool
			err := db.QueryRowContext(r.Context(), "SELECT parent, sealed FROM node WHERE name = ?",
				name).Scan(&parent, &sealed)
			if err != nil {
				return 0, err
			}
			if sealed && depth > 0 {
				return met, nil
			}
			if !parent.Valid || depth > 8 {
				return http.StatusConflict, nil
			}
			name = parent.String
			depth++
		}
	}
}
