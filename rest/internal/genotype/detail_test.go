package genotype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

// TestDetail: a body of which the schema tells no member becomes the one that the program reads, with nothing in it
// yet; others stay.
func TestDetail(t *testing.T) {
	op := resttest.Read(t, `
openapi: 3.0.3
info: {title: Kites, version: "1"}
paths:
  /kites:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
      responses: {"200": {description: made}}
`).Operations[0]
	b := NewBuilder(Options{})
	c := b.Call(op)
	require.True(t, gene.Assign(c.Body.Inner(), value.Object{}))
	assert.False(t, Detail(c.Body), "nothing was found")
	typed := `{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"}}}`
	c.Adopt(b.Found(op, c, Input{In: InWhole, Name: "application/xml", Type: typed}))
	assert.False(t, Detail(c.Body), "it is of another type")
	c.Adopt(b.Found(op, c, Input{In: InWhole, Name: "application/json", Type: typed}))
	other := c.Clone()
	require.True(t, gene.Assign(other.Body.Inner(), value.Object{{Name: "any", Value: "text"}}))
	assert.False(t, Detail(other.Body), "it says something")
	require.True(t, Detail(c.Body))
	assert.Equal(t, "/kites | | application/json {}", sentBy(op, c))
	assert.Len(t, Leaves(c), 2)
	assert.False(t, Detail(c.Body))
}
