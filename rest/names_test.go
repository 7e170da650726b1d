package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

// shelves answers names of resources, and names of users under another path than those
// who make them.
const shelves = `
openapi: 3.0.3
info: {title: Shelves, version: "1"}
paths:
  /v1/scrolls:
    post: {responses: {"200": {description: made, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}}
  /v1/scrolls/{scroll}:
    parameters: [{name: scroll, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: a scroll}, "404": {description: none}}}
  /readers:
    post: {responses: {"200": {description: made, content: {application/json: {schema: {type: object, properties: {username: {type: string}}}}}}}}
  /profiles/{username}:
    parameters: [{name: username, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: a profile}, "404": {description: none}}}
`

func newShelves() http.Handler {
	stored := map[string]bool{}
	m := http.NewServeMux()
	made := func(format, member string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			id := fmt.Sprintf(format, 90_371+61*len(stored))
			stored[id] = true
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]string{member: id})
		}
	}
	known := func(prefix string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if !stored[prefix+r.PathValue("id")] {
				w.WriteHeader(http.StatusNotFound)
			}
		}
	}
	m.HandleFunc("POST /v1/scrolls", made("scrolls/s%d", "name"))
	m.HandleFunc("POST /readers", made("reader%d", "username"))
	m.HandleFunc("GET /v1/scrolls/{id}", known("scrolls/"))
	m.HandleFunc("GET /profiles/{id}", known(""))
	return m
}

// TestNamesLeadToResources: a path takes the end of a resource's name, and what an answer
// names like its parameter.
func TestNamesLeadToResources(t *testing.T) {
	for seed := range uint64(5) {
		p := searched(t, shelves, Options{}, newShelves, 60, seed)
		assert.Subset(t, succeeded(p), []string{"GET /v1/scrolls/{scroll}", "GET /profiles/{username}"},
			"seed %d", seed)
	}
}
