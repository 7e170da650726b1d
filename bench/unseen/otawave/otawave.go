// Package otawave is a service for firmware of devices in the field: a publisher makes releases, operators plan
// rollouts to the devices of their fleet, an approver starts them, and the devices report how it went.
package otawave

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// user is who may open a session.
type user struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	Fleet    string `json:"fleet,omitempty"`
	password string
}

var users = []user{
	{"builder", "publisher", "", "solder-9"},
	{"north-ops", "operator", "north", "radio-4"},
	{"north-lead", "approver", "north", "relay-6"},
	{"south-ops", "operator", "south", "diode-2"},
}

// Refusal is an answer that refuses.
type Refusal struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Param   string `json:"param,omitempty"`
}

func (r *Refusal) Error() string { return r.Code + ": " + r.Message }

func unknown(what string) error       { return &Refusal{404, "not_found", "no such " + what, ""} }
func conflict(code, why string) error { return &Refusal{409, code, why, ""} }
func wrong(param, why string) error   { return &Refusal{422, "invalid_param", why, param} }

// call is a request of somebody.
type call struct {
	w   http.ResponseWriter
	r   *http.Request
	who user
	arg string // what the path has for {}
}

// reply writes an answer.
func (c *call) reply(status int, body any) error {
	if r, ok := body.(*Rollout); ok {
		c.w.Header().Set("ETag", r.etag())
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_ = json.NewEncoder(c.w).Encode(body) // nobody is left to tell
	return nil
}

// method is a procedure of the API.
type method struct {
	verb, path string
	roles      string // empty for everybody with a session, "-" without one
	do         func(*call) error
}

// server keeps everything in memory behind one mutex.
type server struct {
	mu       sync.Mutex
	bug      int
	methods  []method
	sessions map[string]user
	releases []*Release
	devices  []*Device // by serial
	rollouts []*Rollout
	replays  map[string]*replay // by user and idempotency key
}

// New returns a service without releases and devices, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	s := &server{bug: bug, sessions: map[string]user{}, replays: map[string]*replay{}}
	s.methods = []method{
		{"POST", "/v1/session", "-", s.openSession},
		{"GET", "/v1/releases", "", s.listReleases},
		{"POST", "/v1/releases", "publisher", s.createRelease},
		{"GET", "/v1/releases/{}", "", s.getRelease},
		{"POST", "/v1/releases/{}/publish", "publisher", s.publishRelease},
		{"POST", "/v1/releases/{}/revoke", "publisher", s.revokeRelease},
		{"GET", "/v1/hardware/{}/latest", "", s.latestRelease},
		{"GET", "/v1/devices", "operator approver", s.listDevices},
		{"POST", "/v1/devices", "operator", s.registerDevice},
		{"GET", "/v1/devices/{}", "operator approver", s.getDevice},
		{"POST", "/v1/devices/{}/move", "operator", s.moveDevice},
		{"POST", "/v1/devices/{}/retire", "operator", s.retireDevice},
		{"POST", "/v1/devices/{}/report", "operator", s.report},
		{"GET", "/v1/fleet", "operator approver", s.fleet},
		{"GET", "/v1/rollouts", "operator approver", s.listRollouts},
		{"POST", "/v1/rollouts", "operator", s.planRollout},
		{"GET", "/v1/rollouts/{}", "operator approver", s.getRollout},
		{"GET", "/v1/rollouts/{}/targets", "operator approver", s.listTargets},
		{"POST", "/v1/rollouts/{}/update", "operator", s.updateRollout},
		{"POST", "/v1/rollouts/{}/activate", "approver", s.activateRollout},
		{"POST", "/v1/rollouts/{}/pause", "operator approver", s.pauseRollout},
		{"POST", "/v1/rollouts/{}/resume", "approver", s.resumeRollout},
		{"POST", "/v1/rollouts/{}/abort", "operator approver", s.abortRollout},
	}
	return s
}

