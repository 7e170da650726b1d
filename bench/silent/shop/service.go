// Package shop is a service that sells items of many sellers, on chi, with its
// data in SQLite. Everybody sees the items; each customer has a cart, and sees
// the own orders only. Package silent tells of the bugs that it may have.
package shop

import (
	"database/sql"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// customers are who has an account, in a fixed order.
func customers() []string { return []string{"dora", "eli", "finn"} }

func tokenOf(customer string) string { return customer + "-likes-to-shop" }

// Users returns the users for a run: three customers, who are sellers as well.
func Users() []auth.User {
	var out []auth.User
	for _, c := range customers() {
		out = append(out, auth.Bearer(c, tokenOf(c)))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs kit.Bugs
	mu   sync.Mutex // lets one request at a time through
	db   *sql.DB    // has one connection, as a database in memory is that of its connection
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns the service without items, healthy but for some bugs. It is a
// bench.Resetter and an io.Closer. It panics if there is no memory for it.
func With(bugs ...kit.Bug) http.Handler {
	db, err := open()
	if err != nil {
		panic(fmt.Errorf("shop: %w", err))
	}
	s := &service{bugs: kit.Set(bugs...), db: db}
	s.Handler = s.routes()
	return s
}

func (s *service) routes() http.Handler {
	router := chi.NewRouter()
	router.NotFound(kit.Handler(func(http.ResponseWriter, *http.Request) error {
		return kit.Refuse(http.StatusNotFound, "there is no such page")
	}))
	router.Get("/items", s.alone(s.listItems))
	router.Post("/items", s.as(s.createItem))
	router.Get("/items/{id}", s.alone(s.getItem))
	router.Put("/items/{id}", s.as(s.putItem))
	router.Patch("/items/{id}", s.as(s.patchItem))
	router.Delete("/items/{id}", s.as(s.deleteItem))
	router.Get("/cart", s.as(s.getCart))
	router.Put("/cart/items/{id}", s.as(s.putLine))
	router.Delete("/cart/items/{id}", s.as(s.deleteLine))
	router.Get("/orders", s.as(s.listOrders))
	router.Post("/orders", s.as(s.createOrder))
	router.Get("/orders/{id}", s.as(s.getOrder))
	router.Get("/orders/{id}/payments", s.as(s.listPayments))
	router.Post("/orders/{id}/payments", s.as(s.pay))
	router.Post("/orders/{id}/cancel", s.as(s.cancel))
	router.Get("/account", s.as(s.getAccount))
	router.Patch("/account", s.as(s.patchAccount))
	return router
}

// Reset empties all tables and opens the accounts anew.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fill(s.db)
}

// Close closes the database.
func (s *service) Close() error { return s.db.Close() }

// alone lets one request at a time through.
func (s *service) alone(do func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return do(w, r)
	})
}

// as lets only requests with a token through, as those of its customer.
func (s *service) as(do func(w http.ResponseWriter, r *http.Request, customer string) error) http.HandlerFunc {
	return s.alone(func(w http.ResponseWriter, r *http.Request) error {
		all, token := customers(), kit.Token(r)
		i := slices.IndexFunc(all, func(c string) bool { return tokenOf(c) == token })
		if i < 0 {
			return kit.Refuse(http.StatusUnauthorized, "a token is needed")
		}
		return do(w, r, all[i])
	})
}

func idOf(r *http.Request) (int, error) { return kit.ID(chi.URLParam(r, "id")) }

// page is a page of a list.
type page[T any] struct {
	Items []T `json:"items"`
	Total int `json:"total"` // of all pages
	Page  int `json:"page"`  // from 1
	Size  int `json:"size"`
}

// pageOf reads which page is asked for.
func pageOf(q *kit.Query) (number, size int) {
	return q.Int("page", 1, 1, 1000), q.Int("size", 20, 1, 50)
}
