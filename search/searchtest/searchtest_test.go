package searchtest_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/searchtest"
)

func TestGreedy(t *testing.T) {
	searchtest.Run(t, func() search.Algorithm[vector] { return &Greedy[vector]{} })
}

func TestToysAreSound(t *testing.T) {
	for _, toy := range searchtest.Toys() {
		t.Run(toy.Name, func(t *testing.T) {
			problem, registry := toy.New()
			r := rand.New(rand.NewPCG(1, 2))
			v := problem.Sampler.Sample(r)
			for range 500 {
				before := slices.Clone(v)
				mutant := problem.Mutator.Mutate(r, v, r.Float64())
				require.Equal(t, before, v, "the parent stays")
				assertVector(t, toy, mutant)
				e, err := problem.Evaluator.Evaluate(context.Background(), mutant)
				require.NoError(t, err)
				assertEvaluated(t, e, registry)
				v = mutant
			}
			assert.GreaterOrEqual(t, registry.Len(), 1)
		})
	}
}

func assertVector(t *testing.T, toy searchtest.Toy, v vector) {
	t.Helper()
	require.GreaterOrEqual(t, len(v), toy.Shortest)
	require.LessOrEqual(t, len(v), toy.Longest)
	require.GreaterOrEqual(t, slices.Min(v), 0)
	require.Less(t, slices.Max(v), toy.Limit)
}

func assertEvaluated(t *testing.T, e search.Evaluated[vector], registry *fitness.Registry) {
	t.Helper()
	require.Equal(t, len(e.Individual), e.Size)
	require.NotEmpty(t, e.Scores)
	require.True(t, slices.IsSortedFunc(e.Scores, func(a, b fitness.Score) int { return int(a.ID - b.ID) }))
	require.Less(t, int(e.Scores[len(e.Scores)-1].ID), registry.Len())
}

func TestNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := rapid.IntRange(0, 1<<30).Draw(t, "a"), rapid.IntRange(0, 1<<30).Draw(t, "b"),
			rapid.IntRange(0, 1<<30).Draw(t, "c")
		near := searchtest.Near(a, b)
		assert.True(t, near > 0 && near <= 1)
		assert.Equal(t, a == b, near == 1)
		assert.Equal(t, near, searchtest.Near(b, a))
		if max(a, b)-min(a, b) <= max(a, c)-min(a, c) {
			assert.GreaterOrEqual(t, near, searchtest.Near(a, c), "closer scores no lower")
		}
	})
}
