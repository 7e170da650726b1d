package auth_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
)

// gates is an API with a key in three alternative places, and a password for users who sign up.
const gates = `
openapi: 3.0.3
info: {title: Gates, version: "1"}
components:
  securitySchemes:
    chip: {type: apiKey, in: header, name: X-Chip}
    slip: {type: apiKey, in: query, name: slip}
    badge: {type: apiKey, in: header, name: Authorization}
    stamp: {type: apiKey, in: cookie, name: stamp}
    word: {type: http, scheme: basic}
paths:
  /park:
    get: {security: [{chip: []}, {slip: []}, {badge: []}, {word: []}], responses: {"200": {description: open}}}
  /zoo:
    get: {security: [{stamp: [], chip: []}], responses: {"200": {description: open}}}
  /keepers:
    post:
      operationId: createUser
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [name, pass, admin, agrees], properties: {name: {type: string}, pass: {type: string}, admin: {type: boolean, example: true}, agrees: {type: boolean}}}}}
      responses: {"201": {description: made}}
`

func TestAlternates(t *testing.T) {
	doc, err := openapi.Read([]byte(gates), openapi.Options{})
	require.NoError(t, err)
	known := auth.Public(auth.APIKey("kim", auth.InHeader, "X-Chip", "k-1"),
		auth.APIKey("lee", auth.InQuery, "slip", "k-1"))
	got := auth.Alternates(known, doc)
	require.Len(t, got, 2, "the query has the key already, and a cookie alone opens nothing")
	assert.Equal(t, []auth.Header{{Name: "Authorization", Value: "Bearer k-1"}}, got[0].Headers)
	assert.Equal(t, "kim by Authorization", got[0].Name)
	ann := got[1]
	require.NotNil(t, ann.SignUp)
	assert.Equal(t, auth.Basic("ann", "ann", "Secret-word-1").Headers, ann.Headers)
	assert.JSONEq(t, `{"name":"ann","pass":"Secret-word-1","admin":false,"agrees":true}`, ann.SignUp.Body)
	for i := range got {
		assert.True(t, got[i].Public)
		assert.True(t, got[i].Alternate())
		assert.NoError(t, got[i].Check())
	}
	assert.False(t, known[0].Alternate())
	assert.Empty(t, ann.SignedUpBy, "anybody can sign up")
	post := doc.Operations[slices.IndexFunc(doc.Operations, func(op *openapi.Operation) bool {
		return op.ID == "createUser"
	})]
	post.Security = []openapi.Requirement{{"word": nil}}
	assert.Equal(t, "kim", auth.Alternates(known, doc)[1].SignedUpBy, "the operation asks for a credential")
	post.Security = append(post.Security, openapi.Requirement{})
	assert.Empty(t, auth.Alternates(known, doc)[1].SignedUpBy, "or for none")

	for _, c := range []struct {
		name  string
		users []auth.User
		want  []string
	}{
		{"a secret stays where it is, and asks for no second variable",
			[]auth.User{auth.APIKey("kim", auth.InHeader, "X-Chip", "k-1")}, []string{"ann"}},
		{"a name is taken once", auth.Public(auth.Bearer("ann", "t")), []string{"ann 2"}},
		{"who signs up is enough", auth.Public(auth.Bearer("jo", "t").WithSignUp("/keepers", "{}")), nil},
	} {
		var names []string
		for _, u := range auth.Alternates(c.users, doc) {
			names = append(names, u.Name)
		}
		assert.Equal(t, c.want, names, c.name)
	}
}
