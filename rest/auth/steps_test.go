package auth

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// credentials are headers, parameters and cookies.
type credentials struct{ headers, query, cookies []Header }

func byPlace(all []credential) (out credentials) {
	for _, c := range all {
		list := map[Place]*[]Header{InHeader: &out.headers, InQuery: &out.query, InCookie: &out.cookies}[c.in]
		*list = append(*list, c.Header)
	}
	return out
}

// credentials returns the credentials of calls after an answer to a log-in of one call.
func (u *User) credentials(answer *sut.Response) (credentials, error) {
	s := NewSession(nil)
	caller := callerFunc(func(*sut.Request) (*sut.Response, error) { return answer, nil })
	in, err := s.enter(context.Background(), caller, u)
	if err == nil && in.failed != nil {
		_, reason, _ := strings.Cut(in.failed.Error(), ": ")
		err = fmt.Errorf("%s", reason)
	}
	return byPlace(in.got), err
}

// guarded is a service whose log-in requires an anti-forgery token and its cookie.
func guarded(r *sut.Request) (*sut.Response, error) {
	answer := &sut.Response{Header: http.Header{}, Status: 403}
	switch cookie := r.Header.Get("Cookie"); {
	case r.Target == "/csrf":
		answer.Status, answer.Body = 200, []byte(`{"csrf": "t+1"}`)
		answer.Header.Set("Set-Cookie", "sid=s1")
	case r.Target == "/login" && cookie == "sid=s1" && r.Header.Get("X-CSRF") == "t+1":
		answer.Status = 204
	case r.Target == "/form" && cookie == "sid=s1" && string(r.Body) == "name=ann&csrf=t%2B1":
		answer.Status = 204
		answer.Header.Set("Set-Cookie", "sid=s2")
	case r.Target == "/code" && string(r.Body) == `{"code":"123","challenge":"t+1"}`:
		answer.Status, answer.Body = 200, []byte(`{"token": "final"}`)
	}
	return answer, nil
}

// in logs a user in. It returns the credentials of the user's calls, and the log-in calls of a written test.
func in(t *testing.T, u User) (string, []suite.Step) {
	t.Helper()
	require.NoError(t, u.Check())
	s := NewSession([]User{u})
	s.Begin(true)
	var e message.Request
	calls, err := s.Apply(t.Context(), callerFunc(guarded), 0, &e)
	require.NoError(t, err)
	assert.Equal(t, 2, calls)
	require.True(t, s.Standing(0).Ready, s.Warnings())
	return fmt.Sprint(e.Header()), s.LoginSteps(0, s.Standing(0))
}

func TestLoginsOfSeveralCalls(t *testing.T) {
	step := func(in Place, name string) []Login {
		token := &Token{Selector: "/csrf", SendIn: in, SendName: name}
		return []Login{{Method: "GET", Path: "/csrf", Cookies: true, Token: token}}
	}
	sent, steps := in(t, User{Name: "ann", Login: &Login{
		Path: "/login", ContentType: "application/json", Body: `{"name":"ann"}`, Cookies: true,
		Before: step(InHeader, "X-CSRF"),
	}})
	assert.Equal(t, "map[Cookie:[sid=s1] X-Csrf:[t+1]]", sent)
	require.Len(t, steps, 2)
	assert.Equal(t, []suite.Capture{
		{Var: "tokenOfAnnA", Source: suite.FromBody, Name: "/csrf"},
		{Var: "cookieOfAnn", Source: suite.FromCookie, Name: "sid"},
	}, steps[0].Call.Captures)
	assert.Equal(t, 200, steps[0].Call.Expect.Status)
	assert.Equal(t, []suite.Field{
		{Name: "Content-Type", Value: suite.Literal("application/json")},
		{Name: "X-CSRF", Value: suite.Text{{Var: "tokenOfAnnA"}}},
		{Name: "Cookie", Value: suite.Text{{Literal: "sid="}, {Var: "cookieOfAnn"}}},
	}, steps[1].Call.Request.Headers)
	assert.Empty(t, steps[1].Call.Captures)
	assert.Equal(t, 204, steps[1].Call.Expect.Status)

	sent, steps = in(t, User{Name: "ann", Login: &Login{
		Path: "/form", ContentType: formType, Body: "csrf=old&name=ann", Cookies: true, Before: step(InBody, "csrf"),
	}})
	assert.Equal(t, "map[Cookie:[sid=s2]]", sent, "the later cookie counts, and the token was for the log-in")
	form := suite.Text{{Literal: "name=ann&csrf="}, {Var: "tokenOfAnnA"}}
	assert.Equal(t, form, steps[1].Call.Request.Body.Text)

	sent, steps = in(t, User{Name: "ann", Login: &Login{
		Path: "/code", ContentType: "application/json", Body: `{"code":"123"}`,
		Token: &Token{Selector: "/token"}, Before: step(InBody, "challenge"),
	}})
	assert.Equal(t, "map[Authorization:[final] Cookie:[sid=s1]]", sent)
	body := suite.Text{{Literal: `{"code":"123","challenge":"`}, {Var: "tokenOfAnnA"}, {Literal: `"}`}}
	assert.Equal(t, body, steps[1].Call.Request.Body.Text)
}

