// Package depot is a service with two databases: one of a driver that registers itself, and one of a connector. Nothing
// but their statements tells which of its operations need each other.
package depot

import (
	"database/sql"
	"net/http"

	"github.com/evoke-go/evoke/internal/e2e/suite/testdata/depot/rows"
	"github.com/evoke-go/evoke/probe/tables"
)

// early is connected when the package is initialised.
var early = opened("rows")

func opened(name string) *sql.DB {
	db, err := sql.Open(name, "")
	if err == nil {
		err = db.Ping()
	}
	if err != nil {
		panic(err)
	}
	return db
}

// New makes a service that knows nothing of Evoke.
func New() http.Handler { return service(early, sql.OpenDB(&rows.Counter{})) }

// ByHand makes the same service with wrapped drivers.
func ByHand() http.Handler {
	return service(sql.OpenDB(tables.Connector(&rows.Counter{})), sql.OpenDB(tables.Connector(&rows.Counter{})))
}

func service(stock, paper *sql.DB) http.Handler {
	insert := func(db *sql.DB, table string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if _, err := db.Exec("INSERT INTO " + table + " (x) VALUES (1)"); err != nil {
				panic(err)
			}
			w.WriteHeader(http.StatusCreated)
		}
	}
	count := func(db *sql.DB, table string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			var n int
			if err := db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
				panic(err)
			}
			if n == 0 {
				w.WriteHeader(http.StatusNotFound)
			}
		}
	}
	if _, err := stock.Exec("DELETE FROM stock"); err != nil { // the database outlives its service
		panic(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /alpha", insert(stock, "stock"))
	mux.HandleFunc("GET /omega", count(stock, "stock"))
	mux.HandleFunc("POST /beta", insert(paper, "notices"))
	mux.HandleFunc("GET /psi", count(paper, "notices"))
	mux.HandleFunc("POST /gamma", insert(paper, "elsewhere"))
	return mux
}
