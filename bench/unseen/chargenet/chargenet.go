// Package chargenet is a REST service for roaming between networks of charging points: operators offer locations,
// providers bring drivers with contracts, and sessions become records, which are settled on statements.
package chargenet

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"slices"
	"sync"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// party is who calls.
type party struct{ Code, Role string }

var parties = map[string]party{
	"cn-nor-3b1c": {"NOR", "operator"},
	"cn-sud-77c0": {"SUD", "operator"},
	"cn-vlt-5d09": {"VLT", "provider"},
	"cn-amp-9e44": {"AMP", "provider"},
	"cn-hub-0a0a": {"HUB", "hub"},
}

var (
	operators = []string{"NOR", "SUD"}
	providers = []string{"VLT", "AMP"}
	countries = []string{"AT", "CH", "DE", "FR", "NL"}
)

// sees reports whether a party sees what an operator and a provider have together.
func (p party) sees(operator, provider string) bool {
	return p.Role == "hub" || p.Code == operator || p.Code == provider
}

// Error is an answer that refuses.
type Error struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

func notFound(what string) error {
	return &Error{Status: 404, Code: "not_found", Message: "no such " + what}
}
func forbidden(why string) error       { return &Error{Status: 403, Code: "forbidden", Message: why} }
func conflict(code, why string) error  { return &Error{Status: 409, Code: code, Message: why} }
func unusable(field, why string) error { return &Error{422, "unusable_reference", why, field} }

// server keeps everything in memory behind one mutex.
type server struct {
	mu         sync.Mutex
	bug        int
	locations  []*Location
	placed     map[string]int // locations of an operator so far
	contracts  []*Contract
	sessions   []*Session
	records    []*Record
	statements []*Statement
	replies    map[string]reply         // answers by party and idempotency key
	views      map[string]*contractView // contracts as they were read, for bug 8
}

// New returns one without a bug.
func New() http.Handler { return NewWithBug(0) }

// NewWithBug returns a network without locations and contracts, with bug n of BUGS.md built in, 0 for none.
func NewWithBug(bug int) http.Handler {
	s := &server{bug: bug, placed: map[string]int{}, replies: map[string]reply{}, views: map[string]*contractView{}}
	mux := http.NewServeMux()
	handle := func(pattern string, h handler, roles ...string) { mux.HandleFunc(pattern, s.wrap(h, roles)) }

	handle("GET /v2/locations", s.listLocations)
	handle("POST /v2/locations", s.createLocation, "operator")
	handle("GET /v2/locations/{location_ref}", s.getLocation)
	handle("PATCH /v2/locations/{location_ref}", s.patchLocation, "operator")
	handle("DELETE /v2/locations/{location_ref}", s.withdrawLocation, "operator")
	handle("POST /v2/locations/{location_ref}/evses", s.addEVSE, "operator")
	handle("PUT /v2/locations/{location_ref}/evses/{evse_uid}/connectors/{connector_no}", s.putConnector, "operator")
	handle("POST /v2/contracts", s.createContract, "provider")
	handle("GET /v2/contracts/{contract_id}", s.getContract, "provider", "hub")
	handle("PATCH /v2/contracts/{contract_id}", s.patchContract, "provider")
	handle("GET /v2/sessions", s.listSessions)
	handle("POST /v2/sessions", s.startSession, "provider")
	handle("GET /v2/sessions/{session_id}", s.getSession)
	handle("POST /v2/sessions/{session_id}/readings", s.addReading, "operator")
	handle("POST /v2/sessions/{session_id}/stop", s.stopSession, "operator", "provider")
	handle("POST /v2/sessions/{session_id}/release", s.releaseSession, "operator")
	handle("GET /v2/records", s.listRecords)
	handle("POST /v2/statements", s.createStatement, "operator")
	handle("GET /v2/statements/{statement_no}", s.getStatement)
	handle("POST /v2/statements/{statement_no}/decision", s.decideStatement, "provider")
	return mux
}

type handler func(w http.ResponseWriter, r *http.Request, p party) error

// wrap does authentication, roles, locking, panics and errors.
func (s *server) wrap(h handler, roles []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("panic in %s %s: %v", r.Method, r.URL.Path, p)
				send(w, http.StatusInternalServerError, &Error{Code: "internal", Message: "internal error"})
			}
		}()
		p, ok := parties[r.Header.Get("X-Api-Key")]
		if !ok {
			send(w, http.StatusUnauthorized, &Error{Code: "unauthorized", Message: "X-Api-Key is missing or unknown"})
			return
		}
		if len(roles) > 0 && !slices.Contains(roles, p.Role) {
			refuse(w, forbidden("not for the role "+p.Role))
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := h(w, r, p); err != nil {
			refuse(w, err)
		}
	}
}

func send(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, err error) {
	var e *Error
	var in *input.Error
	switch {
	case errors.As(err, &e):
	case errors.As(err, &in):
		e = &Error{400, "invalid", in.Error(), in.Field}
	default:
		log.Printf("unexpected error: %v", err)
		return
	}
	if err := send(w, e.Status, e); err != nil {
		log.Printf("answer: %v", err)
	}
}

// page answers with a part of a list.
type page[T any] struct {
	Items  []T `json:"items"`
	Total  int `json:"total"`
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
}

// cut returns a page of a list.
func cut[T any](all []T, limit, offset int) page[T] {
	from := min(offset, len(all))
	to := min(from+limit, len(all))
	return page[T]{append([]T{}, all[from:to]...), len(all), limit, offset}
}

// window reads limit and offset.
func window(q *input.Query) (limit, offset int) {
	return q.Int("limit", 20, 1, 100), q.Int("offset", 0, 0, 1_000_000)
}

// number returns an id such as S-000007 for the seventh.
func number(prefix string, n int) string { return fmt.Sprintf("%s-%06d", prefix, n) }