// ServeHTTP finds the method of a path by its segments.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &call{w: w, r: r}
	status := 404
	for _, m := range s.methods {
		arg, ok := match(m.path, r.URL.Path)
		if !ok {
			continue
		}
		status = 405
		if m.verb != r.Method {
			continue
		}
		c.arg = arg
		err := s.admit(c, m.roles)
		if err == nil {
			err = m.do(c)
		}
		if err != nil {
			c.refuse(err)
		}
		return
	}
	c.refuse(&Refusal{status, "no_method", http.StatusText(status), ""})
}

// match compares a path with a pattern, where {} stands for one segment.
func match(pattern, path string) (arg string, ok bool) {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return "", false
	}
	for i := range want {
		if want[i] == "{}" && have[i] != "" {
			arg = have[i]
		} else if want[i] != have[i] {
			return "", false
		}
	}
	return arg, true
}

// admit wants a session of one of the roles.
func (s *server) admit(c *call, roles string) error {
	if roles == "-" {
		return nil
	}
	token, ok := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	who, known := s.sessions[token]
	if !ok || !known {
		return &Refusal{401, "no_session", "open a session first", ""}
	}
	c.who = who
	if roles != "" && !slices.Contains(strings.Fields(roles), who.Role) {
		return &Refusal{403, "wrong_role", "not for the role " + who.Role, ""}
	}
	return nil
}

func (c *call) refuse(err error) {
	var r *Refusal
	if !errors.As(err, &r) {
		r = &Refusal{500, "internal", "internal error", ""}
	}
	_ = c.reply(r.status, map[string]any{"error": r})
}

// read decodes the body, which has to be one JSON object with the fields of into and no null.
func (c *call) read(into any) error {
	broken := &Refusal{400, "bad_json", "the body must be a JSON object", ""}
	data, err := io.ReadAll(io.LimitReader(c.r.Body, 1<<20))
	if err != nil {
		return broken
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return broken
	}
	t := reflect.TypeOf(into).Elem()
	known := map[string]bool{}
	for i := range t.NumField() {
		known[t.Field(i).Tag.Get("json")] = true
	}
	names := []string{}
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !known[name] {
			return wrong(name, "is not known")
		}
		if string(fields[name]) == "null" {
			return wrong(name, "must not be null")
		}
	}
	var kind *json.UnmarshalTypeError
	if err := json.Unmarshal(data, into); errors.As(err, &kind) {
		return wrong(kind.Field, "has the wrong type")
	} else if err != nil {
		return broken
	}
	return nil
}

// text checks a string; an optional one may be left out.
func text(param string, s *string, optional bool, low, high int) error {
	if s == nil {
		if optional {
			return nil
		}
		return wrong(param, "is required")
	}
	if n := utf8.RuneCountInString(*s); n < low || n > high {
		return wrong(param, fmt.Sprintf("must have %d to %d characters", low, high))
	}
	return nil
}

// limit reads the size of a page.
func (c *call) limit() (int, error) {
	if !c.r.URL.Query().Has("limit") {
		return 20, nil
	}
	n, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
	if err != nil || n < 1 || n > 50 {
		return 0, wrong("limit", "must be from 1 to 50")
	}
	return n, nil
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:16])
}

func (s *server) openSession(c *call) error {
	var in struct {
		Username *string `json:"username"`
		Password *string `json:"password"`
	}
	if err := c.read(&in); err != nil {
		return err
	}
	if in.Username == nil {
		return wrong("username", "is required")
	}
	if in.Password == nil {
		return wrong("password", "is required")
	}
	for _, u := range users {
		if u.Name == *in.Username && u.password == *in.Password {
			token := "ow_" + digest(u.Name, u.password)
			s.sessions[token] = u
			return c.reply(200, map[string]any{"access_token": token, "user": u})
		}
	}
	return &Refusal{401, "bad_credentials", "name or password is wrong", ""}
}
