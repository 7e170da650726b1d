package api

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

func TestRelate(t *testing.T) {
	var ops []*Operation
	for _, name := range [][2]string{
		{"POST", "/books"}, {"GET", "/books"}, {"GET", "/books/{id}"}, {"POST", "/books/{id}/reviews"},
		{"DELETE", "/books/{id}/reviews/{review}"}, {"POST", "/files/create"}, {"GET", "/files/{id}"},
		{"POST", "/bookshelf"}, {"PUT", "/tags/{name}"}, {"GET", "/tags/{name}"}, {"GET", "/tags/{name}/books"},
		{"PUT", "/books/{id}"},
		{"GET", "/reviews/{id}"},
	} {
		ops = append(ops, &Operation{Spec: &openapi.Operation{Method: name[0], Path: name[1]}})
	}
	findCreators(ops)
	namesOf := func(ops []*Operation) (names []string) {
		for _, c := range ops {
			names = append(names, c.Spec.Name())
		}
		return names
	}
	creators := func(i int) []string { return namesOf(ops[i].Creators) }
	assert.Empty(t, creators(0))
	assert.Empty(t, creators(1))
	assert.Equal(t, []string{"POST /books"}, creators(2))
	assert.Equal(t, []string{"POST /books"}, creators(3))
	assert.Equal(t, []string{"POST /books/{id}/reviews", "POST /books"}, creators(4), "the innermost first")
	assert.Equal(t, []string{"POST /files/create"}, creators(6))
	assert.Empty(t, creators(8), "what makes itself needs nothing before")
	assert.Equal(t, []string{"PUT /tags/{name}"}, creators(9))
	assert.Equal(t, []string{"PUT /tags/{name}"}, creators(10))
	assert.Equal(t, []string{"POST /books"}, creators(11))
	assert.Equal(t, []string{"POST /books/{id}/reviews"}, creators(12), "there is no POST /reviews")
	assert.True(t, ops[8].Chooses)
	assert.Equal(t, []string{"POST /books/{id}/reviews", "PUT /books/{id}"}, namesOf(ops[2].Siblings),
		"what changes the same resource")
	assert.Empty(t, ops[1].Siblings)
	assert.Empty(t, ops[4].Siblings)
	assert.False(t, ops[11].Chooses, "books are made by a POST on their collection")
}

func TestResponseFor(t *testing.T) {
	op := &openapi.Operation{Responses: []*openapi.Response{{Status: "default"}, {Status: "4XX"}, {Status: "404"}}}
	assert.Equal(t, "404", ResponseFor(op, 404).Status)
	assert.Equal(t, "4XX", ResponseFor(op, 418).Status)
	assert.Equal(t, "default", ResponseFor(op, 200).Status)
	assert.Nil(t, ResponseFor(&openapi.Operation{}, 200))
}
