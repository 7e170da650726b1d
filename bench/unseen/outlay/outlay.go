// Package outlay is a service for expense claims: employees claim what they have spent, the manager of their cost
// centre decides, and finance pays out.
package outlay

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// user is who may log in.
type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	Centre   string `json:"cost_centre,omitempty"`
	password string
}

var users = []user{
	{"sales-1", "employee", "SALES", "kiosk-118"},
	{"sales-2", "employee", "SALES", "kiosk-227"},
	{"lab-1", "employee", "LAB", "bench-336"},
	{"sales-lead", "manager", "SALES", "tally-445"},
	{"lab-lead", "manager", "LAB", "tally-554"},
	{"finance", "finance", "", "ledger-663"},
}

// failure is an answer that refuses.
type failure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

func missing(what string) error           { return &failure{404, "not_found", "no such " + what, ""} }
func conflict(code, message string) error { return &failure{409, code, message, ""} }
func forbidden(message string) error      { return &failure{403, "forbidden", message, ""} }
func invalid(field, message string) error {
	return &failure{422, "invalid", field + " " + message, field}
}

// server keeps everything in memory behind one mutex.
type server struct {
	mu       sync.Mutex
	bug      int
	sessions map[string]user // by token
	claims   []*Claim
	created  int
	payouts  []*Payout
	budgets  []*Budget
	keys     map[string]keyed // by user and Idempotency-Key
}

// keyed is what a request with an Idempotency-Key has made.
type keyed struct {
	body  string
	claim *Claim
}

// answer is what a handler gives back for encoding.
type answer struct {
	status   int
	body     any
	location string
}

type handler func(r *http.Request, u user) (answer, error)

// New returns a service without claims, with one of the bugs of BUGS.md, 0 for none.
func New(bug int) http.Handler {
	s := &server{bug: bug, sessions: map[string]user{}, keys: map[string]keyed{}}
	s.budgets = []*Budget{{Centre: "LAB", Limit: 250000}, {Centre: "SALES", Limit: 100000}}
	mux := http.NewServeMux()
	for pattern, h := range map[string]handler{
		"GET /claims":                               s.listClaims,
		"POST /claims":                              s.createClaim,
		"GET /claims/{claim_no}":                    s.getClaim,
		"PATCH /claims/{claim_no}":                  s.patchClaim,
		"DELETE /claims/{claim_no}":                 s.deleteClaim,
		"POST /claims/{claim_no}/lines":             s.addLine,
		"PATCH /claims/{claim_no}/lines/{line_no}":  s.patchLine,
		"DELETE /claims/{claim_no}/lines/{line_no}": s.deleteLine,
		"POST /claims/{claim_no}/submission":        s.submit,
		"POST /claims/{claim_no}/withdrawal":        s.withdraw,
		"POST /claims/{claim_no}/decision":          s.decide,
		"GET /payouts":                              s.listPayouts,
		"POST /payouts":                             s.pay,
		"GET /payouts/{payout_id}":                  s.getPayout,
		"GET /budgets":                              s.listBudgets,
		"PUT /budgets/{cost_centre}":                s.putBudget,
		"GET /reports/months/{month}":               s.report,
	} {
		mux.Handle(pattern, s.known(h))
	}
	mux.Handle("POST /auth/login", s.open(s.logIn))
	return mux
}

// known wants a token.
func (s *server) known(h handler) http.Handler {
	return s.open(func(r *http.Request, _ user) (answer, error) {
		token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		u, ok := s.sessions[token]
		if !ok || !bearer {
			return answer{}, &failure{401, "unauthorized", "log in first", ""}
		}
		return h(r, u)
	})
}

// open locks, calls and writes the answer.
func (s *server) open(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		a, err := h(r, user{})
		if err != nil {
			f := &failure{500, "internal", err.Error(), ""}
			errors.As(err, &f)
			a = answer{status: f.status, body: map[string]any{"error": f}}
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
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(a.body)
	})
}

func (s *server) logIn(r *http.Request, _ user) (answer, error) {
	b, err := readForm(r, "username", "password")
	if err != nil {
		return answer{}, err
	}
	name, password := b.text("username", must, 1, 50), b.text("password", must, 1, 50)
	if b.err != nil {
		return answer{}, b.err
	}
	i := slices.IndexFunc(users, func(u user) bool { return u.Name == name && u.password == password })
	if i < 0 {
		return answer{}, &failure{401, "unauthorized", "the name or the password is wrong", ""}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", name, len(s.sessions)))
	token := hex.EncodeToString(sum[:12])
	s.sessions[token] = users[i]
	return answer{status: 200, body: map[string]any{"token": token, "user": users[i]}}, nil
}

// only refuses everybody without the role.
func only(u user, role string) error {
	if u.Role != role {
		return forbidden("not for the role " + u.Role)
	}
	return nil
}
