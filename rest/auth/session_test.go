package auth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// counting returns a system that answers log-ins with the tokens "1", "2" and so on.
func counting(log *[]string) callerFunc {
	n := 0
	return func(r *sut.Request) (*sut.Response, error) {
		*log = append(*log, r.Method+" "+r.Target)
		n++
		return loginAnswer(200, fmt.Sprintf(`{"token":"%d"}`, n)), nil
	}
}

func apply(t *testing.T, s *Session, c sut.Caller, user int) (message.Request, int) {
	t.Helper()
	var e message.Request
	calls, err := s.Apply(context.Background(), c, user, &e)
	require.NoError(t, err)
	return e, calls
}

func TestSessionLogsInOnce(t *testing.T) {
	var log []string
	c := counting(&log)
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token"), BearerLogin("bob", "/login", "{}", "/token")})
	for range 3 {
		s.Begin(false)
		e, _ := apply(t, s, c, 0)
		assert.Equal(t, []message.Pair{{Name: "Authorization", Value: "Bearer 1"}}, e.Headers)
		e, _ = apply(t, s, c, 1)
		assert.Equal(t, []message.Pair{{Name: "Authorization", Value: "Bearer 2"}}, e.Headers)
		e, calls := apply(t, s, c, Anonymous)
		assert.Empty(t, e.Headers)
		assert.Zero(t, calls)
	}
	assert.Equal(t, []string{"POST /login", "POST /login"}, log)
	assert.Empty(t, s.Warnings())
}

func TestSessionLogsInEachTest(t *testing.T) {
	var log []string
	c := counting(&log)
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token")})
	for want := 1; want <= 3; want++ {
		s.Begin(true)
		for i := range 3 {
			e, calls := apply(t, s, c, 0)
			assert.Equal(t, i == 0, calls == 1)
			assert.Equal(t, fmt.Sprintf("Bearer %d", want), e.Headers[0].Value)
		}
	}
	assert.Len(t, log, 3)
}

func TestSessionRefreshesOnceInATest(t *testing.T) {
	var log []string
	c := counting(&log)
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token"), Bearer("bob", "fixed")})
	s.Begin(false)
	assert.False(t, s.Expire(0), "not logged in")
	apply(t, s, c, 0)
	assert.False(t, s.Expire(0), "logged in during this test")
	s.Begin(false)
	apply(t, s, c, 0)
	assert.True(t, s.Expire(0), "logged in during an earlier test")
	e, calls := apply(t, s, c, 0)
	assert.Equal(t, 1, calls)
	assert.Equal(t, "Bearer 2", e.Headers[0].Value)
	assert.False(t, s.Expire(0), "refreshed already")
	assert.False(t, s.Expire(1), "has nothing to refresh")
	assert.False(t, s.Expire(Anonymous))
}

func TestSessionReplacesWhatTheCallHas(t *testing.T) {
	s := NewSession([]User{{Name: "ann", Headers: []Header{{"X-Key", "k"}}, Query: []Header{{"q", "k"}},
		Cookies: []Header{{"c", "k"}}}})
	e := message.Request{
		Headers: []message.Pair{{Name: "x-key", Value: "guess"}, {Name: "X-Other", Value: "1"}},
		Query:   []message.Pair{{Name: "Q", Value: "1"}, {Name: "q", Value: "guess", Reserved: true}},
		Cookies: []message.Pair{{Name: "c", Value: "guess"}},
	}
	_, err := s.Apply(context.Background(), nil, 0, &e)
	require.NoError(t, err)
	assert.Equal(t, []message.Pair{{Name: "X-Key", Value: "k"}, {Name: "X-Other", Value: "1"}}, e.Headers)
	assert.Equal(t, []message.Pair{{Name: "Q", Value: "1"}, {Name: "q", Value: "k"}}, e.Query)
	assert.Equal(t, []message.Pair{{Name: "c", Value: "k"}}, e.Cookies)
}

func TestSessionGivesUpOnAUser(t *testing.T) {
	calls := 0
	refuse := callerFunc(func(*sut.Request) (*sut.Response, error) { calls++; return loginAnswer(403, ""), nil })
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token")})
	for test := range 10 {
		s.Begin(false)
		for range 4 {
			e, _ := apply(t, s, refuse, 0)
			assert.Empty(t, e.Headers)
			assert.Equal(t, min(test+1, maxLoginFailures), calls, "one try a test, then none")
		}
	}
	assert.Nil(t, s.User(0))
	assert.Empty(t, s.LoginSteps(0, s.Standing(0)))
	assert.Equal(t, []openapi.Warning{{Where: "user ann",
		Reason: "log-in POST /login: answered 403; its calls are made as nobody"}}, s.Warnings())
}

func TestSessionRecovers(t *testing.T) {
	status := 500
	c := callerFunc(func(*sut.Request) (*sut.Response, error) { return loginAnswer(status, `{"token":"1"}`), nil })
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token")})
	s.Begin(false)
	apply(t, s, c, 0)
	status = 200
	s.Begin(false)
	e, _ := apply(t, s, c, 0)
	assert.Len(t, e.Headers, 1)
	assert.NotNil(t, s.User(0))
	assert.False(t, s.Lost(0))
	status = 500
	s.Begin(true)
	apply(t, s, c, 0)
	assert.True(t, s.Lost(0), "it could log in before")
	assert.False(t, s.Lost(Anonymous))
}

