// Package wallets is a service that keeps the money of some people and moves it
// between them, on chi with all its data in memory. Changes are sent by POST,
// amounts are texts, and lists go on after the element that was last. Package
// silent tells of the bugs that it may have.
package wallets

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// user is who may log in.
type user struct {
	name    string
	officer bool
}

func (u *user) token() string    { return "wallet-session-of-" + u.name }
func (u *user) password() string { return u.name + "-secret" }

// people are all users, in a fixed order.
func people() []*user { return []*user{{"olga", true}, {"joe", false}, {"kai", false}} }

// Users returns the users for a run: olga is an officer, joe and kai are customers.
func Users() []auth.User {
	var out []auth.User
	for _, u := range people() {
		body := fmt.Sprintf(`{"username": %q, "password": %q}`, u.name, u.password())
		out = append(out, auth.BearerLogin(u.name, "/v1/login", body, "/token"))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	http.Handler
	bugs kit.Bugs

	mu sync.Mutex // guards what follows
	state
}

// state is all that is stored, each list in the order in which its elements were made.
type state struct {
	wallets   []*wallet
	transfers []*transfer
	payees    []*payee
	done      map[string]done // by user and idempotency key
	over      map[string]bool // whose session has ended
	last      int             // how many ids were given
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns a service with some bugs and without wallets. It is a
// bench.Resetter.
func With(bugs ...kit.Bug) http.Handler {
	s := &service{bugs: kit.Set(bugs...)}
	s.clear()
	router := chi.NewRouter()
	router.NotFound(handler(func(http.ResponseWriter, *http.Request) error {
		return kit.Refuse(http.StatusNotFound, "there is no such page")
	}))
	router.Post("/v1/login", handler(s.login))
	router.Post("/v1/logout", s.as(s.logout))
	router.Get("/v1/wallets", s.as(s.listWallets))
	router.Post("/v1/wallets", s.as(s.createWallet))
	router.Get("/v1/wallets/{wallet}", s.as(s.getWallet))
	router.Post("/v1/wallets/{wallet}", s.as(s.changeWallet))
	router.Delete("/v1/wallets/{wallet}", s.as(s.deleteWallet))
	router.Post("/v1/wallets/{wallet}/freeze", s.as(s.freeze))
	router.Post("/v1/wallets/{wallet}/unfreeze", s.as(s.unfreeze))
	router.Get("/v1/wallets/{wallet}/entries", s.as(s.listEntries))
	router.Post("/v1/deposits", s.as(s.deposit))
	router.Get("/v1/transfers", s.as(s.listTransfers))
	router.Post("/v1/transfers", s.as(s.createTransfer))
	router.Get("/v1/transfers/{transfer}", s.as(s.getTransfer))
	router.Post("/v1/transfers/{transfer}/confirm", s.as(s.confirm))
	router.Post("/v1/transfers/{transfer}/cancel", s.as(s.cancel))
	router.Get("/v1/payees", s.as(s.listPayees))
	router.Post("/v1/payees", s.as(s.createPayee))
	router.Get("/v1/payees/{payee}", s.as(s.getPayee))
	router.Post("/v1/payees/{payee}", s.as(s.changePayee))
	router.Delete("/v1/payees/{payee}", s.as(s.deletePayee))
	router.Get("/v1/summary", s.as(s.summary))
	s.Handler = router
	return s
}

// Reset forgets all wallets, and who has logged out.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return nil
}

func (s *service) clear() { s.state = state{done: map[string]done{}, over: map[string]bool{}} }

// id returns one that was not given before, which does not tell how many there are.
func (s *service) id(kind string) string {
	s.last++
	return fmt.Sprintf("%s_%x", kind, sha256.Sum256(fmt.Appendf(nil, "%s %d", kind, s.last)))[:13]
}

// call is one request of a user.
type call struct {
	http.ResponseWriter
	*http.Request
	user *user
}

func (c *call) answer(v any) error { return kit.JSON(c.ResponseWriter, http.StatusOK, v) }

// failure is the body of a refusal.
type failure struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// handler returns a handler of a function that may refuse.
func handler(do func(w http.ResponseWriter, r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := do(w, r)
		if err == nil {
			return
		}
		refusal := kit.Refused(err)
		if refusal.Status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		kind := strings.ReplaceAll(strings.ToLower(http.StatusText(refusal.Status)), " ", "_")
		// of texts, which have a form in JSON
		_ = kit.JSON(w, refusal.Status, map[string]failure{"error": {kind, refusal.Reason}})
	}
}

// as lets only requests with a session through, one at a time.
func (s *service) as(do func(c *call) error) http.HandlerFunc {
	return handler(func(w http.ResponseWriter, r *http.Request) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		by, err := kit.Caller(r, people(), (*user).token, "log in first")
		if err != nil {
			return err
		}
		if s.over[by.name] && !s.bugs.Has(TokenAfterLogout) {
			return kit.Refuse(http.StatusUnauthorized, "the session is over")
		}
		return do(&call{w, r, by})
	})
}

// login answers with the token of a user.
func (s *service) login(w http.ResponseWriter, r *http.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, password, err := kit.Credentials(r, "username")
	if err != nil {
		return err
	}
	for _, u := range people() {
		if u.name == name && u.password() == password {
			delete(s.over, name)
			return kit.JSON(w, http.StatusOK, map[string]string{"token": u.token(), "token_type": "bearer"})
		}
	}
	return kit.Refuse(http.StatusUnauthorized, "the name or the password is wrong")
}

// logout ends the session of a user.
func (s *service) logout(c *call) error {
	s.over[c.user.name] = true
	return kit.NoContent(c.ResponseWriter)
}

// list is a part of a list.
type list[T any] struct {
	Object  string `json:"object"`
	Data    []T    `json:"data"`
	HasMore bool   `json:"has_more"`
}

// span is which part of a list a request asks for.
type span struct {
	limit int
	after string // the id of the element before, "" for none
}

func readSpan(q *kit.Query) span {
	return span{q.Int("limit", 10, 1, 100), q.Text("starting_after", 40)}
}

// part answers with the part of a list that comes after an element: nothing if that is not in it.
func part[T any](s *service, c *call, all []T, p span, id func(T) string) error {
	from := 0
	for p.after != "" && from < len(all) {
		if from++; id(all[from-1]) == p.after {
			if s.bugs.Has(PageRepeats) {
				from--
			}
			break
		}
	}
	rest := all[from:]
	n := min(p.limit, len(rest))
	return c.answer(list[T]{"list", append([]T{}, rest[:n]...), n < len(rest)})
}
