// Package zonekeeper keeps DNS zones of the teams of a company: records, changesets, snapshots, and what the world
// gets to see of them.
package zonekeeper

import (
	"context"
	_ "embed" // the document
	"encoding/json"
	"log"
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// account is whom an API key belongs to.
type account struct {
	Team string `json:"team,omitempty"`
	Role string `json:"role"`
}

var accounts = map[string]account{
	"zk-web-31":   {"web", "editor"},
	"zk-webro-08": {"web", "viewer"},
	"zk-mail-77":  {"mail", "editor"},
	"zk-ops-00":   {"", "operator"},
}

// New returns a service without zones, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	s := &store{bug: bug, zones: map[string]*zone{}, cache: map[question]answer{}, keys: map[string]keyed{}}
	var mu sync.Mutex
	r := chi.NewRouter()
	r.NotFound(func(w http.ResponseWriter, _ *http.Request) { fail(w, errNotFound("page")) })
	r.MethodNotAllowed(func(w http.ResponseWriter, _ *http.Request) {
		fail(w, &apiError{status: 405, Message: "not allowed here"})
	})
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			next.ServeHTTP(w, r)
		})
	})
	r.Route("/v2", func(r chi.Router) {
		r.Use(authenticate)
		r.Get("/me", reply(200, func(r *http.Request) (any, error) { return who(r), nil }))
		r.Get("/resolve", reply(200, s.resolve))
		r.Get("/zones", reply(200, s.listZones))
		r.With(only("editor")).Post("/zones", reply(201, s.createZone))
		r.With(only("editor")).Post("/zones/{zone_name}/restore", reply(200, s.restoreZone))
		r.Route("/zones/{zone_name}", func(r chi.Router) {
			r.Get("/", reply(200, s.inZone(s.getZone)))
			r.With(only("operator")).Put("/state", reply(200, s.inZone(s.setState)))
			r.Get("/records", reply(200, s.inZone(s.listRecords)))
			r.Get("/records/{record_id}", reply(200, s.inZone(s.getRecord)))
			r.Get("/changesets", reply(200, s.inZone(s.listChangesets)))
			r.Get("/changesets/{changeset_id}", reply(200, s.inZone(s.getChangeset)))
			r.Get("/snapshots", reply(200, s.inZone(s.listSnapshots)))
			r.Get("/snapshots/{snapshot_no}", reply(200, s.inZone(s.getSnapshot)))
			r.Group(func(r chi.Router) {
				r.Use(only("editor"))
				r.Patch("/", reply(200, s.inZone(s.patchZone)))
				r.Delete("/", reply(204, s.inZone(s.deleteZone)))
				r.Post("/records", reply(201, s.inZone(s.createRecord)))
				r.Put("/records/{record_id}", reply(200, s.inZone(s.putRecord)))
				r.Delete("/records/{record_id}", reply(204, s.inZone(s.deleteRecord)))
				r.Post("/changesets", reply(201, s.inZone(s.createChangeset)))
				r.Post("/snapshots", reply(201, s.inZone(s.createSnapshot)))
				r.Post("/snapshots/{snapshot_no}/rollback", reply(200, s.inZone(s.rollBack)))
			})
		})
	})
	return r
}

type accountKey struct{}

func who(r *http.Request) account {
	a, _ := r.Context().Value(accountKey{}).(account)
	return a
}

func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := accounts[r.Header.Get("X-Api-Key")]
		if !ok {
			fail(w, &apiError{status: 401, Message: "an API key is needed"})
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), accountKey{}, a)))
	})
}

func only(role string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if who(r).Role != role {
				fail(w, &apiError{status: 403, Message: "this is for the role " + role})
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// apiError is an answer that refuses.
type apiError struct {
	status    int
	Message   string   `json:"message"`
	Reasons   []reason `json:"reasons,omitempty"`
	Operation *int     `json:"operation,omitempty"`
}

type reason struct {
	Field string `json:"field"`
	Text  string `json:"text"`
}

func (e *apiError) Error() string { return e.Message }

func errNotFound(what string) error { return &apiError{status: 404, Message: "no such " + what} }

func errConflict(message string) error { return &apiError{status: 409, Message: message} }

func errField(field, text string) error {
	return &apiError{status: 400, Message: "the request is not valid", Reasons: []reason{{field, text}}}
}

func reply(status int, do func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := do(r)
		switch {
		case err != nil:
			fail(w, err)
		case status == 204:
			w.WriteHeader(204)
		default:
			send(w, status, v)
		}
	}
}

func fail(w http.ResponseWriter, err error) {
	e, ok := err.(*apiError)
	if !ok {
		log.Printf("zonekeeper: %v", err)
		e = &apiError{status: 500, Message: "internal error"}
	}
	send(w, e.status, e)
}

func send(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Printf("zonekeeper: %v", err)
	}
}
