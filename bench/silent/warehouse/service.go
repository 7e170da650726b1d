// Package warehouse is a service that keeps the stock of a warehouse, on
// net/http with all its data in memory. A manager keeps the products, clerks
// move stock and hold some of it for customers.
package warehouse

import (
	_ "embed"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may call.
type user struct {
	name    string
	manager bool
}

func (u *user) token() string { return u.name + "-has-the-keys" }

// people are all users, in a fixed order.
func people() []*user { return []*user{{"nora", true}, {"otto", false}, {"pia", false}} }

// Users returns the users for a run: nora is the manager, otto and pia are clerks.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, auth.Bearer(u.name, u.token()))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	mux    *http.ServeMux
	bugs   kit.Bugs
	people []*user

	mu          sync.Mutex // guards what follows
	products    map[int]*product
	moves       []*move          // in the order of their ids
	keyed       map[string]*move // by user, product and key
	holds       []*hold          // in the order of their ids
	lists       map[string]any   // answers of the list of products, by query, for ListCached
	lastProduct int
	lastMove    int
	lastHold    int
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without products. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{mux: http.NewServeMux(), bugs: kit.Set(bugs...), people: people()}
	s.clear()
	s.mux.HandleFunc("GET /products", s.as(s.listProducts))
	s.mux.HandleFunc("POST /products", s.manager(s.createProduct))
	s.mux.HandleFunc("GET /products/{id}", s.as(s.getProduct))
	s.mux.HandleFunc("PATCH /products/{id}", s.manager(s.patchProduct))
	s.mux.HandleFunc("DELETE /products/{id}", s.manager(s.deleteProduct))
	s.mux.HandleFunc("GET /products/{id}/moves", s.as(s.listMoves))
	s.mux.HandleFunc("POST /products/{id}/moves", s.as(s.createMove))
	s.mux.HandleFunc("GET /moves/{id}", s.as(s.getMove))
	s.mux.HandleFunc("POST /moves/{id}/undo", s.manager(s.undo))
	s.mux.HandleFunc("GET /holds", s.as(s.listHolds))
	s.mux.HandleFunc("POST /holds", s.as(s.createHold))
	s.mux.HandleFunc("GET /holds/{id}", s.as(s.getHold))
	s.mux.HandleFunc("PATCH /holds/{id}", s.as(s.patchHold))
	if s.bugs.Has(ReportForClerks) {
		s.mux.HandleFunc("GET /report", s.as(s.report))
	} else {
		s.mux.HandleFunc("GET /report", s.manager(s.report))
	}
	return s
}

// Reset forgets all products and what belongs to them.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return nil
}

func (s *service) clear() {
	s.products, s.keyed, s.lists = map[int]*product{}, map[string]*move{}, map[string]any{}
	s.moves, s.holds = nil, nil
	s.lastProduct, s.lastMove, s.lastHold = 0, 0, 0
}

// ServeHTTP answers a request. What the mux would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.mux)
}

// action answers a request of a user.
type action func(w http.ResponseWriter, r *http.Request, by *user) error

// as lets only requests with a token through, one at a time.
func (s *service) as(do action) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		by, err := kit.Caller(r, s.people, (*user).token, "who are you?")
		if err != nil {
			return err
		}
		return do(w, r, by)
	})
}

// manager lets only requests of the manager through.
func (s *service) manager(do action) http.HandlerFunc {
	return s.as(func(w http.ResponseWriter, r *http.Request, by *user) error {
		if !by.manager {
			return kit.Refuse(http.StatusForbidden, "this is for the manager")
		}
		return do(w, r, by)
	})
}
