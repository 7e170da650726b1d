package url_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// newGuests makes a service that nobody can reset: guests with numbers that it gives itself and
// names of which each can be taken once, and a stream of those who come.
func newGuests() http.Handler {
	var mu sync.Mutex
	guests, next := map[int]string{}, 1
	mux := http.NewServeMux()
	handle := func(pattern string, f func(r *http.Request) (int, any)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			status, body := f(r)
			e2etest.Reply(w, status, body)
		})
	}
	refused := func(status int, why string) (int, any) { return status, map[string]any{"error": why} }
	taken := func(name string) bool {
		for _, other := range guests {
			if other == name {
				return true
			}
		}
		return false
	}
	one := func(f func(id int, r *http.Request) (int, any)) func(r *http.Request) (int, any) {
		return func(r *http.Request) (int, any) {
			id, err := strconv.Atoi(r.PathValue("id"))
			if _, there := guests[id]; err != nil || !there {
				return refused(http.StatusNotFound, "there is no such guest")
			}
			return f(id, r)
		}
	}
	handle("POST /guests", func(r *http.Request) (int, any) {
		var in struct{ Name string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Name == "" || taken(in.Name) {
			return refused(http.StatusBadRequest, "the name is missing, or exists already")
		}
		id := next
		guests[id], next = in.Name, next+1
		return http.StatusCreated, map[string]any{"id": id, "name": in.Name}
	})
	handle("GET /guests/{id}", one(func(id int, _ *http.Request) (int, any) {
		return http.StatusOK, map[string]any{"id": id, "name": guests[id]}
	}))
	handle("PUT /guests/{id}", one(func(id int, r *http.Request) (int, any) {
		var in struct{ Name string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Name == "" {
			return refused(http.StatusBadRequest, "the name is missing")
		}
		guests[id] = in.Name + strings.Repeat("'", id)
		return http.StatusOK, map[string]any{"id": id}
	}))
	handle("DELETE /guests/{id}", one(func(id int, _ *http.Request) (int, any) {
		delete(guests, id)
		return http.StatusOK, map[string]any{"id": id}
	}))
	mux.HandleFunc("GET /arrivals", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "websocket" {
			w.Header().Set("Sec-Websocket-Version", "13")
			e2etest.Reply(w, http.StatusBadRequest, map[string]any{"error": "no handshake"})
			return
		}
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_, _ = fmt.Fprint(conn,
				"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
			_ = conn.Close()
		}
	})
	return mux
}

const guestsSchema = `openapi: 3.0.3
info: {title: Guests, version: "1"}
paths:
  /arrivals: {get: {responses: {"200": {description: those who come}, "400": {description: no}}}}
  /guests:
    post:
      requestBody: &guest {required: true, content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string, example: ann}}}}}}
      responses: {"201": {description: ok}, "400": {description: no}}
  /guests/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]
    get: {responses: {"200": {description: ok}, "404": {description: no}}}
    put: {requestBody: *guest, responses: {"200": {description: ok}, "400": {description: no}, "404": {description: no}}}
    delete: {responses: {"200": {description: ok}, "404": {description: no}}}
`

// A suite of a service that nobody can reset finds what is missing there, though something has
// its number by then, makes what its calls need under new names, and tells a handshake from the
// call without one.
func TestSuitesByURLMakeAndMiss(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for seed := range e2etest.Seeds() {
		searched := httptest.NewServer(newGuests())
		t.Cleanup(searched.Close)
		fresh := httptest.NewServer(newGuests())
		t.Cleanup(fresh.Close)
		dir := folderInModule(t)
		result, err := evoke.Run(t.Context(), shelvesConfig(guestsSchema, searched.URL, dir, seed))
		require.NoError(t, err)
		ends := map[string]bool{}
		for _, test := range result.Suite.Tests {
			last := test.Last()
			ends[fmt.Sprint(last.Operation, " ", last.Call.Expect.Status)] = true
		}
		for _, end := range []string{
			"GET /guests/{id} 200", "PUT /guests/{id} 200", "DELETE /guests/{id} 200",
			"GET /guests/{id} 404", "PUT /guests/{id} 404", "DELETE /guests/{id} 404",
			"GET /arrivals 101", "GET /arrivals 400",
		} {
			assert.True(t, ends[end], "seed %d: %s", seed, end)
		}
		assert.Empty(t, writtenAt(t, dir, fresh.URL, fresh.URL, searched.URL), "seed %d", seed)
	}
}
