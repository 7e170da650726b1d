package rest_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// taught searches with so many calls, and returns the problem and one of another process
// that was told what it learned.
func taught(
	t *testing.T, doc *openapi.Document, system rest.System, o rest.Options, calls int,
) (p, other *rest.Problem) {
	t.Helper()
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, o)
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
	learned, err := p.Learned()
	require.NoError(t, err)
	other, err = rest.New(doc, system, &fitness.Registry{}, o)
	require.NoError(t, err)
	if learned != nil {
		require.NoError(t, other.Learn(learned))
	}
	return p, other
}

// TestDependenciesAreFound: links and names of the schema tell before the search, and values
// of answers that accepted calls were sent with during it. What was published does not look
// at either.
func TestDependenciesAreFound(t *testing.T) {
	find := func(o rest.Options, calls int) map[string]problem.Dependency {
		doc, err := openapi.Read([]byte(linkedSchema), openapi.Options{})
		require.NoError(t, err)
		system := sut.NewHandler(newLinked, sut.HandlerOptions{})
		_, err = system.Start(context.Background())
		require.NoError(t, err)
		p, other := taught(t, doc, system, o, calls)
		if o.Policy == nil {
			require.ElementsMatch(t, p.Dependencies(), other.Dependencies(), "another process learns the same")
		}
		require.Error(t, other.Learn([]byte("{")))
		out := map[string]problem.Dependency{}
		for _, d := range p.Dependencies() {
			assert.Greater(t, d.Probability, 0.0)
			assert.LessOrEqual(t, d.Probability, 1.0)
			out[d.From+" "+d.To] = d
		}
		return out
	}
	const pair = "/beta/{zz} /alpha"
	d := find(rest.Options{}, 1)[pair]
	assert.True(t, d.Directed)
	assert.Equal(t, []string{"links"}, d.Why)
	assert.Equal(t, []string{"links", "values"}, find(rest.Options{}, 200)[pair].Why)
	published := find(rest.Options{Policy: rest.ResourceHandling{PM: true, Pd: 0.5}}, 200)
	assert.NotContains(t, published[pair].Why, "links")
	assert.NotContains(t, published[pair].Why, "values")
	asked := 0
	find(rest.Options{Nouns: func(string) []string { asked++; return nil }}, 1)
	assert.Positive(t, asked)
}

// TestFaultsOfAnotherProcessAreTold: the report of a process has the faults that the processes before it found.
func TestFaultsOfAnotherProcessAreTold(t *testing.T) {
	doc, err := openapi.Read([]byte(`{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {
		"/a": {"get": {"responses": {"200": {"description": "ok"}}}},
		"/b": {"get": {"responses": {"200": {"description": "ok"}}}}}}`), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/a" {
				w.WriteHeader(http.StatusInternalServerError)
			} else {
				w.WriteHeader(http.StatusTeapot)
			}
		})
	}, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	p, other := taught(t, doc, system, rest.Options{}, 50)
	require.GreaterOrEqual(t, len(p.Faults()), 2)
	assert.Equal(t, p.Faults(), other.Faults())
	again, err := other.Learned()
	require.NoError(t, err)
	assert.NotContains(t, string(again), `"Faults"`, "they are no news")
}
