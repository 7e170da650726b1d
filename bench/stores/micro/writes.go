package micro

import (
	"database/sql"
	"net/http"
)

// writes are updates and deletions that may find no row.
func writes() []kind {
	return []kind{
		{
			"update-affected",
			`CREATE TABLE alarm (id INTEGER PRIMARY KEY, zone TEXT NOT NULL, state TEXT NOT NULL)`,
			"PUT /alarms/{zone:string} 299 404", updateAffected,
		},
		{
			"update-several",
			`CREATE TABLE reminder (id INTEGER PRIMARY KEY, due DATE NOT NULL, sent BOOLEAN NOT NULL DEFAULT FALSE)`,
			"POST /reminders 204 299", updateSeveral,
		},
		{
			"update-version",
			`CREATE TABLE page (name TEXT PRIMARY KEY, version INTEGER NOT NULL CHECK (version > 0))`,
			"PUT /pages/{name:string}?version:integer 299 409", updateVersion,
		},
		{
			"update-from",
			`
			CREATE TABLE stock (sku TEXT PRIMARY KEY, amount INTEGER NOT NULL);
			CREATE TABLE recall (sku TEXT PRIMARY KEY REFERENCES stock(sku), ordered_by TEXT NOT NULL)`,
			"POST /recalls 204 299", updateFrom,
		},
		{
			"delete-affected",
			`CREATE TABLE draft (id INTEGER PRIMARY KEY, author TEXT NOT NULL, locked BOOLEAN NOT NULL)`,
			"DELETE /drafts/{author:string} 299 404", deleteAffected,
		},
		{
			"delete-old",
			`CREATE TABLE session_row (id TEXT PRIMARY KEY, seen_at DATETIME NOT NULL)`,
			"DELETE /sessions/old 204 299", deleteOld,
		},
		{
			"insert-select",
			`
			CREATE TABLE inbox (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL);
			CREATE TABLE archive (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`,
			"POST /archive 204 299", insertSelect,
		},
		{
			"conflict",
			`CREATE TABLE nick (name TEXT PRIMARY KEY, owner TEXT NOT NULL)`,
			"POST /nicks/{name:string} 204 299", conflict,
		},
		{
			"transfer",
			`CREATE TABLE purse (owner TEXT PRIMARY KEY, cents INTEGER NOT NULL CHECK (cents >= 0))`,
			"POST /purses/{from:string}/{to:string} 299 404", transfer,
		},
	}
}

func updateAffected(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db, "UPDATE alarm SET state = 'seen' WHERE zone = ? AND state = 'ringing'",
			text(r, "zone"))
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return http.StatusNotFound, nil
		}
		return met, nil
	}
}

func updateSeveral(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db, "UPDATE reminder SET sent = TRUE WHERE NOT sent AND due < date('now')")
		if err != nil {
			return 0, err
		}
		if n < 2 {
			return http.StatusNoContent, nil
		}
		return met, nil
	}
}

func updateVersion(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		version, err := integer(r, "version")
		if err != nil {
			return 0, err
		}
		result, err := db.ExecContext(r.Context(),
			"UPDATE page SET version = version + 1 WHERE name = ? AND version = ?",
			text(r, "name"), version)
		if err != nil {
			return 0, err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return http.StatusConflict, err
		}
		return met, nil
	}
}

func updateFrom(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db,
			`UPDATE stock SET amount = 0
				WHERE amount > 0 AND EXISTS (SELECT 1 FROM recall WHERE recall.sku = stock.sku)`)
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return http.StatusNoContent, nil
		}
		return met, nil
	}
}

func deleteAffected(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db, "DELETE FROM draft WHERE author = ? AND NOT locked", text(r, "author"))
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return http.StatusNotFound, nil
		}
		return met, nil
	}
}

func deleteOld(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db, "DELETE FROM session_row WHERE seen_at < datetime('now', '-1 day')")
		if err != nil {
			return 0, err
		}
		if n > 0 {
			return met, nil
		}
		return http.StatusNoContent, nil
	}
}

func insertSelect(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		n, err := changed(r, db, "INSERT OR IGNORE INTO archive SELECT id, body FROM inbox WHERE kind = 'closed'")
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return http.StatusNoContent, nil
		}
		return met, nil
	}
}

func conflict(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		tx, err := db.BeginTx(r.Context(), nil)
		if err != nil {
			return 0, err
		}
		defer func() { _ = tx.Rollback() }() // the call only asks whether the name is free
		result, err := tx.ExecContext(r.Context(), "INSERT INTO nick VALUES (?, 'nobody') ON CONFLICT DO NOTHING",
			text(r, "name"))
		if err != nil {
			return 0, err
		}
		if n, err := result.RowsAffected(); err != nil || n > 0 {
			return http.StatusNoContent, err
		}
		return met, nil
	}
}

func transfer(db *sql.DB) answer {
	return func(r *http.Request) (int, error) {
		tx, err := db.BeginTx(r.Context(), nil)
		if err != nil {
			return 0, err
		}
		defer func() { _ = tx.Rollback() }()
		moves := map[string]string{
			"from": "UPDATE purse SET cents = cents - 50 WHERE owner = ? AND cents >= 50",
			"to":   "UPDATE purse SET cents = cents + 50 WHERE owner = ?",
		}
		for _, side := range []string{"from", "to"} {
			result, err := tx.ExecContext(r.Context(), moves[side], text(r, side))
			if err != nil {
				return 0, err
			}
			if n, err := result.RowsAffected(); err != nil || n == 0 {
				return http.StatusNotFound, err
			}
		}
		return met, tx.Commit()
	}
}
