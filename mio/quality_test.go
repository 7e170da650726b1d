package mio_test

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/search/searchtest"
)

const (
	seeds       = 10
	evaluations = 10_000
)

// covered runs an algorithm with ten seeds and returns the number of covered targets of each run.
func covered(t *testing.T, toy searchtest.Toy, newAlgorithm func() search.Algorithm[searchtest.Vector]) []float64 {
	t.Helper()
	var counts []float64
	for seed := range uint64(seeds) {
		problem, registry := toy.New()
		s := search.NewSession(problem, registry, search.Options{Seed: seed, Budget: search.Evaluations(evaluations)})
		require.NoError(t, s.Run(context.Background(), newAlgorithm()))
		counts = append(counts, float64(s.Stats().Covered))
	}
	return counts
}

func newMIO() search.Algorithm[searchtest.Vector] { return &mio.MIO[searchtest.Vector]{} }

func newRandom() search.Algorithm[searchtest.Vector] { return random.Search[searchtest.Vector]{} }

func newClimber() search.Algorithm[searchtest.Vector] {
	return &hillclimb.OnePlusOne[searchtest.Vector]{}
}

// medians are lower bounds of the median number of targets that MIO covers, by toy problem. They leave some room for
// changes.
var medians = map[string]float64{
	"numbers": 5, "nested": 5, "groups": 60, "late": 4, "anywhere": 10, "infeasible": 3,
	"needles": 4, "deceptive": 4, "easy": 10,
}

// TestQuality: MIO and the (1+1) EA cover more than random search on problems with a gradient, and no less on the
// others.
//
// The budget suffices for random search to cover the problems without gradient. With a smaller budget random search
// would win there: MIO with the settings of the paper spends only one evaluation in eight on samples, and a mutant
// tries fewer new values than a sample.
func TestQuality(t *testing.T) {
	for _, toy := range searchtest.Toys() {
		t.Run(toy.Name, func(t *testing.T) {
			t.Parallel()
			chance := covered(t, toy, newRandom)
			many := covered(t, toy, newMIO)
			assertBeats(t, toy, "mio", many, chance)
			assertBeats(t, toy, "hillclimb", covered(t, toy, newClimber), chance)
			slices.Sort(many)
			assert.GreaterOrEqual(t, many[len(many)/2], medians[toy.Name])
		})
	}
}

func assertBeats(t *testing.T, toy searchtest.Toy, name string, counts, chance []float64) {
	t.Helper()
	t.Logf("%s %v, random %v, of %d", name, counts, chance, toy.Feasible)
	if !toy.Gradient {
		assert.Greater(t, greaterP(chance, counts), 0.05, name)
		return
	}
	assert.Less(t, greaterP(counts, chance), 0.01, name)
	assert.Greater(t, effect(counts, chance), 0.8, name)
}

// effect returns the effect size A12 of A. Vargha and H. Delaney, JEBS 25 (2000): the probability that a value of a is
// above a value of b, where equal values count half.
func effect(a, b []float64) float64 {
	var wins float64
	for _, x := range a {
		for _, y := range b {
			wins += float64(cmp.Compare(x, y)+1) / 2
		}
	}
	return wins / float64(len(a)*len(b))
}

// greaterP returns the one-sided p-value of the Mann-Whitney U test with the null hypothesis that a is not greater than
// b, by the normal approximation with corrections for ties and continuity.
func greaterP(a, b []float64) float64 {
	n, m := float64(len(a)), float64(len(b))
	u := effect(a, b) * n * m
	ties := map[float64]float64{}
	for _, x := range slices.Concat(a, b) {
		ties[x]++
	}
	var tied float64
	for _, k := range ties {
		tied += k*k*k - k
	}
	sum := n + m
	sigma := math.Sqrt(n * m / 12 * (sum + 1 - tied/(sum*(sum-1))))
	if sigma == 0 {
		return 1
	}
	return math.Erfc((u-n*m/2-0.5)/sigma/math.Sqrt2) / 2
}

func TestGreaterP(t *testing.T) {
	up, down := []float64{4, 5, 6, 7, 8}, []float64{0, 1, 2, 3, 3}
	assert.Less(t, greaterP(up, down), 0.01)
	assert.Greater(t, greaterP(down, up), 0.99)
	assert.Greater(t, greaterP(up, up), 0.4)
	assert.EqualValues(t, 1, greaterP([]float64{3, 3}, []float64{3, 3}))
	assert.InDelta(t, 1, effect(up, down), 1e-9)
	assert.InDelta(t, 0.5, effect(up, up), 1e-9)
}
