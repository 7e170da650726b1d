package auth

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

func TestSecrets(t *testing.T) {
	for name, tt := range map[string]struct {
		users []User
		want  map[string]string
	}{
		"a token": {[]User{Bearer("ann", "abc")}, map[string]string{"EVOKE_TOKEN_ANN": "abc"}},
		"HTTP basic": {[]User{Basic("jane doe", "ann", "secret")},
			map[string]string{"EVOKE_TOKEN_JANE_DOE": "YW5uOnNlY3JldA=="}},
		"keys everywhere": {
			[]User{{Name: "ann", Headers: []Header{{"X-Key", "a"}, {"Accept", "text/html"}},
				Query: []Header{{"tenant-key", "b"}}, Cookies: []Header{{"session", "c"}}}},
			map[string]string{"EVOKE_TOKEN_ANN": "a", "EVOKE_TOKEN_ANN_TENANT_KEY": "b",
				"EVOKE_TOKEN_ANN_SESSION": "c"},
		},
		"a log-in": {[]User{
			BearerLogin("ann", "/login", `{"user": {"name": "ann", "password": "geheim", "pin": 1234}}`, "/token"),
		}, map[string]string{"EVOKE_PASSWORD_ANN": "geheim", "EVOKE_PASSWORD_ANN_PIN": "1234"}},
		"a log-in without a password": {[]User{BearerLogin("ann", "/login", `{"a": "x", "b": ["y"], "c": null}`, "")},
			map[string]string{"EVOKE_PASSWORD_ANN": "x", "EVOKE_PASSWORD_ANN_B0": "y"}},
		"a form": {[]User{
			FormLogin("ann", "/token", "grant_type=password&username=ann&password=a%26b", "/token"),
		}, map[string]string{"EVOKE_PASSWORD_ANN": "a%26b"}},
		"a text": {[]User{CookieLogin("ann", "/login", "text/plain", "open sesame")},
			map[string]string{"EVOKE_PASSWORD_ANN": "open sesame"}},
		"a URL": {
			[]User{{Name: "ann", Login: &Login{Method: "GET",
				Path: "https://ann:geheim@x/login?user=ann&api_key=a%20b", Cookies: true}}},
			map[string]string{"EVOKE_PASSWORD_ANN": "geheim", "EVOKE_PASSWORD_ANN_API_KEY": "a b"},
		},
		"the same sign-up": {[]User{BearerLogin("ann", "/login", `{"password":"a"}`, "").WithSignUp("/users",
			`{"password":"a"}`)}, map[string]string{"EVOKE_PASSWORD_ANN": "a"}},
		"names that clash": {[]User{Bearer("ann", "a"), Bearer("Ann!", "b"), Bearer("ü", "c")},
			map[string]string{"EVOKE_TOKEN_ANN": "a", "EVOKE_TOKEN_ANN_AUTHORIZATION": "b", "EVOKE_TOKEN_USER": "c"}},
		"public": {Public(Bearer("ann", "a"), Basic("bob", "b", "c")), map[string]string{}},
		"none":   {nil, map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]string{}
			for _, s := range Secrets(tt.users, nil) {
				got[s.Name] = s.Value
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// Texts of the schema are not secret.
func TestSecretsOfTheSchema(t *testing.T) {
	users := []User{BearerLogin("ann", "/login", `{"name":"ann","password":"demo-password"}`, "/token"),
		Bearer("bob", "another one")}
	doc := &openapi.Document{Operations: []*openapi.Operation{{Tags: []string{"log in with demo-password"},
		Method: "GET", Path: "/"}}}
	secrets := Secrets(users, doc)
	assert.Len(t, secrets, 1)
	assert.Equal(t, "EVOKE_TOKEN_BOB", secrets[0].Name)
	assert.Len(t, Secrets(users, &openapi.Document{Title: "demo-passwords"}), 2, "it is a part of a word")
}
