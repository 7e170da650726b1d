package auth

import (
	"go/parser"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

// documented returns a document from its paths and components in YAML.
func documented(t *testing.T, text string) *openapi.Document {
	t.Helper()
	doc, err := openapi.Read([]byte("openapi: 3.0.3\ninfo: {title: T, version: '1'}\n"+text), openapi.Options{})
	require.NoError(t, err)
	require.Empty(t, doc.Warnings)
	return doc
}

// body returns a request body with an object schema, in YAML flow style.
func body(media, schema string) string {
	return "requestBody: {content: {" + media + ": {schema: " + schema + "}}}"
}

const userAndPassword = "{type: object, required: [username, password], properties: {username: {type: string}, " +
	"password: {type: string, minLength: 8}}}"

const bearerScheme = "\ncomponents: {securitySchemes: {b: {type: http, scheme: bearer}}}\nsecurity: [{b: []}]"

func TestInfer(t *testing.T) {
	json := "application/json"
	for name, tt := range map[string]struct {
		doc  string
		want []string // the source of each candidate, as one line
	}{
		"sign-up, log-in and a bearer token": {
			"servers: [{url: /api}]\npaths:\n  /register: {post: {" + body(json, userAndPassword) +
				", responses: {'201': {description: made}}}}\n  /login: {post: {" + body(json, userAndPassword) +
				", responses: {'200': {description: in, content: {application/json: {schema: {type: object, " +
				"properties: {access_token: {type: string}}}}}}}}}" + bearerScheme,
			[]string{
				`auth.BearerLogin("ann", "/api/login", ` + "`" + `{"username":"ann","password":"Secret-word-1"}` +
					"`" + `, "/access_token").WithSignUp("/api/register", ` + "`" +
					`{"username":"ann","password":"Secret-word-1"}` + "`),\n\t" +
					`auth.BearerLogin("bob", "/api/login", ` + "`" + `{"username":"bob","password":"Secret-word-1"}` +
					"`" + `, "/access_token").WithSignUp("/api/register", ` + "`" +
					`{"username":"bob","password":"Secret-word-1"}` + "`)",
				`auth.BearerLogin("ann", "/api/login", ` + "`" + `{"username":"your-name","password":"your-password"}` +
					"`" + `, "/access_token")`,
				`auth.Bearer("ann", "your-token")`,
			},
		},
		"the examples of the schema log in": {
			"paths:\n  /auth/token: {post: {" + body(
				json, "{type: object, required: [login, secret], properties: {login: {type: string, example: admin}, "+
					"secret: {type: string, example: s3cret}}}",
			) + ", responses: {'200': {description: in, headers: {X-Auth-Token: {schema: {type: string}}}}}}}\n" +
				"components: {securitySchemes: {k: {type: apiKey, in: header, name: X-Auth-Token}}}",
			[]string{
				`auth.User{Name: "admin", Login: &auth.Login{Path: "/auth/token", ContentType: "application/json", ` +
					`Body: ` +
					"`" + `{"login":"admin","secret":"s3cret"}` + "`" +
					`, Token: &auth.Token{From: auth.InHeader, Selector: "X-Auth-Token", SendName: "X-Auth-Token"}}}`,
				`auth.APIKey("ann", auth.InHeader, "X-Auth-Token", "your-key")`,
			},
		},
		"nested members, and the address logs in": {
			"paths:\n  /users: {post: {" + body(
				json, "{type: object, required: [user], properties: {user: {type: object, required: [email, "+
					"password, terms], properties: {id: {type: string, readOnly: true}, email: {type: string, "+
					"format: email}, password: {type: string}, terms: {type: boolean}}}}}",
			) + ", responses: {'201': {description: made}}}}\n  /users/login: {post: {" + body(
				json, "{type: object, properties: {user: {type: object, properties: {username: {type: string}, "+
					"password: {type: string}}}}}",
			) + ", responses: {'200': {description: in, content: {application/json: {schema: {type: " +
				"object, properties: {user: {type: object, properties: {token: {type: string}, refreshToken: {type: " +
				"string}}}}}}}}}}}" + bearerScheme,
			[]string{
				`auth.BearerLogin("ann", "/users/login", ` +
					"`" + `{"user":{"username":"ann@example.com","password":"Secret-word-1"}}` +
					"`" + `, "/user/token").WithSignUp("/users", ` + "`" +
					`{"user":{"email":"ann@example.com","password":"Secret-word-1","terms":true}}` + "`),\n\t" +
					`auth.BearerLogin("bob", "/users/login", ` +
					"`" + `{"user":{"username":"bob@example.com","password":"Secret-word-1"}}` + "`" +
					`, "/user/token").WithSignUp("/users", ` + "`" +
					`{"user":{"email":"bob@example.com","password":"Secret-word-1","terms":true}}` + "`)",
				`auth.BearerLogin("ann", "/users/login", ` + "`" +
					`{"user":{"username":"your-name","password":"your-password"}}` + "`" + `, "/user/token")`,
				`auth.Bearer("ann", "your-token")`,
			},
		},
		"a description shows the header": {
			"paths:\n  /login: {post: {" + body(json, userAndPassword) + ", responses: {'200': {description: in, " +
				"content: {application/json: {schema: {type: object, properties: {jwt: {type: string}}}}}}}}}\n" +
				"components: {securitySchemes: {k: {type: apiKey, in: header, name: Authorization, description: " +
				"\"See docs.example.com and Key words.\\n\\nAs in the header 'Authorization':\\n\\n    " +
				"Token xxxxxx.yyyyyyy.zzzzzz\"}}}",
			[]string{
				`auth.User{Name: "ann", Login: &auth.Login{Path: "/login", ContentType: "application/json", Body: ` +
					"`" + `{"username":"your-name","password":"your-password"}` + "`" +
					`, Token: &auth.Token{Selector: "/jwt", Template: "Token {token}"}}}`,
				`auth.APIKey("ann", auth.InHeader, "Authorization", "your-key")`,
			},
		},
		"a form and cookies": {
			"paths:\n  /session: {post: {" + body(
				"application/x-www-form-urlencoded", "{type: object, properties: {email: {type: string, example: "+
					"a@b.c}, password: {type: string, example: x y}}}",
			) + ", responses: {'303': {description: in, headers: {Set-Cookie: {schema: {type: string}}}}}}}",
			[]string{
				`auth.CookieLogin("a@b.c", "/session", "application/x-www-form-urlencoded", "email=a%40b.c&` +
					`password=x+y")`,
			},
		},
		"the password flow": {
			"paths:\n  /things: {get: {responses: {'200': {description: all}}}}\ncomponents: {securitySchemes: {o: " +
				"{type: oauth2, flows: {password: {tokenUrl: /oauth/token, scopes: {}}}}}}",
			[]string{`auth.FormLogin("ann", "/oauth/token", "grant_type=password&username=your-name&` +
				`password=your-password", "/access_token")`, `auth.Bearer("ann", "your-token")`},
		},
		"basic with a sign-up": {
			"paths:\n  /accounts: {post: {" + body(
				json, "{type: object, properties: {username: {type: string}, password: {type: string, maxLength: "+
					"6, pattern: '^[0-9]+$'}}}",
			) + ", responses: {'201': {description: made}}}}\ncomponents: {securitySchemes: {b: " +
				"{type: http, scheme: basic}}}",
			[]string{
				`auth.Basic("ann", "ann", "123456").WithSignUp("/accounts", ` +
					"`" + `{"username":"ann","password":"123456"}` +
					"`),\n\t" + `auth.Basic("bob", "bob", "123456").WithSignUp("/accounts", ` + "`" +
					`{"username":"bob","password":"123456"}` + "`)",
				`auth.BearerLogin("ann", "/accounts", ` + "`" + `{"username":"ann","password":"123456"}` +
					"`" + `, "/token"),` + "\n\t" + `auth.BearerLogin("bob", "/accounts", ` + "`" +
					`{"username":"bob","password":"123456"}` + "`" + `, "/token")`,
				`auth.Basic("ann", "ann", "your-password")`,
			},
		},
		"a log-in by the query": {
			"paths:\n  /user/login: {get: {parameters: [{name: username, in: query, schema: {type: string}}, " +
				"{name: password, in: query, schema: {type: string}}], responses: {'200': {description: in, content: " +
				"{application/json: {schema: {type: string}}}}}}}\ncomponents: {securitySchemes: {k: {type: " +
				"apiKey, in: query, name: key}}}",
			[]string{
				`auth.User{Name: "ann", Login: &auth.Login{Method: "GET", Path: "/user/login?username=your-name&` +
					`password=your-password", Token: &auth.Token{SendIn: auth.InQuery, SendName: "key"}}}`,
				`auth.APIKey("ann", auth.InQuery, "key", "your-key")`,
			},
		},
		"neither log-out nor a new password": {
			"paths:\n  /logout: {post: {" + body(json, userAndPassword) +
				", responses: {'204': {description: out}}}}\n  /password/reset: {post: {" +
				body(json, userAndPassword) + ", responses: {'204': {description: out}}}}\n  /users/{id}: " +
				"{post: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], " +
				body(json, userAndPassword) + ", responses: {'204': {description: out}}}}",
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range Infer(documented(t, tt.doc)) {
				source := c.Source()
				_, err := parser.ParseExpr(source)
				require.NoError(t, err, source)
				begin, end := "rest.Options{Users: []auth.User{\n\t", ",\n}}"
				if c.Complete { // everything in the schema is public
					begin, end = "rest.Options{Users: auth.Public(\n\t", ",\n)}"
				}
				require.True(t, strings.HasPrefix(source, begin) && strings.HasSuffix(source, end), source)
				got = append(got, strings.TrimSuffix(strings.TrimPrefix(source, begin), end))
				assert.NotEmpty(t, c.Why)
				assert.NotContains(t, c.Why, "\n")
				for i := range c.Users {
					assert.NoError(t, c.Users[i].Check())
				}
				assert.Equal(t, !strings.Contains(source, "your-"), c.Complete, source)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// TestSettle: the place of the token is found in the answer to the log-in.
func TestSettle(t *testing.T) {
	c := Infer(
		documented(
			t, "paths:\n  /login: {post: {"+body("application/json", userAndPassword)+
				", responses: {'200': {description: in}}}}\ncomponents: {securitySchemes: {k: {type: apiKey, "+
				"in: header, name: X-Key}}}",
		),
	)[0]
	settled := func(status int, text string, headers ...string) (out []string) {
		for _, s := range c.Settle(loginAnswer(status, text, headers...)) {
			l := s.Users[0].Login
			if l.Cookies {
				out = append(out, "cookies")
			} else {
				out = append(out, l.Token.source())
			}
		}
		return out
	}
	assert.Empty(t, settled(401, `{"token":"abcdefgh"}`))
	assert.Empty(t, settled(200, `{"id":"abcdefgh", "text": "x"}`))
	assert.Equal(t, []string{"cookies"}, settled(200, `{}`, "Set-Cookie", "sid=1"))
	assert.Equal(t, []string{
		`&auth.Token{Selector: "/data/jwt", SendName: "X-Key"}`,
		`&auth.Token{Selector: "/data/jwt", Template: "Bearer {token}"}`, `&auth.Token{Selector: "/data/jwt"}`,
	}, settled(200, `{"data": {"jwt": "x.y.z", "refresh_token": "no"}}`))
	assert.Equal(t, []string{
		`&auth.Token{SendName: "X-Key"}`, `&auth.Token{Template: "Bearer {token}"}`, `&auth.Token{}`,
	}, settled(200, `"0123456789"`))
	assert.Equal(t, `&auth.Token{From: auth.InHeader, Selector: "X-Access-Token", SendName: "X-Key"}`,
		settled(204, "", "X-Access-Token", "a")[0])
	assert.NotEqual(t, c.Users[0].Login.Token.source(), settled(200, `{"data": {"jwt": "x.y.z"}}`)[0],
		"the candidate stays as it is")
}
