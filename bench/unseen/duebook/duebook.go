// Package duebook is a service for invoices: drafts are issued with a number, and payments and credits settle them.
package duebook

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// user is who may log in. A company sees nothing of another one.
type user struct {
	Name     string `json:"username"`
	Company  string `json:"company"`
	Role     string `json:"role"`
	password string
}

var users = []user{
	{"alder-clerk", "alder", "clerk", "ink-31"},
	{"alder-lead", "alder", "lead", "seal-52"},
	{"birch-clerk", "birch", "clerk", "quill-77"},
	{"birch-lead", "birch", "lead", "blot-94"},
}

// problem is an answer that refuses.
type problem struct {
	Status int    `json:"-"`
	Kind   string `json:"error"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"`
}

func (p *problem) Error() string { return p.Kind + ": " + p.Detail }

func notFound(what string) error         { return &problem{404, "notFound", "no such " + what, ""} }
func conflict(kind, detail string) error { return &problem{409, kind, detail, ""} }
func unfit(field, detail string) error   { return &problem{422, "invalid", detail, field} }

// book has everything of all companies.
type book struct {
	mu        sync.Mutex
	bug       int
	tokens    map[string]user
	customers store[*Customer]
	invoices  store[*Invoice]
	payments  store[*Payment]
	credits   int
	numbers   map[string]int // the last number, by company and year
	replies   map[string]reply
}

// New returns a book without customers, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	b := &book{bug: bug, tokens: map[string]user{}, numbers: map[string]int{}, replies: map[string]reply{}}
	b.customers, b.invoices, b.payments = newStore[*Customer]("cus"), newStore[*Invoice]("inv"),
		newStore[*Payment]("pay")
	mux := http.NewServeMux()
	mux.Handle("POST /v2/login", with(b.logIn))
	clerk := func(pattern string, h http.Handler) { mux.Handle(pattern, b.known(h)) }
	lead := func(pattern string, h http.Handler) { mux.Handle(pattern, b.known(leads(h))) }

	clerk("GET /v2/customers", bare(b.listCustomers))
	clerk("POST /v2/customers", with(b.addCustomer))
	clerk("GET /v2/customers/{customerId}", bare(b.getCustomer))
	clerk("PATCH /v2/customers/{customerId}", with(b.patchCustomer))
	clerk("DELETE /v2/customers/{customerId}", bare(b.archiveCustomer))
	clerk("POST /v2/customers/{customerId}/restore", bare(b.restoreCustomer))
	clerk("GET /v2/customers/{customerId}/account", bare(b.account))

	clerk("GET /v2/invoices", bare(b.listInvoices))
	clerk("POST /v2/invoices", with(b.addInvoice))
	clerk("GET /v2/invoices/{invoiceId}", bare(b.getInvoice))
	clerk("PATCH /v2/invoices/{invoiceId}", with(b.patchInvoice))
	clerk("DELETE /v2/invoices/{invoiceId}", bare(b.deleteInvoice))
	clerk("POST /v2/invoices/{invoiceId}/issue", with(b.issue))
	lead("POST /v2/invoices/{invoiceId}/void", with(b.void))
	lead("POST /v2/invoices/{invoiceId}/credits", with(b.credit))
	clerk("GET /v2/invoices/{invoiceId}/payments", bare(b.listPayments))
	clerk("POST /v2/invoices/{invoiceId}/payments", with(b.once(b.pay)))
	lead("POST /v2/payments/{paymentId}/reversal", bare(b.reverse))
	clerk("GET /v2/reports/aging", bare(b.aging))
	return b.serial(mux)
}

// call is a request of somebody.
type call struct {
	*http.Request
	user
}

// answer is what comes back.
type answer struct {
	status int
	body   any
	header map[string]string
}

func ok(body any) (answer, error)      { return answer{200, body, nil}, nil }
func created(body any) (answer, error) { return answer{201, body, nil}, nil }
func gone() (answer, error)            { return answer{204, nil, nil}, nil }

// with is a handler of requests with a body of type In.
func with[In any](h func(call, In) (answer, error)) http.Handler {
	return bare(func(c call) (answer, error) {
		var in In
		if err := input.Body(c.Request, &in); err != nil {
			return answer{}, err
		}
		return h(c, in)
	})
}

