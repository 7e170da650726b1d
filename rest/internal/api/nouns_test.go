package api_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

const halls = `
openapi: 3.0.3
info: {title: Halls, version: "1"}
paths:
  /halls: {post: {responses: {"201": {description: made}}}}
  /halls/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {"200": {description: one}}}}
  /halls/{id}/rows/{rowName}:
    put: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: rowName, in: path, required: true, schema: {type: string}}], responses: {"200": {description: one}}}
  /halls/{id}/gates/{gate}/rows/{rowName}:
    put: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: gate, in: path, required: true, schema: {type: string}}, {name: rowName, in: path, required: true, schema: {type: string}}], responses: {"200": {description: joined}}}
`

func TestNames(t *testing.T) {
	a := api.New(resttest.Read(t, halls).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	nouns := map[string]bool{"hall": true, "row": true, "gate": true}
	op := a.Named("PUT /halls/{id}/gates/{gate}/rows/{rowName}")
	for _, tt := range []struct{ in, name, want string }{
		{openapi.InPath, "id", "hall"}, {openapi.InPath, "gate", "gate"}, {openapi.InPath, "rowName", "row"},
		{"", "id", ""}, {"", "name", ""}, {"", "hall", "hall"}, {"", "hallId", "hall"}, {"", "hall_id", "hall"},
		{"", "HALL", "hall"}, {"", "frontRow", "row"}, {"", "front_row_names", "row"}, {"", "rowCode", "row"},
		{"", "arrow", ""}, {"", "ARROW", ""},
		{openapi.InQuery, "backGateRef", "gate"}, {openapi.InQuery, "rowed", ""}, {"", "rowId.gate", "gate"},
	} {
		assert.Equal(t, tt.want, api.NounOf(op.Spec.Path, tt.in, tt.name, nouns), tt)
	}
}

func TestAdds(t *testing.T) {
	a := api.New(resttest.Read(t, halls).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for name, want := range map[string]string{
		"POST /halls": "hall", "GET /halls/{id}": "", "PUT /halls/{id}/rows/{rowName}": "row",
		"PUT /halls/{id}/gates/{gate}/rows/{rowName}": "",
	} {
		assert.Equal(t, want, a.Named(name).Adds(), name)
	}
	put := a.Named("PUT /halls/{id}/rows/{rowName}")
	assert.True(t, put.Own(openapi.InPath, "rowName"))
	assert.False(t, put.Own(openapi.InPath, "id"))
	post := a.Named("POST /halls")
	for name, own := range map[string]bool{"id": true, "hallId": true, "rowId": false, "name": false} {
		assert.Equal(t, own, post.Own("", name), name)
	}
}
