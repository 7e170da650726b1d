package rest

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// troupes have actors under names that the call chooses, a form that says who stands in for whom, and evenings, on
// which an actor goes on.
const troupes = `
openapi: 3.0.3
info: {title: Troupes, version: "1"}
paths:
  /troupes/{troupeName}:
    parameters: [{name: troupeName, in: path, required: true, schema: {type: string}}]
    post: {responses: {"201": {description: made}}}
  /troupes/{troupeName}/actors/{actorName}:
    parameters:
    - {name: troupeName, in: path, required: true, schema: {type: string}}
    - {name: actorName, in: path, required: true, schema: {type: string}}
    post: {responses: {"201": {description: made}, "409": {description: known}}}
  /troupes/{troupeName}/standins:
    parameters: [{name: troupeName, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {
        firstActor: {type: string}, standInActor: {type: string}, factor: {type: string}}}}}}
      responses: {"201": {description: made}, "404": {description: no such actor}}
  /troupes/{troupeName}/evenings/{evening}:
    parameters:
    - {name: troupeName, in: path, required: true, schema: {type: string}}
    - {name: evening, in: path, required: true, schema: {type: string}}
    post: {responses: {"201": {description: made}}}
  /troupes/{troupeName}/evenings/{evening}/actors/{actorName}:
    parameters:
    - {name: troupeName, in: path, required: true, schema: {type: string}}
    - {name: evening, in: path, required: true, schema: {type: string}}
    - {name: actorName, in: path, required: true, schema: {type: string}}
    post: {responses: {"201": {description: on}, "404": {description: unknown}, "418": {description: the other one goes on as well}}}
`

func newTroupes() http.Handler {
	made, pairs, mux := map[string]bool{}, map[string]string{}, http.NewServeMux()
	handle := func(pattern string, answer func(troupe, evening, actor string, r *http.Request) int) {
		mux.HandleFunc("POST /troupes/{troupe}"+pattern, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(answer(r.PathValue("troupe"), r.PathValue("evening"), r.PathValue("actor"), r))
		})
	}
	adds := func(key string) int {
		if made[key] {
			return http.StatusConflict
		}
		made[key] = true
		return http.StatusCreated
	}
	handle("", func(t, _, _ string, _ *http.Request) int { return adds(t) })
	handle("/actors/{actor}", func(t, _, a string, _ *http.Request) int { return adds(t + "/a/" + a) })
	handle("/evenings/{evening}", func(t, e, _ string, _ *http.Request) int { return adds(t + "/e/" + e) })
	handle("/standins", func(t, _, _ string, r *http.Request) int {
		first, other := r.PostFormValue("firstActor"), r.PostFormValue("standInActor")
		if !made[t+"/a/"+first] || !made[t+"/a/"+other] || first == other {
			return http.StatusNotFound
		}
		pairs[t+"/a/"+first] = other
		return http.StatusCreated
	})
	handle("/evenings/{evening}/actors/{actor}", func(t, e, a string, _ *http.Request) int {
		switch {
		case !made[t+"/e/"+e] || !made[t+"/a/"+a]:
			return http.StatusNotFound
		case pairs[t+"/a/"+a] != "":
			return http.StatusTeapot
		}
		return http.StatusCreated
	})
	return mux
}

// What two elements and a relation between them lead to is found without any look inside: the other element has to be
// made, and both to be named by members of a form and in a path that goes through something else.
func TestElementsKeepCompany(t *testing.T) {
	p, _ := opened(t, troupes, Options{}, newTroupes)
	r := rand.New(rand.NewPCG(1, 2))
	seen := false
	for range 400 {
		c := p.sampler.derived.company.Next(r)
		require.NotNil(t, c)
		assert.LessOrEqual(t, len(c.Actions), p.sampler.preparation.maxCalls)
		_, err := p.Evaluate(context.Background(), c)
		require.NoError(t, err)
		seen = seen || slices.ContainsFunc(p.executor.Tally, func(o execute.Tally) bool {
			return o.Last == http.StatusTeapot
		})
	}
	assert.True(t, seen)
}

// Who refers to nothing gets no company, and neither does what was never made.
func TestNoCompany(t *testing.T) {
	p, _ := opened(t, remarks, Options{}, func() http.Handler { return http.NotFoundHandler() })
	assert.Nil(t, p.sampler.derived.company.Next(rand.New(rand.NewPCG(1, 2))))
	p, _ = opened(t, troupes, Options{}, func() http.Handler { return http.NotFoundHandler() })
	assert.Nil(t, p.sampler.derived.company.Next(rand.New(rand.NewPCG(1, 2))), "nothing was made")
}

// The same seed makes the same tests.
func TestCompanyRepeats(t *testing.T) {
	texts := func() (out []string) {
		p, _ := opened(t, troupes, Options{}, newTroupes)
		r := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			for _, a := range p.sampler.derived.company.Next(r).Actions {
				for _, input := range action.Takers(a) {
					text, err := json.Marshal([]any{input.Place(), input.Value()})
					require.NoError(t, err)
					out = append(out, string(text))
				}
			}
		}
		return out
	}
	assert.Equal(t, texts(), texts())
}
