package genes_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/genes"
)

// find searches with MIO and returns the values that reach a goal.
func find(t *testing.T, g gene.Gene, seed uint64, goals ...genes.Goal) (found []any, err error) {
	t.Helper()
	registry := &fitness.Registry{}
	options := search.Options{Seed: seed, Budget: search.Cost(10_000)}
	session := search.NewSession(genes.Problem(registry, g, goals...), registry, options)
	err = session.Run(context.Background(), &mio.MIO[gene.Gene]{})
	for _, one := range session.Archive().Suite() {
		found = append(found, one.Individual.Value())
	}
	return found, err
}

// pairGoal is a goal for an object of two integers, x and y.
func pairGoal(f func(x, y int64) heuristics.Truthness) genes.Goal {
	return genes.Goal{Name: "pair", Score: func(v any) float64 {
		list := v.([]any)
		return f(list[0].(int64), list[1].(int64)).OfTrue
	}}
}

// TestIntegersThatDependOnEachOther: the search finds integers that depend on each other, with each of five seeds.
func TestIntegersThatDependOnEachOther(t *testing.T) {
	for name, goal := range map[string]func(x, y int64) heuristics.Truthness{
		"one equation": func(x, y int64) heuristics.Truthness { return heuristics.EqualInt(x, 3*y+17) },
		"far from zero": func(x, y int64) heuristics.Truthness {
			return heuristics.And(heuristics.EqualInt(x, 3*y+17), heuristics.LessInt(1_000_000, y))
		},
		"two equations": func(x, y int64) heuristics.Truthness {
			return heuristics.And(heuristics.EqualInt(x, 3*y+17), heuristics.EqualInt(x+y, 1001))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(5) {
				found, err := find(t, gene.NewTuple(gene.NewInt64(), gene.NewInt64()), seed, pairGoal(goal))
				require.NoError(t, err)
				require.Len(t, found, 1, "seed %d", seed)
				pair := found[0].([]any)
				x, y := pair[0].(int64), pair[1].(int64)
				assert.Equal(t, 1.0, goal(x, y).OfTrue)
				again, err := find(t, gene.NewTuple(gene.NewInt64(), gene.NewInt64()), seed, pairGoal(goal))
				require.NoError(t, err)
				assert.Equal(t, found, again, "the same seed finds the same")
			}
		})
	}
}

// TestScoresAreChecked: a score that is not from 0 to 1 ends the search with an error that names the goal.
func TestScoresAreChecked(t *testing.T) {
	for _, score := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := find(t, gene.NewInt64(), 1, genes.Goal{Name: "odd", Score: func(any) float64 { return score }})
		require.ErrorContains(t, err, "genes: the goal odd scores ")
	}
}

// TestMutantsAreOfTheGene: mutants keep the limits of the gene, and the parent does not change.
func TestMutantsAreOfTheGene(t *testing.T) {
	small := gene.NewArray(gene.NewInt(-5, 5), gene.ArrayLimits{Min: 0, Max: 4})
	g := gene.NewObject(gene.Field{Name: "list", Gene: small}, gene.Field{Name: "n", Gene: gene.NewInt(0, 9)},
		gene.Field{Name: "text", Gene: gene.NewString(gene.StringLimits{MaxLength: 3})})
	p := genes.Problem(&fitness.Registry{}, g)
	r := rand.New(rand.NewPCG(1, 2))
	one := p.Sampler.Sample(r)
	for range 2000 {
		before := one.Value()
		next := p.Mutator.Mutate(r, one, r.Float64())
		require.NoError(t, gene.Check(next))
		require.Equal(t, before, one.Value())
		one = next
	}
}
