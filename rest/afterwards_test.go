package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// meters has bills of what was read of meters that were closed, and no name of the schema says so.
const meters = `
openapi: 3.0.3
info: {title: Meters, version: "1"}
paths:
  /meters: {post: {responses: {"201": {description: made}}}}
  /meters/{id}/closing:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post: {responses: {"201": {description: closed}, "404": {description: nothing there}}}
  /bills:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [batch], properties: {
        batch: {type: string}}}}}}
      responses: {"201": {description: billed}, "409": {description: nothing to bill}}
`

func closings() http.HandlerFunc {
	made, closed := 0, map[string]bool{}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		id, closing := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/meters/"), "/closing")
		var sent struct{ Batch string }
		switch {
		case r.URL.Path == "/meters":
			made++
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"id": "m-%d"}`, made)
		case closing && strings.HasPrefix(id, "m-"):
			closed["b-774"+id] = true
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"batch": "b-774%s"}`, id)
		case closing:
			w.WriteHeader(http.StatusNotFound)
		case json.NewDecoder(r.Body).Decode(&sent) == nil && closed[sent.Batch]:
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"id": "bill"}`)
		default:
			w.WriteHeader(http.StatusConflict)
		}
	}
}

// TestStatesThatOthersLeft: an operation that is refused as things are is called where other operations left another
// state, with values that answers had.
func TestStatesThatOthersLeft(t *testing.T) {
	succeeded := 0
	for seed := range uint64(10) {
		p := searched(t, meters, Options{}, func() http.Handler { return closings() }, 200, seed)
		for _, tally := range p.Tallies() {
			if tally.Operation == "POST /bills" && tally.Outcomes["201"] > 0 {
				succeeded++
			}
		}
	}
	assert.GreaterOrEqual(t, succeeded, 8)
}
