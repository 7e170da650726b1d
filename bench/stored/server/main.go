// Command server is the shop of package stored with a database of PostgreSQL. Its first argument is the DSN of an empty
// database, and the others are the defects that it has.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/evoke-go/evoke/bench/stored"
	"github.com/evoke-go/evoke/bench/stored/postgres"
)

func main() {
	var defects []stored.Defect
	for _, arg := range os.Args[2:] {
		defects = append(defects, stored.Defect(arg))
	}
	s := &server{dsn: os.Args[1], defects: defects}
	if err := s.reset(); err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), s))
}

// server serves the shop, and a new one after a call of /reset.
type server struct {
	dsn     string
	defects []stored.Defect
	mu      sync.Mutex
	shop    http.Handler
}

// reset opens a new shop.
func (s *server) reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.shop.(io.Closer); ok {
		if err := old.Close(); err != nil {
			return err
		}
	}
	db, err := postgres.Open(context.Background(), s.dsn)
	if err != nil {
		return err
	}
	s.shop = stored.New(db, s.defects...)
	return nil
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/reset" {
		if err := s.reset(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		return
	}
	s.mu.Lock()
	shop := s.shop
	s.mu.Unlock()
	shop.ServeHTTP(w, r)
}
