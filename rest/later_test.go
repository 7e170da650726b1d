package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// slow shows what was made and changed only to the second call that reads it, as a store with a copy for
// reads may do.
func slow() http.HandlerFunc {
	shown, made, reads := false, false, map[string]int{}
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			reads[r.URL.Path]++
			shown = made && reads[r.URL.Path] > 1
		}
		switch {
		case r.Method == http.MethodPost:
			made, reads = true, map[string]int{}
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"id": 7301, "name": "lamp"}`)
		case r.URL.Path == "/items" && shown:
			fmt.Fprint(w, `[{"id": 7301, "name": "lamp"}]`)
		case r.URL.Path == "/items":
			fmt.Fprint(w, `[]`)
		case r.URL.Path == "/items/7301" && r.Method == http.MethodGet && shown:
			fmt.Fprint(w, `{"id": 7301, "name": "lamp"}`)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

// TestSystemsThatAreLate: what comes some time after the answer is waited for, and is no fault; written tests wait too.
func TestSystemsThatAreLate(t *testing.T) {
	g := newGlass(func(*glass) http.HandlerFunc { return slow() }, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{})
	s := searchOn(t, g, p, 150)
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	found := false
	for _, test := range out.Tests {
		assert.Empty(t, test.Faults, test.Name)
		for _, step := range test.Steps {
			late := step.Operation == "GET /items/{id}" && step.Call.Expect.Status == http.StatusOK
			assert.Equal(t, late, step.Call.Expect.Soon, "%s: %s", test.Name, step.Operation)
			found = found || late
		}
	}
	assert.True(t, found)
}
