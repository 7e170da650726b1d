package link

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

const jar = `
openapi: 3.0.3
info: {title: Jar, version: "1"}
paths:
  /in: {get: {responses: {"200": {description: ok}}}}
  /out:
    get:
      parameters: [{name: a, in: cookie, schema: {type: string}}]
      security: [{key: []}]
      responses: {"200": {description: ok}}
components: {securitySchemes: {key: {type: apiKey, in: cookie, name: b}}}
`

// TestCookies: a call carries the last cookies that answers to its user set, if its operation takes them.
func TestCookies(t *testing.T) {
	doc := resttest.Read(t, jar)
	a := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	api.TakeCookies(a, doc.Security)
	set, take := a.Named("GET /in"), a.Named("GET /out")
	api.SetsCookie(a, set, "a")
	api.SetsCookie(a, set, "other")
	assert.Equal(t, []string{"a"}, set.Sets)
	assert.Equal(t, [][]*api.Operation{{set}}, take.Needs)

	for name, tt := range map[string]struct {
		status, user int
		cookies      []string
		own          bool
		want         string
	}{
		"both":            {200, 0, []string{"a=1", "b=2%3D; Path=/", "c=3"}, false, "a=1; b=2%3D"},
		"the last":        {302, 0, []string{"a=1", "a=2"}, false, "a=2"},
		"of another user": {200, 1, []string{"a=1"}, false, ""},
		"taken away":      {200, 0, []string{"a=; Max-Age=0", "b=gone; Max-Age=0"}, false, ""},
		"of a refusal":    {403, 0, []string{"a=1"}, false, ""},
		"its own":         {200, 0, []string{"a=1", "b=2"}, true, "b=2"},
		"quoted":          {200, 0, []string{`a="1 2"`}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var m Answers
			c, e := action.New(take, 2, 0), &message.Request{}
			c.User.Index, c.Follow.Enabled = 0, true
			if tt.own {
				c.Follow.Own = c.Follow.Params
			}
			first := action.New(set, 2, 0)
			first.User.Index = tt.user
			m.Bake(0, first, &sut.Response{Status: tt.status, Header: http.Header{"Set-Cookie": tt.cookies}})
			uses := m.Resolve(c, e, nil)
			assert.Equal(t, tt.want, e.CookieText())
			for i, u := range uses {
				assert.Equal(t, openapi.InCookie, u.In)
				assert.Equal(t, i, u.Piece)
				assert.Equal(t, suite.FromCookie, u.Text[0].Origin.Source)
				assert.Equal(t, e.Cookies[i].Name, u.Text[0].Origin.Name)
			}
			assert.Len(t, uses, len(e.Cookies))
		})
	}
}
