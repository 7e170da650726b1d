// Package sqlite is features-service over tables of SQLite.
//
// # What cannot be reached
//
// Of the 306 statements of this package and package features, 6 are executed by
// no request to New: those of Schema, New, NewEmpty and OverEmpty of package
// features, and of NewEmpty and Reset here. Failures of the database are handled
// in package mapper, as the mapper of the original did.
package sqlite

import (
	"database/sql"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/features"
	"github.com/evoke-go/evoke/bench/features/store"
)

// latest is the database of the service that was made last.
var latest = struct {
	sync.Mutex
	db *sql.DB
}{}

// service is a service that can be closed.
type service struct {
	http.Handler
	db *sql.DB
}

// New returns the service with the demo data. It is a bench.Resetter and an
// io.Closer.
func New() http.Handler { return serve(features.Over) }

// NewEmpty returns the service without data. It is a bench.Resetter and an
// io.Closer.
func NewEmpty() http.Handler { return serve(features.OverEmpty) }

func serve(over func(store.Store) http.Handler) http.Handler {
	t := open()
	latest.Lock()
	defer latest.Unlock()
	latest.db = t.db
	return &service{over(t), t.db}
}

// Database returns the database of the service that was made last, nil before
// the first one.
func Database() *sql.DB {
	latest.Lock()
	defer latest.Unlock()
	return latest.db
}

// Reset brings back the state that the service began with.
func (s *service) Reset() error { return s.Handler.(interface{ Reset() error }).Reset() }

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }
