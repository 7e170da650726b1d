// Command server is the service of package inside as a program of its own. Its arguments are the defects that it has.
package main

import (
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/evoke-go/evoke/bench/inside"
)

func main() {
	var defects []inside.Defect
	for _, arg := range os.Args[1:] {
		defects = append(defects, inside.Defect(arg))
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"),
		&server{defects: defects, service: inside.New(defects...)}))
}

// server serves the service, and a new one after a call of /reset.
type server struct {
	defects []inside.Defect
	mu      sync.Mutex
	service http.Handler
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if r.URL.Path == "/reset" {
		s.service = inside.New(s.defects...)
	}
	service := s.service
	s.mu.Unlock()
	service.ServeHTTP(w, r)
}
