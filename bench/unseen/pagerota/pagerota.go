// Package pagerota is a REST service for being on call: teams plan shifts, alerts become incidents, and whoever is on
// call acknowledges and resolves them.
package pagerota

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// user is who may log in.
type user struct {
	Name     string
	Role     string
	password string
}

var users = []user{
	{"dana", "manager", "bell-410"},
	{"kofi", "responder", "horn-226"},
	{"lene", "responder", "siren-913"},
	{"ivo", "viewer", "lamp-075"},
}

func userNamed(name string) (user, bool) {
	for _, u := range users {
		if u.Name == name {
			return u, true
		}
	}
	return user{}, false
}

// failure is an answer that refuses.
type failure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

func fail(status int, code, format string, args ...any) *failure {
	return &failure{status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

func invalid(field, format string, args ...any) *failure {
	f := fail(http.StatusUnprocessableEntity, "invalid_field", format, args...)
	f.Field = field
	return f
}

func missing(what string) *failure { return fail(http.StatusNotFound, "not_found", "no such %s", what) }

// service keeps everything in memory behind one mutex.
type service struct {
	mu        sync.Mutex
	bug       int
	tokens    map[string]user
	teams     []*team
	incidents []*incident
	lastShift int
	lastNote  int
}

// call is one request with what the handlers need of it.
type call struct {
	*http.Request
	w    http.ResponseWriter
	user user
}

// handler answers with a status and a body, or fails.
type handler func(c *call) (int, any, *failure)

// New returns a service without teams, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &service{bug: bug, tokens: map[string]user{}}
	mux := http.NewServeMux()
	route := func(pattern string, h handler, roles ...string) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.Handle(method+" /api/v2"+path, s.serve(s.loggedIn(h, roles)))
	}
	mux.Handle("POST /api/v2/auth/login", s.serve(s.logIn))
	route("GET /me", s.me)
	route("GET /teams", s.listTeams)
	route("POST /teams", s.createTeam, "manager")
	route("GET /teams/{slug}", s.getTeam)
	route("PATCH /teams/{slug}", s.patchTeam, "manager")
	route("GET /teams/{slug}/stats", s.teamStats)
	route("PUT /teams/{slug}/members/{username}", s.addMember, "manager")
	route("DELETE /teams/{slug}/members/{username}", s.removeMember, "manager")
	route("GET /teams/{slug}/shifts", s.listShifts)
	route("POST /teams/{slug}/shifts", s.createShift, "manager", "responder")
	route("DELETE /teams/{slug}/shifts/{shift_id}", s.deleteShift, "manager")
	route("GET /teams/{slug}/oncall", s.onCall)
	route("GET /incidents", s.listIncidents)
	route("POST /incidents", s.createIncident, "manager", "responder")
	route("GET /incidents/{ref}", s.getIncident)
	route("PATCH /incidents/{ref}", s.patchIncident, "manager", "responder")
	route("POST /incidents/{ref}/acknowledge", s.acknowledge, "manager", "responder")
	route("POST /incidents/{ref}/resolve", s.resolve, "manager", "responder")
	route("POST /incidents/{ref}/reopen", s.reopen, "manager", "responder")
	route("GET /incidents/{ref}/notes", s.listNotes)
	route("POST /incidents/{ref}/notes", s.addNote, "manager", "responder")
	route("DELETE /incidents/{ref}/notes/{note_id}", s.deleteNote, "manager", "responder")
	return mux
}

// serve runs a handler under the mutex and writes its answer.
func (s *service) serve(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		status, body, f := h(&call{Request: r, w: w})
		if f != nil {
			status, body = f.status, map[string]any{"error": f}
		}
		if body == nil {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if err := json.NewEncoder(w).Encode(body); err != nil {
			log.Printf("answer to %s %s: %v", r.Method, r.URL.Path, err)
		}
	})
}

// loggedIn wants a token of a user with one of the roles, of any user if there are none.
func (s *service) loggedIn(h handler, roles []string) handler {
	return func(c *call) (int, any, *failure) {
		token, ok := strings.CutPrefix(c.Header.Get("Authorization"), "Bearer ")
		u, known := s.tokens[token]
		if !ok || !known {
			return 0, nil, fail(http.StatusUnauthorized, "unauthorized", "log in first")
		}
		if len(roles) > 0 && !slices.Contains(roles, u.Role) {
			return 0, nil, fail(http.StatusForbidden, "forbidden", "not for a %s", u.Role)
		}
		c.user = u
		return h(c)
	}
}

func (s *service) logIn(c *call) (int, any, *failure) {
	in, f := readBody(c.Request, "username", "password")
	if f != nil {
		return 0, nil, f
	}
	name, password := in.text("username", 1, 64), in.text("password", 1, 64)
	if in.failed != nil {
		return 0, nil, in.failed
	}
	u, ok := userNamed(name)
	if !ok || u.password != password {
		return 0, nil, fail(http.StatusUnauthorized, "bad_credentials", "the name or the password is wrong")
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", u.Name, len(s.tokens)))
	token := hex.EncodeToString(sum[:12])
	s.tokens[token] = u
	return http.StatusOK, map[string]any{"token": token, "username": u.Name, "role": u.Role}, nil
}

func (s *service) me(c *call) (int, any, *failure) {
	member := []string{}
	for _, t := range s.teams {
		if slices.Contains(t.Members, c.user.Name) {
			member = append(member, t.Slug)
		}
	}
	slices.Sort(member)
	return http.StatusOK, map[string]any{"username": c.user.Name, "role": c.user.Role, "teams": member}, nil
}

// sees reports whether a user sees a team: a private one is for its members and for managers.
func sees(u user, t *team) bool {
	return !t.Private || u.Role == "manager" || slices.Contains(t.Members, u.Name)
}

// team finds the team of the path, if the caller sees it.
func (s *service) team(c *call) (*team, *failure) {
	if t := s.teamBySlug(c.PathValue("slug")); t != nil && sees(c.user, t) {
		return t, nil
	}
	return nil, missing("team")
}

func (s *service) teamBySlug(slug string) *team {
	for _, t := range s.teams {
		if t.Slug == slug {
			return t
		}
	}
	return nil
}

// incidentByRef finds the incident of the path, if there is one.
func (s *service) incidentByRef(c *call) *incident {
	for _, i := range s.incidents {
		if i.Ref == c.PathValue("ref") {
			return i
		}
	}
	return nil
}

// incident finds the incident of the path, if the caller sees its team.
func (s *service) incident(c *call) (*incident, *failure) {
	i := s.incidentByRef(c)
	if i == nil || !sees(c.user, i.team) {
		return nil, missing("incident")
	}
	return i, nil
}

// number reads a whole number of the path.
func number(c *call, name string) (int, bool) {
	n, err := strconv.Atoi(c.PathValue(name))
	return n, err == nil
}