// TestSessionTriesSeldom: a user whose log-in no longer works does not cost a call in each test, and logs in again when
// that is possible.
func TestSessionTriesSeldom(t *testing.T) {
	calls, status := 0, 200
	c := callerFunc(func(*sut.Request) (*sut.Response, error) {
		calls++
		return loginAnswer(status, `{"token":"1"}`), nil
	})
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token")})
	s.Begin(false)
	apply(t, s, c, 0)
	s.Begin(false)
	require.True(t, s.Expire(0))
	calls, status = 0, 401
	for range 1000 {
		apply(t, s, c, 0)
		s.Begin(false)
	}
	assert.Less(t, calls, 30)
	assert.Greater(t, calls, 15)
	status = 200
	for range 1 << maxPause {
		apply(t, s, c, 0)
		s.Begin(false)
	}
	e, _ := apply(t, s, c, 0)
	assert.Len(t, e.Headers, 1)
	s.Begin(true)
	status = 401
	apply(t, s, c, 0)
	s.Begin(true)
	calls = 0
	apply(t, s, c, 0)
	assert.Equal(t, 1, calls, "a reset brings back what a log-in needs")
}

func TestSessionOfAnImpossibleUser(t *testing.T) {
	s := NewSession([]User{{Name: "ann", Headers: []Header{{"a b", "1"}}}, Bearer("bob", "t")})
	e, calls := apply(t, s, nil, 0)
	assert.Zero(t, calls)
	assert.Empty(t, e.Headers)
	e, _ = apply(t, s, nil, 1)
	assert.Len(t, e.Headers, 1)
	require.Len(t, s.Warnings(), 1)
	assert.Equal(t, `Headers[0].Name: "a b" cannot be a name here; its calls are made as nobody`,
		s.Warnings()[0].Reason)
}

func TestSessionOfADeadSystem(t *testing.T) {
	dead := callerFunc(func(*sut.Request) (*sut.Response, error) { return nil, errGone })
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token")})
	_, err := s.Apply(context.Background(), dead, 0, &message.Request{})
	require.ErrorIs(t, err, errGone)
	assert.ErrorContains(t, err, "log in ann")
}

func TestSessionSignsUpFirst(t *testing.T) {
	var log []string
	c := counting(&log)
	u := BearerLogin("ann", "/login", "{}", "/token")
	u.SignUp = &Login{Path: "/users", Body: "{}"}
	static := Bearer("bob", "t")
	static.SignUp = &Login{Path: "/users", Body: "{}"}
	s := NewSession([]User{u, static})
	s.Begin(true)
	_, calls := apply(t, s, c, 0)
	assert.Equal(t, 2, calls)
	e, calls := apply(t, s, c, 1)
	assert.Equal(t, 1, calls)
	assert.Equal(t, "Bearer t", e.Headers[0].Value)
	_, calls = apply(t, s, c, 1)
	assert.Zero(t, calls)
	assert.Equal(t, []string{"POST /users", "POST /login", "POST /users"}, log)
}

func TestSessionLogsInElsewhere(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/token" || r.Method != "POST" || r.Header.Get("Content-Type") != "application/json" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"token": "far"})
	}))
	defer elsewhere.Close()
	s := NewSession([]User{
		BearerLogin("ann", elsewhere.URL+"/token", "{}", "/token"),
		BearerLogin("bob", "http://127.0.0.1:1/token", "{}", "/token"),
	})
	e, calls := apply(t, s, nil, 0)
	assert.Equal(t, 1, calls)
	assert.Equal(t, "Bearer far", e.Headers[0].Value)
	apply(t, s, nil, 1)
	require.Len(t, s.Warnings(), 1)
	assert.Contains(t, s.Warnings()[0].Reason, "no answer")
}

func TestSessionStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := NewSession([]User{BearerLogin("ann", "http://127.0.0.1:1/token", "{}", "/token")})
	_, err := s.Apply(ctx, nil, 0, &message.Request{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestSessionDoesNotTouchItsUsers(t *testing.T) {
	users := []User{CookieLogin("ann", "/login", "", "")}
	c := callerFunc(func(*sut.Request) (*sut.Response, error) { return loginAnswer(200, "", "Set-Cookie", "a=1"), nil })
	s := NewSession(users)
	apply(t, s, c, 0)
	assert.Equal(t, CookieLogin("ann", "/login", "", ""), users[0])
}

func BenchmarkSessionApply(b *testing.B) {
	s := NewSession([]User{Bearer("ann", "token")})
	var e message.Request
	for b.Loop() {
		e.Headers = e.Headers[:0]
		if _, err := s.Apply(context.Background(), nil, 0, &e); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSessionCountsRepeatedLogIns: Apply counts each attempt at a log-in.
func TestSessionCountsRepeatedLogIns(t *testing.T) {
	c := callerFunc(func(*sut.Request) (*sut.Response, error) {
		answer := loginAnswer(200, `{"token":"1"}`)
		answer.Repeats = 1
		return answer, nil
	})
	s := NewSession([]User{BearerLogin("ann", "/login", "{}", "/token").WithSignUp("/sign-up", "{}")})
	s.Begin(false)
	_, calls := apply(t, s, c, 0)
	assert.Equal(t, 4, calls)
}

// TestLogInsElsewhereAreMadeOnce has another server that closes each connection after an answer. With connections that
// are kept alive, net/http would make the log-in twice.
func TestLogInsElsewhereAreMadeOnce(t *testing.T) {
	var seen atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if seen.Add(1)%2 == 0 {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte(`{"token": "t"}`))
	}))
	defer elsewhere.Close()
	u := BearerLogin("ann", elsewhere.URL+"/token", "", "/token")
	u.Login.Method = http.MethodGet
	s := NewSession([]User{u})
	calls := 0
	for range 4 {
		s.Begin(true)
		_, n := apply(t, s, nil, 0)
		calls += n
	}
	assert.EqualValues(t, 4, seen.Load())
	assert.Equal(t, 4, calls)
}
