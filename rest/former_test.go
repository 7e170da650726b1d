package rest_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const gatesSchema = `{"openapi": "3.0.3", "info": {"title": "Gates", "version": "1"}, "paths": {
	"/gates/{number}": {"get": {"parameters": [{"name": "number", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 0, "maximum": 9}}],
		"responses": {"200": {"description": ""}, "404": {"description": ""}, "409": {"description": ""}, "410": {"description": ""}}}},
	"/keys": {"get": {"responses": {"200": {"description": ""}, "403": {"description": ""}}}}
}}`

// gates answer 200 below five, and otherwise with a status that a program of
// another day may have changed. The keys may be gone.
func gates(above int, keys int) func() http.Handler {
	return func() http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /gates/{number}", func(w http.ResponseWriter, r *http.Request) {
			if n, err := strconv.Atoi(r.PathValue("number")); err != nil || n > 5 {
				w.WriteHeader(above)
			}
		})
		mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(keys) })
		return mux
	}
}

// gatesSuite searches a little, makes a suite with the tests of an earlier one, and
// returns the tests as they are archived. dropped has the reasons.
func gatesSuite(
	t *testing.T, handler func() http.Handler, seed uint64, before *suite.Suite, archived map[string][]byte,
) (s *suite.Suite, plain map[string][]byte, dropped map[string]string) {
	t.Helper()
	doc, err := openapi.Read([]byte(gatesSchema), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(handler, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{InvalidRate: -1})
	require.NoError(t, err)
	session := search.NewSession(p.Search(), registry, search.Options{Seed: seed, Budget: search.Evaluations(150)})
	require.NoError(t, session.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	dropped = map[string]string{}
	how := problem.Harvest{Dropped: func(name, reason string) { dropped[name] = reason }}
	if before != nil {
		for i := range before.Tests {
			b := &before.Tests[i]
			c, losses, err := p.Recall(archived[b.Name])
			require.NoError(t, err)
			require.Empty(t, losses)
			f := problem.Former{Name: "Our" + b.Name, Purpose: "ours: " + b.Purpose, Ways: b.Ways, Case: c}
			for n := range b.Steps {
				f.Outcomes = append(f.Outcomes, b.Steps[n].Outcome())
			}
			how.Former = append(how.Former, f)
		}
	}
	s, flaky, err := p.Suite(context.Background(), session.Archive(), how)
	require.NoError(t, err)
	require.Zero(t, flaky)
	plain, err = p.Archived()
	require.NoError(t, err)
	require.Len(t, plain, len(s.Tests))
	return s, plain, dropped
}

// TestFormerTestsStay: a suite keeps the tests of the one before with their names
// and all that they do, whatever another search finds; what no longer holds gets
// another name or goes, with the reason.
func TestFormerTestsStay(t *testing.T) {
	first, archived, dropped := gatesSuite(t, gates(404, 200), 1, nil, nil)
	require.GreaterOrEqual(t, len(first.Tests), 3)
	assert.Empty(t, dropped)

	same, _, dropped := gatesSuite(t, gates(404, 200), 7, first, archived)
	assert.Empty(t, dropped)
	require.Len(t, same.Tests, len(first.Tests))
	for i := range first.Tests {
		old := &first.Tests[i]
		now := named(same, "Our"+old.Name)
		require.NotNil(t, now, old.Name)
		assert.Equal(t, "ours: "+old.Purpose, now.Purpose)
		assert.Equal(t, old.Steps, now.Steps, "another seed found it by other values")
	}

	twice := &suite.Suite{Tests: append(slices.Clone(first.Tests), first.Tests[0])}
	twice.Tests[len(first.Tests)].Name = "Twin"
	archived["Twin"] = archived[first.Tests[0].Name]
	same, _, dropped = gatesSuite(t, gates(404, 200), 7, twice, archived)
	assert.Empty(t, dropped, "nothing has changed for a test that the others could replace")
	assert.Len(t, same.Tests, len(twice.Tests))

	changed, _, dropped := gatesSuite(t, gates(410, 200), 7, first, archived)
	require.Len(t, dropped, 1)
	for name, reason := range dropped {
		assert.Contains(t, name, "Returns404")
		assert.Contains(t, reason, "it ends in another way now, and is ")
	}
	require.Len(t, changed.Tests, len(first.Tests))

	fewer, _, dropped := gatesSuite(t, gates(200, 200), 7, first, archived)
	require.Len(t, dropped, 1)
	for _, reason := range dropped {
		assert.Equal(t, "it shows nothing any more that no other test shows", reason)
	}
	require.Len(t, fewer.Tests, len(first.Tests)-1)
}

func named(s *suite.Suite, name string) *suite.Test {
	for i := range s.Tests {
		if s.Tests[i].Name == name {
			return &s.Tests[i]
		}
	}
	return nil
}
