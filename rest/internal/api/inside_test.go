package api

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// TestGifts: answers of a collection hold the name of an element inside of another member, alone, in a list or in an
// envelope, unless a member of the element itself may be the name.
func TestGifts(t *testing.T) {
	doc, err := openapi.Read([]byte(`
openapi: 3.0.3
info: {title: "", version: ""}
paths:
  /things:
    get: {responses: {"200": {description: "", content: {application/json: {schema: {properties: {
      kind: {type: string}, items: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}}}}}}
    post: {responses: {"201": {description: "", content: {application/json: {schema: {
      $ref: "#/components/schemas/Thing"}}}}}}
  /things/{name}: {get: {responses: {"200": {description: ""}}}}
  /own:
    post: {responses: {"201": {description: "", content: {application/json: {schema: {properties: {
      name: {type: string}, meta: {properties: {name: {type: string}}}}}}}}}}
  /own/{name}: {get: {responses: {"200": {description: ""}}}}
  /numbered:
    post: {responses: {"201": {description: "", content: {application/json: {schema: {properties: {
      id: {type: string}, meta: {properties: {name: {type: string}}}}}}}}}}
  /numbered/{name}: {get: {responses: {"200": {description: ""}}}}
components:
  schemas:
    Thing: {properties: {kind: {type: string}, meta: {properties: {labels: {type: object}, name: {type: string}}}}}
`), openapi.Options{})
	require.NoError(t, err)
	a := New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for name, want := range map[string][]Gift{
		"GET /things": {{"/items/0/meta/name", "/things"}}, "POST /things": {{"/meta/name", "/things"}},
		"POST /own": nil, "POST /numbered": nil, "GET /things/{name}": nil,
	} {
		assert.Equal(t, want, a.Named(name).Gifts, name)
	}
}
