// Package accounts keeps accounts in SQLite. Calls open them; whether one is frozen or closed is decided by another
// system, which changes its row.
package accounts

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Schema is the OpenAPI document.
const Schema = `{"openapi":"3.0.3","info":{"title":"Accounts","version":"1"},"paths":{
"/accounts":{"post":{"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",
"required":["owner"],"properties":{"owner":{"type":"string"}}}}}},"responses":{"201":{"description":"opened"}}}},
"/accounts/{id}":{"get":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],
"responses":{"200":{"description":"the account"},"404":{"description":"none"},"410":{"description":"closed"},
"423":{"description":"frozen"}}}}}}`

// latest is the database of the latest handler.
var latest = struct {
	sync.Mutex
	db *sql.DB
}{}

// Database returns the database of the latest handler, nil before the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.db
}

// New returns a handler without accounts. It panics if there is no database.
func New() http.Handler {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		panic(err)
	}
	db.SetMaxOpenConns(1) // each connection has a database of its own
	if _, err := db.Exec("CREATE TABLE accounts (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, " +
		"state TEXT NOT NULL DEFAULT 'open', closed_on DATE)"); err != nil {
		panic(err)
	}
	latest.Lock()
	defer latest.Unlock()
	latest.db = db
	s := &service{http.NewServeMux(), db}
	s.HandleFunc("POST /accounts", s.open)
	s.HandleFunc("GET /accounts/{id}", s.account)
	return s
}

type service struct {
	*http.ServeMux
	db *sql.DB
}

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }

func (s *service) open(w http.ResponseWriter, r *http.Request) {
	var body struct{ Owner string }
	if json.NewDecoder(r.Body).Decode(&body) != nil || body.Owner == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	result, err := s.db.ExecContext(r.Context(), "INSERT INTO accounts (owner) VALUES (?)", body.Owner)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	id, _ := result.LastInsertId()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]int64{"id": id})
}

func (s *service) account(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	var state string
	var closed *string
	row := s.db.QueryRowContext(r.Context(), "SELECT state, closed_on FROM accounts WHERE id = ?", id)
	err = row.Scan(&state, &closed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		w.WriteHeader(http.StatusNotFound)
	case err != nil:
		w.WriteHeader(http.StatusInternalServerError)
	case closed != nil:
		w.WriteHeader(http.StatusGone)
	case state == "frozen":
		w.WriteHeader(http.StatusLocked)
	}
}
