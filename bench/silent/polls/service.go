// Package polls is a service for polls among some people, on gorilla/mux with a
// JSON file for each poll in a temporary folder. Owners prepare their polls and
// open and close them; everybody, or who is invited, votes and comments. A
// session is a cookie. Package silent tells of the bugs that it may have.
package polls

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/gorilla/mux"

	"github.com/evoke-go/evoke/bench/silent/kit"
	"github.com/evoke-go/evoke/rest/auth"
)

//go:embed openapi.yaml
var schema []byte

// Schema returns the OpenAPI document, which is true of the healthy service.
func Schema() []byte { return schema }

// names are those of all users, in a fixed order.
func names() []string { return []string{"ola", "per", "siv"} }

func password(name string) string { return name + "-secret" }

func session(name string) string { return "poll-session-of-" + name }

// Users returns the users for a run. Who owns what is up to their calls.
func Users() []auth.User {
	var out []auth.User
	for _, name := range names() {
		body := fmt.Sprintf(`{"name": %q, "password": %q}`, name, password(name))
		out = append(out, auth.CookieLogin(name, "/session", "application/json", body))
	}
	return auth.Public(out...)
}

// service is the handler.
type service struct {
	router *mux.Router
	bugs   kit.Bugs
	folder string

	mu   sync.Mutex // lets one request at a time through
	last int        // the number of the poll that was made last
}

// New returns the healthy service: see [With].
func New() http.Handler { return With() }

// With returns the service without polls, healthy but for some bugs. It is a
// bench.Resetter and an io.Closer, which removes its folder. It panics if there
// is no place for the folder.
func With(bugs ...kit.Bug) http.Handler {
	folder, err := os.MkdirTemp("", "polls-")
	if err != nil {
		panic(fmt.Errorf("polls: %w", err))
	}
	s := &service{router: mux.NewRouter(), bugs: kit.Set(bugs...), folder: folder}
	s.router.SkipClean(true)
	s.router.HandleFunc("/session", s.open(s.login)).Methods("POST")
	s.router.HandleFunc("/polls", s.as(s.list)).Methods("GET")
	s.router.HandleFunc("/polls", s.as(s.create)).Methods("POST")
	one := s.router.PathPrefix("/polls/{poll}").Subrouter()
	one.HandleFunc("", s.of(s.get)).Methods("GET")
	one.HandleFunc("", s.of(s.put)).Methods("PUT")
	one.HandleFunc("", s.of(s.remove)).Methods("DELETE")
	one.HandleFunc("/options", s.of(s.addOption)).Methods("POST")
	one.HandleFunc("/options/{option}", s.of(s.putOption)).Methods("PUT")
	one.HandleFunc("/options/{option}", s.of(s.removeOption)).Methods("DELETE")
	one.HandleFunc("/state", s.of(s.putState)).Methods("PUT")
	one.HandleFunc("/guests/{guest}", s.of(s.invite)).Methods("PUT")
	one.HandleFunc("/guests/{guest}", s.of(s.uninvite)).Methods("DELETE")
	one.HandleFunc("/vote", s.of(s.getVote)).Methods("GET")
	one.HandleFunc("/vote", s.of(s.putVote)).Methods("PUT")
	one.HandleFunc("/vote", s.of(s.removeVote)).Methods("DELETE")
	one.HandleFunc("/results", s.of(s.results)).Methods("GET")
	one.HandleFunc("/comments", s.of(s.listComments)).Methods("GET")
	one.HandleFunc("/comments", s.of(s.createComment)).Methods("POST")
	one.HandleFunc("/comments/{comment}", s.of(s.getComment)).Methods("GET")
	one.HandleFunc("/comments/{comment}", s.of(s.removeComment)).Methods("DELETE")
	return s
}

// Reset forgets all polls.
func (s *service) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = 0
	all, err := s.all()
	for _, p := range all {
		err = errors.Join(err, os.Remove(s.file(p.ID)))
	}
	return err
}

// Close removes the folder.
func (s *service) Close() error { return os.RemoveAll(s.folder) }

// ServeHTTP answers a request. What the router would redirect is not found.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	kit.Exact(w, r, s.router)
}

// fail answers with an error, which has a code for programs and a message for people.
func fail(w http.ResponseWriter, err error) {
	refusal := kit.Refused(err)
	if refusal.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Cookie")
	}
	code := strings.ReplaceAll(strings.ToLower(http.StatusText(refusal.Status)), " ", "_")
	// of texts, which have a form in JSON
	_ = kit.JSON(w, refusal.Status, map[string]string{"code": code, "message": refusal.Reason})
}

// call is one request of a user, "" for anybody.
type call struct {
	http.ResponseWriter
	*http.Request
	user string
}

func (c *call) answer(status int, v any) error { return kit.JSON(c.ResponseWriter, status, v) }

// open lets all requests through, one at a time.
func (s *service) open(do func(*call) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := do(&call{w, r, ""}); err != nil {
			fail(w, err)
		}
	}
}

// as lets only requests with a session through.
func (s *service) as(do func(*call) error) http.HandlerFunc {
	return s.open(func(c *call) error {
		cookie, err := c.Cookie("sid")
		if err != nil {
			return kit.Refuse(http.StatusUnauthorized, "log in first")
		}
		i := slices.IndexFunc(names(), func(name string) bool { return session(name) == cookie.Value })
		if i < 0 {
			return kit.Refuse(http.StatusUnauthorized, "the session is over")
		}
		c.user = names()[i]
		return do(c)
	})
}

// of lets only requests through whose user sees the poll of the path.
func (s *service) of(do func(*call, *poll) error) http.HandlerFunc {
	return s.as(func(c *call) error {
		all, err := s.all()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(p *poll) bool {
			return p.ID == mux.Vars(c.Request)["poll"] && p.seenBy(c.user)
		})
		if i < 0 {
			return kit.Refuse(http.StatusNotFound, "there is no such poll")
		}
		return do(c, all[i])
	})
}

// login answers with a session.
func (s *service) login(c *call) error {
	name, secret, err := kit.Credentials(c.Request, "name")
	if err != nil {
		return err
	}
	if !slices.Contains(names(), name) || secret != password(name) {
		return kit.Refuse(http.StatusUnauthorized, "name or password is wrong")
	}
	http.SetCookie(c.ResponseWriter, &http.Cookie{Name: "sid", Value: session(name), Path: "/", HttpOnly: true})
	return c.answer(http.StatusOK, map[string]string{"name": name})
}

func (s *service) file(id string) string { return s.folder + "/" + id + ".json" }

// save writes a poll.
func (s *service) save(p *poll) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("polls: %w", err)
	}
	return os.WriteFile(s.file(p.ID), text, 0o600)
}

// all reads all polls, in the order in which they were made.
func (s *service) all() ([]*poll, error) {
	files, err := os.ReadDir(s.folder)
	if err != nil {
		return nil, fmt.Errorf("polls: %w", err)
	}
	var out []*poll
	for _, f := range files {
		text, err := os.ReadFile(s.folder + "/" + f.Name())
		if err != nil {
			return nil, fmt.Errorf("polls: %w", err)
		}
		p := &poll{}
		if err := json.Unmarshal(text, p); err != nil {
			return nil, fmt.Errorf("polls: %s: %w", f.Name(), err)
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *poll) int { return a.Number - b.Number })
	return out, nil
}
