package secret_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

const token = `s3cr3t/"&+tö<ken`

func ann(value string) *secret.Set {
	return secret.New([]secret.Secret{{Name: "EVOKE_TOKEN_ANN", User: "ann", Value: value}})
}

// shapes are the ways in which texts show a secret.
func shapes(value string) map[string]string {
	asJSON, _ := json.Marshal(value)
	out := map[string]string{
		"as it is": value, "in JSON": string(asJSON), "quoted": fmt.Sprintf("%q", value),
		"in a query":      "?a=" + url.QueryEscape(value),
		"in a path":       "/" + url.PathEscape(value) + "/",
		"in the userinfo": (&url.URL{Scheme: "http", User: url.UserPassword("ann", value), Host: "x"}).String(),
		"in hex":          hex.EncodeToString([]byte(value)), "a number": "x: " + value + ".",
	}
	for i, before := range []string{"", "a:", "ab:", "abc:"} {
		out[fmt.Sprint("basic", i)] = base64.StdEncoding.EncodeToString([]byte(before + value))
		out[fmt.Sprint("basic for URLs", i)] = base64.URLEncoding.EncodeToString([]byte(before + value + "!"))
	}
	return out
}

func TestText(t *testing.T) {
	for name, text := range shapes(token) {
		got := ann(token).Text("before " + text + " behind")
		assert.Contains(t, got, "${EVOKE_TOKEN_ANN}", name)
		assert.True(t, strings.HasPrefix(got, "before ") && strings.HasSuffix(got, " behind"), name)
		assert.True(t, ann(token).Holds(text), name)
		assert.False(t, ann(token).Holds(got), name)
	}
	assert.Equal(t, "panic: ${EVOKE_TOKEN_ANN}!", ann(token).Text("panic: "+token+"!"))
	assert.Equal(t, token, (*secret.Set)(nil).Text(token))
	assert.Nil(t, ann(""))
}

// The value of HTTP basic authentication shows the password, and so do its encodings.
func TestBasic(t *testing.T) {
	s := ann(base64.StdEncoding.EncodeToString([]byte("ann:correct horse")))
	for _, text := range []string{"ann:correct horse", "wrong password: correct horse",
		"correct%20horse", "correct+horse"} {
		assert.True(t, s.Holds(text), text)
	}
	assert.False(t, s.Holds("ann"))
}

// Short values are found only as words: otherwise they would be found everywhere.
func TestShort(t *testing.T) {
	assert.Equal(t, "a cat, ${EVOKE_TOKEN_ANN}/x", ann("at").Text("a cat, at/x"))
	assert.False(t, ann("1234").Holds("412345"))
}

func TestHide(t *testing.T) {
	s := secret.New([]secret.Secret{{Name: "EVOKE_TOKEN_ANN", User: "ann", Value: token},
		{Name: "EVOKE_TOKEN_BOB", User: "bob", Value: token},
		{Name: "EVOKE_PASSWORD_BOB", User: "bob", Value: "geheim"}})
	asJSON, err := json.Marshal(token)
	require.NoError(t, err)
	r := &suite.Request{
		Method: "GET", Path: suite.Literal("/a/" + url.PathEscape(token)),
		Query:   []suite.Field{{Name: "a", Value: suite.Literal(token)}},
		Headers: []suite.Field{{Name: "Authorization", Value: suite.Literal("Bearer " + token)}},
		Body: &suite.Body{Text: suite.Text{{Literal: `{"a":` + strings.NewReplacer(`\u0026`, "&", `\u003c`,
			"<").Replace(string(asJSON)) + `,"b":"geheim","c":"`}, {Var: "id"}, {Literal: `"}`}}, JSON: true},
	}
	assert.True(t, s.Hide(r, "bob"))
	assert.Equal(t, suite.Text{{Literal: "/a/"}, {Var: "EVOKE_TOKEN_BOB"}}, r.Path)
	assert.Equal(t, suite.Text{{Var: "EVOKE_TOKEN_BOB"}}, r.Query[0].Value)
	assert.Equal(t, "Bearer {EVOKE_TOKEN_BOB}", r.Headers[0].Value.String())
	assert.Equal(t, `{"a":"{EVOKE_TOKEN_BOB}","b":"{EVOKE_PASSWORD_BOB}","c":"{id}"}`, r.Body.Text.String())
	assert.False(t, s.Hide(&suite.Request{Query: []suite.Field{{Name: token}}}, "ann"), "a name cannot be a variable")
}

