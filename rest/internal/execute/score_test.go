package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// TestNamesOthers: a refusal of what another user made is told apart from one of what nobody has.
func TestNamesOthers(t *testing.T) {
	users := auth.NewSession([]auth.User{auth.Bearer("ann", "a"), auth.Bearer("bob", "b")})
	x := &Executor{client: client{Users: users, names: []string{"ann", "bob"}}}
	path := func(in string) []link.Use {
		return []link.Use{{In: in, Text: []link.Piece{{Literal: "a-"}, {Origin: &link.Origin{Step: 0}}}}}
	}
	made := func(user string, status int) []*oracle.Exchange {
		return []*oracle.Exchange{{User: user, Response: &sut.Response{Status: status}}}
	}
	for name, c := range map[string]struct {
		user   int
		uses   []link.Use
		before []*oracle.Exchange
		want   bool
	}{
		"made by another": {1, path(openapi.InPath), made("ann", 201), true},
		"made by itself":  {0, path(openapi.InPath), made("ann", 201), false},
		"made by nobody":  {1, path(openapi.InPath), made("", 201), false},
		"not made":        {1, path(openapi.InPath), made("ann", 409), false},
		"of nobody":       {auth.Anonymous, path(openapi.InPath), made("ann", 201), false},
		"in the query":    {1, path(openapi.InQuery), made("ann", 201), false},
		"names nothing":   {1, nil, made("ann", 201), false},
	} {
		e := &execution{uses: c.uses, before: c.before}
		assert.Equal(t, c.want, namesOthers(e, c.user, x.Users, x.names), name)
	}
}
