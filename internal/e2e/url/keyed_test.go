package url_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// newClubs makes a service that nobody can reset: clubs under the names that clients give
// them, and members with an address, each of which can be made once.
func newClubs() http.Handler {
	var mu sync.Mutex
	clubs, members := map[string]map[string]bool{}, map[string]bool{}
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
	handle("POST /clubs/{clubName}", func(r *http.Request) (int, any) {
		name := r.PathValue("clubName")
		if clubs[name] != nil {
			return refused(http.StatusConflict, "there is such a club")
		}
		clubs[name] = map[string]bool{}
		return http.StatusCreated, map[string]any{"name": name, "open": true}
	})
	handle("GET /clubs/{clubName}", func(r *http.Request) (int, any) {
		name := r.PathValue("clubName")
		if clubs[name] == nil {
			return refused(http.StatusNotFound, "there is no such club")
		}
		return http.StatusOK, map[string]any{"name": name, "rooms": len(clubs[name])}
	})
	handle("POST /clubs/{clubName}/rooms/{roomName}", func(r *http.Request) (int, any) {
		rooms, room := clubs[r.PathValue("clubName")], r.PathValue("roomName")
		switch {
		case rooms == nil:
			return refused(http.StatusNotFound, "there is no such club")
		case rooms[room]:
			return refused(http.StatusBadRequest, "the club has the room")
		}
		rooms[room] = true
		return http.StatusCreated, map[string]any{"room": room, "club": r.PathValue("clubName")}
	})
	handle("POST /members", func(r *http.Request) (int, any) {
		var in struct{ Email string }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !strings.Contains(in.Email, "@") {
			return refused(http.StatusBadRequest, "the email is wrong")
		}
		if members[in.Email] {
			return refused(http.StatusConflict, "there is such a member")
		}
		members[in.Email] = true
		return http.StatusCreated, map[string]any{"email": in.Email}
	})
	return mux
}

const clubsSchema = `openapi: 3.0.3
info: {title: Clubs, version: "1"}
paths:
  /clubs/{clubName}:
    parameters: [{name: clubName, in: path, required: true, schema: {type: string, pattern: "^[a-z]{1,5}[0-9]{0,9}$"}}]
    get: {responses: {"200": {description: ok}, "404": {description: no}}}
    post: {responses: {"201": {description: ok}, "409": {description: no}}}
  /clubs/{clubName}/rooms/{roomName}:
    parameters:
      - {name: clubName, in: path, required: true, schema: {type: string, pattern: "^[a-z]{1,5}[0-9]{0,9}$"}}
      - {name: roomName, in: path, required: true, schema: {type: string, enum: [hall, bar]}}
    post: {responses: {"201": {description: ok}, "400": {description: no}, "404": {description: no}}}
  /members:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [email], properties: {email: {type: string, example: ann@example.com}}}}}}
      responses: {"201": {description: ok}, "400": {description: no}, "409": {description: no}}
`

// Tests that choose the keys of what they make choose new ones each time: they pass as
// often as they are executed.
func TestKeysAreNewInEachExecution(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for seed := range e2etest.Seeds() {
		searched := httptest.NewServer(newClubs())
		t.Cleanup(searched.Close)
		fresh := httptest.NewServer(newClubs())
		t.Cleanup(fresh.Close)
		dir := folderInModule(t)
		result, err := evoke.Run(t.Context(), shelvesConfig(clubsSchema, searched.URL, dir, seed))
		require.NoError(t, err)
		ends := map[string]bool{}
		for _, test := range result.Suite.Tests {
			last := test.Last()
			ends[last.Operation+" "+http.StatusText(last.Call.Expect.Status)] = true
		}
		for _, end := range []string{
			"POST /clubs/{clubName} Created", "POST /clubs/{clubName} Conflict", "GET /clubs/{clubName} OK",
			"POST /clubs/{clubName}/rooms/{roomName} Created", "POST /members Created",
		} {
			assert.True(t, ends[end], "seed %d: %s", seed, end)
		}
		assert.Empty(t, writtenAt(t, dir, fresh.URL, fresh.URL, searched.URL), "seed %d", seed)
		tests, err := os.ReadFile(filepath.Join(dir, "evoke_success_test.go"))
		require.NoError(t, err)
		for _, line := range []string{"clubName := api.unique(", `equal("/name", clubName)`, `memberEmail+"@`} {
			assert.Contains(t, string(tests), line, "seed %d", seed)
		}
	}
}
