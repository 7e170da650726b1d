// Package sqlite is features-service over tables of SQLite.
//
// # What cannot be reached
//
// Of the 299 statements of this package and package features, 5 are executed by
// no request to New: the statements of Schema, New, NewEmpty and OverEmpty of
// package features, and of NewEmpty of this package. Package mapper handles
// failures of the database, as the mapper of the original did.
package sqlite

import (
	"database/sql"
	"net/http"

	"github.com/evoke-go/evoke/bench/features"
	"github.com/evoke-go/evoke/bench/features/store"
	"github.com/evoke-go/evoke/bench/web/mapper"
)

var latest mapper.Latest

// New returns features-service over new tables with the products that package
// features begins with. The service is a bench.Resetter and an io.Closer.
func New() http.Handler { return serve(features.Over) }

// NewEmpty returns the service without data. It is a bench.Resetter and an
// io.Closer.
func NewEmpty() http.Handler { return serve(features.OverEmpty) }

func serve(over func(store.Store) http.Handler) http.Handler {
	t := open()
	return latest.Serve(over(t), t.db)
}

// Database returns the database of the service that was made last, nil before
// the first one.
func Database() *sql.DB { return latest.Database() }
