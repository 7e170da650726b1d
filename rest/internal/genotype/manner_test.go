package genotype

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// TestBareManner: an operation whose body has a list that may be empty is tried with nothing in it, and no other
// operation is.
func TestBareManner(t *testing.T) {
	const paths = `
openapi: 3.0.3
info: {title: Votes, version: "1"}
paths:
  /required: {put: {requestBody: {content: {application/json: {schema: {type: object, required: [votes], properties: {votes: {type: array, example: [a], items: {type: string}}, note: {type: string, example: b}}}}}}, responses: {"204": {description: kept}}}}
  /whole: {put: {requestBody: {content: {application/json: {schema: {type: array, items: {type: object, properties: {a: {type: string}}}}}}}, responses: {"204": {description: kept}}}}
  /some: {put: {requestBody: {content: {application/json: {schema: {type: object, required: [votes], properties: {votes: {type: array, minItems: 1, items: {type: string}}}}}}}, responses: {"204": {description: kept}}}}
  /optional: {put: {requestBody: {content: {application/json: {schema: {type: object, properties: {votes: {type: array, items: {type: string}}}}}}}, responses: {"204": {description: kept}}}}
`
	doc, err := openapi.Read([]byte(paths), openapi.Options{})
	require.NoError(t, err)
	bare := map[string]string{}
	for _, op := range doc.Operations {
		c := NewBuilder(Options{}).Call(op)
		if m := (Manner{Parts: BareParts}); slices.Contains(c.Manners(), m) {
			c.Fill(rand.New(rand.NewPCG(1, 2)), m)
			bare[op.Path] = string(value.AppendJSON(nil, c.Body.Value()))
		}
	}
	assert.Equal(t, map[string]string{"/required": `{"votes":[]}`, "/whole": `[]`}, bare)
}

// TestUsualNumbers: the last word of a name may make other numbers usual than small ones, within what the schema
// allows.
func TestUsualNumbers(t *testing.T) {
	const paths = `
openapi: 3.0.3
info: {title: People, version: "1"}
paths:
  /people: {post: {parameters: [{name: port, in: query, required: true, schema: {type: integer}}], requestBody: {content: {application/json: {schema: {type: object, required: [ownAge, page, maxAge, zipCode, year], properties: {ownAge: {type: integer}, page: {type: integer}, maxAge: {type: integer, maximum: 9}, zipCode: {type: string}, year: {type: integer, example: 7}}}}}}, responses: {"201": {description: made}}}}
`
	doc, err := openapi.Read([]byte(paths), openapi.Options{})
	require.NoError(t, err)
	c, r := NewBuilder(Options{}).Call(doc.Operations[0]), rand.New(rand.NewPCG(1, 2))
	for range 20 {
		c.Fill(r, Manner{Parts: RequiredParts})
		body := c.Body.Value().(value.Object)
		number := func(name string) int64 { v, _ := body.Get(name); n, _ := v.(int64); return n }
		assert.GreaterOrEqual(t, number("ownAge"), int64(18))
		assert.LessOrEqual(t, number("page"), int64(9))
		assert.LessOrEqual(t, number("maxAge"), int64(9))
		assert.EqualValues(t, 7, number("year"))
		assert.GreaterOrEqual(t, c.Value(0), int64(1024))
	}
}
