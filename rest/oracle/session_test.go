package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

func TestSessionFind(t *testing.T) {
	s := oracle.Session{BasePath: "/v1"}
	for _, path := range []string{"/books/{id}", "/books/new", "/books/{id}.json", "/books", "/{kind}/{id}/lend", "/"} {
		s.Operations = append(s.Operations, &openapi.Operation{Method: "GET", Path: path})
	}
	s.Operations = append(s.Operations,
		&openapi.Operation{Method: "GET", Path: "/books", Variant: "?sort=title&by={x}"},
		&openapi.Operation{Method: "PUT", Path: "/files/{name}", Base: "/"})
	for _, c := range []struct{ method, target, want string }{
		{"GET", "/v1/books/7", "GET /books/{id}"},
		{"GET", "/v1/books/new", "GET /books/new"},
		{"GET", "/v1/books/7.json", "GET /books/{id}.json"},
		{"GET", "/v1/books/?page=2", "GET /books"},
		{"GET", "/v1/books?by=ann&sort=title", "GET /books?sort=title&by={x}"},
		{"GET", "/v1/books/a%2Fb", "GET /books/{id}"},
		{"GET", "/v1/books/7/lend", "GET /{kind}/{id}/lend"},
		{"GET", "/v1/", "GET /"},
		{"PUT", "/files/a", "PUT /files/{name}"},
		{"PUT", "/v1/files/a", ""},
		{"POST", "/v1/books", ""},
		{"GET", "/books", ""},
		{"GET", "/v1/books//lend", ""},
	} {
		got := ""
		if op := s.Find(c.method, c.target); op != nil {
			got = op.Name()
		}
		assert.Equal(t, c.want, got, "%s %s", c.method, c.target)
	}
}

func TestSessionJudge(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/books/{id}"}
	var seen []*oracle.Exchange
	rule := &oracle.Rule{Code: 7000, Check: func(x *oracle.Exchange) []oracle.Finding {
		seen = append(seen, x)
		if len(x.Before) == 0 {
			return nil
		}
		return []oracle.Finding{{Reason: x.Before[len(x.Before)-1].Path()}}
	}}
	s := oracle.Session{Oracles: []oracle.Oracle{rule}, Operations: []*openapi.Operation{op}, BasePath: "/v1"}
	call := func(target string) []oracle.Finding {
		request := &sut.Request{Method: "GET", Target: target}
		return s.Judge(&oracle.Exchange{Request: request, Response: &sut.Response{Status: 200}})
	}
	assert.Empty(t, call("/v1/books/1"))
	assert.Equal(t, []oracle.Finding{{Code: 7000, Reason: "/v1/books/1"}}, call("/v1/shelves/2"))
	s.Begin()
	assert.Empty(t, call("/v1/books/3"))

	require.Len(t, seen, 3)
	assert.Same(t, op, seen[0].Operation)
	assert.Equal(t, "/v1", seen[0].Base)
	assert.True(t, seen[1].Stray())
	assert.Equal(t, "GET /v1/shelves/2", seen[1].Operation.Name())
	assert.Len(t, seen[1].Before, 1)
}
