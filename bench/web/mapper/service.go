package mapper

import (
	"database/sql"
	"net/http"
	"sync"
)

// Latest holds the database of the newest service of a package. It may be used
// concurrently.
type Latest struct {
	mu sync.Mutex
	db *sql.DB
}

// Serve returns a service over a database, and holds the database. The service
// is an io.Closer, and a bench.Resetter, as its handler has to be.
func (l *Latest) Serve(h http.Handler, db *sql.DB) http.Handler {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.db = db
	return &service{h, db}
}

// Database returns the latest database, nil before the first service.
func (l *Latest) Database() *sql.DB {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.db
}

type service struct {
	http.Handler
	db *sql.DB
}

// Reset brings back the state that the service began with.
func (s *service) Reset() error { return s.Handler.(interface{ Reset() error }).Reset() }

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }
