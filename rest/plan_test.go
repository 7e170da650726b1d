package rest

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// depot is the example of the study of resources: a product can be made only in a
// warehouse that is there, which its query names.
const depot = `
openapi: 3.0.3
info: {title: Depot, version: "1"}
paths:
  /warehouses/{warehouseName}:
    parameters: [{name: warehouseName, in: path, required: true, schema: {type: string, pattern: "^[a-z]{8}$"}}]
    post: {responses: {"201": {description: made}}}
  /products/{productName}:
    parameters: [{name: productName, in: path, required: true, schema: {type: string, pattern: "^[a-z]{8}$"}}]
    post:
      parameters: [{name: fromWarehouse, in: query, required: true, schema: {type: string, pattern: "^[a-z]{8}$"}}]
      responses: {"201": {description: made}, "404": {description: no warehouse}}
    delete: {responses: {"204": {description: gone}, "404": {description: none}}}
`

func depotHandler() http.Handler {
	warehouses, products := map[string]bool{}, map[string]bool{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /warehouses/{name}", func(w http.ResponseWriter, r *http.Request) {
		warehouses[r.PathValue("name")] = true
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("POST /products/{name}", func(w http.ResponseWriter, r *http.Request) {
		if !warehouses[r.FormValue("fromWarehouse")] {
			http.Error(w, "no warehouse", http.StatusNotFound)
			return
		}
		products[r.PathValue("name")] = true
		w.WriteHeader(http.StatusCreated)
	})
	mux.HandleFunc("DELETE /products/{name}", func(w http.ResponseWriter, r *http.Request) {
		if !products[r.PathValue("name")] {
			http.Error(w, "none", http.StatusNotFound)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// deleted reports whether a search with a policy deletes a product within a number
// of calls.
func deleted(t *testing.T, policy Policy, seed uint64, calls int) bool {
	t.Helper()
	registry := &fitness.Registry{}
	system := sut.NewHandler(depotHandler, sut.HandlerOptions{})
	_, err := system.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = system.Stop(context.WithoutCancel(t.Context())) })
	p, err := New(resttest.Read(t, depot), system, registry, Options{Policy: policy, NoMemory: true, NoExpansion: true})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: seed, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
	_, best := s.Archive().Best(registry.ID(fitness.Target{Kind: StatusTarget,
		Name: "DELETE /products/{productName} 204"}))
	return best == 1
}

// TestPoliciesFromEndToEnd: only who heeds dependencies finds out by names that a
// product needs a warehouse.
func TestPoliciesFromEndToEnd(t *testing.T) {
	const calls, seeds = 600, 5
	for name, tt := range map[string]struct {
		policy Policy
		want   int // of the seeds
	}{
		"random calls":               {RandomCalls{}, 0},
		"smart sampling":             {SmartSampling{}, 0},
		"resources":                  {ResourceHandling{}, 0},
		"resources and dependencies": {ResourceHandling{Pd: 0.5, PM: true, Strategy: EqualProbability}, seeds},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			for seed := range uint64(seeds) {
				if deleted(t, tt.policy, seed, calls) {
					n++
				}
			}
			assert.Equal(t, tt.want, n, "seeds that delete a product")
		})
	}
}

// TestPoliciesRepeat: the same seed gives the same tests.
func TestPoliciesRepeat(t *testing.T) {
	for name, policy := range map[string]Policy{
		"random calls": RandomCalls{}, "smart sampling": SmartSampling{P: 1},
		"resources": ResourceHandling{Pd: 1, PM: true, Strategy: ActionBased},
	} {
		t.Run(name, func(t *testing.T) {
			run := func() (out []string) {
				p := policyOf(t, lending, Options{Policy: policy, NoMemory: true})
				p.sampler.settle()
				r := rand.New(rand.NewPCG(1, 2))
				c := p.Sample(r)
				for i := range 50 {
					data, err := p.EncodeCase(c)
					require.NoError(t, err)
					out = append(out, string(data))
					if i%10 == 9 {
						c = p.Sample(r)
						continue
					}
					c = p.MutateFor(r, &search.Evaluated[*testcase.Case]{Individual: c}, 0, 0.5)
				}
				return out
			}
			first := run()
			assert.Equal(t, first, run())
			slices.Sort(first)
			assert.Greater(t, len(slices.Compact(first)), 10, "different tests")
		})
	}
}

// TestPolicyDefaults: zero stands for the values of the studies, a negative number for
// zero.
func TestPolicyDefaults(t *testing.T) {
	templates := func(policy Policy) float64 {
		p := policyOf(t, lending, Options{Policy: policy, NoMemory: true})
		p.sampler.settle()
		r := rand.New(rand.NewPCG(2, 2))
		return share(2000, func() bool { return p.Sample(r).Actions[0].(*action.Call).Handling > 0 })
	}
	assert.InDelta(t, 0.5, templates(SmartSampling{}), 0.05)
	assert.InDelta(t, 1, templates(SmartSampling{P: 2}), 0)
	assert.Zero(t, templates(SmartSampling{P: -1}))
}
