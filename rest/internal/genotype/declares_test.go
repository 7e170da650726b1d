package genotype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/resttest"
)

const styled = `
openapi: 3.0.3
info: {title: Styled, version: "1"}
paths:
  /query:
    get:
      parameters:
        - {name: page, in: query, style: deepObject, explode: true, schema: {$ref: '#/components/schemas/Page'}}
        - {name: shape, in: query, schema: {type: object, properties: {round: {type: integer}}}}
        - {name: flat, in: query, explode: false, schema: {type: object, properties: {hidden: {type: integer}}}}
        - {name: free, in: query, style: deepObject, explode: true, schema: {additionalProperties: {type: string}}}
        - {name: prefs, in: cookie, schema: {type: object, properties: {theme: {type: string}}}}
        - {name: filter, in: query, content: {application/json: {schema: {properties: {from: {type: integer}}}}}}
        - {name: X-Filter, in: header, content: {application/json: {schema: {properties: {to: {type: integer}}}}}}
      responses: {"200": {description: all}}
  /form:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            encoding:
              metadata: {style: deepObject, explode: true}
              expand: {style: deepObject, explode: true}
              items: {style: deepObject, explode: true}
              payload: {contentType: application/json}
            schema:
              type: object
              properties:
                metadata: {type: object, properties: {order: {type: string}}}
                expand: {type: array, items: {type: string}}
                items: {type: array, items: {type: object, properties: {price: {type: integer}}}}
                payload: {type: object, properties: {k: {type: integer}}}
                "plain[x]": {type: string}
      responses: {"200": {description: ok}}
  /node:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}
      responses: {"200": {description: ok}}
  /xml:
    post:
      requestBody: {content: {application/xml: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {"200": {description: ok}}
components:
  schemas:
    Page: {properties: {size: {type: integer}, sort: {type: array, items: {properties: {by: {type: string}}}}}}
    Node:
      type: object
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind, mapping: {and: And, field: Field}}
    And:
      allOf:
        - {$ref: '#/components/schemas/Node'}
        - {type: object, properties: {children: {type: array, items: {$ref: '#/components/schemas/Node'}}}}
    Field: {allOf: [{$ref: '#/components/schemas/Node'}, {type: object, properties: {field: {type: string}}}]}
    Book:
      type: object
      xml: {name: book}
      properties:
        id: {type: integer, xml: {name: isbn, attribute: true}}
        writers: {type: array, xml: {wrapped: true, name: authors}, items: {type: string, xml: {name: author}}}
`

// What the style, the discriminator or the names of XML make of what is declared is
// declared. Each operation reads something else that is not.
func TestWhatStylesAndSubtypesDeclare(t *testing.T) {
	ops := resttest.Read(t, styled).Operations
	object := func(members string) string { return `{"type":"object","properties":{` + members + `}}` }
	const json, xml = "application/json", "application/xml"
	const child = `"children":{"type":"array","items":{"type":"object","properties":{"field":{"type":"string"}}}}`
	const book = `"isbn":{"type":"integer"},"author":{"type":"array","items":{"type":"string"}}`
	for _, c := range []struct {
		op       int
		in       Input
		declared bool
	}{
		{0, Input{In: "query", Name: "page[size]"}, true},
		{0, Input{In: "query", Name: "page[sort][0][by]"}, true},
		{0, Input{In: "query", Name: "page[sort][][by]"}, true},
		{0, Input{In: "query", Name: "page[token]"}, false},
		{0, Input{In: "query", Name: "page[size"}, false},
		{0, Input{In: "query", Name: "round"}, true},
		{0, Input{In: "query", Name: "hidden"}, false},
		{0, Input{In: "cookie", Name: "theme"}, true},
		{0, Input{In: "query", Name: "theme"}, false},
		{0, Input{In: InWhole, Name: json, Type: object(`"from":{"type":"integer"}`)}, true},
		{0, Input{In: InWhole, Name: json, Type: object(`"to":{"type":"integer"}`)}, true},
		{0, Input{In: InWhole, Name: json, Type: object(`"other":{"type":"integer"}`)}, false},
		{1, Input{In: InForm, Name: "expand[0]"}, true},
		{1, Input{In: InForm, Name: "items[0][price]"}, true},
		{1, Input{In: InForm, Name: "items[0][name]"}, false},
		{1, Input{In: InForm, Name: "metadata[order]"}, true},
		{1, Input{In: InForm, Name: "plain[x]"}, true},
		{1, Input{In: InForm, Name: "plain[y]"}, false},
		{1, Input{In: InWhole, Name: json, Type: object(`"k":{"type":"integer"}`)}, true},
		{2, Input{In: InWhole, Name: json, Type: object(`"kind":{"type":"string"},` + child)}, true},
		{2, Input{In: InWhole, Name: json, Type: object(`"wrong":{"type":"string"},` + child)}, false},
		{3, Input{In: InWhole, Name: xml, Type: object(book)}, true},
		{3, Input{In: InWhole, Name: xml, Type: object(`"id":{"type":"integer"}`)}, false},
	} {
		b := NewBuilder(Options{})
		call := b.Call(ops[c.op])
		assert.Equal(t, c.declared, call.Declares(c.in), "%s reads %v", ops[c.op].Path, c.in)
		assert.Equal(t, c.declared, b.Found(ops[c.op], call, c.in) == nil, "%s gets %v", ops[c.op].Path, c.in)
	}
}

// A name that the schema leaves open is declared, and yet worth a try.
func TestOpenNamesAreSent(t *testing.T) {
	op := resttest.Read(t, styled).Operations[0]
	b, in := NewBuilder(Options{}), Input{In: "query", Name: "free[team]"}
	call := b.Call(op)
	assert.True(t, call.Declares(in))
	found := b.Found(op, call, in)
	require.NotNil(t, found)
	assert.Nil(t, b.Found(op, found, in))
}
