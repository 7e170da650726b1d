package api

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestElementsOfPaths(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v1/message": "message", "/books": "books", "/v2/shops/{id}/items": "items",
		"/library/books/search": "books", "/api": "api", "/{id}": "resource", "/Rest/send": "send",
	} {
		assert.Equal(t, want, elementsOf(path), path)
	}
}
