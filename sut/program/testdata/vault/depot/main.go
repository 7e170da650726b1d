// Command depot keeps what it is sent in a database. Nothing but its statements tells that /omega needs /alpha.
package main

import (
	"database/sql"
	"database/sql/driver"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
)

func init() { sql.Register("rows", &counter{rows: map[string]int{}}) }

func main() {
	db, err := sql.Open("rows", "")
	if err == nil {
		err = db.Ping()
	}
	if err != nil {
		log.Fatal(err)
	}
	insert := func(table string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if _, err := db.Exec("INSERT INTO " + table + " (x) VALUES (1)"); err != nil {
				panic(err)
			}
			w.WriteHeader(http.StatusCreated)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /alpha", insert("stock"))
	mux.HandleFunc("POST /beta", insert("elsewhere"))
	mux.HandleFunc("GET /omega", func(w http.ResponseWriter, _ *http.Request) {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM stock").Scan(&n); err != nil {
			panic(err)
		}
		if n == 0 {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

// counter is a driver of a database whose tables are numbers of rows.
type counter struct {
	mu   sync.Mutex
	rows map[string]int
}

func (c *counter) Open(string) (driver.Conn, error) { return &conn{of: c}, nil }

type conn struct {
	driver.Conn
	of *counter
}

func (c *conn) Close() error { return nil }

// Exec executes "INSERT INTO table ...".
func (c *conn) Exec(query string, _ []driver.Value) (driver.Result, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.of.rows[strings.Fields(query)[2]]++
	return driver.RowsAffected(1), nil
}

// Query executes "SELECT count(*) FROM table".
func (c *conn) Query(query string, _ []driver.Value) (driver.Rows, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	return &row{n: c.of.rows[strings.Fields(query)[3]]}, nil
}

type row struct {
	n    int
	told bool
}

func (*row) Columns() []string { return []string{"n"} }
func (*row) Close() error      { return nil }
func (r *row) Next(to []driver.Value) error {
	if r.told {
		return io.EOF
	}
	r.told, to[0] = true, int64(r.n)
	return nil
}
