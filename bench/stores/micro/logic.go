package micro

import (
	"database/sql"
	"net/http"
)

// logic combines conditions.
func logic() []kind {
	return []kind{
		{
			"and",
			`CREATE TABLE flat (
				id INTEGER PRIMARY KEY, rooms INTEGER NOT NULL, city TEXT NOT NULL, rented BOOLEAN NOT NULL
			)`,
			"GET /flats?city:string 299 404", and,
		},
		{
			"or",
			`CREATE TABLE ticket (id INTEGER PRIMARY KEY, priority INTEGER NOT NULL, channel TEXT NOT NULL)`,
			"GET /tickets/hot 299 404", or,
		},
		{
			"not",
			`CREATE TABLE tower (id INTEGER PRIMARY KEY, height INTEGER NOT NULL, lit BOOLEAN NOT NULL)`,
			"GET /towers/odd 299 404", not,
		},
		{
			"and-or",
			`CREATE TABLE loan (
				id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, term INTEGER NOT NULL, grade TEXT NOT NULL
			)`,
			"GET /loans/risky 299 404", andOr,
		},
		{
			"in",
			`CREATE TABLE device (id INTEGER PRIMARY KEY, model TEXT NOT NULL, phase TEXT NOT NULL)`,
			"GET /devices/gone 299 404", in,
		},
		{
			"in-numbers",
			`CREATE TABLE socket (id INTEGER PRIMARY KEY, amps INTEGER NOT NULL)`,
			"GET /sockets?first:integer&second:integer 299 404", inNumbers,
		},
		{
			"not-in",
			`CREATE TABLE parcel (id INTEGER PRIMARY KEY, step TEXT NOT NULL)`,
			"GET /parcels/stuck 299 404", notIn,
		},
		{
			"between",
			`CREATE TABLE probe (id INTEGER PRIMARY KEY, depth INTEGER NOT NULL)`,
			"GET /probes/mid 299 404", between,
		},
		{
			"between-dates",
			`CREATE TABLE shift (id INTEGER PRIMARY KEY, day DATE NOT NULL)`,
			"GET /shifts?from:date&to:date 299 404", betweenDates,
		},
		{
			"not-between",
			`CREATE TABLE freezer (id INTEGER PRIMARY KEY, celsius INTEGER NOT NULL)`,
			"GET /freezers/alarms 299 404", notBetween,
		},
		{
			"is-null",
			`CREATE TABLE visit (id INTEGER PRIMARY KEY, guest TEXT NOT NULL, left_at DATETIME)`,
			"GET /visits/{guest:string} 299 404", isNull,
		},
		{
			"is-not-null",
			`CREATE TABLE entry (id INTEGER PRIMARY KEY, title TEXT NOT NULL, archived_at DATETIME)`,
			"GET /entries/archived 299 404", isNotNull,
		},
		{
			"row-value",
			`CREATE TABLE cell (x INTEGER NOT NULL, y INTEGER NOT NULL, mark TEXT)`,
			"GET /cells/{x:integer}/{y:integer} 299 404", rowValue,
		},
	}
}

func and(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT id FROM flat WHERE city = ? AND rooms >= 3 AND NOT rented", text(r, "city"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func or(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM ticket WHERE priority > 90 OR channel = 'press'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func not(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM tower WHERE NOT (lit OR height < 60)"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func andOr(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM loan WHERE (grade = 'D' OR term > 84) AND amount > 50000"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func in(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM device WHERE phase IN ('retired', 'stolen')"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func inNumbers(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		first, err := integer(r, "first")
		if err != nil {
			return 0, err
		}
		second, err := integer(r, "second")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM socket WHERE amps IN (?, ?)", first, second); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func notIn(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM parcel WHERE step NOT IN ('packed', 'sent', 'delivered')"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func between(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM probe WHERE depth BETWEEN 400 AND 420"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func betweenDates(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		from, err := date(r, "from")
		if err != nil {
			return 0, err
		}
		to, err := date(r, "to")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT id FROM shift WHERE day BETWEEN ? AND ?", from, to); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func notBetween(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM freezer WHERE celsius NOT BETWEEN -25 AND -15"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func isNull(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT id FROM visit WHERE guest = ? AND left_at IS NULL", text(r, "guest"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func isNotNull(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM entry WHERE archived_at IS NOT NULL"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func rowValue(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		x, err := integer(r, "x")
		if err != nil {
			return 0, err
		}
		y, err := integer(r, "y")
		if err != nil {
			return 0, err
		}
		if _, err := one(r, db, "SELECT x FROM cell WHERE (x, y) = (?, ?) AND mark = 'x'", x, y); err != nil {
			return 0, err
		}
		return met, nil
	}
}
