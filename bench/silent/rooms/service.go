// Package rooms is a service that books the rooms of a house by the day, on
// net/http, with all its data in memory. Admins keep the rooms, everybody books
// them. Package silent tells of the bugs that it may have.
package rooms

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

// user is who may log in.
type user struct {
	Name     string `json:"name"`
	Role     string `json:"role"`
	password string
}

func (u *user) token() string             { return u.Name + "-may-enter-the-house" }
func (u *user) isAdmin() bool             { return u.Role == "admin" }
func (u *user) mayChange(b *booking) bool { return u.isAdmin() || u.Name == b.Owner }

// people are all users, in a fixed order.
func people() []*user {
	return []*user{
		{"amy", "admin", "amy-secret"},
		{"ben", "guest", "ben-secret"},
		{"cleo", "guest", "cleo-secret"},
	}
}

// Users returns the users for a run: amy is an admin, ben and cleo are guests.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		out = append(out, kit.LogIn("name", u.Name, u.password))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs   kit.Bugs
	people []*user

	mu          sync.Mutex // guards what follows
	rooms       []*room    // by id
	bookings    []*booking // by id
	lastRoom    int        // the id that was given last, 0 for none
	lastBooking int
	withdrawn   []*booking // deleted ones, which UpdateAfterDelete finds
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns the service without rooms, healthy but for some bugs. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{bugs: kit.Set(bugs...), people: people()}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /login", s.locked(s.login))
	mux.HandleFunc("GET /me", s.as(s.me))
	mux.HandleFunc("GET /rooms", s.as(s.listRooms))
	mux.HandleFunc("POST /rooms", s.as(s.createRoom))
	mux.HandleFunc("GET /rooms/{id}", s.as(s.getRoom))
	mux.HandleFunc("PUT /rooms/{id}", s.as(s.putRoom))
	mux.HandleFunc("PATCH /rooms/{id}", s.as(s.patchRoom))
	mux.HandleFunc("DELETE /rooms/{id}", s.as(s.deleteRoom))
	mux.HandleFunc("GET /rooms/{id}/bookings", s.as(s.bookingsOfRoom))
	mux.HandleFunc("GET /rooms/{id}/usage", s.as(s.usage))
	mux.HandleFunc("GET /bookings", s.as(s.listBookings))
	mux.HandleFunc("POST /bookings", s.as(s.createBooking))
	mux.HandleFunc("GET /bookings/{id}", s.as(s.getBooking))
	mux.HandleFunc("PATCH /bookings/{id}", s.as(s.patchBooking))
	mux.HandleFunc("DELETE /bookings/{id}", s.as(s.deleteBooking))
	mux.HandleFunc("POST /bookings/{id}/cancel", s.as(s.cancel))
	s.Handler = mux
	return s
}

// Reset forgets all rooms and bookings.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms, s.bookings, s.withdrawn = nil, nil, nil
	s.lastRoom, s.lastBooking = 0, 0
	return nil
}

// ServeHTTP answers a request. What the router would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.Handler)
}

// locked lets one request at a time through.
func (s *service) locked(do func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return kit.Handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		return do(w, r)
	})
}

// as lets only requests with a token through, as those of its user.
func (s *service) as(do func(http.ResponseWriter, *http.Request, *user) error) http.HandlerFunc {
	return s.locked(func(w http.ResponseWriter, r *http.Request) error {
		by, err := kit.Caller(r, s.people, (*user).token, "log in first")
		if err != nil {
			return err
		}
		return do(w, r, by)
	})
}

func (s *service) login(w http.ResponseWriter, r *http.Request) error {
	name, password, err := kit.Credentials(r, "name")
	if err != nil {
		return err
	}
	for _, u := range s.people {
		if u.Name == name && u.password == password {
			return kit.JSON(w, http.StatusOK, map[string]string{"token": u.token()})
		}
	}
	return kit.Refuse(http.StatusUnauthorized, "name or password is wrong")
}

func (s *service) me(w http.ResponseWriter, _ *http.Request, u *user) error {
	return kit.JSON(w, http.StatusOK, u)
}
