// Package shop is a small bookshop with an HTTP API: the example service that
// Evoke writes tests for. Its state is in memory, and each [New] is a new shop.
//
// The shop knows two users, the customer "ann" and the admin "bob", and starts
// with three books and one order.
//
// It has mistakes, and they are here on purpose, as real services have them:
//
//   - GET /books?sort=rating divides by zero, and so panics, as soon as one of
//     the books to sort has no reviews yet ([book.rating]).
//   - GET /books/{id}/quote counts pence in 32 bits. A very large quantity of a
//     dear book overflows, and the negative total is answered 500 ([shop.price]).
//   - GET /books/{id}/reviews answers null instead of an empty array for a book
//     without reviews, which the schema does not allow ([shop.listReviews]).
//   - DELETE /books/{id} answers 409 for a book that was ordered, a status
//     that the schema does not declare ([shop.deleteBook]).
//
// The rules of prices, vouchers and postage in prices.go have conditions that
// random values hardly meet, for a search that sees inside of the program.
package shop

import (
	"crypto/rand"
	_ "embed" // for the schema
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Schema is the API of the shop, in OpenAPI 3.0.
//
//go:embed openapi.yaml
var Schema []byte

// shop is the state of the service. The mutex is held for each whole request.
type shop struct {
	mu     sync.Mutex
	users  []*user
	tokens map[string]*user
	books  []*book // by id
	orders []*order
	lastID struct{ book, review, order int }
}

type user struct {
	name, password string
	admin          bool
}

// New returns the API of a new shop.
func New() http.Handler {
	s := &shop{
		users: []*user{
			{name: "ann", password: "ann-secret"},
			{name: "bob", password: "bob-secret", admin: true},
		},
		tokens: map[string]*user{},
	}
	s.fill()
	return s.routes()
}

// fill puts the first books on the shelves. Each has a review.
func (s *shop) fill() {
	ann := s.users[0]
	for _, b := range []newBook{
		{Title: "Emma", Author: "Jane Austen", Genre: "novel", Price: 995, Pages: 474, Stock: 12},
		{Title: "Sonnets", Author: "William Shakespeare", Genre: "poetry", Price: 650, Pages: 160, Stock: 3},
		{Title: "On the Origin of Species", Author: "Charles Darwin", Genre: "science",
			Price: 2450, Pages: 502, Stock: 5},
	} {
		s.addReview(s.addBook(b), ann, newReview{Stars: 4, Text: "Read it in a day."})
	}
	s.addOrder(ann, newOrder{Book: 1, Quantity: 2, Country: "GB"}, quote{Books: 1990, Postage: 295, Total: 2285})
}

func (s *shop) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", s.open(s.login))
	mux.HandleFunc("GET /books", s.open(s.listBooks))
	mux.HandleFunc("POST /books", s.admins(s.createBook))
	mux.HandleFunc("GET /books/{id}", s.open(s.getBook))
	mux.HandleFunc("PUT /books/{id}", s.admins(s.updateBook))
	mux.HandleFunc("DELETE /books/{id}", s.admins(s.deleteBook))
	mux.HandleFunc("GET /books/{id}/quote", s.open(s.quoteBook))
	mux.HandleFunc("GET /books/{id}/reviews", s.open(s.listReviews))
	mux.HandleFunc("POST /books/{id}/reviews", s.members(s.createReview))
	mux.HandleFunc("GET /orders", s.members(s.listOrders))
	mux.HandleFunc("POST /orders", s.members(s.createOrder))
	mux.HandleFunc("GET /orders/{id}", s.members(s.getOrder))
	mux.HandleFunc("POST /orders/{id}/cancel", s.members(s.cancelOrder))
	return mux
}

// answer is the successful answer of a handler.
type answer struct {
	status   int
	location string // Location of a created resource
	body     any    // nil for none
}

// problem is an error caused by the client.
type problem struct {
	status int
	text   string
}

func (p problem) Error() string { return p.text }

func invalid(text string) error { return problem{http.StatusBadRequest, text} }

var errNotFound = problem{http.StatusNotFound, "not found"}

// open wraps a handler for everybody.
func (s *shop) open(f func(*http.Request) (answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		a, err := f(r)
		if err != nil {
			a = failure(err)
		}
		a.write(w)
	}
}

// members wraps a handler for logged-in users.
func (s *shop) members(f func(*http.Request, *user) (answer, error)) http.HandlerFunc {
	return s.open(func(r *http.Request) (answer, error) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		who := s.tokens[token]
		if !ok || who == nil {
			return answer{}, problem{http.StatusUnauthorized, "log in first"}
		}
		return f(r, who)
	})
}

// admins wraps a handler for admins.
func (s *shop) admins(f func(*http.Request) (answer, error)) http.HandlerFunc {
	return s.members(func(r *http.Request, who *user) (answer, error) {
		if !who.admin {
			return answer{}, problem{http.StatusForbidden, "only admins may do this"}
		}
		return f(r)
	})
}

func failure(err error) answer {
	var p problem
	if !errors.As(err, &p) {
		p = problem{http.StatusInternalServerError, err.Error()}
	}
	return answer{status: p.status, body: map[string]string{"error": p.text}}
}

func (a answer) write(w http.ResponseWriter) {
	if a.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if a.location != "" {
		w.Header().Set("Location", a.location)
	}
	if a.body == nil {
		w.WriteHeader(a.status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	_ = json.NewEncoder(w).Encode(a.body)
}

// decode reads the JSON body of a request.
func decode(r *http.Request, into any) error {
	const most = 1 << 20
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, most)).Decode(into); err != nil {
		return invalid("the body is not what was expected: " + err.Error())
	}
	return nil
}

// number returns an integer parameter of the query, within limits.
func number(r *http.Request, name string, byDefault, low, high int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return byDefault, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, invalid(name + " must be from " + strconv.Itoa(low) + " to " + strconv.Itoa(high))
	}
	return n, nil
}

func (s *shop) login(r *http.Request) (answer, error) {
	var in struct {
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	if err := decode(r, &in); err != nil {
		return answer{}, err
	}
	for _, u := range s.users {
		if u.name == in.Name && u.password == in.Password {
			token := rand.Text()
			s.tokens[token] = u
			return answer{status: http.StatusOK, body: map[string]string{"token": token}}, nil
		}
	}
	return answer{}, problem{http.StatusUnauthorized, "wrong name or password"}
}

// now is the time as it is shown.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
