// Package restfaults is a service with ten kinds of faults on eight operations,
// after the one in "Open Problems in Fuzzing RESTful APIs" (Zhang and Arcuri,
// TOSEM 2023). No input is hard to find: it tests oracles. The schema declares
// what the service breaks.
//
//	kind  operation                  fault, and what reveals it
//	   1  GET /api/report            divides by the number of items, none at first: status 500
//	   2  POST /api/items            price is a text in the answer: not the declared type
//	   3  POST /api/jobs             answers 202: only 201 is declared
//	   4  GET /api/items             limit above its maximum: success all the same
//	   5  GET /api/items             sort is none of its values: success all the same
//	   6  GET /api/items             descending, required, is left out: success all the same
//	   7  POST /api/items            GET of the Location: status 404
//	   8  DELETE /api/items/{id}     answers 200, and GET of the item does as well
//	   9  PUT /api/items/{id}        leaves out a field: GET of the item has the old value
//	  10  PUT /api/items/{id}/stock  repeated: GET of the item has twice the stock
//
// GET /api/items/{id} is as it should be. Whatever else is wrong with a request
// is answered as declared, so that nothing but these ten is there to find.
//
// Package seeded has this list as data.
package restfaults

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document.
func Schema() []byte { return schema }

// service is the handler. Items are never deleted, which is kind 8, so the one
// of number n is items[n-1].
type service struct {
	mux   web.Stateless // the routes
	mu    sync.Mutex    // guards items
	items []item
}

// item is what is stored and shown.
type item struct {
	ID int `json:"id"`
	draft
	Stock int32 `json:"stock"`
}

// draft is what a client may say about an item.
type draft struct {
	Name  string  `json:"name"`
	Price float64 `json:"price"`
}

// New returns the service without items.
func New() http.Handler {
	s := &service{mux: web.NewStateless()}
	s.mux.HandleFunc("GET /api/report", s.report)
	s.mux.HandleFunc("POST /api/jobs", s.job)
	s.mux.HandleFunc("GET /api/items", s.list)
	s.mux.HandleFunc("POST /api/items", s.create)
	s.mux.HandleFunc("GET /api/items/{id}", s.get)
	s.mux.HandleFunc("PUT /api/items/{id}", s.put)
	s.mux.HandleFunc("PUT /api/items/{id}/stock", s.putStock)
	s.mux.HandleFunc("DELETE /api/items/{id}", s.delete)
	return s
}

// Reset forgets all items.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = nil
	return nil
}

// ServeHTTP answers a request, by status 500 if its handler panics.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if recover() != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mux.ServeHTTP(w, r)
}

// find returns the item of the path, nil for none.
func (s *service) find(r *http.Request) *item {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || id < 1 || id > len(s.items) {
		return nil
	}
	return &s.items[id-1]
}

// read reads the body over what is there already, and reports whether it is
// JSON of the right type. A body that could not be read to its end is none.
func read[T any](r *http.Request, into *T) bool {
	body, _ := io.ReadAll(r.Body)
	return json.Unmarshal(body, &into) == nil && into != nil
}