// A copied call shows no secret, and the names of its secrets can be found.
func TestCopy(t *testing.T) {
	r := &sut.Request{Target: "/a?k=" + url.QueryEscape(token), Header: http.Header{"X-Key": {"Key " + token}},
		Body: []byte(token + "\x00EVOKE_TOKEN_ANN\x00")}
	got := ann(token).Copy(r)
	assert.Equal(t, suite.Text{{Literal: "/a?k="}, {Var: "EVOKE_TOKEN_ANN"}}, secret.Pieces(got.Target))
	assert.Equal(t, suite.Text{{Literal: "Key "}, {Var: "EVOKE_TOKEN_ANN"}}, secret.Pieces(got.Header.Get("X-Key")))
	assert.Equal(t, suite.Text{{Var: "EVOKE_TOKEN_ANN"}, {Literal: "\x00 EVOKE_TOKEN_ANN\x00"}},
		secret.Pieces(string(got.Body)), "nobody else makes a name")
	assert.Equal(t, "Key "+token, r.Header.Get("X-Key"), "the call itself stays")
	assert.Equal(t, suite.Literal("plain"), secret.Pieces("plain"))
}

func TestClean(t *testing.T) {
	v := struct {
		A    string
		B    []string
		M    map[string]any
		P    *string
		Data []byte
	}{token, []string{token}, map[string]any{token: token}, new(string), []byte(token)}
	*v.P = token
	ann(token).Clean(&v)
	assert.Equal(t, "${EVOKE_TOKEN_ANN}", v.A)
	assert.Equal(t, []string{"${EVOKE_TOKEN_ANN}"}, v.B)
	assert.Equal(t, map[string]any{"${EVOKE_TOKEN_ANN}": "${EVOKE_TOKEN_ANN}"}, v.M)
	assert.Equal(t, "${EVOKE_TOKEN_ANN}", *v.P)
}

func TestAnySecretIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.StringMatching(`[!-~äöü€ ]{6,40}`).Draw(t, "value")
		before, behind := rapid.StringN(0, 9, 20).Draw(t, "before"), rapid.StringN(0, 9, 20).Draw(t, "behind")
		s := ann(value)
		for name, text := range shapes(value) {
			if got := s.Text(before + text + behind); s.Holds(got) && !strings.Contains("${EVOKE_TOKEN_ANN}", value) {
				t.Fatalf("%s: %q is in %q", name, value, got)
			}
			if !s.Holds(before + text + behind) {
				t.Fatalf("%s: %q is not found in %q", name, value, before+text+behind)
			}
		}
	})
}

// A search copies each of its calls for the flight recorder.
func BenchmarkCopy(b *testing.B) {
	var all []secret.Secret
	for i := range 4 {
		all = append(all, secret.Secret{Name: fmt.Sprint("EVOKE_TOKEN_", i), Value: fmt.Sprint(token, i)})
	}
	s := secret.New(all)
	r := &sut.Request{Target: "/books/17?author=Le+Guin&limit=10", Header: http.Header{
		"Authorization": {"Bearer " + token + "2"}, "Accept": {"application/json"}, "X-Request-Id": {"e2f6"},
	}, Body: []byte(`{"title": "The Dispossessed", "pages": 341, "tags": ["utopia", "anarchism"]}`)}
	for b.Loop() {
		s.Copy(r)
	}
}
