package service

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
)

// club is a service that lets members in. Each new one knows nobody.
type club struct {
	mu      sync.Mutex
	members map[string]string // password by name
	calls   *int
	kind    string // of the credentials that it hands out
}

func (c *club) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.calls++
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/join", func(w http.ResponseWriter, r *http.Request) {
		name, password := posted(r)
		if name == "" || len(password) < 8 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.members[name] = password
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("POST /api/session", func(w http.ResponseWriter, r *http.Request) {
		name, password := posted(r)
		switch {
		case name == "" || c.members[name] != password:
			w.WriteHeader(http.StatusUnauthorized)
		case c.kind == "cookie":
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: name})
		default:
			fmt.Fprintf(w, `{"data": {"id": "7", "ticket_token": %q}}`, name)
		}
	})
	mux.HandleFunc("GET /api/rooms", func(w http.ResponseWriter, r *http.Request) {
		cookie, err := r.Cookie("sid")
		inside := c.kind == "cookie" && err == nil && c.members[cookie.Value] != ""
		ticket, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case inside, ok && c.kind == "bearer" && c.members[ticket] != "":
			fmt.Fprint(w, "[]")
		case strings.HasPrefix(c.kind, "says 400"):
			guarded400(w, r.Header.Get("Authorization"), c)
		default:
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	mux.HandleFunc("GET /api/halls", func(w http.ResponseWriter, r *http.Request) {
		guarded400(w, r.Header.Get("Authorization"), c)
	})
	mux.ServeHTTP(w, r)
}

// guarded400 answers 400 to calls without a credential, and also to others if the club is strict.
func guarded400(w http.ResponseWriter, authorization string, c *club) {
	ticket, _ := strings.CutPrefix(authorization, "Bearer ")
	switch {
	case c.kind == "says 400 always" || ticket == "":
		http.Error(w, "missing or malformed ticket", http.StatusBadRequest)
	case c.members[ticket] == "":
		w.WriteHeader(http.StatusUnauthorized)
	default:
		fmt.Fprint(w, "[]")
	}
}

// posted reads name and password from a body.
func posted(r *http.Request) (name, password string) {
	var in struct{ Email, Secret string }
	if r.Header.Get("Content-Type") != "application/json" {
		return r.PostFormValue("email"), r.PostFormValue("secret")
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	return in.Email, in.Secret
}

// clubSchema names the paths, the members of the bodies and a scheme.
func clubSchema(media, scheme string) string {
	body := fmt.Sprintf(`"requestBody": {"content": {%q: {"schema": {"type": "object", "required": ["email", `+
		`"secret"], "properties": {"email": {"type": "string", "format": "email"}, "secret": {"type": "string", `+
		`"minLength": 8}}}}}}`, media)
	return fmt.Sprintf(`{"openapi": "3.0.3", "info": {"title": "Club", "version": "1"}, "servers": [{"url": "/api"}],
		"components": {"securitySchemes": {"s": %s}},
		"paths": {
			"/join": {"post": {%s, "responses": {"201": {"description": "in"}}}},
			"/session": {"post": {%s, "responses": {"200": {"description": "in"}}}},
			"/rooms": {"get": {"security": [{"s": []}], "responses": {"200": {"description": "all"}}}}}}`,
		scheme, body, body)
}

// hallsToo has a second operation that asks for a credential.
func hallsToo(schema string) string {
	const halls = `"/halls": {"get": {"security": [{"s": []}], "responses": {"200": {"description": "all"}}}}, `
	return strings.Replace(schema, `"/rooms": {`, halls+`"/rooms": {`, 1)
}

func newClub(t *testing.T, source task.Source, e problem.Env) *Service {
	t.Helper()
	e.Registry = &fitness.Registry{}
	if e.Guard == nil {
		e.Guard = open{}
	}
	p, err := Make(context.Background(), &source, e)
	require.NoError(t, err)
	s := p.(*Service)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// basePathCalls are those that look for the base path.
const basePathCalls = 3

// TestLogInsAreFound: a service that refuses calls of nobody lets those in who log
// in as the schema suggests.
func TestLogInsAreFound(t *testing.T) {
	bearer, cookie := `{"type": "http", "scheme": "bearer"}`, `{"type": "apiKey", "in": "cookie", "name": "sid"}`
	for name, tt := range map[string]struct {
		kind, media, scheme string
		users               []auth.User
		env                 problem.Env
		want                string // the first log-in, "" for none
		calls               bool   // the service was called
		advice              string
	}{
		"a token in a JSON answer": {
			kind: "bearer", media: "application/json",
			scheme: bearer, want: `auth.BearerLogin("ann", "/api/session", ` +
				"`" + `{"email":"ann@example.com","secret":"Secret-word-1"}` + "`" +
				`, "/data/ticket_token").WithSignUp("/api/join", `, calls: true,
		},
		"a form and a cookie": {kind: "cookie", media: "application/x-www-form-urlencoded", scheme: cookie,
			want: `auth.User{Name: "ann", SignUp: &auth.Login{Path: "/api/join", ContentType: ` +
				`"application/x-www-form-urlencoded", `, calls: true},
		"none helps": {kind: "key", media: "application/json", scheme: bearer, calls: true,
			advice: "POST /api/session logs in: the operations refuse what it gives"},
		"users of the user's own": {kind: "bearer", media: "application/json", scheme: bearer,
			users: []auth.User{auth.Bearer("me", "x")}},
		"nobody on purpose": {kind: "bearer", media: "application/json", scheme: bearer, users: []auth.User{},
			advice: `"your-password"`},
		"tests know": {kind: "bearer", media: "application/json", scheme: bearer,
			env: problem.Env{Replay: true}, advice: `"your-password"`},
		"a log-in ends processes": {kind: "bearer", media: "application/json", scheme: bearer,
			env: problem.Env{Guard: deadly{}}, advice: `"your-password"`},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			source := task.Source{Schema: clubSchema(tt.media, tt.scheme), Handler: func() http.Handler {
				return &club{members: map[string]string{}, calls: &calls, kind: tt.kind}
			}}
			source.REST.Users = tt.users
			s := newClub(t, source, tt.env)
			assert.Equal(t, tt.calls, calls > basePathCalls)
			assert.LessOrEqual(t, calls, 40)
			warnings := strings.Join(s.Warnings(), "\n")
			if tt.want == "" {
				assert.Empty(t, s.Adopted())
				assert.NotContains(t, warnings, "log-in")
				assert.Contains(t, s.Advice(), tt.advice)
				assert.Equal(t, len(tt.users) > 0, s.Advice() == "")
				return
			}
			require.Len(t, s.Adopted(), 2)
			assert.Contains(t, auth.Source(s.Adopted()), tt.want)
			assert.Contains(
				t, warnings, "log-in: GET /rooms answers 401 to calls of nobody. The search logs in as the schema "+
					"suggests (POST /api/join takes email and secret, and POST /api/session logs in). To make that "+
					"explicit, set REST: rest.Options{Users: auth.Public("+tt.want,
			)
			assert.NotContains(t, warnings, "\n", "one line")
		})
	}
}

// TestLogInsWhereMissingCredentialsAre400: operations with security that answer nobody the same 400 refuse nobody
// if a log-in changes that; else it is the data that they refuse, and nothing is said of log-ins.
func TestLogInsWhereMissingCredentialsAre400(t *testing.T) {
	bearer := `{"type": "http", "scheme": "bearer"}`
	for kind, schema := range map[string]string{
		"says 400":          hallsToo(clubSchema("application/json", bearer)),
		"says 400 always":   hallsToo(clubSchema("application/json", bearer)),
		"says 400, one had": clubSchema("application/json", bearer),
	} {
		t.Run(kind, func(t *testing.T) {
			calls := 0
			s := newClub(t, task.Source{Schema: schema, Handler: func() http.Handler {
				return &club{members: map[string]string{}, calls: &calls, kind: kind}
			}}, problem.Env{})
			warnings := strings.Join(s.Warnings(), "\n")
			if kind == "says 400" {
				assert.Len(t, s.Adopted(), 2)
				assert.Contains(t, warnings,
					"log-in: GET /halls answers 400 to calls of nobody. The search logs in as the schema")
				return
			}
			assert.Empty(t, s.Adopted())
			assert.NotContains(t, warnings, "log-in")
			assert.NotContains(t, s.Advice(), "in vain")
		})
	}
}

// TestLogInsThatAreFoundAreUsed by the first test, which has the calls on its
// account, and by the next process, which needs no calls to know.
func TestLogInsThatAreFoundAreUsed(t *testing.T) {
	calls := 0
	source := task.Source{Schema: clubSchema("application/json", `{"type": "http", "scheme": "bearer"}`),
		Handler: func() http.Handler {
			return &club{members: map[string]string{}, calls: &calls, kind: "bearer"}
		}}
	one := newClub(t, source, problem.Env{})
	before := calls - basePathCalls
	calls = before
	cost := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		e, err := one.Evaluate(context.Background(), one.Sample(r))
		require.NoError(t, err)
		cost += e.Cost
	}
	assert.Equal(t, calls, cost, "%d calls were made before the first test", before)
	got := map[string]map[string]int{}
	for _, tally := range one.Tallies() {
		got[tally.Operation] = tally.Outcomes
	}
	assert.Positive(t, got["GET /rooms"]["200"], "as ann and bob")
	assert.Positive(t, got["GET /rooms"]["401"], "as nobody")
	assert.Positive(t, got["POST /session"]["200"], "the body of the log-in is an example of it")

	state, err := one.State()
	require.NoError(t, err)
	c, err := one.EncodeCase(one.Sample(r))
	require.NoError(t, err)
	calls = 0
	two := newClub(t, source, problem.Env{Replay: true})
	require.NoError(t, two.Restore(state))
	assert.Zero(t, calls)
	assert.Equal(t, one.Adopted(), two.Adopted())
	_, err = two.DecodeCase(c)
	assert.NoError(t, err)
}
