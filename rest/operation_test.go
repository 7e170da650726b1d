package rest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

func TestWildcard(t *testing.T) {
	tests := map[string]struct {
		pattern, s string
		want       bool
	}{
		"exact":               {"/books", "/books", true},
		"exact, longer":       {"/books", "/books/1", false},
		"suffix":              {"/books*", "/books/1", true},
		"across slashes":      {"*/reviews", "/books/1/reviews", true},
		"in the middle":       {"GET */b*", "GET /a/b/c", true},
		"pieces in order":     {"*b*a*", "ab", false},
		"star alone":          {"*", "", true},
		"overlap is no match": {"ab*ba", "aba", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, wildcard(tt.pattern, tt.s)) })
	}
}

func TestFilter(t *testing.T) {
	ops := []*openapi.Operation{
		{ID: "list", Method: "GET", Path: "/books", Tags: []string{"read"}},
		{ID: "add", Method: "POST", Path: "/books", Tags: []string{"write"}},
		{ID: "ping", Method: "GET", Path: "/ping"},
	}
	tests := map[string]struct {
		options Options
		want    []string
	}{
		"all":                  {Options{}, []string{"list", "add", "ping"}},
		"by path":              {Options{Include: []string{"/books"}}, []string{"list", "add"}},
		"by verb":              {Options{Include: []string{"GET *"}}, []string{"list", "ping"}},
		"by id":                {Options{Include: []string{"ping"}}, []string{"ping"}},
		"exclude wins":         {Options{Include: []string{"*"}, Exclude: []string{"POST *"}}, []string{"list", "ping"}},
		"by tag":               {Options{Tags: []string{"write"}}, []string{"add"}},
		"nothing is left over": {Options{Include: []string{"/none"}}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, op := range filter(ops, tt.options) {
				got = append(got, op.ID)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestRelate(t *testing.T) {
	var ops []*operation
	for _, name := range [][2]string{
		{"POST", "/books"}, {"GET", "/books"}, {"GET", "/books/{id}"}, {"POST", "/books/{id}/reviews"},
		{"DELETE", "/books/{id}/reviews/{review}"}, {"POST", "/files/create"}, {"GET", "/files/{id}"}, {"POST", "/bookshelf"},
		{"PUT", "/tags/{name}"}, {"GET", "/tags/{name}"}, {"GET", "/tags/{name}/books"}, {"PUT", "/books/{id}"},
		{"GET", "/reviews/{id}"},
	} {
		ops = append(ops, &operation{spec: &openapi.Operation{Method: name[0], Path: name[1]}})
	}
	relate(ops)
	namesOf := func(ops []*operation) (names []string) {
		for _, c := range ops {
			names = append(names, c.spec.Name())
		}
		return names
	}
	creators := func(i int) []string { return namesOf(ops[i].creators) }
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
	assert.True(t, ops[8].chooses)
	assert.Equal(t, []string{"POST /books/{id}/reviews", "PUT /books/{id}"}, namesOf(ops[2].siblings), "what changes the same resource")
	assert.Empty(t, ops[1].siblings)
	assert.Empty(t, ops[4].siblings)
	assert.False(t, ops[11].chooses, "books are made by a POST on their collection")
}

func TestResponseFor(t *testing.T) {
	op := &openapi.Operation{Responses: []*openapi.Response{{Status: "default"}, {Status: "4XX"}, {Status: "404"}}}
	assert.Equal(t, "404", responseFor(op, 404).Status)
	assert.Equal(t, "4XX", responseFor(op, 418).Status)
	assert.Equal(t, "default", responseFor(op, 200).Status)
	assert.Nil(t, responseFor(&openapi.Operation{}, 200))
}
