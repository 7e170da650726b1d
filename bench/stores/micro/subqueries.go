package micro

import (
	"database/sql"
	"net/http"
)

// subqueries are conditions with queries inside.
func subqueries() []kind {
	return []kind{
		{
			"exists",
			`
			CREATE TABLE tenant (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
			CREATE TABLE debt (
				id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL REFERENCES tenant(id), cents INTEGER NOT NULL
			)`,
			"GET /tenants/indebted 299 404", exists,
		},
		{
			"not-exists",
			`
			CREATE TABLE vessel (id INTEGER PRIMARY KEY, flag TEXT NOT NULL);
			CREATE TABLE survey (id INTEGER PRIMARY KEY, vessel_id INTEGER NOT NULL REFERENCES vessel(id))`,
			"GET /vessels/{flag:string} 299 404", notExists,
		},
		{
			"exists-alone",
			`CREATE TABLE outage (id INTEGER PRIMARY KEY, area TEXT NOT NULL, over BOOLEAN NOT NULL)`,
			"GET /outages/{area:string} 299 404", existsAlone,
		},
		{
			"in-query",
			`
			CREATE TABLE blocklist (domain TEXT PRIMARY KEY, reason TEXT NOT NULL);
			CREATE TABLE sender (id INTEGER PRIMARY KEY, domain TEXT NOT NULL)`,
			"GET /senders/blocked 299 404", inQuery,
		},
		{
			"not-in-query",
			`
			CREATE TABLE seat (id INTEGER PRIMARY KEY, place TEXT NOT NULL);
			CREATE TABLE sale (id INTEGER PRIMARY KEY, seat_id INTEGER NOT NULL REFERENCES seat(id))`,
			"GET /seats/free 299 404", notInQuery,
		},
		{
			"above-average",
			`CREATE TABLE quote (id INTEGER PRIMARY KEY, cents INTEGER NOT NULL)`,
			"GET /quotes/high 299 404", aboveAverage,
		},
		{
			"latest-row",
			`CREATE TABLE status_log (
				id INTEGER PRIMARY KEY, job TEXT NOT NULL, step INTEGER NOT NULL, state TEXT NOT NULL
			)`,
			"GET /jobs/{job:string} 299 404", latestRow,
		},
		{
			"order-limit",
			`CREATE TABLE queue_item (id INTEGER PRIMARY KEY, weight INTEGER NOT NULL, kind TEXT NOT NULL)`,
			"GET /queue/first 299 404 409", orderLimit,
		},
		{
			"union",
			`
			CREATE TABLE domestic (id INTEGER PRIMARY KEY, code TEXT NOT NULL, open BOOLEAN NOT NULL);
			CREATE TABLE foreign_desk (id INTEGER PRIMARY KEY, code TEXT NOT NULL, closed_on DATE)`,
			"GET /branches/{code:string} 299 404", union,
		},
		{
			"with",
			`CREATE TABLE booking (id INTEGER PRIMARY KEY, guest TEXT NOT NULL, nights INTEGER NOT NULL)`,
			"GET /guests/{guest:string} 299 404", with,
		},
	}
}

func exists(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT t.id FROM tenant t
				WHERE EXISTS (SELECT 1 FROM debt d WHERE d.tenant_id = t.id AND d.cents > 100)`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func notExists(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT v.id FROM vessel v
				WHERE v.flag = ? AND NOT EXISTS (SELECT 1 FROM survey s WHERE s.vessel_id = v.id)`, text(r, "flag"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func existsAlone(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var out bool
		err := db.QueryRowContext(r.Context(), "SELECT EXISTS (SELECT * FROM outage WHERE area = ? AND NOT over)",
			text(r, "area")).Scan(&out)
		if err != nil {
			return 0, err
		}
		if !out {
			return http.StatusNotFound, nil
		}
		return met, nil
	}
}

func inQuery(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT id FROM sender WHERE domain IN (SELECT domain FROM blocklist WHERE reason = 'spam')")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func notInQuery(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM seat WHERE id NOT IN (SELECT seat_id FROM sale)"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func aboveAverage(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM quote WHERE cents > (SELECT 2 * avg(cents) FROM quote)"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func latestRow(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT a.id FROM status_log a WHERE a.job = ? AND a.state = 'failed'
				AND a.step = (SELECT max(b.step) FROM status_log b WHERE b.job = a.job)`, text(r, "job"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func orderLimit(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		var kind string
		err := db.QueryRowContext(r.Context(),
			"SELECT kind FROM queue_item ORDER BY weight DESC, id LIMIT 1").Scan(&kind)
		if err != nil {
			return 0, err
		}
		if kind != "express" {
			return http.StatusConflict, nil
		}
		return met, nil
	}
}

func union(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT id FROM domestic WHERE code = ?1 AND open
				UNION SELECT id FROM foreign_desk WHERE code = ?1 AND closed_on IS NULL`, text(r, "code"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func with(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`WITH stays AS (SELECT guest, sum(nights) AS total FROM booking GROUP BY guest)
				SELECT total FROM stays WHERE guest = ? AND total >= 30`, text(r, "guest"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}
