package auth

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// maxLoginFailures is after how many failures in a row a user who has never logged in counts as unusable. A user who
// has logged in before tries again, because a test may have prevented the log-in.
const maxLoginFailures = 3

// maxPause bounds the pause between such attempts: at most 2^maxPause tests.
const maxPause = 6

// Anonymous is the identity of calls without a user.
const Anonymous = -1

// Session holds the log-in states of users, on its own copy of the users. It is not safe for concurrent use.
type Session struct {
	users  []User
	states []loginState
	test   int  // the number of the current test
	anew   bool // whether users log in anew in this test
	other  otherServers
}

// never is the number of a test before the first one.
const never = -1

// loginState is the state of one user.
type loginState struct {
	Standing
	credentials []credential
	made        int // the test in which the user last tried to log in, or never
	failures    int // number of failures in a row
	worked      bool
	unusable    bool
	warning     string
}

// NewSession returns a session. Users that cannot be used get a warning, see [Session.Warnings].
func NewSession(users []User) *Session {
	s := &Session{users: slices.Clone(users), states: make([]loginState, len(users))}
	variables := map[string]bool{}
	for i := range s.users {
		u, st := &s.users[i], &s.states[i]
		if err := u.Check(); err != nil {
			st.unusable, st.warning = true, err.Error()
		}
		u.variable = free(variables, variableSuffix(u.Name), "No")
		if u.expendable != nil {
			own := *u.expendable
			u.expendable = &own
		}
		st.credentials, st.made = u.fixed(), never
		st.Ready = !u.dynamic()
	}
	return s
}

// dynamic reports whether the user has to log in or sign up before its calls.
func (u *User) dynamic() bool { return u.Login != nil || u.SignUp != nil }

// Begin starts a test. If anew is set, every user has to log in again.
func (s *Session) Begin(anew bool) {
	s.test++
	s.anew = anew
	if !anew {
		return
	}
	for i := range s.states {
		st := &s.states[i]
		st.Ready, st.by, st.made = !s.users[i].dynamic(), nil, never
	}
}

// Expire records that a call of a user was answered with 401. It reports whether to repeat the call after a new log-in.
// It returns false if the user has already logged in during this test: a test logs in only once, because a written test
// cannot log in again.
func (s *Session) Expire(user int) bool {
	if user < 0 {
		return false
	}
	st := &s.states[user]
	if !s.users[user].dynamic() || st.unusable || !st.Ready || st.made == s.test {
		return false
	}
	st.Ready = false
	return true
}

// usable reports whether calls of a user carry its credentials.
func (s *Session) usable(user int) bool { return user >= 0 && !s.states[user].unusable }

// Apply adds the credentials of a user to a call, after a log-in if necessary. It returns the number of HTTP calls of
// the log-in. The calls of a user that cannot log in are anonymous. An error means that the system cannot be called any
// more.
func (s *Session) Apply(ctx context.Context, caller sut.Caller, user int, e *message.Request) (calls int, err error) {
	if !s.usable(user) {
		return 0, nil
	}
	st := &s.states[user]
	if !st.Ready && st.due(s.test) {
		if calls, err = s.logIn(ctx, caller, user); err != nil {
			return calls, err
		}
	}
	if !st.Ready {
		return calls, nil
	}
	for _, c := range st.credentials {
		c.addTo(e)
	}
	return calls, nil
}

// due reports whether the user should log in during a test. A user whose log-in no longer works tries more and more
// rarely.
func (st *loginState) due(test int) bool {
	return st.made == never || test-st.made >= 1<<max(0, min(st.failures-maxLoginFailures, maxPause))
}

// Issued returns the credentials that the last log-in of a user gave, with the variable names that fixed credentials of
// the user would have. They differ in each log-in, so a command line that is used later needs others.
func (s *Session) Issued(user int) []Secret {
	if !s.usable(user) || !s.users[user].dynamic() {
		return nil
	}
	gained := s.states[user].credentials[len(s.users[user].fixed()):] // the fixed credentials come first
	c := &collector{user: s.users[user].Name, names: map[string]bool{}}
	for _, in := range []Place{InHeader, InQuery, InCookie} {
		for _, g := range gained {
			if g.in == in {
				c.header("TOKEN", g.Header)
			}
		}
	}
	return c.found
}