// The error of a step that fails names the step.
func TestStepsThatFail(t *testing.T) {
	before := []Login{{Method: "GET", Path: "/nothing", Cookies: true}}
	u := User{Name: "ann", Login: &Login{Path: "/login", Cookies: true, Before: before}}
	s := NewSession([]User{u})
	s.Begin(true)
	calls, err := s.Apply(t.Context(), callerFunc(guarded), 0, &message.Request{})
	require.NoError(t, err)
	assert.Equal(t, 1, calls)
	assert.Contains(t, fmt.Sprint(s.Warnings()), "log-in GET /nothing: answered 403")
	assert.Len(t, s.LoginSteps(0, s.Standing(0)), 1)
	u.Login.Before[0].Before = []Login{{}}
	assert.EqualError(t, u.Check(), "Login.Before[0].Before: only the log-in itself has steps")
}

const preparing = `
openapi: 3.0.3
info: {title: p, version: "1"}
paths:
  /secret:
    get:
      security: [{csrf: []}]
      responses: &token
        "200": {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
  /page: {get: {responses: *token}}
  /login:
    post:
      parameters: [{name: X-CSRF-Token, in: header, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: object, required: [name, password, PARAM], properties:
        {name: {type: string}, password: {type: string}, PARAM: {type: string}}}}}}
      responses: {"204": {description: in}}
  /plain: {post: {responses: {"204": {description: in}}}}
components:
  securitySchemes: {csrf: {type: apiKey, in: header, name: X-CSRF-Token}}
  schemas: {Page: {properties: {data: {properties: {csrfToken: {type: string}}}, other: {type: string}}}}
`

func TestPrepareFindsTheCallBefore(t *testing.T) {
	read := func(text string) *openapi.Document {
		doc, err := openapi.Read([]byte(text), openapi.Options{})
		require.NoError(t, err)
		return doc
	}
	ann := CookieLogin("ann", "/api/login", "application/json", `{"name":"ann","password":"pw"}`)
	want := func(in Place, name string) []Login {
		token := &Token{Selector: "/data/csrfToken", SendIn: in, SendName: name}
		return []Login{{Method: "GET", Path: "/api/page", Cookies: true, Token: token}}
	}
	doc := read(preparing)
	got := Prepare([]User{ann}, doc)
	assert.Equal(t, want(InHeader, "X-CSRF-Token"), got[0].Login.Before)
	assert.Empty(t, ann.Login.Before, "the user's own stays")

	inBody := read(strings.NewReplacer("required: true, ", "", "PARAM", "_csrf").Replace(preparing))
	assert.Equal(t, want(InBody, "_csrf"), Prepare([]User{ann}, inBody)[0].Login.Before)

	given := *ann.Login
	given.Headers = []Header{{"x-csrf-token", "mine"}}
	for name, u := range map[string]User{
		"it has one": {Name: "ann", Login: &given}, "no log-in": Bearer("ann", "t"),
		"another path": CookieLogin("ann", "/plain", "", ""),
	} {
		assert.Equal(t, []User{u}, Prepare([]User{u}, doc), name)
	}
}
