package service

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
)

// lodge lets in who sends the ticket of its log-in in one form.
func lodge(carries func(r *http.Request) string) http.Handler {
	members := map[string]bool{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/join", func(w http.ResponseWriter, r *http.Request) {
		name, _ := posted(r)
		members[name] = true
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("POST /api/invite", func(w http.ResponseWriter, r *http.Request) {
		if name := carries(r); !members[name] {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		name, _ := posted(r)
		members[name] = true
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("POST /api/session", func(w http.ResponseWriter, r *http.Request) {
		name, _ := posted(r)
		if !members[name] {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: name})
		fmt.Fprintf(w, `{"data": {"id": "7", "ticket_token": %q}}`, name)
	})
	mux.HandleFunc("GET /api/rooms", func(w http.ResponseWriter, r *http.Request) {
		if name := carries(r); name == "" || !members[name] {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, "[]")
	})
	return mux
}

// behind takes what is behind a word in the header Authorization.
func behind(word string) func(r *http.Request) string {
	return func(r *http.Request) string {
		ticket, ok := strings.CutPrefix(r.Header.Get("Authorization"), word)
		if !ok || strings.Contains(ticket, " ") {
			return ""
		}
		return ticket
	}
}

// TestLogInsThatWereGivenAreDiagnosed: a log-in that succeeds and lets nobody in is tried in other forms, and one
// that is not at its path elsewhere; what works is taken and told.
func TestLogInsThatWereGivenAreDiagnosed(t *testing.T) {
	bearer, key := `{"type": "http", "scheme": "bearer"}`, `{"type": "apiKey", "in": "header", "name": "X-Pass"}`
	cookie := func(r *http.Request) string {
		if c, err := r.Cookie("sid"); err == nil {
			return c.Value
		}
		return ""
	}
	pass := func(r *http.Request) string { return r.Header.Get("X-Pass") }
	for name, tt := range map[string]struct {
		carries            func(r *http.Request) string
		scheme             string
		join, path, points string
		warning            string // "" for none
		in                 bool   // the operation lets the user in
	}{
		"as it was given": {behind("Bearer "), bearer, "/api/join", "/api/session", "/data/ticket_token", "", true},
		"another word": {behind("Token "), bearer, "/api/join", "/api/session", "/data/ticket_token",
			`user ann: GET /rooms answers 401 to calls with "Authorization: Bearer {token}"; the search takes ` +
				`"Authorization: Token {token}", which works. To make that explicit, set Login.Token to ` +
				`&auth.Token{Selector: "/data/ticket_token", Template: "Token {token}"}`, true},
		"no word": {behind(""), bearer, "/api/join", "/api/session", "/data/ticket_token",
			`the search takes "Authorization: {token}", which works`, true},
		"another header": {pass, key, "/api/join", "/api/session", "/data/ticket_token",
			`the search takes "X-Pass: {token}", which works`, true},
		"a cookie": {cookie, bearer, "/api/join", "/api/session", "/data/ticket_token",
			`the search takes the cookies of the answer, which works. ` +
				`To make that explicit, set Login.Cookies to true, without Login.Token`, true},
		"a wrong pointer": {behind("Bearer "), bearer, "/api/join", "/api/session", "/token",
			`the search takes "Authorization: Bearer {token}" with the token at "/data/ticket_token" of the answer, ` +
				`which works. To make that explicit, ` +
				`set Login.Token to &auth.Token{Selector: "/data/ticket_token", Template: "Bearer {token}"}`, true},
		"without the base path": {behind("Bearer "), bearer, "/join", "/session", "/data/ticket_token",
			`user ann: /join answers 404; the search takes /api/join and /api/session, which works. ` +
				`To make that explicit, set SignUp.Path to "/api/join", and Login.Path to "/api/session"`, true},
		"only the sign-up without it": {behind("Bearer "), bearer, "/join", "/api/session", "/data/ticket_token",
			`set SignUp.Path to "/api/join"`, true},
		"a path too many": {behind("Bearer "), bearer, "/api/join", "/api/api/session", "/data/ticket_token",
			`set Login.Path to "/api/session"`, true},
		"nothing helps": {func(*http.Request) string { return "" }, bearer, "/api/join",
			"/api/session", "/data/ticket_token",
			`user ann: the log-in /api/session answers 200, but GET /rooms answers 401 to calls with ` +
				`"Authorization: Bearer {token}"; the search also tried ` +
				`"Authorization: Token {token}", "Authorization: {token}", the cookies of the answer`, false},
	} {
		t.Run(name, func(t *testing.T) {
			user := auth.BearerLogin("ann", tt.path,
				`{"email": "ann@example.com", "secret": "Secret-word-1"}`, tt.points)
			user = user.WithSignUp(tt.join, `{"email": "ann@example.com", "secret": "Secret-word-1"}`)
			source := task.Source{
				Schema:  clubSchema("application/json", tt.scheme),
				Handler: func() http.Handler { return lodge(tt.carries) },
			}
			source.REST.Users = auth.Public(user)
			one := newClub(t, source, problem.Env{})
			assertWarns(t, one, tt.warning)
			assert.Empty(t, one.Adopted(), "users of the user's own are not sent to other processes")
			assert.Equal(t, tt.in, letsIn(t, one))

			state, err := one.State()
			require.NoError(t, err)
			two := newClub(t, source, problem.Env{Replay: true})
			require.NoError(t, two.Restore(state))
			assert.Equal(t, tt.in, letsIn(t, two), "the next process knows")
		})
	}
}

// TestLogInsOfUsersWhoSignUpOthers: what makes the log-in of a user work makes those of the users work whom this user
// signs up.
func TestLogInsOfUsersWhoSignUpOthers(t *testing.T) {
	const body = `{"email": "%s@example.com", "secret": "Secret-word-1"}`
	ann := auth.BearerLogin("ann", "/api/session", fmt.Sprintf(body, "ann"), "/token").
		WithSignUp("/api/join", fmt.Sprintf(body, "ann"))
	bob := auth.BearerLogin("bob", "/api/session", fmt.Sprintf(body, "bob"), "/token").
		WithSignUp("/api/invite", fmt.Sprintf(body, "bob"))
	bob.SignedUpBy = "ann"
	came := map[string]bool{}
	source := task.Source{
		Schema: clubSchema("application/json", `{"type": "http", "scheme": "bearer"}`),
		Handler: func() http.Handler {
			return lodge(func(r *http.Request) string {
				name := behind("Token ")(r)
				came[name] = came[name] || r.Method == "GET"
				return name
			})
		},
	}
	source.REST.Users = auth.Public(ann, bob)
	s := newClub(t, source, problem.Env{})
	assertWarns(t, s, `user ann, user bob: GET /rooms answers 401 to calls with "Authorization: Bearer {token}"; `+
		`the search takes "Authorization: Token {token}", which works.`)
	assert.NotContains(t, strings.Join(s.Warnings(), "\n"), "nobody")
	clear(came)
	letsIn(t, s)
	assert.True(t, came["ann@example.com"])
	assert.True(t, came["bob@example.com"])
}

// TestTestsAreDear: executions of tests are dear where log-ins take long.
func TestTestsAreDear(t *testing.T) {
	for wait, want := range map[time.Duration]bool{0: false, 2 * slowLogin: true} {
		user := auth.BearerLogin("ann", "/api/session", `{"email": "ann@example.com"}`, "/data/ticket_token")
		source := task.Source{Schema: clubSchema("application/json", `{"type": "http", "scheme": "bearer"}`)}
		source.Handler = func() http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/api/session" {
					time.Sleep(wait)
					fmt.Fprint(w, `{"data": {"ticket_token": "ticket"}}`)
				}
			})
		}
		source.REST.Users = auth.Public(user)
		s := newClub(t, source, problem.Env{})
		r := rand.New(rand.NewPCG(1, 2))
		for range 10 {
			_, err := s.Evaluate(t.Context(), s.Sample(r))
			require.NoError(t, err)
		}
		require.Positive(t, s.system.spent.Logins)
		assert.Equal(t, want, s.Dear(), wait)
	}
}

