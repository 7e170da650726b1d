// Package micro has the smallest services whose answers depend on rows that none of their calls can write: a service
// for each kind of condition, in SQL or in Go, and for each kind of constraint of a table. All run on SQLite in memory,
// through database/sql.
//
// Each service has an operation and a table or a few, which are empty at first. It answers its goal only if rows are
// there that satisfy the condition. Rows that the constraints forbid cannot be there, so that a service of a constraint
// says whether rows that obey it can be made.
//
// # What cannot be reached
//
// Of the 879 statements, rows and calls reach all but 22. 18 return a failure of the database: behind a write or the
// start of a transaction (11, and 1 in changed), behind EXISTS and aggregates, which always have a row (4), behind
// queries of several rows (2). A statement of go-two-tables returns that a parent is missing, which the foreign key
// rules out. The others are panics about what is right (2) and malformed.Error, which nothing prints. Where a query can
// find no row, the statement that returns a failure returns that too.
//
// Three statements more need a row with a text in a column of numbers, which SQLite accepts where a table is not
// STRICT: the scan of a row in go-loop and in go-neighbouring-rows, and status 500 in ServeHTTP.
package micro

import (
	"database/sql"
	"net/http"
	"os"
	"sync"
)

// Micro is a service with an operation.
type Micro struct {
	Name string
	// New returns a handler with a database of its own, whose tables are empty. It is an io.Closer.
	New func() http.Handler
	// Database returns the database of the latest handler of this name.
	Database func() *sql.DB
	// Schema is an OpenAPI document in JSON.
	Schema string
	// Goal is the status that the service answers only if the condition holds.
	Goal string
	// Tables are the statements that make the tables.
	Tables string
}

// All returns the services, in a fixed order.
func All() []Micro {
	var out []Micro
	for _, group := range [][]kind{
		comparisons(), texts(), moments(), logic(), patterns(), functions(), joins(), subqueries(), groups(), writes(),
		values(), rowsInGo(), constraints(), keys(),
	} {
		for _, k := range group {
			out = append(out, k.micro())
		}
	}
	return out
}

// Variable names the environment variable that says which service New and Database are about, the first one without it.
const Variable = "STORES_MICRO"

// New returns a handler of the service that the environment names. It panics if there is none of that name.
func New() http.Handler { return named(os.Getenv(Variable)).New() }

// Database returns the database of the latest handler of the service that the environment names.
func Database() *sql.DB { return named(os.Getenv(Variable)).Database() }

// Schema returns the OpenAPI document of the service that the environment names.
func Schema() []byte { return []byte(named(os.Getenv(Variable)).Schema) }

func named(name string) Micro {
	for _, m := range All() {
		if name == "" || m.Name == name {
			return m
		}
	}
	panic("micro: no service is called " + name)
}

// latest are the databases of the latest handlers by the names of the services. A test tool asks for them after New.
var latest sync.Map

// kind is a service without a database.
type kind struct {
	name   string
	tables string
	// operation is the call, as parse reads it.
	operation string
	handle    func(*sql.DB) answer
}

func (k kind) micro() Micro {
	op := parse(k.operation)
	return Micro{
		Name: k.name, Tables: k.tables, Goal: "299", Schema: op.openAPI(k.name),
		New: func() http.Handler {
			db := open(k.tables)
			latest.Store(k.name, db)
			mux := http.NewServeMux()
			mux.Handle(op.method+" "+op.path, k.handle(db))
			return &service{mux, db}
		},
		Database: func() *sql.DB {
			db, _ := latest.Load(k.name)
			out, _ := db.(*sql.DB)
			return out
		},
	}
}

// service is a handler that closes its database.
type service struct {
	http.Handler
	db *sql.DB
}

func (s *service) Close() error { return s.db.Close() }
