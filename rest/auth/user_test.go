package auth

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

func TestUserCheck(t *testing.T) {
	login := func(change func(*Login)) User {
		u := BearerLogin("ann", "/login", "{}", "/token")
		change(u.Login)
		return u
	}
	for want, u := range map[string]User{
		"Name: required": {},
		`Headers[1].Name: "a b" cannot be a name here`: {Name: "a",
			Headers: []Header{{"A", ""}, {"a b", ""}}},
		"Headers[0].Value: has a line break or another control character": {Name: "a",
			Headers: []Header{{"A", "x\r\nB: y"}}},
		`Query[0].Name: "" cannot be a name here`: {Name: "a",
			Query: []Header{{"", "1"}}},
		`Cookies[0].Name: "a=b" cannot be a name here`: {Name: "a",
			Cookies: []Header{{"a=b", "1"}}},
		"Login: gets neither a token nor cookies": {Name: "a",
			Login: &Login{Path: "/"}},
		"SignUp.Path: required": {Name: "a",
			SignUp: &Login{}},
		"Login.Path: required": login(
			func(l *Login) { l.Path = "" },
		),
		`Login.Path: "login" is neither a path that begins with / nor an http or https URL`: login(
			func(l *Login) { l.Path = "login" },
		),
		`Login.Path: "ftp://h/login" is neither a path that begins with / nor an http or https URL`: login(
			func(l *Login) { l.Path = "ftp://h/login" },
		),
		`Login.Path: "/a b" is not a path or a URL`: login(
			func(l *Login) { l.Path = "/a b" },
		),
		`Login.Path: "/%zz" is not a path or a URL`: login(
			func(l *Login) { l.Path = "/%zz" },
		),
		`Login.Method: "GE T" is not a method`: login(
			func(l *Login) { l.Method = "GE T" },
		),
		`Login.Headers[0].Name: "" cannot be a name here`: login(
			func(l *Login) { l.Headers = []Header{{}} },
		),
		"Login.ContentType: has a line break or another control character": login(
			func(l *Login) { l.ContentType = "a\nb" },
		),
		`Login.Token.Selector: "token" is not a JSON pointer, which begins with /`: login(
			func(l *Login) { l.Token.Selector = "token" },
		),
		`Login.Token.Selector: "" cannot be the name of a header`: login(
			func(l *Login) { *l.Token = Token{From: InHeader} },
		),
		`Login.Token.From: "query" is none of body, header, cookie`: login(
			func(l *Login) { l.Token.From = InQuery },
		),
		`Login.Token.SendIn: "body" is none of header, query, cookie`: login(
			func(l *Login) { l.Token.SendIn = InBody },
		),
		`Login.Token.SendName: "a b" cannot be the name of a cookie`: login(
			func(l *Login) { l.Token.SendIn, l.Token.SendName = InCookie, "a b" },
		),
		`Login.Token.Template: "Bearer" is not a line with {token} in it`: login(
			func(l *Login) { l.Token.Template = "Bearer" },
		),
	} {
		t.Run(want, func(t *testing.T) { assert.EqualError(t, u.Check(), want) })
	}
}

func TestLoginStepOfAToken(t *testing.T) {
	u := BearerLogin("jane doe", "/login?next=%2Fhome", `{"a":1}`, "/token")
	u.Login.Headers = []Header{{"X-A", "1"}}
	login := u.written()
	request, captures := login.step(0)
	assert.Equal(t, suite.Request{
		Method: "POST", Path: suite.Literal("/login"),
		Query: []suite.Field{{Name: "next", Value: suite.Literal("/home")}},
		Headers: []suite.Field{{Name: "X-A", Value: suite.Literal("1")},
			{Name: "Content-Type", Value: suite.Literal("application/json")}},
		Body: &suite.Body{Text: suite.Literal(`{"a":1}`), JSON: true},
	}, request)
	assert.Equal(t, []suite.Capture{{Var: "tokenOfJaneDoe", Source: suite.FromBody, Name: "/token"}}, captures)
	headers, query := u.fields()
	assert.Equal(t, []suite.Field{{Name: "Authorization",
		Value: suite.Text{{Literal: "Bearer "}, {Var: "tokenOfJaneDoe"}}}}, headers)
	assert.Empty(t, query)
}

func TestFieldsOfEveryPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		token          Token
		source         suite.Source
		headers, query []suite.Field
	}{
		"header": {Token{From: InHeader, Selector: "X", SendName: "Y", Template: "a{token}b{token}"}, suite.FromHeader,
			[]suite.Field{{Name: "Y", Value: suite.Text{{Literal: "a"}, {Var: "tokenOfAnn"}, {Literal: "b"},
				{Var: "tokenOfAnn"}}}}, nil},
		"query": {Token{From: InBody, Selector: "/x", SendIn: InQuery, SendName: "y"}, suite.FromBody,
			nil, []suite.Field{{Name: "y", Value: suite.Text{{Var: "tokenOfAnn"}}}}},
		"cookie": {Token{From: InCookie, Selector: "c", SendIn: InCookie, SendName: "y"}, suite.FromCookie,
			[]suite.Field{{Name: "Cookie", Value: suite.Text{{Literal: "y="}, {Var: "tokenOfAnn"}}}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			u := User{Name: "ann", Login: &Login{Path: "/", Token: &tc.token}}
			login := u.written()
			_, captures := login.step(0)
			assert.Equal(t, []suite.Capture{{Var: "tokenOfAnn", Source: tc.source, Name: tc.token.Selector}}, captures)
			headers, query := u.fields()
			assert.Equal(t, tc.headers, headers)
			assert.Equal(t, tc.query, query)
		})
	}
}

func TestLoginStepsOfCookies(t *testing.T) {
	u := CookieLogin("ann", "/login", "", "")
	u.Cookies = []Header{{"lang", "en"}}
	u.SignUp = &Login{Path: "/users"}
	c := callerFunc(func(r *sut.Request) (*sut.Response, error) {
		if r.Target == "/users" {
			return loginAnswer(409, ""), nil
		}
		return loginAnswer(302, "", "Set-Cookie", "sid=1", "Set-Cookie", "csrf=2"), nil
	})
	s := NewSession([]User{u})
	apply(t, s, c, 0)
	steps := s.LoginSteps(0, s.Standing(0))
	require.Len(t, steps, 2)
	assert.Equal(t, suite.Step{Operation: "POST /users", Note: "sign up ann",
		Call: &suite.Call{Request: suite.Request{Method: "POST", Path: suite.Literal("/users")},
			Expect: suite.Expect{Status: 409}}}, steps[0])
	assert.Equal(t, suite.Step{Operation: "POST /login", Note: "log in as ann",
		Call: &suite.Call{Request: suite.Request{Method: "POST", Path: suite.Literal("/login")},
			Expect: suite.Expect{Status: 302},
			Captures: []suite.Capture{{Var: "cookieOfAnn", Source: suite.FromCookie, Name: "sid"},
				{Var: "cookieOfAnnB", Source: suite.FromCookie, Name: "csrf"}}},
	}, steps[1])
	headers, _ := s.User(0).fields()
	assert.Equal(t, []suite.Field{{Name: "Cookie", Value: suite.Text{
		{Literal: "lang=en; sid="}, {Var: "cookieOfAnn"}, {Literal: "; csrf="}, {Var: "cookieOfAnnB"}}}}, headers)
}

// TestSignUpsByOthers: sign-ups carry the credentials of the user who makes them. That user logs in before, and again
// when its token is no longer accepted.
func TestSignUpsByOthers(t *testing.T) {
	jo := Basic("jo", "jo", "pw")
	jo.SignUp, jo.SignedUpBy = &Login{Path: "/users?x=1", Headers: []Header{{"authorization", "none"}}}, "kim"
	var log []string
	tokens, valid := 0, ""
	c := callerFunc(func(r *sut.Request) (*sut.Response, error) {
		log = append(log, r.Target+" "+r.Header.Get("Authorization"))
		switch {
		case r.Target == "/login":
			tokens++
			valid = fmt.Sprint("Bearer ", tokens)
			return loginAnswer(200, fmt.Sprintf(`{"token":"%d"}`, tokens)), nil
		case r.Header.Get("Authorization") == valid:
			return loginAnswer(201, ""), nil
		}
		return loginAnswer(401, ""), nil
	})
	s := NewSession([]User{BearerLogin("kim", "/login", "{}", "/token"), jo})
	s.Begin(false)
	e, calls := apply(t, s, c, 1)
	assert.Equal(t, []message.Pair{{Name: "Authorization", Value: jo.Headers[0].Value}}, e.Headers)
	assert.Equal(t, []string{"/login ", "/users?x=1 Bearer 1"}, log)
	assert.Equal(t, 2, calls)

	by, ok := s.Standing(1).By()
	require.True(t, ok)
	assert.Equal(t, 0, by.User)
	steps := s.LoginSteps(1, s.Standing(1))
	require.Len(t, steps, 1)
	assert.Equal(t, "sign up jo by kim", steps[0].Note)
	assert.Equal(t, 201, steps[0].Call.Expect.Status)
	assert.Equal(t, []suite.Field{{Name: "authorization",
		Value: suite.Text{{Literal: "Bearer "}, {Var: "tokenOfKim"}}}}, lowered(steps[0].Call.Request.Headers))
	_, ok = s.Standing(0).By()
	assert.False(t, ok)

	valid, log = "gone", nil
	s.Begin(false)
	require.True(t, s.Expire(1))
	s.Begin(false)
	_, calls = apply(t, s, c, 1)
	assert.Equal(t, []string{"/users?x=1 Bearer 1", "/login ", "/users?x=1 Bearer 2"}, log)
	assert.Equal(t, 3, calls)

	log = nil
	jo.SignedUpBy = "nobody of that name"
	apply(t, NewSession([]User{jo}), c, 0)
	assert.Equal(t, []string{"/users?x=1 none"}, log, "it goes on by itself")
	jo.SignUp = nil
	assert.ErrorContains(t, jo.Check(), "SignedUpBy: there is no SignUp")
}

