package openapi

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// An unquoted YAML value of a string schema is the text as written, not a number.
func TestTextsWithoutQuotesStayAsWritten(t *testing.T) {
	doc, err := Read([]byte(`
openapi: 3.0.3
info: {title: t, version: 1.10}
paths:
  /things:
    post:
      parameters:
        - name: v
          in: query
          example: 3.10
          schema: {type: string, enum: [1.10, 2.0, 017, 1_000, 0x1F, 1e3, True, "0.50", null], default: 1.0}
        - {name: n, in: query, example: 3.10, schema: {type: number, default: 1.0, enum: [1.0, 0x1F]}}
        - {name: any, in: query, schema: {oneOf: [{type: string}, {type: integer}], example: 017}}
      requestBody:
        content:
          application/json:
            example: {version: 1.10, count: 1_0, sizes: [2.0], labels: {a: 3.0}}
            schema: {$ref: '#/components/schemas/Release'}
      responses: {}
components:
  schemas:
    Release:
      allOf:
        - {$ref: '#/components/schemas/Version'}
        - type: object
          properties:
            count: {type: integer}
            sizes: {type: array, items: {$ref: '#/components/schemas/Size'}}
            labels: {type: object, additionalProperties: {type: string}}
    Version: {type: object, properties: {version: {$ref: '#/components/schemas/Size'}}}
    Size: {type: string, example: 5.50}
`), Options{})
	require.NoError(t, err)
	op := doc.Operations[0]
	v, n, choice := op.Parameters[0], op.Parameters[1], op.Parameters[2]
	assert.Equal(t, []any{"1.10", "2.0", "017", "1_000", "0x1F", "1e3", "True", "0.50", nil}, v.Schema.Enum)
	assert.Equal(t, "1.0", v.Schema.Default)
	assert.Equal(t, []any{"3.10"}, v.Examples)
	assert.Equal(t, []any{1.0, int64(31)}, n.Schema.Enum)
	assert.Equal(t, []any{3.1}, n.Examples)
	assert.Equal(t, []any{int64(17)}, choice.Schema.Examples, "a number fits as well")
	body := op.Bodies[0]
	assert.Equal(t, value.Object{
		{Name: "version", Value: "1.10"}, {Name: "count", Value: int64(10)}, {Name: "sizes", Value: []any{"2.0"}},
		{Name: "labels", Value: value.Object{{Name: "a", Value: "3.0"}}},
	}, body.Examples[0].Value)
	size := body.Schema.AllOf[0].Properties[0].Schema
	assert.Equal(t, []any{"5.50"}, size.Examples)
}

// Schemas that refer to themselves do not make the search for the schema of a value endless.
func TestValuesOfCircles(t *testing.T) {
	doc, err := Read([]byte(`
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {/: {get: {parameters: [{name: v, in: query, schema: {$ref: '#/components/schemas/A'}}], responses: {}}}}
components:
  schemas: {A: {example: {x: 1}, allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/A'}]}}
`), Options{})
	require.NoError(t, err)
	assert.Equal(t, []any{value.Object{{Name: "x", Value: int64(1)}}}, doc.Operations[0].Parameters[0].Schema.Examples)
}
