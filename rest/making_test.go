package rest

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// clubs has people that can be made once only, by POST or changed by PUT under a name that
// the call chooses, and who join clubs only if they exist.
const clubs = `
openapi: 3.0.3
info: {title: Clubs, version: "1"}
paths:
  /clubs/{club}:
    parameters: [{name: club, in: path, required: true, schema: {type: string}}]
    post: {responses: {"201": {description: made}}}
  /clubs/{club}/people/{person}:
    parameters:
    - {name: club, in: path, required: true, schema: {type: string}}
    - {name: person, in: path, required: true, schema: {type: string}}
    post: {responses: {"201": {description: joined}}}
    delete: {responses: {"204": {description: left}}}
  /people/{person}:
    parameters: [{name: person, in: path, required: true, schema: {type: string}}]
    put: {responses: {"200": {description: changed}}}
    post: {responses: {"201": {description: made}}}
`

func newClubs() http.Handler {
	made, mux := map[string]bool{}, http.NewServeMux()
	handle := func(pattern string, ok func(club, person string) bool, key func(club, person string) string) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			club, person := r.PathValue("club"), r.PathValue("person")
			if !ok(club, person) {
				w.WriteHeader(http.StatusConflict)
				return
			}
			made[key(club, person)] = r.Method != http.MethodDelete
		})
	}
	ofClub, ofPerson, both := func(c, _ string) string { return "c/" + c },
		func(_, p string) string { return "p/" + p }, func(c, p string) string { return c + "/" + p }
	handle("POST /clubs/{club}", func(c, _ string) bool { return !made["c/"+c] }, ofClub)
	handle("POST /people/{person}", func(_, p string) bool { return !made["p/"+p] }, ofPerson)
	handle("PUT /people/{person}", func(_, p string) bool { return made["p/"+p] }, ofPerson)
	handle("POST /clubs/{club}/people/{person}", func(c, p string) bool { return made["c/"+c] && made["p/"+p] }, both)
	handle("DELETE /clubs/{club}/people/{person}", func(c, p string) bool { return made[both(c, p)] }, both)
	return mux
}

// What exists already is made under a new name, and what an element of a collection is
// elsewhere is made before it joins.
func TestThingsAreMadeOnce(t *testing.T) {
	const seeds = 40
	all, joined := 0, 0
	for seed := range uint64(seeds) {
		kept := newClubs() // which nothing resets
		p, samples := openedBy(t, clubs, Options{}, func() http.Handler { return kept }, seed)
		if len(succeeded(p)) == len(p.api.Ops) {
			all++
		}
		if slices.ContainsFunc(samples, func(ops []string) bool {
			return slices.Contains(ops, "POST /people/{person}") &&
				ops[len(ops)-1] == "POST /clubs/{club}/people/{person}"
		}) {
			joined++
		}
	}
	assert.Greater(t, all, seeds/3, "all succeed by the first samples alone")
	assert.Equal(t, seeds, joined)
}

// remarks gives the id and the time itself, and knows two languages.
const remarks = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /languages: {get: {responses: {"200": {description: all, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}}
  /notes:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {
        id: {type: string}, noteId: {type: string}, creation_time: {type: string}, text: {type: string}, language: {type: string}, writerId: {type: string}}}}}}
      responses: {"201": {description: made}}
`

func TestWhatServicesGiveIsLeftOut(t *testing.T) {
	p, _ := opened(t, remarks, Options{}, func() http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /languages", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`["Wolof", "Ladin"]`))
		})
		mux.HandleFunc("POST /notes", func(w http.ResponseWriter, r *http.Request) {
			var note map[string]any
			if json.NewDecoder(r.Body).Decode(&note) != nil || note["id"] != nil || note["noteId"] != nil ||
				note["creation_time"] != nil ||
				note["text"] == nil || note["writerId"] == nil ||
				note["language"] != "Wolof" && note["language"] != "Ladin" {
				w.WriteHeader(http.StatusBadRequest)
			}
		})
		return mux
	})
	assert.Contains(t, succeeded(p), "POST /notes")
}
