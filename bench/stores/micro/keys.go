package micro

import (
	"database/sql"
	"net/http"
)

// keys are constraints between rows.
func keys() []kind {
	return []kind{
		{
			"unique",
			`CREATE TABLE badge (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE, holder TEXT NOT NULL)`,
			"GET /badges/many 299 404", unique,
		},
		{
			"unique-pair",
			`CREATE TABLE enrolment (
				id INTEGER PRIMARY KEY, course TEXT NOT NULL, person TEXT NOT NULL, UNIQUE (course, person)
			)`,
			"GET /courses/{course:string} 299 404", uniquePair,
		},
		{
			"unique-nocase",
			`CREATE TABLE handle (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE)`,
			"GET /handles/{name:string} 299 404", uniqueNocase,
		},
		{
			"unique-partial",
			`
			CREATE TABLE tenancy (id INTEGER PRIMARY KEY, flat TEXT NOT NULL, ended DATE);
			CREATE UNIQUE INDEX tenancy_current ON tenancy (flat) WHERE ended IS NULL`,
			"GET /tenancies/{flat:string} 299 404", uniquePartial,
		},
		{
			"composite-key",
			`CREATE TABLE reserve (hall TEXT NOT NULL, chair INTEGER NOT NULL, PRIMARY KEY (hall, chair))`,
			"GET /reserves/full 299 404", compositeKey,
		},
		{
			"text-key",
			`CREATE TABLE ledger_book (code TEXT NOT NULL PRIMARY KEY, closed BOOLEAN NOT NULL) WITHOUT ROWID`,
			"GET /ledgers/{code:string} 299 404", textKey,
		},
		{
			"foreign-key",
			`
			CREATE TABLE depot (id INTEGER PRIMARY KEY, city TEXT NOT NULL UNIQUE);
			CREATE TABLE truck (
				id INTEGER PRIMARY KEY, depot_id INTEGER NOT NULL REFERENCES depot(id), tons INTEGER NOT NULL
			)`,
			"GET /trucks/heavy 299 404", foreignKey,
		},
		{
			"foreign-key-chain",
			`
			CREATE TABLE land (code TEXT PRIMARY KEY CHECK (length(code) = 2));
			CREATE TABLE city (id INTEGER PRIMARY KEY, land TEXT NOT NULL REFERENCES land(code), name TEXT NOT NULL);
			CREATE TABLE office (
				id INTEGER PRIMARY KEY, city_id INTEGER NOT NULL REFERENCES city(id), staff INTEGER NOT NULL
			);
			CREATE TABLE desk_lamp (
				id INTEGER PRIMARY KEY, office_id INTEGER NOT NULL REFERENCES office(id), watt INTEGER NOT NULL
			)`,
			"GET /lamps/bright 299 404", foreignKeyChain,
		},
		{
			"foreign-key-self",
			`CREATE TABLE folder (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES folder(id), name TEXT NOT NULL)`,
			"GET /folders/nested 299 404", foreignKeySelf,
		},
		{
			"foreign-key-unique",
			`
			CREATE TABLE warehouse (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE CHECK (code LIKE 'WH-%'));
			CREATE TABLE bin (
				id INTEGER PRIMARY KEY, warehouse TEXT NOT NULL REFERENCES warehouse(code), full BOOLEAN NOT NULL
			)`,
			"GET /bins/full 299 404", foreignKeyUnique,
		},
		{
			"foreign-key-pair",
			`
			CREATE TABLE edition (isbn TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (isbn, number));
			CREATE TABLE copy (id INTEGER PRIMARY KEY, isbn TEXT NOT NULL, number INTEGER NOT NULL, shelf TEXT,
				FOREIGN KEY (isbn, number) REFERENCES edition (isbn, number))`,
			"GET /copies/misplaced 299 404", foreignKeyPair,
		},
	}
}

func unique(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT count(*) FROM badge GROUP BY holder HAVING count(*) >= 3"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func uniquePair(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT count(*) FROM enrolment WHERE course = ? GROUP BY course HAVING count(*) >= 2", text(r, "course"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func uniqueNocase(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM handle WHERE name = ?", text(r, "name")); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func uniquePartial(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT count(*) FROM tenancy WHERE flat = ? GROUP BY flat HAVING count(*) > count(ended) AND count(*) > 1",
			text(r, "flat"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func compositeKey(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT count(*) FROM reserve GROUP BY hall HAVING count(*) >= 3"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func textKey(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT closed FROM ledger_book WHERE code = ? AND closed", text(r, "code"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func foreignKey(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM truck WHERE tons > 20"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func foreignKeyChain(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM desk_lamp WHERE watt >= 60"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func foreignKeySelf(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM folder WHERE parent_id IS NOT NULL AND name = 'tax'"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func foreignKeyUnique(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM bin WHERE full"); err != nil {
			return 0, err
		}
		return met, nil
	}
}

func foreignKeyPair(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		if _, err := one(r, db, "SELECT id FROM copy WHERE shelf IS NULL AND number > 1"); err != nil {
			return 0, err
		}
		return met, nil
	}
}
