package auth_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
)

const vaults = `
openapi: 3.0.3
info: {title: Vaults, version: "1"}
security: [{key: [], token: []}]
paths:
  /vaults: {get: {responses: {"200": {description: all}}}}
  /doors: {get: {security: [{key: []}], responses: {"200": {description: all}}}}
  /keys: {get: {security: [{token: [], key: []}, {session: [], key: []}], responses: {"200": {description: all}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    token: {type: http, scheme: bearer}
    session: {type: apiKey, in: cookie, name: sid}
`

// TestParts: of credentials that are required together, each is sent alone once.
func TestParts(t *testing.T) {
	doc, err := openapi.Read([]byte(vaults), openapi.Options{})
	require.NoError(t, err)
	key := auth.Header{Name: "x-key", Value: "k1"}
	ann := auth.User{Name: "ann", Headers: []auth.Header{key, {Name: "Authorization", Value: "Bearer t1"},
		{Name: "Accept", Value: "*/*"}}}
	bob := auth.BearerLogin("bob", "/login", `{"password": "p"}`, "/token")
	bob.Headers = []auth.Header{key}
	got := auth.Parts([]auth.User{auth.Bearer("eve", "t2"), ann, bob}, doc)
	assert.Equal(t, []string{"ann by key alone in header x-key: k1",
		"ann by token alone in header Authorization: Bearer t1"}, sent(got))
	assert.Equal(t, []string{"token"}, got[0].Lacks())
	assert.Equal(t, []string{"key"}, got[1].Lacks())
	assert.True(t, got[0].Forged())
	assert.Empty(t, auth.Secrets(got, nil), "ann has them")

	got = auth.Parts([]auth.User{bob}, doc)
	require.Len(t, got, 2)
	assert.Nil(t, got[0].Login)
	assert.Equal(t, bob.Login, got[1].Login)
	assert.Empty(t, got[1].Headers)
	assert.Empty(t, auth.Parts([]auth.User{auth.Bearer("eve", "t2")}, doc), "eve lacks one herself")
	cookie := auth.User{Name: "sam", Headers: []auth.Header{key}, Cookies: []auth.Header{{Name: "sid", Value: "c"}}}
	assert.Equal(t, []string{"sam by key alone in header x-key: k1", "sam by session alone in cookie sid: c"},
		sent(auth.Parts([]auth.User{cookie}, doc)))
}
