package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// maxLoginFailures in a row make a user unusable that never could log in. One
// that could is tried again in each test: it is what the tests did that kept
// it from logging in.
const maxLoginFailures = 3

// Anonymous is the identity of calls without a user.
const Anonymous = -1

// Session holds who is logged in. It works on its own copy of the users.
type Session struct {
	users  []User
	states []loginState
	test   int // counts the tests
	other  otherServers
}

// never is before the first test.
const never = -1

// loginState is how it stands with one user.
type loginState struct {
	credentials credentials
	ready       bool
	// made is the test that the last log-in was tried in, never for none.
	made int
	// signUp and login are the statuses of the last answers.
	signUp, login int
	failures      int // in a row
	worked        bool
	unusable      bool
	warning       string
}

// NewSession prepares users. Those that cannot be used get a warning.
func NewSession(users []User) *Session {
	s := &Session{users: slices.Clone(users), states: make([]loginState, len(users))}
	variables := map[string]bool{}
	for i := range s.users {
		u, st := &s.users[i], &s.states[i]
		if err := u.Check(); err != nil {
			st.unusable, st.warning = true, err.Error()
		}
		u.variable = uniqueVariable(u.Name, variables)
		st.credentials, st.made = u.static(), never
		st.ready = !u.dynamic()
	}
	return s
}

// dynamic reports whether the user has to do something before its calls.
func (u *User) dynamic() bool { return u.Login != nil || u.SignUp != nil }

// Begin starts a test. When anew is set, every user has to log in again.
func (s *Session) Begin(anew bool) {
	s.test++
	if anew {
		s.forget()
	}
}

// forget drops what log-ins gave.
func (s *Session) forget() {
	for i := range s.states {
		s.states[i].ready, s.states[i].made = !s.users[i].dynamic(), never
	}
}

// Expire says that a call of a user was answered 401. It reports whether the
// call is worth another try, with a new log-in. It is not when the user has
// logged in during this very test: the test does that once only, so that the
// written test can do the same.
func (s *Session) Expire(user int) bool {
	if user < 0 {
		return false
	}
	st := &s.states[user]
	if !s.users[user].dynamic() || st.unusable || !st.ready || st.made == s.test {
		return false
	}
	st.ready = false
	return true
}

// usable reports whether calls of a user carry its credentials.
func (s *Session) usable(user int) bool { return user >= 0 && !s.states[user].unusable }

// Apply adds the credentials of a user to a call and returns the HTTP calls
// that a log-in took. A user that cannot log in makes its calls as nobody. The
// error says that the system cannot be called any more.
func (s *Session) Apply(ctx context.Context, caller sut.Caller, user int, e *message.Request) (calls int, err error) {
	if !s.usable(user) {
		return 0, nil
	}
	st := &s.states[user]
	if !st.ready && st.made != s.test {
		if calls, err = s.logIn(ctx, caller, user); err != nil {
			return calls, err
		}
	}
	if !st.ready {
		return calls, nil
	}
	for _, h := range st.credentials.headers {
		e.Headers = setPair(e.Headers, h, strings.EqualFold)
	}
	for _, h := range st.credentials.query {
		e.Query = setPair(e.Query, h, sameText)
	}
	for _, h := range st.credentials.cookies {
		e.Cookies = setPair(e.Cookies, h, sameText)
	}
	return calls, nil
}

func sameText(a, b string) bool { return a == b }

// setPair replaces the pair of the same name or appends one.
func setPair(ps []message.Pair, h Header, same func(a, b string) bool) []message.Pair {
	for i := range ps {
		if same(ps[i].Name, h.Name) {
			ps[i] = message.Pair{Name: h.Name, Value: h.Value}
			return ps
		}
	}
	return append(ps, message.Pair{Name: h.Name, Value: h.Value})
}

// logIn makes the sign-up and the log-in of a user.
func (s *Session) logIn(ctx context.Context, caller sut.Caller, user int) (calls int, err error) {
	u, st := &s.users[user], &s.states[user]
	st.made = s.test
	if u.SignUp != nil {
		answer, err := s.call(ctx, caller, u.SignUp)
		calls++
		if err != nil {
			return calls, fmt.Errorf("rest: sign up %s: %w", u.Name, err)
		}
		st.signUp = answer.Status
	}
	if u.Login == nil {
		st.ready = true
		return calls, nil
	}
	answer, err := s.call(ctx, caller, u.Login)
	calls++
	if err != nil {
		return calls, fmt.Errorf("rest: log in %s: %w", u.Name, err)
	}
	st.login = answer.Status
	got, err := u.credentials(answer)
	if err != nil {
		st.fail(fmt.Sprintf("log-in %s: %v", u.Login.name(), err))
		return calls, nil
	}
	st.credentials, st.ready, st.failures, st.worked = got, true, 0, true
	st.warning = ""
	return calls, nil
}

// Standing is how it stands with a user while a call is made.
type Standing struct {
	// Ready says that its calls carry credentials.
	Ready         bool
	signUp, login int // the statuses of the last answers
}

// Standing returns how it stands with a user, nothing for nobody.
func (s *Session) Standing(user int) Standing {
	if !s.usable(user) {
		return Standing{}
	}
	st := &s.states[user]
	return Standing{st.ready, st.signUp, st.login}
}

func (st *loginState) fail(reason string) {
	st.failures++
	st.warning = reason
	st.unusable = !st.worked && st.failures >= maxLoginFailures
}

func (s *Session) call(ctx context.Context, caller sut.Caller, l *Login) (*sut.Response, error) {
	if l.external() {
		return s.other.call(ctx, l)
	}
	return caller.Call(ctx, l.loginRequest())
}

// Warnings returns what is wrong with the users, in their order.
func (s *Session) Warnings() []openapi.Warning {
	var out []openapi.Warning
	for i := range s.users {
		where := "user " + s.users[i].Name
		for _, note := range s.users[i].notes {
			out = append(out, openapi.Warning{Where: where, Reason: note})
		}
		if st := &s.states[i]; st.warning != "" {
			reason := st.warning
			if st.unusable {
				reason += "; its calls are made as nobody"
			}
			out = append(out, openapi.Warning{Where: where, Reason: reason})
		}
	}
	return out
}
