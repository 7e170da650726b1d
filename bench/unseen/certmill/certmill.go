// Package certmill is a REST service of a certificate authority: accounts register domains, order certificates for
// names below them, and have them renewed and revoked.
package certmill

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// client is who may open a session.
type client struct{ name, secret, role, account string }

var clients = []client{
	{"alder-web", "ring-2031", "holder", "alder"},
	{"alder-ops", "root-4410", "holder", "alder"},
	{"birch-web", "bark-7702", "holder", "birch"},
	{"ra-desk", "stamp-905", "registrar", ""},
	{"audit", "glass-118", "auditor", ""},
}

// sees tells whether the things of an account are there for the client.
func (c client) sees(account string) bool { return c.role != "holder" || c.account == account }

// fault is an error that is answered.
type fault struct {
	Status  int    `json:"-"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
}

func (f *fault) Error() string { return f.Code + ": " + f.Message }

func invalid(path, message string) error  { return &fault{422, "invalid", message, path} }
func conflict(code, message string) error { return &fault{409, code, message, ""} }
func notFound(what string) error          { return &fault{404, "not_found", "no such " + what, ""} }

// mill keeps everything in memory.
type mill struct {
	bug      int
	mu       sync.Mutex
	sessions map[string]client
	domains  []*Domain
	orders   []*Order
	open     map[string]int   // open orders by account
	keys     map[string]keyed // by account and key
	certs    []*Certificate
	crl      CRL
}

// call is a request that keeps the document.
type call struct {
	client
	r    *http.Request
	body []byte
}

func (c *call) param(name string) string { return chi.URLParam(c.r, name) }

// query returns a parameter of the query, or without.
func (c *call) query(name, without string) string {
	if v := c.r.URL.Query()[name]; len(v) > 0 {
		return v[0]
	}
	return without
}

func (c *call) number(name string, without int) int {
	n, _ := strconv.Atoi(c.query(name, strconv.Itoa(without))) // checked against the document
	return n
}

// read decodes the body.
func read[T any](c *call) (in T, err error) {
	if err := json.Unmarshal(c.body, &in); err != nil {
		return in, invalid("/", "cannot be read")
	}
	return in, nil
}

type handler func(*call) (status int, body any, err error)

// New returns a mill without domains, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	m := &mill{
		bug: bug, sessions: map[string]client{}, open: map[string]int{}, keys: map[string]keyed{},
		crl: CRL{Entries: []Revocation{}},
	}
	top := chi.NewRouter()
	top.Route("/ca/v1", func(r chi.Router) {
		on := func(method, path string, h handler, roles ...string) {
			r.Method(method, path, m.serve(theContract[method+" "+path], h, roles))
		}
		on("POST", "/sessions", m.openSession, "anybody")
		on("GET", "/domains", m.listDomains)
		on("POST", "/domains", m.addDomain, "holder")
		on("DELETE", "/domains/{domain_id}", m.removeDomain, "holder")
		on("GET", "/orders", m.listOrders)
		on("POST", "/orders", m.placeOrder, "holder")
		on("GET", "/orders/{order_id}", m.getOrder)
		on("POST", "/orders/{order_id}/cancel", m.cancelOrder, "holder")
		on("POST", "/orders/{order_id}/decision", m.decide, "registrar")
		on("GET", "/certificates", m.listCertificates)
		on("GET", "/certificates/{serial}", m.getCertificate)
		on("PATCH", "/certificates/{serial}", m.labelCertificate, "holder")
		on("POST", "/certificates/{serial}/renewal", m.renew, "holder")
		on("POST", "/certificates/{serial}/revocation", m.revoke, "holder", "registrar")
		on("DELETE", "/certificates/{serial}/revocation", m.lift, "holder", "registrar")
		on("GET", "/crl", m.getCRL)
	})
	return top
}

// serve turns a handler for some roles, or for all, into one of net/http.
func (m *mill) serve(o *operation, h handler, roles []string) http.Handler {
	run := func(r *http.Request) (int, any, error) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		who, ok := m.sessions[token]
		switch {
		case slices.Contains(roles, "anybody"):
		case !ok:
			return 0, nil, &fault{401, "no_session", "open a session first", ""}
		case len(roles) > 0 && !slices.Contains(roles, who.role):
			return 0, nil, &fault{403, "wrong_role", "for " + strings.Join(roles, " and "), ""}
		}
		c := &call{client: who, r: r}
		if err := m.find(c); err != nil {
			return 0, nil, err
		}
		body, err := o.check(r)
		if err != nil {
			return 0, nil, err
		}
		c.body = body
		return h(c)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		status, body, err := run(r)
		var f *fault
		if errors.As(err, &f) {
			status, body = f.Status, f
		}
		if body == nil {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body) // the client may be gone
	})
}

// find refuses addresses of things that are not there for the client.
func (m *mill) find(c *call) error {
	switch {
	case c.param("domain_id") != "" && m.domain(c) == nil:
		return notFound("domain")
	case c.param("order_id") != "" && m.order(c) == nil:
		return notFound("order")
	case c.param("serial") != "" && m.certificate(c) == nil:
		return notFound("certificate")
	}
	return nil
}

func (m *mill) openSession(c *call) (int, any, error) {
	in, err := read[struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
	}](c)
	if err != nil {
		return 0, nil, err
	}
	for _, k := range clients {
		if k.name == in.ID && k.secret == in.Secret {
			token := digest(k.name, len(m.sessions))
			m.sessions[token] = k
			body := map[string]any{"access_token": token, "role": k.role}
			if k.account != "" {
				body["account"] = k.account
			}
			return 201, body, nil
		}
	}
	return 0, nil, &fault{401, "no_session", "wrong id or secret", ""}
}

// digest returns 16 hexadecimal digits that nobody guesses.
func digest(what string, n int) string {
	sum := sha256.Sum256([]byte("certmill " + what + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:8])
}

// moment is a time from 2000 to 2099.
type moment struct{ time.Time }

func (t *moment) UnmarshalJSON(b []byte) error {
	if err := t.Time.UnmarshalJSON(b); err != nil {
		return err
	}
	t.Time = t.UTC()
	if t.Year() < 2000 || t.Year() > 2099 {
		return errors.New("out of range")
	}
	return nil
}

// whole is a whole number, also if it is written as 30.0.
type whole int

func (n *whole) UnmarshalJSON(b []byte) error {
	f, err := strconv.ParseFloat(string(b), 64)
	*n = whole(f)
	return err
}