// lowered returns fields with their names in lower case.
func lowered(fs []suite.Field) (out []suite.Field) {
	for _, f := range fs {
		out = append(out, suite.Field{Name: strings.ToLower(f.Name), Value: f.Value})
	}
	return out
}

func TestSignReplaces(t *testing.T) {
	u := User{Name: "ann", Headers: []Header{{"X-Key", "k"}, {"X-New", "n"}}, Query: []Header{{"q", "k"}, {"z", "n"}},
		Login: &Login{Path: "/", Token: &Token{SendIn: InCookie, SendName: "sid"}}}
	r := suite.Request{
		Headers: []suite.Field{literalField(Header{"x-key", "guess"}),
			literalField(Header{"Cookie", "a=1; sid=guess; b=2"})},
		Query: []suite.Field{literalField(Header{"q", "guess"})},
	}
	u.Sign(&r)
	assert.Equal(t, []suite.Field{
		literalField(Header{"X-Key", "k"}),
		{Name: "Cookie", Value: suite.Text{{Literal: "a=1; b=2; sid="}, {Var: "tokenOfAnn"}}},
		literalField(Header{"X-New", "n"}),
	}, r.Headers)
	assert.Equal(t, []suite.Field{literalField(Header{"q", "k"}), literalField(Header{"z", "n"})}, r.Query)
}

func TestVariablesAreUnique(t *testing.T) {
	s := NewSession([]User{Bearer("a b", "1"), Bearer("aB", "1"), Bearer("AB", "1"),
		Bearer("日本", "1"), Bearer("中国", "1")})
	var got []string
	for i := range s.users {
		got = append(got, s.users[i].written().suffix)
	}
	assert.Equal(t, []string{"AB", "ABNo2", "ABNo3", "User", "UserNo2"}, got)
}

// A test sends the same credentials as the search, once its variables have values.
func TestFieldsSayWhatCredentialsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]Place{InHeader, InQuery, InCookie})
		token := Token{
			SendIn: place.Draw(t, "send in"), SendName: rapid.StringMatching("[A-Za-z]{1,8}").Draw(t, "send name"),
			Template: rapid.StringMatching(`[ -z]{0,5}\{token\}[ -z]{0,5}`).Draw(t, "template"),
		}
		u := User{Name: "ann", Headers: []Header{{"X-0", "0"}}, Login: &Login{Path: "/", Token: &token}}
		text := rapid.StringMatching("[a-z0-9]{1,12}").Draw(t, "token")
		got, err := u.credentials(loginAnswer(200, `"`+text+`"`))
		if err != nil {
			t.Fatal(err)
		}
		headers, query := u.fields()
		want := fmt.Sprint(got.headers, got.query)
		if len(got.cookies) > 0 {
			want = fmt.Sprint(append(got.headers, Header{"Cookie", got.cookies[0].Name + "=" + got.cookies[0].Value}),
				got.query)
		}
		if filled := fmt.Sprint(filledIn(headers, text), filledIn(query, text)); filled != want {
			t.Fatalf("a test sends %s, the search %s", filled, want)
		}
	})
}

func filledIn(fs []suite.Field, value string) []Header {
	var out []Header
	for _, f := range fs {
		text := ""
		for _, p := range f.Value {
			text += p.Literal
			if p.Var != "" {
				text += value
			}
		}
		out = append(out, Header{f.Name, text})
	}
	return out
}
