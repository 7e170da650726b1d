package rules_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
)

// booksSchema has books that are put on shelves, and steps of a book that its text says to be for librarians.
const booksSchema = `{"openapi": "3.0.0", "info": {"title": "books", "version": "1"}, "paths": {
	"/books": {"post": {"responses": {"201": {"description": "a book"}}}},
	"/books/{book}": {"parameters": [{"name": "book", "in": "path", "required": true, "schema": {"type": "string"}}],
		"get": {"responses": {"200": {"description": "a book"}}}, "delete": {"responses": {"204": {"description": "gone"}}},
		"patch": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"lent": {"type": "boolean"}}}}}}, "responses": {"200": {"description": "a book"}, "400": {"description": "not now"}}}},
	"/books/{book}/lock": {"parameters": [{"name": "book", "in": "path", "required": true, "schema": {"type": "string"}}],
		"post": {"description": "For librarians.", "responses": {"200": {"description": "locked"}, "403": {"description": "for librarians"}}}},
	"/books/{book}/unlock": {"parameters": [{"name": "book", "in": "path", "required": true, "schema": {"type": "string"}}],
		"post": {"description": "For librarians.", "responses": {"200": {"description": "open"}, "403": {"description": "for librarians"}}}},
	"/shelves/{shelf}/books/{book}": {"parameters": [{"name": "shelf", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "book", "in": "path", "required": true, "schema": {"type": "string"}}],
		"put": {"responses": {"204": {"description": "it stands there"}}}, "delete": {"responses": {"204": {"description": "it is taken away"}}}}}}`

// books answers each call as a service without a defect does, whatever was called before.
func books() http.Handler {
	say := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /books", say(201, `{"id": "b1", "title": "a"}`))
	mux.HandleFunc("GET /books/b1", say(200, `{"id": "b1", "title": "a"}`))
	mux.HandleFunc("DELETE /books/b1", say(204, ""))
	mux.HandleFunc("PATCH /books/b1", func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); bytes.Contains(body, []byte("false")) {
			say(400, `{"error": "lent: cannot take back the last one"}`)(w, r)
			return
		}
		say(200, `{"id": "b1", "title": "a"}`)(w, r)
	})
	mux.HandleFunc("POST /books/b1/{step}", say(403, `{"error": "this is for librarians"}`))
	mux.HandleFunc("/shelves/s1/books/b1", say(204, ""))
	return mux
}

// TestRulesAreQuiet: what is taken from where it was put stays, steps that are said to be for others say nothing of who
// may delete, and a value may be refused for how things are.
func TestRulesAreQuiet(t *testing.T) {
	create, read := ann("POST", "/books", `{"title": "a"}`), ann("GET", "/books/b1", "")
	for name, tt := range map[string]struct {
		code  int
		calls []oracletest.Call
	}{
		"taken from a shelf": {rules.CodeNotDeleted, []oracletest.Call{create,
			ann("PUT", "/shelves/s1/books/b1", ""), read, ann("DELETE", "/shelves/s1/books/b1", ""), read}},
		"refused for how things are": {rules.CodeValidRefused, []oracletest.Call{create,
			ann("PATCH", "/books/b1", `{"lent": true}`), ann("PATCH", "/books/b1", `{"lent": false}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, found := range oracletest.Findings(t, ruleOf(t, tt.code), booksSchema, books(), tt.calls) {
				assert.Empty(t, found)
			}
		})
	}
}
