// Package meterhall is the customer desk of an energy supplier: customers, meters, contracts, readings and invoices, in
// SQLite through gorm. What the desk may do depends on rows that other systems write: the price list, the credit
// agency, dunning, field service, the head end, accounting, marketing and the network control centre.
//
// # What cannot be reached
//
// Of the 604 statements, rows and calls reach all but 27 (testdata/places.txt has them):
//   - 17 return a failure of the database behind a statement that finds something or nothing: in Terminate and Offers
//     (2 each), Imports (3), Redeem, tariff, Register, Remove, Debts, Invoices, Pay, Read, plausible and Usage; and
//     another is behind the insertion of a contract in Sign, whose customer and meter were found.
//   - 1 answers status 500 after them, in ServeHTTP.
//   - 2 say that something changed between the read and the write of a call, in Sign and in Pay: there is only one
//     connection, and nobody else writes.
//   - 5 are about a database in memory that cannot be opened, made or emptied: in New, Clear and Open (3).
//   - Refusal.Error is never printed.
//
// SQLite accepts a text in a column of numbers. Such rows, which no system writes, reach status 500 and those failures
// that come from the reading of rows: Invoices, Debts and Imports.
package meterhall

import (
	"database/sql"
	_ "embed"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/desk"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/web"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document.
func Schema() []byte { return schema }

// latest is the service that Database is about.
var latest = struct {
	sync.Mutex
	*service
}{service: &service{store: &store.Store{}}}

// New returns a handler over empty tables. It is an io.Closer, and its Reset empties the tables again.
func New() http.Handler {
	s, err := store.Open()
	if err != nil {
		panic(err)
	}
	latest.Lock()
	defer latest.Unlock()
	latest.service = &service{web.Routes(desk.New(s)), s}
	return latest.service
}

// Database returns the database of the latest handler, nil before the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.store.SQL
}

type service struct {
	http.Handler
	store *store.Store
}

// Close closes the database.
func (s *service) Close() error { return s.store.SQL.Close() }

// Reset empties the tables.
func (s *service) Reset() error { return s.store.Clear() }
