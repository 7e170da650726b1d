package micro

import (
	"database/sql"
	"net/http"
)

// groups are conditions on several rows of a table.
func groups() []kind {
	return []kind{
		{
			"count",
			`CREATE TABLE strike (id INTEGER PRIMARY KEY, driver TEXT NOT NULL)`,
			"GET /drivers/{driver:string} 299 409", count,
		},
		{
			"sum",
			`CREATE TABLE payment (id INTEGER PRIMARY KEY, payer TEXT NOT NULL, cents INTEGER NOT NULL)`,
			"GET /payers/{payer:string} 299 409", sum,
		},
		{
			"minimum",
			`CREATE TABLE trial (id INTEGER PRIMARY KEY, seconds INTEGER NOT NULL)`,
			"GET /trials/fast 299 404 409", minimum,
		},
		{
			"having-count",
			`CREATE TABLE attempt (id INTEGER PRIMARY KEY, login TEXT NOT NULL, good BOOLEAN NOT NULL)`,
			"GET /logins/locked 299 404", havingCount,
		},
		{
			"having-sum",
			`CREATE TABLE donation (id INTEGER PRIMARY KEY, donor TEXT NOT NULL, cents INTEGER NOT NULL)`,
			"GET /donors/large 299 404", havingSum,
		},
		{
			"having-distinct",
			`CREATE TABLE stamp (id INTEGER PRIMARY KEY, card TEXT NOT NULL, hut TEXT NOT NULL)`,
			"GET /cards/{card:string} 299 404", havingDistinct,
		},
		{
			"having-average",
			`CREATE TABLE rating (id INTEGER PRIMARY KEY, cook TEXT NOT NULL, stars INTEGER NOT NULL)`,
			"GET /cooks/best 299 404", havingAverage,
		},
		{
			"having-join",
			`
			CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
			CREATE TABLE card_shown (
				id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES team(id), colour TEXT NOT NULL
			)`,
			"GET /teams/rough 299 404", havingJoin,
		},
	}
}

func count(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		strikes, err := one(r, db, "SELECT count(*) FROM strike WHERE driver = ?", text(r, "driver"))
		if err != nil {
			return 0, err
		}
		if strikes < 3 {
			return http.StatusConflict, nil
		}
		return met, nil
	}
}

func sum(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		total, err := one(r, db, "SELECT COALESCE(sum(cents), 0) FROM payment WHERE payer = ?", text(r, "payer"))
		if err != nil {
			return 0, err
		}
		if total != 2500 {
			return http.StatusConflict, nil
		}
		return met, nil
	}
}

func minimum(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var fastest sql.NullInt64
		if err := db.QueryRowContext(r.Context(), "SELECT min(seconds) FROM trial").Scan(&fastest); err != nil {
			return 0, err
		}
		if !fastest.Valid {
			return http.StatusNotFound, nil
		}
		if fastest.Int64 > 42 {
			return http.StatusConflict, nil
		}
		return met, nil
	}
}

func havingCount(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT count(*) FROM attempt WHERE NOT good GROUP BY login HAVING count(*) >= 3")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func havingSum(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT sum(cents) FROM donation GROUP BY donor HAVING sum(cents) > 100000")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func havingDistinct(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT count(*) FROM stamp WHERE card = ? GROUP BY card HAVING count(DISTINCT hut) > 2", text(r, "card"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func havingAverage(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT count(*) FROM rating GROUP BY cook HAVING avg(stars) >= 4.5 AND count(*) > 1")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func havingJoin(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT t.id FROM team t JOIN card_shown c ON c.team_id = t.id
				WHERE c.colour = 'red' GROUP BY t.id HAVING count(*) = 2`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}
