package mio_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
)

func imported(individual int, value float64) search.Evaluated[int] {
	return search.Evaluated[int]{Individual: individual, Scores: one(value), Size: 1, Cost: 1}
}

// neverSamples returns MIO that mutates as long as a target is open.
func neverSamples() *mio.MIO[int] { return &mio.MIO[int]{Pr: fixed(-1), M: fixed(1)} }

func TestImportedIndividualsAreParents(t *testing.T) {
	for name, late := range map[string]bool{"before the start": false, "on the way": true} {
		t.Run(name, func(t *testing.T) {
			p := &script{score: func(int) fitness.Scores { return one(0.1) }}
			s, a := p.session(400), neverSamples()
			if late {
				require.NoError(t, a.Step(context.Background(), s))
			}
			s.Import(imported(1001, 0.2))
			s.Import(imported(1002, 0.5))
			require.NoError(t, s.Run(context.Background(), a))
			assert.Contains(t, p.parents, 1001, "worse than the best, and still in the population")
			assert.Contains(t, p.parents, 1002)
			last := p.parents[len(p.parents)-50:]
			for _, parent := range last {
				assert.Equal(t, 1002, parent, "the population ends with the best")
			}
		})
	}
}

func TestAnImportedCoverEndsThePopulation(t *testing.T) {
	p := &script{score: func(int) fitness.Scores { return one(0.1) }}
	s, a := p.session(40), neverSamples()
	require.NoError(t, a.Step(context.Background(), s))
	s.Import(imported(1001, 1))
	require.NoError(t, s.Run(context.Background(), a))
	for _, parent := range p.parents {
		assert.Zero(t, parent, "nothing is left to mutate for")
	}
}

func TestAnImportIsInThePopulationOnce(t *testing.T) {
	p := &script{score: func(int) fitness.Scores { return nil }}
	s, a := p.session(1000), neverSamples()
	s.Import(imported(1001, 0.5))
	s.Import(imported(1002, 0.6))
	require.NoError(t, s.Run(context.Background(), a))
	counts := map[int]int{}
	for _, parent := range p.parents[:200] {
		counts[parent]++
	}
	assert.InDelta(t, counts[1001], counts[1002], 60, "each is drawn as often as the other: %v", counts)
}