// logIn makes the sign-up and the log-in of a user.
func (s *Session) logIn(ctx context.Context, caller sut.Caller, user int) (calls int, err error) {
	u, st := &s.users[user], &s.states[user]
	st.made = s.test
	if u.SignUp != nil {
		n, err := s.join(ctx, caller, user)
		if calls += n; err != nil {
			return calls, fmt.Errorf("rest: sign up %s: %w", u.Name, err)
		}
	}
	if u.Login == nil {
		st.Ready = true
		return calls, nil
	}
	in, err := s.enter(ctx, caller, u)
	calls += in.calls
	if err != nil {
		return calls, fmt.Errorf("rest: log in %s: %w", u.Name, err)
	}
	st.logins = in.statuses
	if in.failed != nil {
		if st.worked && u.next() {
			return s.signUpAnew(ctx, caller, user, calls)
		}
		st.fail(in.failed.Error())
		return calls, nil
	}
	st.credentials, st.Ready, st.failures, st.worked = in.got, true, 0, true
	st.warning = ""
	return calls, nil
}

// join makes the sign-up of a user, with the credentials of the user who has to make it.
func (s *Session) join(ctx context.Context, caller sut.Caller, user int) (calls int, err error) {
	u, st := &s.users[user], &s.states[user]
	by := s.signer(u)
	st.by = &by
	for {
		own := *u.SignUp
		if by.User != Anonymous {
			var signed message.Request
			n, err := s.Apply(ctx, caller, by.User, &signed)
			if calls += n; err != nil {
				return calls, err
			}
			by.Standing = s.Standing(by.User)
			own.carry(&signed)
		}
		answer, err := s.call(ctx, caller, &own)
		calls++
		if err != nil {
			return calls, err
		}
		st.signUp = answer.Status
		calls += answer.Repeats
		if answer.Status != http.StatusUnauthorized || !s.Expire(by.User) {
			return calls, nil
		}
	}
}

// Signer is the user who makes a sign-up, with the user's state at that time.
type Signer struct {
	User     int      // Anonymous for none
	Standing Standing // the state of the user at that time
}

// signer returns the user who makes the sign-up of u. It is Anonymous if the sign-up needs no user, if that user itself
// is signed up by another, and for another server.
func (s *Session) signer(u *User) Signer {
	i := slices.IndexFunc(s.users, func(other User) bool {
		return other.Name == u.SignedUpBy && other.SignedUpBy == ""
	})
	if u.SignedUpBy == "" || u.SignUp.external() {
		i = Anonymous
	}
	return Signer{User: i}
}

// signUpAnew makes an expendable user sign up with its next name. In a search it does so at once. If each test logs in
// as a written test does, it does so from the next test on, because a written test has only one name.
func (s *Session) signUpAnew(ctx context.Context, caller sut.Caller, user, calls int) (int, error) {
	if s.anew {
		return calls, nil
	}
	s.states[user].worked = false // it tries only once
	more, err := s.logIn(ctx, caller, user)
	return calls + more, err
}

// Ready reports whether a user has logged in before, or has not tried yet, so that tests can use it for calls.
func (s *Session) Ready(user int) bool {
	return s.usable(user) && (s.states[user].worked || s.states[user].made == never)
}

// Standing describes the state of a user during a call.
type Standing struct {
	// Ready says that the calls of the user carry credentials.
	Ready  bool
	signUp int     // the status of the last answer to the sign-up
	logins []int   // the statuses of the last answers to the log-in, by step
	by     *Signer // who made the last sign-up, nil before the first one in a test
}

// By returns the user who made the sign-up of this user. It returns false if nobody did.
func (st Standing) By() (Signer, bool) {
	if st.by == nil || st.by.User == Anonymous {
		return Signer{}, false
	}
	return *st.by, true
}

// Standing returns the state of a user. It returns the zero Standing for an
// anonymous call.
func (s *Session) Standing(user int) Standing {
	if !s.usable(user) {
		return Standing{}
	}
	return s.states[user].Standing
}

// Lost reports whether a user has logged in before, and cannot log in now.
func (s *Session) Lost(user int) bool {
	return s.usable(user) && s.states[user].worked && !s.states[user].Ready
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

// Warnings returns a warning for each user that cannot be used, in the order of
// the users.
func (s *Session) Warnings() []openapi.Warning {
	var out []openapi.Warning
	for i := range s.users {
		where := "user " + s.users[i].Name
		for _, note := range s.users[i].notes {
			out = append(out, openapi.Warning{Where: where, Reason: note})
		}
		if st := &s.states[i]; st.warning != "" && !s.users[i].alternate && !s.users[i].Forged() {
			reason := st.warning
			if st.unusable {
				reason += "; its calls are made as nobody"
			}
			out = append(out, openapi.Warning{Where: where, Reason: reason})
		}
	}
	return out
}
