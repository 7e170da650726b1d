// Package lockers is the lockers of a station, in a database that outlives its handlers: three lockers are there, and
// each can be rented once. Without the first rows, tests soon find all of them taken.
package lockers

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	_ "github.com/go-sql-driver/mysql" // the driver "mysql"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document.
func Schema() []byte { return schema }

// Variable names the environment variable with the DSN of the database: of SQLite if it begins with "file:", of
// PostgreSQL if it begins with "postgres:", else of MariaDB.
const Variable = "LOCKERS_DSN"

// Leaks names the environment variable that has a rental of a locker that is taken leave a transaction open.
const Leaks = "LOCKERS_LEAKS"

// latest is the database of the latest handler.
var latest = struct {
	sync.Mutex
	db *sql.DB
}{}

// New returns a handler over the rows that are there. It makes the tables if they are not there.
func New() http.Handler {
	d := dialectOf(os.Getenv(Variable))
	db, err := sql.Open(d.driver, d.dsn)
	if err == nil {
		err = fill(context.Background(), db, d)
	}
	if err != nil {
		panic(fmt.Errorf("lockers: the database of $%s: %w", Variable, err))
	}
	latest.Lock()
	defer latest.Unlock()
	latest.db = db
	return routes(&desk{db, d})
}

// Database returns the database of the latest handler, nil before the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.db
}

// dialect is what the databases do not have in common.
type dialect struct{ driver, dsn, counted, ignore string }

func dialectOf(dsn string) dialect {
	switch {
	case strings.HasPrefix(dsn, "file:"):
		return dialect{"sqlite", dsn, "INTEGER PRIMARY KEY AUTOINCREMENT", "INSERT OR IGNORE"}
	case strings.HasPrefix(dsn, "postgres:"):
		return dialect{"pgx", dsn, "SERIAL PRIMARY KEY", "INSERT"}
	}
	return dialect{"mysql", dsn, "INTEGER AUTO_INCREMENT PRIMARY KEY", "INSERT IGNORE"}
}

// sql writes a statement for a dialect: $1 is ? elsewhere.
func (d dialect) sql(text string) string {
	if d.driver == "mysql" {
		for _, n := range []string{"$1", "$2"} {
			text = strings.ReplaceAll(text, n, "?")
		}
	}
	return text
}

// fill makes the tables, and the lockers.
func fill(ctx context.Context, db *sql.DB, d dialect) error {
	insert := d.ignore + " INTO lockers (id, state) VALUES (1, 'ready'), (2, 'ready'), (3, 'ready')"
	if d.driver == "pgx" {
		insert += " ON CONFLICT DO NOTHING"
	}
	for _, s := range []string{
		"CREATE TABLE IF NOT EXISTS lockers (id INTEGER PRIMARY KEY, state VARCHAR(20) NOT NULL)",
		"CREATE TABLE IF NOT EXISTS rentals (id " + d.counted + ", locker INTEGER NOT NULL UNIQUE, " +
			"name VARCHAR(20) NOT NULL, FOREIGN KEY (locker) REFERENCES lockers (id))",
		insert,
	} {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// desk answers requests.
type desk struct {
	db *sql.DB
	dialect
}

func routes(d *desk) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /lockers", d.lockers)
	mux.HandleFunc("GET /lockers/{id}", d.locker)
	mux.HandleFunc("POST /rentals", d.rent)
	mux.HandleFunc("DELETE /rentals/{id}", d.end)
	return mux
}

type locker struct {
	ID    int    `json:"id"`
	State string `json:"state"`
	Taken bool   `json:"taken"`
}

func (d *desk) lockers(w http.ResponseWriter, r *http.Request) {
	rows, err := d.db.QueryContext(r.Context(),
		"SELECT l.id, l.state, r.id IS NOT NULL FROM lockers l LEFT JOIN rentals r ON r.locker = l.id ORDER BY l.id")
	all := []locker{}
	for err == nil && rows.Next() {
		var l locker
		err = rows.Scan(&l.ID, &l.State, &l.Taken)
		all = append(all, l)
	}
	if rows != nil {
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	answer(w, http.StatusOK, all, err)
}

func (d *desk) locker(w http.ResponseWriter, r *http.Request) {
	var l locker
	id, wrong := strconv.ParseInt(r.PathValue("id"), 10, 32)
	broken := d.db.QueryRowContext(r.Context(), // fitters say so, and no call
		d.sql("SELECT id, state FROM lockers WHERE id = $1 AND state = 'broken'"), id).Scan(&l.ID, &l.State)
	err := d.db.QueryRowContext(r.Context(), d.sql("SELECT id, state, EXISTS (SELECT 1 FROM rentals WHERE "+
		"locker = lockers.id) FROM lockers WHERE id = $1"), id).Scan(&l.ID, &l.State, &l.Taken)
	switch {
	case broken == nil:
		answer(w, http.StatusGone, nil, nil)
	case wrong != nil || errors.Is(err, sql.ErrNoRows):
		answer(w, http.StatusNotFound, nil, nil)
	default:
		answer(w, http.StatusOK, l, err)
	}
}

// leak begins a transaction that nobody ends.
func (d *desk) leak() {
	tx, err := d.db.Begin()
	if err == nil {
		_, _ = tx.Exec("UPDATE lockers SET state = state")
	}
}

type rental struct {
	ID     int    `json:"id"`
	Locker int    `json:"locker"`
	Name   string `json:"name"`
}

func (d *desk) rent(w http.ResponseWriter, r *http.Request) {
	var in rental
	if json.NewDecoder(r.Body).Decode(&in) != nil || in.Locker < 1 || len(in.Name) == 0 || len(in.Name) > 20 {
		answer(w, http.StatusBadRequest, nil, nil)
		return
	}
	var there, taken int
	err := d.db.QueryRowContext(r.Context(), d.sql("SELECT count(*) FROM lockers WHERE id = $1"), in.Locker).
		Scan(&there)
	if err == nil {
		err = d.db.QueryRowContext(r.Context(), d.sql("SELECT count(*) FROM rentals WHERE locker = $1"),
			in.Locker).Scan(&taken)
	}
	switch {
	case err == nil && there == 0:
		answer(w, http.StatusNotFound, nil, nil)
		return
	case err == nil && taken > 0:
		if os.Getenv(Leaks) != "" {
			d.leak()
		}
		answer(w, http.StatusConflict, nil, nil)
		return
	case err == nil:
		_, err = d.db.ExecContext(r.Context(), d.sql("INSERT INTO rentals (locker, name) VALUES ($1, $2)"),
			in.Locker, in.Name)
	}
	if err == nil {
		err = d.db.QueryRowContext(r.Context(), d.sql("SELECT id FROM rentals WHERE locker = $1"), in.Locker).
			Scan(&in.ID)
	}
	answer(w, http.StatusCreated, in, err)
}

func (d *desk) end(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 32)
	if err != nil {
		answer(w, http.StatusNotFound, nil, nil)
		return
	}
	gone, err := d.db.ExecContext(r.Context(), d.sql("DELETE FROM rentals WHERE id = $1"), id)
	status := http.StatusNoContent
	if err == nil {
		if n, _ := gone.RowsAffected(); n == 0 {
			status = http.StatusNotFound
		}
	}
	answer(w, status, nil, err)
}

// answer writes an answer, which is status 500 after an error.
func answer(w http.ResponseWriter, status int, body any, err error) {
	if err != nil {
		status, body = http.StatusInternalServerError, map[string]string{"error": err.Error()}
	}
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
