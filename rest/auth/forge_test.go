package auth_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/auth"
)

// sent returns the credentials that the calls of users carry.
func sent(users []auth.User) (out []string) {
	for i := range users {
		u := &users[i]
		for at, list := range [][]auth.Header{u.Headers, u.Query, u.Cookies} {
			for _, h := range list {
				out = append(out, u.Name+" in "+[]string{"header ", "query ", "cookie "}[at]+h.Name+": "+h.Value)
			}
		}
	}
	return out
}

func TestForge(t *testing.T) {
	login := auth.User{Name: "eve", Login: &auth.Login{Path: "/login",
		Token: &auth.Token{Selector: "/token", SendName: "X-Token", Template: "Token {token}"}}}
	for name, tt := range map[string]struct {
		users []auth.User
		want  []string
	}{
		"nobody": {nil, nil},
		"a bearer token": {[]auth.User{auth.Bearer("ann", "9f86d081-884c")},
			[]string{"forged in header Authorization: Bearer 3a18f6d4-2907", "broken in header Authorization: Bearer"}},
		"a password": {[]auth.User{auth.Basic("ann", "ann", "pw")}, []string{"forged in header Authorization: " +
			"Basic bm9ib2R5Ondyb25n", "broken in header Authorization: Basic"}},
		"a key": {[]auth.User{{Name: "bob", Query: []auth.Header{{Name: "key", Value: "1234"}}}},
			[]string{"forged in query key: 3074"}},
		"two of a kind": {[]auth.User{auth.Bearer("ann", "11"), auth.Bearer("bob", "22")},
			[]string{"forged in header Authorization: Bearer 30", "broken in header Authorization: Bearer"}},
		"a cookie": {[]auth.User{{Name: "bob", Cookies: []auth.Header{{Name: "sid", Value: "AB"}}}},
			[]string{"forged in cookie sid: 3A"}},
		"names are taken": {[]auth.User{{Name: "forged", Headers: []auth.Header{{Name: "K", Value: "1"}}}},
			[]string{"forged 2 in header K: 3"}},
		"no credential": {[]auth.User{{Name: "bob"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := auth.Forge(tt.users)
			assert.Equal(t, tt.want, sent(got))
			for i := range got {
				assert.True(t, got[i].Forged())
				require.NoError(t, got[i].Check())
			}
			assert.Empty(t, auth.Secrets(got, nil), "what was made up is no secret")
		})
	}
	got := sent(auth.Forge([]auth.User{login}))
	require.Len(t, got, 1, "only Authorization has schemes")
	token := strings.TrimPrefix(got[0], "forged in header X-Token: Token ")
	parts := strings.Split(token, ".")
	require.Len(t, parts, 3)
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	require.NoError(t, err)
	assert.JSONEq(t, `{"sub":"nobody","iat":0,"exp":1}`, string(claims))
	assert.Equal(t, "forged in header Authorization: Bearer "+token,
		sent(auth.Forge([]auth.User{auth.Bearer("ann", "eyJhbGciOiJub25lIn0.e30.")}))[0])
	many := []auth.User{{Name: "bob", Headers: []auth.Header{{Name: "A", Value: "1"}, {Name: "B", Value: "1"},
		{Name: "C", Value: "1"}, {Name: "D", Value: "1"}}}}
	assert.Len(t, auth.Forge(many), 3)
}
