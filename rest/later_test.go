package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// slow shows what was made and changed only after some time, as a store with a copy for reads does.
func slow(lag time.Duration) http.HandlerFunc {
	name, made, old := "", time.Time{}, ""
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		shown := old
		if time.Since(made) >= lag {
			shown = name
		}
		switch {
		case r.Method == http.MethodPost:
			old, name, made = name, "lamp", time.Now()
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, `{"id": 7301, "name": "lamp"}`)
		case r.URL.Path == "/items" && shown != "":
			fmt.Fprintf(w, `[{"id": 7301, "name": %q}]`, shown)
		case r.URL.Path == "/items":
			fmt.Fprint(w, `[]`)
		case r.URL.Path == "/items/7301" && r.Method == http.MethodGet && shown != "":
			fmt.Fprintf(w, `{"id": 7301, "name": %q}`, shown)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

// TestSystemsThatAreLate: what comes some time after the answer is waited for, and is no fault; written tests wait too.
func TestSystemsThatAreLate(t *testing.T) {
	g := newGlass(func(*glass) http.HandlerFunc { return slow(15 * time.Millisecond) }, sut.HandlerOptions{})
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
