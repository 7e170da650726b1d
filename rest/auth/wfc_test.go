package auth

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLoadUsers(t *testing.T) {
	jsonLogin := func(body string) *Login {
		return &Login{Method: "POST", Path: "/login", ContentType: "application/json", Body: body, Cookies: true}
	}
	for name, tc := range map[string]struct {
		file string
		want []User
	}{
		"fixed headers": {`
auth:
  - name: FOO
    fixedHeaders:
      - name: Authorization
        value: " some static token for FOO"
  - name: BAR
    fixedHeaders: [{name: X-A, value: 1}, {name: X-B, value: true}]
`, []User{
			{Name: "FOO", Headers: []Header{{"Authorization", " some static token for FOO"}}},
			{Name: "BAR", Headers: []Header{{"X-A", "1"}, {"X-B", "true"}}},
		}},
		"template and payloads": {`
schemaVersion: "0.7.0"
configs: {blackBox: "true"}
auth:
  - name: foo
    loginEndpointAuth:
      payloadRaw: "{\"username\": \"foo\"}"
  - name: bar
    loginEndpointAuth:
      payloadUserPwd: {username: bar, password: 456, usernameField: user<name>, passwordField: "pass\"word"}
authTemplate:
  loginEndpointAuth: {endpoint: /login, verb: post, contentType: application/json, expectCookies: true}
`, []User{
			{Name: "foo", Login: jsonLogin(`{"username": "foo"}`)},
			{Name: "bar", Login: jsonLogin(`{"user<name>":"bar","pass\"word":"456"}`)},
		}},
		"form": {`
auth:
  - name: a
    loginEndpointAuth:
      endpoint: /login?x=1
      verb: PUT
      contentType: application/x-www-form-urlencoded
      payloadUserPwd: {username: "a&b", password: "c d", usernameField: u, passwordField: p}
      headers: [{name: X-A, value: v}]
      token: {extractFrom: header, extractSelector: X-Token, sendIn: query, sendName: key}
`, []User{{Name: "a", Login: &Login{
			Method: "PUT", Path: "/login?x=1", ContentType: "application/x-www-form-urlencoded", Body: "u=a%26b&p=c+d",
			Headers: []Header{{"X-A", "v"}},
			Token:   &Token{From: InHeader, Selector: "X-Token", SendIn: InQuery, SendName: "key", Template: "{token}"},
		}}}},
		"content types that are not given": {`
auth:
  - name: a
    loginEndpointAuth: &login
      externalEndpointURL: https://login.example/token
      verb: POST
      payloadUserPwd: {username: a, password: b, usernameField: u, passwordField: p}
      expectCookies: true
  - name: b
    loginEndpointAuth: {endpoint: /login, verb: POST, payloadRaw: plain, expectCookies: true}
  - name: c
    loginEndpointAuth: {endpoint: /login, verb: POST, payloadRaw: "[1]", expectCookies: true}
  - name: d
    loginEndpointAuth: {<<: *login, verb: GET}
`, []User{
			{Name: "a", Login: &Login{Method: "POST", Path: "https://login.example/token",
				ContentType: "application/json", Body: `{"u":"a","p":"b"}`, Cookies: true}},
			{Name: "b", Login: &Login{Method: "POST", Path: "/login", Body: "plain", Cookies: true}},
			{Name: "c", Login: &Login{Method: "POST", Path: "/login", ContentType: "application/json",
				Body: "[1]", Cookies: true}},
			{Name: "d", Login: &Login{Method: "GET", Path: "https://login.example/token",
				ContentType: "application/json", Body: `{"u":"a","p":"b"}`, Cookies: true}},
		}},
		"JSON": {"{\n\t\"auth\": [{\"name\": \"\\ud83d\\ude00\", \"requireMockHandling\": true, \"fixedHeaders\": " +
			"[{\"name\": \"A\", \"value\": \"1\"}], \"loginEndpointAuth\": null}]}",
			[]User{{Name: "\U0001F600", Headers: []Header{{"A", "1"}},
				notes: []string{"requireMockHandling is not supported and was ignored"}}}},
		"older fields": {`
auth:
  - name: a
    loginEndpointAuth:
      endpoint: /login
      verb: GET
      token: {extractFromField: /access/token, httpHeaderName: Authorization, headerPrefix: "JWT '", headerPostfix: "'"}
  - name: b
    loginEndpointAuth:
      endpoint: /login
      verb: GET
      token: {extractFromHeader: X-Token, httpHeaderName: X-Auth}
`, []User{
			{Name: "a", Login: &Login{Method: "GET", Path: "/login", Token: &Token{From: InBody,
				Selector: "/access/token", SendIn: InHeader, SendName: "Authorization", Template: "JWT '{token}'"}}},
			{Name: "b", Login: &Login{Method: "GET", Path: "/login", Token: &Token{From: InHeader, Selector: "X-Token",
				SendIn: InHeader, SendName: "X-Auth", Template: "{token}"}}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := LoadUsers(strings.NewReader(tc.file))
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

const createFile = `
auth:
  - name: new
    createUsers:
      endpoint: /users
      verb: POST
      contentType: application/json
      payloadRaw: '{"name":"{$name}","mail":"{$mail}"}'
      generators:
        - {placeHolder: "{$name}", prefix: u_, minLength: 12, maxLength: 12}
        - {placeHolder: "{$mail}", postfix: "@example.com"}
    loginEndpointAuth:
      endpoint: /login
      verb: POST
      payloadRaw: '{"name":"{$name}"}'
      token: {extractFrom: body, extractSelector: /token, sendIn: header, sendName: X-Token, sendTemplate: "T {token}"}
`

func TestLoadUsersThatAreCreated(t *testing.T) {
	users, err := LoadUsers(strings.NewReader(createFile))
	require.NoError(t, err)
	require.Len(t, users, 2)
	assert.Equal(t, "new_x", users[0].Name)
	assert.Equal(t, "new_y", users[1].Name)
	for _, u := range users {
		assert.Regexp(t, `^\{"name":"u_[a-z]{10}","mail":"[a-z]{8}@example\.com"\}$`, u.SignUp.Body)
		assert.Equal(t, "/users", u.SignUp.Path)
		name := u.SignUp.Body[len(`{"name":"`):][:12]
		assert.Equal(t, `{"name":"`+name+`"}`, u.Login.Body, "the log-in uses the name that was made")
	}
	assert.NotEqual(t, users[0].SignUp.Body, users[1].SignUp.Body)
	again, err := LoadUsers(strings.NewReader(createFile))
	require.NoError(t, err)
	assert.Equal(t, users, again)
}

func TestLoadUsersErrors(t *testing.T) {
	login := func(fields string) string {
		return "auth:\n- name: a\n  loginEndpointAuth: {" + fields + "}\n"
	}
	token := func(fields string) string { return login("endpoint: /l, verb: GET, token: {" + fields + "}") }
	create := func(fields string) string {
		return "auth:\n- name: a\n  createUsers: {endpoint: /u, verb: POST, contentType: a/b, payloadRaw: x" +
			fields + "}\n"
	}
	at := "auth[0].loginEndpointAuth"
	for name, tc := range map[string]struct{ file, want string }{
		"empty":          {"", "empty"},
		"HTML":           {"<html><body>\n", "has no list auth at its top"},
		"a list":         {"- a\n", "has no list auth at its top"},
		"broken YAML":    {"auth: [\n", "did not find expected "},
		"broken JSON":    {`{"auth": [{"name": "a"`, "did not find expected "},
		"no auth":        {"schemaVersion: 1\n", "auth: has to list at least one user (line 1)"},
		"no user":        {"auth: []\n", "auth: has to list at least one user (line 1)"},
		"auth is a text": {"auth: me\n", "auth: has to be a list (line 1)"},
		"unknown at top": {"auht: []\n",
			"auht: unknown field; known are schemaVersion, auth, authTemplate, configs (line 1)"},
		"user is a text": {"auth:\n- me\n", "auth[0]: has to be an object (line 2)"},
		"no name":        {"auth:\n- fixedHeaders: []\n", "auth[0]: name is required (line 2)"},
		"empty name":     {"auth:\n- name: ''\n", "auth[0].name: is empty (line 2)"},
		"name is a list": {"auth:\n- name: [a]\n", "auth[0].name: has to be a text (line 2)"},
		"nothing to do": {"auth:\n- name: a\n",
			"auth[0]: fixedHeaders, loginEndpointAuth or createUsers is required (line 2)"},
		"same name": {"auth:\n- &u {name: a, fixedHeaders: [{name: A, value: b}]}\n- *u\n",
			`auth[1]: there is another user of the name "a" (line 2)`},
		"name in template": {"authTemplate: {name: a}\nauth: [{name: b}]\n",
			"authTemplate.name: names belong to the users, not to the template (line 1)"},
		"given twice": {"auth: []\nauth: []\n", "auth: given twice (line 2)"},
		"header name": {"auth:\n- name: a\n  fixedHeaders:\n  - {name: 'a b', value: x}\n",
			`auth[0].fixedHeaders[0].name: "a b" cannot be the name of a header (line 4)`},
		"header value": {"auth:\n- name: a\n  fixedHeaders:\n  - {name: a, value: \"x\\ny\"}\n",
			"auth[0].fixedHeaders[0].value: has a line break or another control character (line 4)"},
		"header typo": {"auth:\n- name: a\n  fixedHeaders:\n  - {nam: a}\n",
			"auth[0].fixedHeaders[0].nam: unknown field; known are name, value (line 4)"},
		"mock handling": {"auth:\n- name: a\n  requireMockHandling: maybe\n",
			`auth[0].requireMockHandling: "maybe" is neither true nor false (line 3)`},
		"no verb": {login("endpoint: /l"), at + ": verb is required (line 3)"},
		"bad verb": {login("endpoint: /l, verb: TRACE"),
			at + `.verb: "TRACE" is none of POST, GET, PATCH, DELETE, PUT (line 3)`},
		"no endpoint": {login("verb: GET"), at + ": endpoint or externalEndpointURL is required (line 3)"},
		"both endpoints": {login("verb: GET, endpoint: /l, externalEndpointURL: http://h/l"),
			at + ".externalEndpointURL: only one of endpoint and externalEndpointURL can be given (line 3)"},
		"relative endpoint": {login("verb: GET, endpoint: l"),
			at + `.endpoint: "l" is neither a path that begins with / nor an http or https URL (line 3)`},
		"URL as endpoint": {login("verb: GET, endpoint: http://h/l"),
			at + `.endpoint: "http://h/l" is for the other one of endpoint and externalEndpointURL (line 3)`},
		"both payloads": {login("verb: GET, endpoint: /l, payloadRaw: a, payloadUserPwd: {}"),
			at + ".payloadUserPwd: only one of payloadRaw and payloadUserPwd can be given (line 3)"},
		"half a payload": {login("verb: GET, endpoint: /l, payloadUserPwd: {username: a}"),
			at + ".payloadUserPwd: usernameField is required (line 3)"},
		"payload in XML": {login(
			"verb: GET, endpoint: /l, contentType: text/xml, payloadUserPwd: {username: a, password: b, " +
				"usernameField: c, passwordField: d}",
		), at + `.contentType: "text/xml" needs payloadRaw: payloadUserPwd is for JSON and forms (line 3)`},
		"no credentials": {login("verb: GET, endpoint: /l"), at + ": token or expectCookies is required (line 3)"},
		"no extractFrom": {token("extractSelector: /t"), at + ".token: extractFrom is required (line 3)"},
		"bad extractFrom": {token("extractFrom: footer, extractSelector: /t"),
			at + `.token.extractFrom: "footer" is none of body, header, cookie (line 3)`},
		"bad pointer": {token("extractFrom: body, extractSelector: t, sendIn: header, sendName: A"),
			at + `.token.extractSelector: "t" is not a JSON pointer, which begins with / (line 3)`},
		"bad sendIn": {token("extractFrom: body, extractSelector: /t, sendIn: body, sendName: A"),
			at + `.token.sendIn: "body" is none of header, query, cookie (line 3)`},
		"bad sendName": {token("extractFrom: body, extractSelector: /t, sendIn: header, sendName: 'A B'"),
			at + `.token.sendName: "A B" cannot be the name of a header (line 3)`},
		"bad template": {token("extractFrom: body, extractSelector: /t, sendIn: header, sendName: A, " +
			"sendTemplate: Bearer"), at + `.token.sendTemplate: "Bearer" is not a line with {token} in it (line 3)`},
		"old and new": {token("extractFromField: /t, sendIn: header"),
			at + ".token: mixes the fields extractFrom, extractSelector, sendIn, sendName, sendTemplate with the " +
				"older extractFromField, extractFromHeader, httpHeaderName, headerPrefix, headerPostfix (line 3)"},
		"old pointer": {token("extractFromField: t, httpHeaderName: A"),
			at + `.token.extractFromField: "t" is not a JSON pointer, which begins with / (line 3)`},
		"no generators": {create(""), "auth[0].createUsers: generators: has to list at least one (line 3)"},
		"no placeholder": {create(", generators: [{prefix: a}]"),
			"auth[0].createUsers.generators[0]: placeHolder is required (line 3)"},
		"bad length": {create(", generators: [{placeHolder: a, minLength: x}]"),
			`auth[0].createUsers.generators[0].minLength: "x" is not a number from 0 to 200 (line 3)`},
		"crossed lengths": {create(", generators: [{placeHolder: a, minLength: 9, maxLength: 8}]"),
			"auth[0].createUsers.generators[0]: minLength 9 is above maxLength 8 (line 3)"},
		"no room": {create(", generators: [{placeHolder: a, prefix: user, maxLength: 4}]"),
			"auth[0].createUsers.generators[0]: maxLength 4 leaves no room beside prefix and postfix (line 3)"},
		"JSON has no lines": {`{"auth":[{"name":"a","fixedHeader":[]}]}`, "auth[0].fixedHeader: unknown field; known " +
			"are name, requireMockHandling, fixedHeaders, loginEndpointAuth, createUsers"},
		"anchor in itself": {"auth: &a\n- *a\n", "nested too deeply or too large"},
		"deep": {"auth: " + strings.Repeat("[", 40) + strings.Repeat("]", 40),
			"nested too deeply or too large"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := LoadUsers(strings.NewReader(tc.file))
			require.Error(t, err)
			got, ok := strings.CutPrefix(err.Error(), "rest: authentication file: ")
			assert.True(t, ok, err)
			assert.NotContains(t, got, "\n")
			if strings.HasPrefix(tc.want, "nested") || strings.HasPrefix(tc.want, "did not find") {
				assert.Contains(t, got, tc.want)
			} else {
				assert.Equal(t, tc.want, got)
			}
		})
	}
}

func TestLoadUsersBounds(t *testing.T) {
	_, err := LoadUsers(strings.NewReader("auth: [" + strings.Repeat("a,", 1<<20)))
	require.ErrorContains(t, err, "longer than 1048576 bytes")
	laughs := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		p := "*" + string(c-1)
		laughs += string(c) + ": &" + string(c) + " [" + strings.Repeat(p+",", 9) + p + "]\n"
	}
	_, err = LoadUsers(strings.NewReader(laughs))
	require.ErrorContains(t, err, "too large")
	_, err = LoadUsers(iotest.ErrReader(errGone))
	require.True(t, errors.Is(err, errGone))
}

func FuzzLoadUsers(f *testing.F) {
	f.Add(createFile)
	f.Add("auth: [{name: a, fixedHeaders: [{name: A, value: b}]}]")
	f.Add(`{"auth":[{"name":"a"}],"authTemplate":{"loginEndpointAuth":{"endpoint":"/l","verb":"POST","payloadUserPwd":{"username":"a","password":"b","usernameField":"c","passwordField":"d"},"token":{"extractFrom":"body","extractSelector":"/t","sendIn":"header","sendName":"A","sendTemplate":"Bearer {token}"}}}}`)
	f.Add("auth:\n- &a {name: a, <<: *a}")
	f.Add("auth:\n- {? {a: b} : c, name: !!int x}")
	f.Fuzz(func(t *testing.T, file string) {
		users, err := LoadUsers(strings.NewReader(file))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("more than one line: %q", err)
			}
			return
		}
		s := NewSession(users)
		for i := range s.users {
			if !s.usable(i) {
				t.Fatalf("user %d cannot be used: %v", i, s.Warnings())
			}
			s.users[i].fields()
			s.LoginSteps(i, s.Standing(i))
		}
	})
}
