// Package parking sells tickets that expire. Some of its services start a goroutine that ends late or never.
package parking

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// valid is how long a ticket can be used.
const valid = 30 * 24 * time.Hour

// lot has the tickets that were sold.
type lot struct {
	mu     sync.Mutex
	sold   []time.Time
	swept  int
	sweeps func(*lot) // called with each sale
}

// New returns a service that starts no goroutine.
func New() http.Handler { return newLot(func(*lot) {}) }

// Swept returns a service whose goroutine the constructor starts.
func Swept() http.Handler {
	l := &lot{sweeps: func(*lot) {}}
	go l.sweep()
	return l.routes()
}

// Late returns a service whose goroutine the first sale starts.
func Late() http.Handler {
	var once sync.Once
	return newLot(func(l *lot) { once.Do(func() { go l.sweep() }) })
}

// Closed returns a service whose goroutine ends when the service is closed.
func Closed() http.Handler {
	l := &lot{sweeps: func(*lot) {}}
	c := &closer{l.routes(), make(chan struct{})}
	go func() {
		for {
			select {
			case <-time.After(time.Hour):
				l.count()
			case <-c.done:
				return
			}
		}
	}()
	return c
}

// closer is a service that can be closed.
type closer struct {
	http.Handler
	done chan struct{}
}

// Close ends the goroutine of the service.
func (c *closer) Close() error {
	close(c.done)
	return nil
}

func newLot(sweeps func(*lot)) http.Handler { return (&lot{sweeps: sweeps}).routes() }

// sweep counts old tickets, and never ends.
func (l *lot) sweep() {
	for range time.Tick(time.Second) {
		l.count()
	}
}

func (l *lot) count() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.swept++
}

func (l *lot) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /tickets", l.sell)
	mux.HandleFunc("GET /tickets/{id}", l.show)
	return mux
}

func (l *lot) sell(w http.ResponseWriter, _ *http.Request) {
	l.sweeps(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sold = append(l.sold, time.Now())
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(map[string]int{"id": len(l.sold)})
}

func (l *lot) show(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err != nil:
		w.WriteHeader(http.StatusBadRequest)
	case id < 1 || id > len(l.sold):
		w.WriteHeader(http.StatusNotFound)
	case time.Since(l.sold[id-1]) >= valid:
		w.WriteHeader(http.StatusGone)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
