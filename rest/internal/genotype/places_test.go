package genotype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

const labels = `
openapi: 3.0.3
info: {title: Labels, version: "1"}
paths:
  /labels:
    post:
      parameters:
        - {name: page, in: query, schema: {type: integer, minimum: 1}}
        - {name: back, in: query, schema: {type: string, format: uri}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [owner]
              properties:
                size: {type: integer}
                title: {type: string}
                owner: {type: object, required: [name], properties: {name: {type: string}}}
                tags: {type: array, minItems: 1, items: {type: string}}
      responses: {"201": {description: made}}
`

// TestPlaces: texts wherever they are, numbers outside of bodies, and what says that something else is there.
func TestPlaces(t *testing.T) {
	doc, err := openapi.Read([]byte(labels), openapi.Options{})
	require.NoError(t, err)
	c := NewBuilder(Options{}).Call(doc.Operations[0])
	seen := map[string]bool{}
	for _, p := range Places(c) {
		wrong := p.Instead("is odd", "odd")
		seen[wrong.What] = true
		assert.Equal(t, p.Name == "back", p.URI, p.Name)
		c.Invalid = wrong
		assert.Equal(t, "is odd", wrong.Plain(c).What)
	}
	assert.True(t, seen["query page is odd"], seen)
	assert.True(t, seen["query back is odd"], seen)
	assert.True(t, seen["body/owner/name is odd"], seen)
	assert.True(t, seen["body/title is odd"], seen)
	assert.True(t, seen["body/size is odd"], seen)
	assert.True(t, seen["body/tags is odd"], seen)
}
