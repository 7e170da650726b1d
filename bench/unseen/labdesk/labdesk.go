// Package labdesk is a REST service for a clinical laboratory: clinics order tests, technicians measure aliquots of
// specimens, somebody else verifies what was measured, and a pathologist signs the report.
package labdesk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// user is who may log in.
type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	Clinic   string `json:"clinic,omitempty"`
	password string
}

var users = []user{
	{"mira", "requester", "NORD", "vial-118"},
	{"tomas", "requester", "HAFEN", "swab-052"},
	{"edda", "technician", "", "spin-640"},
	{"ruben", "technician", "", "tray-773"},
	{"sol", "pathologist", "", "lens-901"},
}

// Problem is an answer that refuses, as in RFC 9457.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"`
}

func (p *Problem) Error() string { return p.Type + ": " + p.Detail }

func problem(status int, kind, detail, field string) error {
	return &Problem{"/problems/" + kind, http.StatusText(status), status, detail, field}
}

func notFound(what string) error       { return problem(404, "not-found", "no such "+what, "") }
func forbidden(kind, why string) error { return problem(403, kind, why, "") }
func conflict(kind, why string) error  { return problem(409, kind, why, "") }
func unfit(field, why string) error    { return problem(422, "invalid", why, field) }

// server keeps everything in memory behind one mutex.
type server struct {
	mu       sync.Mutex
	bug      int
	sessions map[string]user // by token
	orders   []*Order
	results  []*Result
	reports  int
	verified map[string]int // results verified, by day, for bug 8
}

// New returns one without a bug.
func New() http.Handler { return NewWithBug(0) }

// NewWithBug returns a laboratory without orders, with bug n of BUGS.md built in, 0 for none.
func NewWithBug(bug int) http.Handler {
	s := &server{bug: bug, sessions: map[string]user{}, verified: map[string]int{}}
	mux := http.NewServeMux()
	handle := func(pattern string, h handler, roles ...string) {
		mux.HandleFunc(pattern, s.wrap(s.authenticated(h, roles)))
	}
	mux.HandleFunc("POST /lims/auth/login", s.wrap(s.logIn))
	handle("GET /lims/orders", s.listOrders)
	handle("POST /lims/orders", s.createOrder, "requester")
	handle("GET /lims/orders/{order_no}", s.getOrder)
	handle("PATCH /lims/orders/{order_no}", s.patchOrder, "requester")
	handle("DELETE /lims/orders/{order_no}", s.cancelOrder, "requester")
	handle("GET /lims/orders/{order_no}/specimens", s.listSpecimens)
	handle("POST /lims/orders/{order_no}/specimens", s.addSpecimen, "technician")
	handle("POST /lims/orders/{order_no}/specimens/{barcode}/rejection", s.rejectSpecimen, "technician")
	handle("POST /lims/orders/{order_no}/specimens/{barcode}/aliquots", s.addAliquot, "technician")
	handle("GET /lims/orders/{order_no}/specimens/{barcode}/aliquots/{aliquot_no}", s.getAliquot)
	handle("GET /lims/results", s.listResults)
	handle("POST /lims/results", s.createResult, "technician")
	handle("GET /lims/results/{result_no}", s.getResult)
	handle("PATCH /lims/results/{result_no}", s.patchResult, "technician")
	handle("POST /lims/results/{result_no}/verification", s.verifyResult, "technician", "pathologist")
	handle("GET /lims/orders/{order_no}/report", s.getReport)
	handle("POST /lims/orders/{order_no}/report", s.signReport, "pathologist")
	handle("GET /lims/workload", s.workload, "technician", "pathologist")
	return mux
}

type handler func(w http.ResponseWriter, r *http.Request, u user) error

// wrap does locking, panics and errors.
func (s *server) wrap(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("panic in %s %s: %v", r.Method, r.URL.Path, p)
				refuse(w, problem(500, "internal", "internal error", ""))
			}
		}()
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := h(w, r); err != nil {
			refuse(w, err)
		}
	}
}

// authenticated wants a token of one of the roles, of any role if there are none.
func (s *server) authenticated(h handler, roles []string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		u, ok := s.sessions[token]
		if !ok {
			return problem(401, "unauthorized", "log in first", "")
		}
		if len(roles) > 0 && !slices.Contains(roles, u.Role) {
			return forbidden("role", "not for the role "+u.Role)
		}
		return h(w, r, u)
	}
}

func (s *server) logIn(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Username string `json:"username"`
		Password string `json:"password"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	for _, u := range users {
		if u.Name == in.Username && u.password == in.Password {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", u.Name, len(s.sessions)))
			token := hex.EncodeToString(sum[:16])
			s.sessions[token] = u
			return send(w, http.StatusOK, map[string]any{"token": token, "user": u})
		}
	}
	return problem(401, "unauthorized", "the name or the password is wrong", "")
}

func send(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(body)
}

// sendVersion sends something with the tag of its version.
func sendVersion(w http.ResponseWriter, status int, body any, version int) error {
	w.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprint(version)))
	return send(w, status, body)
}

// matches refuses a change of another version than the one that the request names, if it names one.
func matches(r *http.Request, version int) error {
	tag := r.Header.Get("If-Match")
	if tag == "" || tag == "*" || tag == fmt.Sprintf("%q", fmt.Sprint(version)) {
		return nil
	}
	return problem(412, "stale-version", fmt.Sprintf("the version is %d", version), "")
}

func refuse(w http.ResponseWriter, err error) {
	var p *Problem
	var in *input.Error
	switch {
	case errors.As(err, &p):
	case errors.As(err, &in) && in.Syntax:
		errors.As(problem(400, "no-json", in.Message, ""), &p)
	case errors.As(err, &in):
		errors.As(unfit(in.Field, in.Error()), &p)
	default:
		log.Printf("unexpected error: %v", err)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	if err := json.NewEncoder(w).Encode(p); err != nil {
		log.Printf("answer: %v", err)
	}
}
