package rest

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
)

// rosters has members of groups who are users, so that a path through a group ends in the id of a user, and notes
// beside them that name one.
const rosters = `
openapi: 3.0.3
info: {title: Rosters, version: "1"}
paths:
  /groups:
    post: {responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}
  /groups/{group}/members/{user_account_id}:
    put:
      parameters: [{name: group, in: path, required: true, schema: {type: string}}, {name: user_account_id, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: in}, "400": {description: refused}}
    get:
      parameters: [{name: group, in: path, required: true, schema: {type: string}}, {name: user_account_id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: in}, "404": {description: nobody}}
  /user-accounts:
    post: {responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}}
  /groups/{group}/notes:
    post:
      parameters: [{name: group, in: path, required: true, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}, user_account_id: {type: string, example: u1}}}}}}
      responses: {"201": {description: made}, "400": {description: refused}}
`

func newRosters() http.Handler {
	groups, users, members := map[string]bool{}, map[string]bool{}, map[string]bool{}
	m := http.NewServeMux()
	makes := func(all map[string]bool) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			id := rand.Text()
			all[id] = true
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_ = json.NewEncoder(w).Encode(map[string]string{"id": id})
		}
	}
	m.HandleFunc("POST /groups", makes(groups))
	m.HandleFunc("POST /user-accounts", makes(users))
	m.HandleFunc("PUT /groups/{group}/members/{user}", func(w http.ResponseWriter, r *http.Request) {
		if !groups[r.PathValue("group")] || !users[r.PathValue("user")] {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		members[r.PathValue("group")+" "+r.PathValue("user")] = true
		w.WriteHeader(http.StatusNoContent)
	})
	m.HandleFunc("GET /groups/{group}/members/{user}", func(w http.ResponseWriter, r *http.Request) {
		if !members[r.PathValue("group")+" "+r.PathValue("user")] {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	m.HandleFunc("POST /groups/{group}/notes", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			User string `json:"user_account_id"`
		}
		if json.NewDecoder(r.Body).Decode(&in) != nil || !groups[r.PathValue("group")] || !users[in.User] {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusCreated)
	})
	return m
}

// TestPathsThroughElementsOfOthers: a parameter of a path that is called like the elements of another collection takes
// their ids, though the path leads through a collection of its own; and so does a member of that name.
func TestPathsThroughElementsOfOthers(t *testing.T) {
	for seed := range uint64(5) {
		p := searched(t, rosters, Options{}, newRosters, 100, seed)
		assert.Len(t, succeeded(p), 5, "seed %d: %v", seed, succeeded(p))
	}
}
