// Package ferrydeck is a service that books ferries. It has sailings with seats and lanes for vehicles, bookings of
// travel agents, a waiting list, check-in and lists of passengers.
package ferrydeck

import (
	"context"
	_ "embed" // the document
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"github.com/go-chi/chi/v5"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// caller is who a key belongs to.
type caller struct{ role, agent string }

var keys = map[string]caller{
	"fd-north-31a": {"agent", "NORTH"},
	"fd-south-47c": {"agent", "SOUTH"},
	"fd-port-60e":  {"port", ""},
	"fd-ops-92f":   {"ops", ""},
}

type callerKey struct{}

func callerOf(r *http.Request) caller {
	c, _ := r.Context().Value(callerKey{}).(caller)
	return c
}

// New returns a service without sailings, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	st := &store{bug: bug}
	sailings, bookings := &sailingsAPI{st}, &bookingsAPI{st}
	r := chi.NewRouter()
	r.Route("/v2", func(r chi.Router) {
		r.Use(authenticate, serialize(&st.mu))
		r.Get("/routes", sailings.routes)
		r.Route("/sailings", func(r chi.Router) {
			r.Get("/", sailings.list)
			r.With(allow("ops")).Post("/", sailings.create)
			r.Route("/{sailing_code}", func(r chi.Router) {
				r.Get("/", sailings.get)
				r.With(allow("ops")).Patch("/", sailings.patch)
				r.With(allow("ops")).Post("/cancellation", sailings.cancel)
				r.With(allow("port")).Post("/departure", sailings.depart)
				r.With(allow("port", "ops")).Get("/manifest", sailings.manifest)
				r.With(allow("port", "ops")).Get("/waiting-list", sailings.waiting)
			})
		})
		r.Route("/bookings", func(r chi.Router) {
			r.Get("/", bookings.list)
			r.With(allow("agent")).Post("/", bookings.create)
			r.Route("/{booking_ref}", func(r chi.Router) {
				r.Get("/", bookings.get)
				r.With(allow("agent")).Patch("/", bookings.patch)
				r.With(allow("agent")).Post("/transfer", bookings.transfer)
				r.With(allow("agent")).Post("/cancellation", bookings.cancel)
				r.With(allow("port")).Post("/checkin", bookings.checkIn)
			})
		})
	})
	return r
}

// authenticate wants an API key.
func authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := keys[r.Header.Get("X-Api-Key")]
		if !ok {
			refuse(w, http.StatusUnauthorized, "unauthorized", "send a valid X-Api-Key", "")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	})
}

// serialize lets in one call at a time.
func serialize(mu *sync.Mutex) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			next.ServeHTTP(w, r)
		})
	}
}

// allow lets in some roles.
func allow(roles ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if role := callerOf(r).role; !slices.Contains(roles, role) {
				refuse(w, http.StatusForbidden, "forbidden", "not for the role "+role, "")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func respond(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

// fault is the body of an answer that refuses.
type fault struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
	Param  string `json:"param,omitempty"`
}

func refuse(w http.ResponseWriter, status int, code, detail, param string) {
	respond(w, status, fault{code, detail, param})
}

func wrong(w http.ResponseWriter, p *problem) {
	refuse(w, http.StatusBadRequest, "bad_request", p.detail, p.param)
}

func conflict(w http.ResponseWriter, code, detail string) {
	refuse(w, http.StatusConflict, code, detail, "")
}

func notFound(w http.ResponseWriter, what string) {
	refuse(w, http.StatusNotFound, "not_found", "no such "+what, "")
}
