package url_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// newTags makes a service that nobody can reset, and that has as many tags of a name as calls made.
func newTags() http.Handler {
	var mu sync.Mutex
	tags := map[string]int{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		name := r.URL.Path
		switch {
		case r.Method == http.MethodPost:
			tags[name]++
			e2etest.Reply(w, http.StatusCreated, nil)
		case tags[name] == 0:
			e2etest.Reply(w, http.StatusNotFound, nil)
		case r.Method == http.MethodDelete:
			tags[name]--
			e2etest.Reply(w, http.StatusNoContent, nil)
		default:
			e2etest.Reply(w, http.StatusOK, map[string]any{"name": name})
		}
	})
}

const tagsSchema = `openapi: 3.0.3
info: {title: Tags, version: "1"}
paths:
  /tags/{tagName}:
    parameters: [{name: tagName, in: path, required: true, schema: {type: string, minLength: 4}}]
    get: {responses: {"200": {description: ok}, "404": {description: no}}}
    post: {responses: {"201": {description: ok}}}
    delete: {responses: {"204": {description: ok}, "404": {description: no}}}
`

// A tag that other executions made as well is still there once a test has deleted it: the test would
// fail on a fresh service, and is none.
func TestWhatEarlierExecutionsMadeIsNoResult(t *testing.T) {
	server := httptest.NewServer(newTags())
	defer server.Close()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: tagsSchema, System: evoke.System{URL: server.URL}, Budget: evoke.Budget{Calls: 600},
	})
	require.NoError(t, err)
	succeeded := map[string]bool{}
	for _, test := range result.Suite.Tests {
		made := map[string]int{}
		for i := range test.Steps {
			step := &test.Steps[i]
			method := step.Call.Request.Method
			succeeded[method] = succeeded[method] || step.Succeeds()
			switch name := fmt.Sprint(step.Call.Request.Path); {
			case method == "POST":
				made[name]++
			case step.Succeeds():
				assert.Positive(t, made[name], "%s: %s", test.Name, step.Operation)
				if method == "DELETE" {
					made[name]--
				}
			}
		}
	}
	assert.Equal(t, map[string]bool{"GET": true, "POST": true, "DELETE": true}, succeeded)
}
