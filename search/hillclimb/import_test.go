package hillclimb_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/searchtest"
)

// parents records the individuals that are mutated.
type parents struct {
	search.Mutator[searchtest.Vector]
	seen []searchtest.Vector
}

func (p *parents) Mutate(r *rand.Rand, parent searchtest.Vector, focus float64) searchtest.Vector {
	p.seen = append(p.seen, parent)
	return p.Mutator.Mutate(r, parent, focus)
}

func TestImportedIndividualsAreClimbedFrom(t *testing.T) {
	toy := searchtest.Easy()
	toy.Score = func(v searchtest.Vector, reach func(int, float64)) { reach(0, float64(v[0]+1)/20) }
	problem, registry := toy.New()
	noted := &parents{Mutator: problem.Mutator}
	problem.Mutator = noted
	session := search.NewSession(problem, registry, search.Options{Budget: search.Evaluations(60)})
	algorithm := &hillclimb.OnePlusOne[searchtest.Vector]{}
	show := func(first int) searchtest.Vector {
		e, err := problem.Evaluator.Evaluate(context.Background(), searchtest.Vector{first, 1, 2, 3, 4, 5, 6, 7, 8, 9})
		require.NoError(t, err)
		session.Import(e)
		return e.Individual
	}
	early := show(2)
	require.NoError(t, algorithm.Step(context.Background(), session))
	assert.Equal(t, early, noted.seen[0], "the start is where others are")
	better := show(15)
	require.NoError(t, algorithm.Step(context.Background(), session))
	assert.Equal(t, better, noted.seen[1])
	worse := show(0)
	require.NoError(t, session.Run(context.Background(), algorithm))
	assert.NotContains(t, noted.seen, worse)
}
