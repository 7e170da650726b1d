package mapper

import (
	"database/sql"
	"net/http"
	"sync"
)

// Latest is the database of the service of a package that was made last. It may
// be used concurrently.
type Latest struct {
	mu sync.Mutex
	db *sql.DB
}

// Serve returns a service over a database, which is the latest from now on. The
// service is a bench.Resetter, as its handler is, and an io.Closer.
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
