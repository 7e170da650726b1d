package api

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// What adds to a collection of the same noun elsewhere makes what all paths through the
// collection need, once its answers were of use there.
func TestBring(t *testing.T) {
	doc, err := openapi.Read([]byte(`openapi: 3.0.3
info: {title: Files, version: "1"}
paths:
  /files/create: {post: {responses: {"201": {description: ok}}}}
  /v2/files: {post: {responses: {"201": {description: ok}}}}
  /notes: {post: {responses: {"201": {description: ok}}}}
  /files/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /files/{id}/check: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
`), openapi.Options{})
	require.NoError(t, err)
	a := New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	check, read := a.Named("GET /files/{id}/check"), a.Named("GET /files/{id}")
	create, further, notes := a.Named("POST /files/create"), a.Named("POST /v2/files"), a.Named("POST /notes")
	assert.Equal(t, []*Operation{create}, check.Creators)
	a.Bring(notes, read)
	a.Bring(create, read)
	assert.Equal(t, []*Operation{create}, check.Creators, "nothing is news")
	for range 2 {
		a.Bring(further, read)
		for _, op := range []*Operation{check, read} {
			assert.Equal(t, []*Operation{create, further}, op.Creators)
			assert.Equal(t, [][]*Operation{{create, further}}, op.Needs)
		}
	}
	assert.Empty(t, further.Creators)
}

// Nothing needs what cannot be there before it: what belongs to it, or what needs it.
func TestNeedsHaveABeginning(t *testing.T) {
	doc, err := openapi.Read([]byte(`openapi: 3.0.3
info: {title: Circles, version: "1"}
paths:
  /tables: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {rows: {type: array, items: {type: object, properties: {rowId: {type: string}}}}}}}}}, responses: {"201": {description: ok}}}}
  /tables/{tableId}/rows: {post: {parameters: [{name: tableId, in: path, required: true, schema: {type: string}}], responses: {"201": {description: ok}}}}
  /tables/{tableId}/rows/{rowId}: {get: {parameters: [{name: tableId, in: path, required: true, schema: {type: string}}, {name: rowId, in: path, required: true, schema: {type: string}}], responses: {"200": {description: ok}}}}
  /hens: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {eggId: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /stock/eggs: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {henId: {type: string}}}}}}, responses: {"201": {description: ok}}}}
  /meals: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {eggId: {type: string}}}}}}, responses: {"201": {description: ok}}}}
`), openapi.Options{})
	require.NoError(t, err)
	a := New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	tables, hens, eggs, meals := a.Named("POST /tables"), a.Named("POST /hens"), a.Named("POST /stock/eggs"),
		a.Named("POST /meals")
	assert.Empty(t, tables.Needs, "its rows come with it")
	assert.Empty(t, hens.Needs, "one of the two is the first")
	assert.Equal(t, [][]*Operation{{hens}}, eggs.Needs)
	assert.Equal(t, [][]*Operation{{eggs}}, meals.Needs)
}