// bare is a handler of requests without a body.
func bare(h func(call) (answer, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, _ := r.Context().Value(userKey{}).(user)
		a, err := h(call{r, who})
		if err != nil {
			refuse(w, err)
			return
		}
		for k, v := range a.header {
			w.Header().Set(k, v)
		}
		write(w, a.status, a.body)
	})
}

func write(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	text, _ := json.Marshal(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

func refuse(w http.ResponseWriter, err error) {
	var p *problem
	var wrong *input.Error
	switch {
	case errors.As(err, &p):
	case errors.As(err, &wrong) && wrong.Syntax:
		p = &problem{400, "badJson", wrong.Message, ""}
	case errors.As(err, &wrong):
		p = &problem{422, "invalid", wrong.Message, wrong.Field}
	default:
		p = &problem{500, "internal", "internal error", ""}
	}
	write(w, p.Status, p)
}

// serial lets requests in one after another.
func (b *book) serial(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

func (b *book) logIn(_ call, in struct {
	Username string `json:"username"`
	Password string `json:"password"`
}) (answer, error) {
	for _, u := range users {
		if u.Name == in.Username && u.password == in.Password {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", u.Name, len(b.tokens)))
			token := "db_" + hex.EncodeToString(sum[:12])
			b.tokens[token] = u
			return ok(map[string]any{"token": token, "user": u})
		}
	}
	return answer{}, &problem{401, "unauthorized", "wrong name or password", ""}
}

type userKey struct{}

// store keeps things in the order in which they were made, with ids that start with a word.
type store[T any] struct {
	prefix string
	count  int
	ids    []string
	byID   map[string]T
}

func newStore[T any](prefix string) store[T] { return store[T]{prefix: prefix, byID: map[string]T{}} }

func (s *store[T]) nextID() string {
	s.count++
	return fmt.Sprintf("%s_%05d", s.prefix, s.count)
}

func (s *store[T]) put(id string, x T) {
	s.ids = append(s.ids, id)
	s.byID[id] = x
}

func (s *store[T]) drop(id string) {
	for i, have := range s.ids {
		if have == id {
			s.ids = append(s.ids[:i:i], s.ids[i+1:]...)
			break
		}
	}
	delete(s.byID, id)
}

// where returns the things that fit.
func (s *store[T]) where(fits func(T) bool) []T {
	out := []T{}
	for _, id := range s.ids {
		if x := s.byID[id]; fits(x) {
			out = append(out, x)
		}
	}
	return out
}

// reply is the answer to a request with an Idempotency-Key.
type reply struct {
	request string
	answer  answer
	err     error
}

// once answers a repeated request with the answer to the first.
func (b *book) once(h func(call, payIn) (answer, error)) func(call, payIn) (answer, error) {
	return func(c call, in payIn) (answer, error) {
		key := c.Header.Get("Idempotency-Key")
		if key == "" {
			return h(c, in)
		}
		if len(key) > 64 {
			return answer{}, unfit("Idempotency-Key", "must have at most 64 characters")
		}
		text, _ := json.Marshal(in)
		request := c.URL.Path + " " + string(text)
		slot := c.Company + " " + key
		if first, known := b.replies[slot]; known {
			if first.request != request {
				return answer{}, conflict("keyReused", "the key was used for another payment")
			}
			if first.err != nil {
				return answer{}, first.err
			}
			again := first.answer
			again.header = map[string]string{"Idempotency-Replayed": "true"}
			return again, nil
		}
		a, err := h(c, in)
		if err == nil || b.bug == 2 { // bug 2: refusals are kept as well
			b.replies[slot] = reply{request, a, err}
		}
		return a, err
	}
}

var dayForm = regexp.MustCompile(`^20\d\d-\d\d-\d\d$`)

func isDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil && dayForm.MatchString(text)
}

// queryDay returns a date of the query, or "".
func queryDay(q *input.Query, name string) string {
	text, given := q.Text(name)
	if given {
		q.That(isDay(text), name, "must be a date such as 2031-03-02")
	}
	return text
}

func orElse[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func holds(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
