// Package boxoffice is the box office of a theatre: members, shows, performances and orders, in MariaDB through
// database/sql. What the office may do depends on rows that other systems write: accounts, the loyalty programme, the
// house, the stage management, marketing, the doors, and the job that makes refunds.
//
// # What cannot be reached
//
// Of the 675 statements, rows and calls reach all but 34 (testdata/places.txt has them):
//   - 28 return a failure of the database behind a statement that finds something or nothing: in Join, Regulars, price
//     (2), loyalty, redeem, sellable, Order (2), Pay (2), Refund (4), Announce, Plan, StartSale (2), Cancel (2),
//     Statement (2), Batches, and of the store in Within, changed and collect (2). 2 answer status 500 then, in write.
//   - 2 say that something changed between the read and the write of a call, in Order and in Refund, which another call
//     at the same time does.
//   - 1 is about a configuration without a connector, in Open, and Refusal.Error is never printed.
package boxoffice

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/office"
	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/store"
	"github.com/evoke-go/evoke/bench/stores/boxoffice/internal/web"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document.
func Schema() []byte { return schema }

// Variable names the environment variable with the DSN of the database, which New empties.
const Variable = "BOXOFFICE_DSN"

// latest is the service that Database is about.
var latest = struct {
	sync.Mutex
	*service
}{service: &service{store: &store.Store{}}}

// New returns a handler over empty tables, which it makes if they are not there. It is an io.Closer, and its Reset
// empties the tables again.
func New() http.Handler {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := store.Open(ctx, os.Getenv(Variable))
	if err == nil {
		err = s.Clear(ctx)
	}
	if err != nil {
		panic(fmt.Errorf("boxoffice: the database of $%s: %w", Variable, err))
	}
	latest.Lock()
	defer latest.Unlock()
	latest.service = &service{web.Routes(office.New(s)), s}
	return latest.service
}

// Database returns the database of the latest handler, nil before the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.store.DB
}

type service struct {
	http.Handler
	store *store.Store
}

// Close closes the connections.
func (s *service) Close() error { return s.store.DB.Close() }

// Reset empties the tables.
func (s *service) Reset() error { return s.store.Clear(context.Background()) }
