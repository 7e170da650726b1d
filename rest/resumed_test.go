package rest

import (
	crypto "crypto/rand"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// watches has something that whoever began it may end, and go on with.
const watches = `
openapi: 3.0.3
info: {title: Watches, version: "1"}
paths:
  /towers:
    post:
      responses:
        "201":
          description: built
          content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}
  /towers/{name}/watch:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    post: {responses: {"201": {description: begun}, "404": {description: no tower}}}
    delete: {responses: {"204": {description: ended}, "409": {description: refused}}}
  /towers/{name}/lamp:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    put: {responses: {"204": {description: lit}, "409": {description: refused}}}
  /lamps:
    put: {responses: {"204": {description: lit}, "409": {description: refused}}}
`

// newWatches begins watches at towers that are there, and refuses all else.
func newWatches() http.Handler {
	built := map[string]bool{}
	m := http.NewServeMux()
	m.HandleFunc("POST /towers", func(w http.ResponseWriter, _ *http.Request) {
		name := crypto.Text()
		built[name] = true
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"name": %q}`, name)
	})
	m.HandleFunc("POST /towers/{name}/watch", func(w http.ResponseWriter, r *http.Request) {
		if !built[r.PathValue("name")] {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(http.StatusCreated)
	})
	m.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusConflict) })
	return m
}

// TestWhoBeganGoesOn: an operation that never succeeded is called by the user who called another one on the same thing
// before, at the same path or beside it, a few times each.
func TestWhoBeganGoesOn(t *testing.T) {
	users := []auth.User{
		auth.APIKey("ann", auth.InHeader, "User", "ann-key"), auth.APIKey("bob", auth.InHeader, "User", "bob-key"),
	}
	p := searched(t, watches, Options{Users: users}, newWatches, 200, 1)
	g := p.sampler.guesses
	clear(g.resumed)
	r, tries := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for c := g.resuming(r); c != nil; c = g.resuming(r) {
		require.Greater(t, len(c.Actions), 1)
		first := c.Actions[len(c.Actions)-2].(*action.Call)
		next := c.Actions[len(c.Actions)-1].(*action.Call)
		assert.Equal(t, first.User.Index, next.User.Index)
		assert.Equal(t, first.Genotype.Params[0].Gene.Value(), next.Genotype.Params[0].Gene.Value())
		assert.Equal(t, first.Follow.Enabled, next.Follow.Enabled)
		tries[first.Op.Spec.Name()+", "+next.Op.Spec.Name()]++
	}
	assert.Equal(t, map[string]int{
		"POST /towers/{name}/watch, DELETE /towers/{name}/watch": maxResumed,
		"POST /towers/{name}/watch, PUT /towers/{name}/lamp":     maxResumed,
	}, tries)
}
