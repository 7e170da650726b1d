package rest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/execute"
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
		"all":     {Options{}, []string{"list", "add", "ping"}},
		"by path": {Options{Include: []string{"/books"}}, []string{"list", "add"}},
		"by verb": {Options{Include: []string{"GET *"}}, []string{"list", "ping"}},
		"by id":   {Options{Include: []string{"ping"}}, []string{"ping"}},
		"exclude wins": {Options{Include: []string{"*"}, Exclude: []string{"POST *"}},
			[]string{"list", "ping"}},
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

// TestReached: what lies on another host, or beside the path of the base URL, is left out and told.
func TestReached(t *testing.T) {
	ops := []*openapi.Operation{
		{Method: "GET", Path: "/plain"}, {Method: "GET", Path: "/own", Base: "/v1/own"},
		{Method: "GET", Path: "/root", Base: "/"},
		{Method: "GET", Path: "/far", Base: "/v1", Host: "far.example"},
	}
	for base, want := range map[string]string{
		"": "/plain /own /root", "http://a.example": "/plain /own /root",
		"http://far.example":  "/plain /own /root /far",
		"http://a.example/v1": "/plain /own", "http://a.example/v": "/plain",
	} {
		kept, warnings := reached(ops, base)
		var paths []string
		for _, op := range kept {
			paths = append(paths, op.Path)
		}
		assert.Equal(t, want, strings.Join(paths, " "), base)
		assert.Len(t, warnings, len(ops)-len(kept), base)
	}
	path, below := execute.Seen(ops[1], "http://a.example/v1")
	assert.Equal(t, "/own", path)
	assert.True(t, below)
}
