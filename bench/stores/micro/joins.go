package micro

import (
	"database/sql"
	"net/http"
)

// joins are conditions on rows of two and three tables.
func joins() []kind {
	return []kind{
		{
			"join-two",
			`
			CREATE TABLE crew (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank TEXT NOT NULL);
			CREATE TABLE duty (
				id INTEGER PRIMARY KEY, crew_id INTEGER NOT NULL REFERENCES crew(id), hours INTEGER NOT NULL
			)`,
			"GET /duties/long 299 404", joinTwo,
		},
		{
			"join-three",
			`
			CREATE TABLE region (id INTEGER PRIMARY KEY, code TEXT NOT NULL);
			CREATE TABLE shop (id INTEGER PRIMARY KEY, region_id INTEGER NOT NULL REFERENCES region(id));
			CREATE TABLE till (
				id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shop(id), state TEXT NOT NULL
			)`,
			"GET /regions/{code:string}/tills/broken 299 404", joinThree,
		},
		{
			"join-condition",
			`
			CREATE TABLE price (
				id INTEGER PRIMARY KEY, item TEXT NOT NULL, valid_from DATE NOT NULL, cents INTEGER NOT NULL
			);
			CREATE TABLE offer (id INTEGER PRIMARY KEY, item TEXT NOT NULL, day DATE NOT NULL, cents INTEGER NOT NULL)`,
			"GET /offers/cheap 299 404", joinCondition,
		},
		{
			"join-implicit",
			`
			CREATE TABLE pilot (id INTEGER PRIMARY KEY, licence TEXT NOT NULL);
			CREATE TABLE plane (id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilot(id), seats INTEGER NOT NULL)`,
			"GET /planes/glider 299 404", joinImplicit,
		},
		{
			"join-using",
			`
			CREATE TABLE lot (lot_id INTEGER PRIMARY KEY, title TEXT NOT NULL);
			CREATE TABLE bid (
				bid_id INTEGER PRIMARY KEY, lot_id INTEGER NOT NULL REFERENCES lot(lot_id), cents INTEGER NOT NULL
			)`,
			"GET /lots/{title:string} 299 404", joinUsing,
		},
		{
			"join-self",
			`CREATE TABLE worker (id INTEGER PRIMARY KEY, boss_id INTEGER REFERENCES worker(id), pay INTEGER NOT NULL)`,
			"GET /workers/odd 299 404", joinSelf,
		},
		{
			"left-join-null",
			`
			CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
			CREATE TABLE screening (
				id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film(id), hall TEXT NOT NULL
			)`,
			"GET /films/unseen 299 404", leftJoinNull,
		},
		{
			"left-join-condition",
			`
			CREATE TABLE hive (id INTEGER PRIMARY KEY, yard TEXT NOT NULL);
			CREATE TABLE check_up (
				id INTEGER PRIMARY KEY, hive_id INTEGER NOT NULL REFERENCES hive(id), passed BOOLEAN NOT NULL
			)`,
			"GET /hives/{yard:string} 299 404", leftJoinCondition,
		},
		{
			"left-join-coalesce",
			`
			CREATE TABLE plan (id INTEGER PRIMARY KEY, quota INTEGER NOT NULL);
			CREATE TABLE exemption (plan_id INTEGER PRIMARY KEY REFERENCES plan(id), quota INTEGER)`,
			"GET /plans/roomy 299 404", leftJoinCoalesce,
		},
	}
}

func joinTwo(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT duty.id FROM duty JOIN crew ON crew.id = duty.crew_id
				WHERE crew.rank = 'captain' AND duty.hours > 12`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func joinThree(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT t.id FROM till t JOIN shop s ON s.id = t.shop_id JOIN region g ON g.id = s.region_id
				WHERE g.code = ? AND t.state = 'broken'`, text(r, "code"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func joinCondition(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT o.id FROM offer o
				JOIN price p ON p.item = o.item AND p.valid_from <= o.day AND o.cents < p.cents`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func joinImplicit(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT plane.id FROM plane, pilot
				WHERE plane.pilot_id = pilot.id AND pilot.licence = 'GPL' AND plane.seats <= 2`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func joinUsing(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT bid_id FROM bid JOIN lot USING (lot_id) WHERE title = ? AND cents >= 9900", text(r, "title"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func joinSelf(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT w.id FROM worker w JOIN worker b ON b.id = w.boss_id WHERE w.pay > b.pay")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func leftJoinNull(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			"SELECT f.id FROM film f LEFT JOIN screening s ON s.film_id = f.id WHERE s.id IS NULL")
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func leftJoinCondition(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT h.id FROM hive h LEFT JOIN check_up c ON c.hive_id = h.id AND c.passed
				WHERE h.yard = ? AND c.id IS NULL`, text(r, "yard"))
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}

func leftJoinCoalesce(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		_, err := one(r, db,
			`SELECT p.id FROM plan p LEFT JOIN exemption e ON e.plan_id = p.id
				WHERE COALESCE(e.quota, p.quota) >= 500 AND p.quota < 100`)
		if err != nil {
			return 0, err
		}
		return met, nil
	}
}
