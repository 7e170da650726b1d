package rest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// What is wrong at many places is one line.
func TestWarningsTogether(t *testing.T) {
	var paths strings.Builder
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		fmt.Fprintf(&paths, "  /%s: {get: {security: [{key: []}], responses: {'200': {description: ok}}}}\n", name)
	}
	doc, err := openapi.Read([]byte("openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths:\n"+paths.String()),
		openapi.Options{})
	require.NoError(t, err)
	p, err := rest.New(doc, sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{}),
		&fitness.Registry{}, rest.Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"GET /a, GET /b, GET /c and 2 more: the security scheme key is not declared"},
		p.Warnings())
}

// TestWarningsOfTheRouter has one line for each kind of thing that the router does.
func TestWarningsOfTheRouter(t *testing.T) {
	var paths strings.Builder
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		fmt.Fprintf(&paths, "  /%s: {get: {responses: {'200': {description: ok}}}}\n  /old-%s: {get: {responses: "+
			"{'200': {description: ok}}}}\n", name, name)
	}
	doc, err := openapi.Read([]byte("openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths:\n"+paths.String()),
		openapi.Options{})
	require.NoError(t, err)
	h := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasPrefix(r.URL.Path, "/old-"):
				http.Redirect(w, r, "/new", http.StatusFound)
			case !strings.HasSuffix(r.URL.Path, "/"):
				http.Redirect(w, r, r.URL.Path+"/", http.StatusPermanentRedirect)
			}
		})
	}, sut.HandlerOptions{})
	_, err = h.Start(context.Background())
	require.NoError(t, err)
	p, err := rest.New(doc, h, &fitness.Registry{}, rest.Options{})
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for p.Opening() {
		_, err := p.Evaluate(context.Background(), p.Sample(r))
		require.NoError(t, err)
	}
	assert.Equal(t, []string{
		"slashes: the service redirects GET /a, GET /b, GET /c and 2 more to the same path with another end (a slash " +
			"more or less than in the schema); the calls follow its spelling",
		`redirects: all calls of GET /old-a, GET /old-b, GET /old-c and 2 more are redirected, to "/new" at first`,
	}, p.Warnings())
	for _, tally := range p.Tallies() {
		assert.Equal(t, !strings.Contains(tally.Operation, "old"), tally.Outcomes["200"] > 0, tally.Operation)
	}
}
