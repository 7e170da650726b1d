// Package hangarlog is the maintenance log of a small fleet of aircraft: flights, components with a limited life,
// defects, and checks that come round after some months.
package hangarlog

import (
	"context"
	_ "embed" // the document
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	password string
}

var users = []user{
	{"planner", "planner", "slot-771"},
	{"pilot-one", "pilot", "flap-204"},
	{"pilot-two", "pilot", "trim-318"},
	{"mechanic", "mechanic", "torx-550"},
	{"inspector", "inspector", "lamp-902"},
}

// app keeps the log in memory.
type app struct {
	mu         sync.Mutex
	bug        int
	tokens     map[string]user
	fleet      []*Aircraft
	components []*Component
	defects    []*Defect
	flights    int
}

// New returns an empty log, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	a := &app{bug: bug, tokens: map[string]user{}}
	r := chi.NewRouter()
	r.Post("/v2/session", do(a.logIn))
	r.Route("/v2", func(r chi.Router) {
		r.Use(a.authenticate)
		r.Route("/aircraft", func(r chi.Router) {
			r.Get("/", do(a.listAircraft))
			r.With(only("planner")).Post("/", do(a.addAircraft))
			r.Route("/{tail}", func(r chi.Router) {
				r.Use(a.findAircraft)
				r.Get("/", do(a.getAircraft))
				r.Get("/utilisation", do(a.utilisation))
				r.Get("/flights", do(a.listFlights))
				r.With(only("pilot")).Post("/flights", do(a.logFlight))
				r.Get("/flights/{flight_no}", do(a.getFlight))
				r.With(only("pilot", "planner")).Patch("/flights/{flight_no}", do(a.correctFlight))
				r.With(only("pilot", "planner")).Delete("/flights/{flight_no}", do(a.deleteFlight))
				r.With(only("pilot", "mechanic")).Post("/defects", do(a.reportDefect))
				r.Get("/checks", do(a.listChecks))
				r.With(only("planner")).Post("/checks", do(a.addCheck))
				r.With(only("planner")).Post("/checks/import", do(a.importChecks))
				r.With(only("inspector")).Post("/checks/{code}/signoffs", do(a.signOff))
			})
		})
		r.Route("/components", func(r chi.Router) {
			r.Get("/", do(a.listComponents))
			r.With(only("planner")).Post("/", do(a.addComponent))
			r.Get("/{component_id}", do(a.getComponent))
			r.With(only("planner")).Patch("/{component_id}", do(a.patchComponent))
			r.With(only("mechanic")).Put("/{component_id}/installation", do(a.install))
			r.With(only("mechanic")).Delete("/{component_id}/installation", do(a.remove))
		})
		r.Get("/defects", do(a.listDefects))
		r.Get("/defects/{defect_id}", do(a.getDefect))
		r.With(only("inspector")).Post("/defects/{defect_id}/closure", do(a.closeDefect))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		a.mu.Lock() // one request at a time
		defer a.mu.Unlock()
		r.ServeHTTP(w, req)
	})
}

// failure is an answer that says no.
type failure struct {
	status int
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"`
}

func (f *failure) Error() string { return f.Detail }

func gone(what string) error {
	return &failure{http.StatusNotFound, "not_found", "no such " + what, ""}
}

func clash(code, format string, args ...any) error {
	return &failure{http.StatusConflict, code, fmt.Sprintf(format, args...), ""}
}

func send(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // nobody is left to tell
	return nil
}

func fail(w http.ResponseWriter, err error) {
	f := &failure{http.StatusInternalServerError, "internal", err.Error(), ""}
	var in *input.Error
	switch {
	case errors.As(err, &f):
	case errors.As(err, &in) && in.Syntax:
		f = &failure{http.StatusBadRequest, "no_json", in.Message, ""}
	case errors.As(err, &in):
		f = &failure{http.StatusUnprocessableEntity, "invalid", in.Error(), in.Field}
	}
	_ = send(w, f.status, f)
}

type (
	userKey     struct{}
	aircraftKey struct{}
)

func (a *app) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		u, ok := a.tokens[token]
		if !ok {
			fail(w, &failure{http.StatusUnauthorized, "unauthorized", "log in first", ""})
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, u)))
	})
}

func caller(r *http.Request) user { return r.Context().Value(userKey{}).(user) }

// only lets some roles in.
func only(roles ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !slices.Contains(roles, caller(r).Role) {
				fail(w, &failure{http.StatusForbidden, "forbidden", "not for the " + caller(r).Role, ""})
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func (a *app) findAircraft(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		craft := a.aircraft(chi.URLParam(r, "tail"))
		if craft == nil {
			fail(w, gone("aircraft"))
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), aircraftKey{}, craft)))
	})
}

func craftOf(r *http.Request) *Aircraft { return r.Context().Value(aircraftKey{}).(*Aircraft) }

// do answers with the error of a handler, if there is one.
func do(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			fail(w, err)
		}
	}
}

// read reads a body and checks it.
func read(r *http.Request, in any, check func(c *input.Checks)) error {
	if err := input.Body(r, in); err != nil {
		return err
	}
	var c input.Checks
	check(&c)
	return c.Err()
}

func (a *app) logIn(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Username string `json:"username"`
		Password string `json:"password"`
	}
	if err := read(r, &in, func(*input.Checks) {}); err != nil {
		return err
	}
	for _, u := range users {
		if u.Name == in.Username && u.password == in.Password {
			token := fmt.Sprintf("hl-%s-%04d", u.Name, len(a.tokens)+1)
			a.tokens[token] = u
			return send(w, http.StatusCreated, map[string]any{"access_token": token, "token_type": "bearer", "user": u})
		}
	}
	return &failure{http.StatusUnauthorized, "unauthorized", "the name or the password is wrong", ""}
}

// day reads a date of this century.
func day(c *input.Checks, text, field string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	c.That(err == nil && 2000 <= t.Year() && t.Year() < 2100, field, "must be a day such as 2031-05-20")
	return t
}
