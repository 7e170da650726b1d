package micro

import (
	"database/sql"
	"net/http"
)

// comparisons are those of numbers and of truth values.
func comparisons() []kind {
	return []kind{
		{
			"integer-equal",
			`CREATE TABLE desk (id INTEGER PRIMARY KEY, label TEXT NOT NULL, floor INTEGER NOT NULL)`,
			"GET /desks/{floor:integer} 299 404", integerEqual,
		},
		{
			"integer-constant",
			`CREATE TABLE pallet (id INTEGER PRIMARY KEY, layer INTEGER NOT NULL, bay TEXT)`,
			"GET /pallets/top 299 404", integerConstant,
		},
		{
			"integer-not-equal",
			`CREATE TABLE locker (id INTEGER PRIMARY KEY, size INTEGER NOT NULL DEFAULT 1)`,
			"GET /lockers/odd?size:integer 299 404", integerNotEqual,
		},
		{
			"integer-less",
			`CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT NOT NULL, stock INTEGER NOT NULL)`,
			"GET /parts/scarce 299 404", integerLess,
		},
		{
			"integer-less-or-equal",
			`CREATE TABLE gauge (id INTEGER PRIMARY KEY, reading INTEGER NOT NULL)`,
			"GET /gauges?limit:integer 299 404", integerLessOrEqual,
		},
		{
			"integer-greater",
			`CREATE TABLE player (id INTEGER PRIMARY KEY, nick TEXT NOT NULL, level INTEGER NOT NULL)`,
			"GET /players/masters 299 404", integerGreater,
		},
		{
			"integer-greater-or-equal",
			`CREATE TABLE bridge (id INTEGER PRIMARY KEY, load_kg INTEGER NOT NULL)`,
			"GET /bridges?load:integer 299 404", integerGreaterOrEqual,
		},
		{
			"real-greater-or-equal",
			`CREATE TABLE coupon (id INTEGER PRIMARY KEY, rate REAL NOT NULL)`,
			"GET /coupons/best 299 404", realGreaterOrEqual,
		},
		{
			"column-to-column",
			`CREATE TABLE tank (id INTEGER PRIMARY KEY, filled INTEGER NOT NULL, capacity INTEGER NOT NULL)`,
			"GET /tanks/overfull 299 404", columnToColumn,
		},
		{
			"arithmetic",
			`CREATE TABLE position (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, amount INTEGER NOT NULL)`,
			"GET /positions/large 299 404", arithmetic,
		},
		{
			"bool-true",
			`CREATE TABLE feature (name TEXT PRIMARY KEY, enabled BOOLEAN NOT NULL)`,
			"GET /features/{name:string} 299 404", boolTrue,
		},
		{
			"bool-false",
			`CREATE TABLE notice (id INTEGER PRIMARY KEY, visible BOOLEAN NOT NULL DEFAULT TRUE)`,
			"GET /notices/hidden 299 404", boolFalse,
		},
	}
}

func integerEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		floor, err := integer(r, "floor")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM desk WHERE floor = ?", floor); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerConstant(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM pallet WHERE layer = 17"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerNotEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		size, err := integer(r, "size")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM locker WHERE size <> ?", size); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerLess(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM part WHERE stock < 5"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerLessOrEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		limit, err := integer(r, "limit")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM gauge WHERE reading <= ?", limit); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerGreater(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM player WHERE level > 1000"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func integerGreaterOrEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		load, err := integer(r, "load")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM bridge WHERE load_kg >= ?", load); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func realGreaterOrEqual(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM coupon WHERE rate >= 0.125"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func columnToColumn(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM tank WHERE filled > capacity"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func arithmetic(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM position WHERE price * amount > 10000"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func boolTrue(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT 1 FROM feature WHERE name = ? AND enabled", text(r, "name")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func boolFalse(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM notice WHERE visible = FALSE"); err != nil {
			return 0, err
		}
		return met, nil
	}
}