// assertWarns checks that a service has a warning, or none at all for "".
func assertWarns(t *testing.T, s *Service, warning string) {
	t.Helper()
	if warning == "" {
		assert.Empty(t, s.Warnings())
		return
	}
	assert.Contains(t, strings.Join(s.Warnings(), "\n"), warning)
}

// TestLogInsThatWereGivenWhereMissingCredentialsAre400: operations with security that answer the same 400 to nobody
// and to a user refuse both if another form of the credential changes that; else nothing is known, and nothing is said.
func TestLogInsThatWereGivenWhereMissingCredentialsAre400(t *testing.T) {
	const data = `{"email": "ann@example.com", "secret": "Secret-word-1"}`
	for name, tt := range map[string]struct {
		carries func(r *http.Request) string
		warning string // "" for none
	}{
		"as it was given": {behind("Bearer "), ""},
		"another word": {behind("Token "), `user ann: GET /halls answers 400 to calls with ` +
			`"Authorization: Bearer {token}"; the search takes "Authorization: Token {token}", which works`},
		"nothing helps": {func(*http.Request) string { return "" }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			user := auth.BearerLogin("ann", "/api/session", data, "/data/ticket_token").WithSignUp("/api/join", data)
			source := task.Source{
				Schema:  hallsToo(clubSchema("application/json", `{"type": "http", "scheme": "bearer"}`)),
				Handler: func() http.Handler { return missing400(lodge(tt.carries)) },
			}
			source.REST.Users = auth.Public(user)
			one := newClub(t, source, problem.Env{})
			assertWarns(t, one, tt.warning)
			assert.Equal(t, name != "nothing helps", letsIn(t, one))
		})
	}
}

// missing400 answers 400 where a handler answers 401, and has its halls where its rooms are.
func missing400(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/halls" {
			r.URL.Path = "/api/rooms"
		}
		got := httptest.NewRecorder()
		if h.ServeHTTP(got, r); got.Code == http.StatusUnauthorized {
			http.Error(w, "missing or malformed ticket", http.StatusBadRequest)
			return
		}
		maps.Copy(w.Header(), got.Header())
		w.WriteHeader(got.Code)
		_, _ = w.Write(got.Body.Bytes())
	})
}

// letsIn reports whether GET /rooms succeeds in a short search.
func letsIn(t *testing.T, s *Service) bool {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		_, err := s.Evaluate(context.Background(), s.Sample(r))
		require.NoError(t, err)
	}
	for _, tally := range s.Tallies() {
		if tally.Operation == "GET /rooms" {
			return tally.Outcomes["200"] > 0
		}
	}
	return false
}
