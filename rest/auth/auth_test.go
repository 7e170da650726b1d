package auth

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// callerFunc is a system under test that answers log-ins.
type callerFunc func(*sut.Request) (*sut.Response, error)

func (f callerFunc) Call(_ context.Context, r *sut.Request) (*sut.Response, error) { return f(r) }

func loginAnswer(status int, body string, headers ...string) *sut.Response {
	h := http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		h.Add(headers[i], headers[i+1])
	}
	return &sut.Response{Status: status, Header: h, Body: []byte(body)}
}

func TestConstructors(t *testing.T) {
	for name, tc := range map[string]struct {
		user User
		want credentials
	}{
		"basic": {Basic("ann", "ann", "a:b"),
			credentials{headers: []Header{{"Authorization", "Basic YW5uOmE6Yg=="}}}},
		"bearer":      {Bearer("ann", "t0"), credentials{headers: []Header{{"Authorization", "Bearer t0"}}}},
		"key header":  {APIKey("ann", InHeader, "X-Key", "k"), credentials{headers: []Header{{"X-Key", "k"}}}},
		"key query":   {APIKey("ann", InQuery, "key", "k"), credentials{query: []Header{{"key", "k"}}}},
		"key cookie":  {APIKey("ann", InCookie, "key", "k"), credentials{cookies: []Header{{"key", "k"}}}},
		"key default": {APIKey("ann", "", "X-Key", "k"), credentials{headers: []Header{{"X-Key", "k"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, tc.user.Check())
			assert.Equal(t, tc.want, byPlace(tc.user.fixed()))
			assert.False(t, tc.user.dynamic())
		})
	}
}

func TestCredentials(t *testing.T) {
	token := func(tok Token) *Login { return &Login{Path: "/login", Token: &tok} }
	for name, tc := range map[string]struct {
		login  *Login
		answer *sut.Response
		want   credentials
		err    string
	}{
		"body": {login: token(Token{Selector: "/token/value", Template: "Bearer {token}"}),
			answer: loginAnswer(200, `{"token":{"value":"abc"}}`),
			want:   credentials{headers: []Header{{"Authorization", "Bearer abc"}}}},
		"number in a list": {login: token(Token{Selector: "/0/id", SendIn: InQuery, SendName: "key"}),
			answer: loginAnswer(201, `[{"id":12345678901234567890}]`),
			want:   credentials{query: []Header{{"key", "12345678901234567890"}}}},
		"escaped pointer": {login: token(Token{Selector: "/a~1b~0c", SendName: "X-T"}),
			answer: loginAnswer(200, `{"a/b~c":"v"}`),
			want:   credentials{headers: []Header{{"X-T", "v"}}}},
		"text body": {login: token(Token{SendName: "X-T"}), answer: loginAnswer(200, "abc\n"),
			want: credentials{headers: []Header{{"X-T", "abc"}}}},
		"JSON string body": {login: token(Token{SendName: "X-T"}), answer: loginAnswer(200, `"abc"`),
			want: credentials{headers: []Header{{"X-T", "abc"}}}},
		"header": {login: token(Token{From: InHeader, Selector: "x-auth", SendName: "X-T",
			Template: "<{token}|{token}>"}),
			answer: loginAnswer(204, "", "X-Auth", "abc"),
			want:   credentials{headers: []Header{{"X-T", "<abc|abc>"}}}},
		"cookie to cookie": {login: token(Token{From: InCookie, Selector: "sid",
			SendIn: InCookie, SendName: "session"}),
			answer: loginAnswer(302, "", "Set-Cookie", "sid=1; Path=/; HttpOnly"),
			want:   credentials{cookies: []Header{{"session", "1"}}}},
		"cookies": {login: &Login{Path: "/login", Cookies: true},
			answer: loginAnswer(200, "", "Set-Cookie", "a=1", "Set-Cookie", "gone=; Max-Age=0", "Set-Cookie",
				"b=2", "Set-Cookie", "a=3"),
			want: credentials{cookies: []Header{{"a", "3"}, {"b", "2"}}}},
		"refused": {login: token(Token{}), answer: loginAnswer(401, `{}`), err: "answered 401"},
		"panicked": {login: token(Token{}), answer: &sut.Response{Outcome: sut.Panicked},
			err: "the handler panicked"},
		"broken": {login: token(Token{}), answer: &sut.Response{Outcome: sut.Broken, Detail: "reset"},
			err: "no answer: reset"},
		"not JSON": {login: token(Token{Selector: "/t"}), answer: loginAnswer(200, "<html>"),
			err: "the answer is not JSON"},
		"two documents": {login: token(Token{Selector: "/t"}), answer: loginAnswer(200, `{"t":"a"} {}`),
			err: "the answer is not JSON"},
		"nothing there": {login: token(Token{Selector: "/t/u"}), answer: loginAnswer(200, `{"t":{}}`),
			err: `the answer has nothing at "/t/u"`},
		"wrapped": {login: token(Token{Selector: "/token"}),
			answer: loginAnswer(200, `{"ok":true,"b":{"c":1},"message":{"token":"t"}}`),
			err:    `the answer has nothing at "/token", but at "/message/token"`},
		"beyond a list": {login: token(Token{Selector: "/1"}), answer: loginAnswer(200, `["a"]`),
			err: `the answer has nothing at "/1"`},
		"below a text": {login: token(Token{Selector: "/t/u"}), answer: loginAnswer(200, `{"t":"a"}`),
			err: `the answer has nothing at "/t/u"`},
		"an object": {login: token(Token{Selector: "/t"}), answer: loginAnswer(200, `{"t":{}}`),
			err: `the answer has no text at "/t"`},
		"empty": {login: token(Token{Selector: "/t"}), answer: loginAnswer(200, `{"t":""}`),
			err: `the answer has no token at "/t"`},
		"two lines": {login: token(Token{Selector: "/t"}), answer: loginAnswer(200, `{"t":"a\nb"}`),
			err: `the answer has no token at "/t"`},
		"no header": {login: token(Token{From: InHeader, Selector: "X"}), answer: loginAnswer(200, ""),
			err: `the answer has no header "X"`},
		"no such cookie": {login: token(Token{From: InCookie, Selector: "c"}), answer: loginAnswer(200, ""),
			err: `the answer has no cookie "c"`},
		"no cookies": {login: &Login{Path: "/", Cookies: true}, answer: loginAnswer(200, ""),
			err: "the answer sets no cookie"},
	} {
		t.Run(name, func(t *testing.T) {
			u := User{Name: "ann", Login: tc.login}
			got, err := u.credentials(tc.answer)
			if tc.err != "" {
				assert.EqualError(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestCredentialsLeaveTheUserAlone(t *testing.T) {
	headers := make([]Header, 1, 4)
	headers[0] = Header{"X-Always", "1"}
	u := User{Name: "ann", Headers: headers, Login: &Login{Path: "/", Token: &Token{}}}
	got, err := u.credentials(loginAnswer(200, "abc"))
	require.NoError(t, err)
	assert.Equal(t, []Header{{"X-Always", "1"}, {"Authorization", "abc"}}, got.headers)
	assert.Equal(t, Header{}, headers[:2][1], "the spare room of the caller's slice")
}

func TestLoginRequest(t *testing.T) {
	l := &Login{Method: "put", Path: "/in?x=1", ContentType: "text/plain", Body: "hi",
		Headers: []Header{{"X-A", "1"}, {"X-A", "2"}}}
	r := l.loginRequest()
	assert.Equal(t, "PUT", r.Method)
	assert.Equal(t, "/in?x=1", r.Target)
	assert.Equal(t, "hi", string(r.Body))
	assert.Equal(t, http.Header{"X-A": {"1", "2"}, "Content-Type": {"text/plain"}}, r.Header)
	empty := (&Login{Path: "/in"}).loginRequest()
	assert.Equal(t, "POST", empty.Method)
	assert.Nil(t, empty.Body)
}

var errGone = errors.New("gone")
