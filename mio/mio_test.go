package mio_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/searchtest"
)

func TestConformance(t *testing.T) {
	searchtest.Run(t, newMIO)
}

func ExampleMIO() {
	problem, registry := searchtest.Nested().New()
	session := search.NewSession(problem, registry, search.Options{Seed: 1})
	// The settings of EvoMaster 6; the zero value has those of the paper.
	algorithm := &mio.MIO[searchtest.Vector]{Pr: mio.Ramp{Start: 0.8}, F: 0.8}
	err := session.Run(context.Background(), algorithm)
	fmt.Println(session.Stats().Covered >= 4, err)
	// Output: true <nil>
}

// script is a problem whose individuals are numbered from 1, in the order in which they are made. It records the parent
// of each, or 0 for a sample.
type script struct {
	parents []int
	focus   []float64
	score   func(individual int) fitness.Scores
}

func (p *script) newIndividual(parent int) int {
	p.parents = append(p.parents, parent)
	return len(p.parents)
}

func (p *script) Sample(*rand.Rand) int { return p.newIndividual(0) }

func (p *script) Mutate(_ *rand.Rand, parent int, focus float64) int {
	p.focus = append(p.focus, focus)
	return p.newIndividual(parent)
}

func (p *script) Evaluate(_ context.Context, individual int) (search.Evaluated[int], error) {
	return search.Evaluated[int]{Individual: individual, Scores: p.score(individual), Size: 1, Cost: 1}, nil
}

func (p *script) session(evaluations int) *search.Session[int] {
	problem := search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}
	return search.NewSession(problem, nil, search.Options{Budget: search.Evaluations(evaluations)})
}

func one(value float64) fitness.Scores { return fitness.Scores{{ID: 0, Value: value}} }

// noSampling is a Pr that samples only if no target is open.
var noSampling = mio.Ramp{Start: -1, End: -1}

func fixed(x float64) mio.Ramp { return mio.Ramp{Start: x, End: x} }

func TestMutantsInARow(t *testing.T) {
	for _, tt := range []struct {
		name    string
		scores  []float64 // by individual
		parents []int
	}{
		{"better mutants go on", []float64{0.1, 0.2, 0.3, 0.4}, []int{0, 1, 2, 3}},
		{"equal mutants go on", []float64{0.2, 0.2, 0.2, 0.2}, []int{0, 1, 2, 3}},
		{"worse mutants do not", []float64{0.3, 0.2, 0.1, 0.2}, []int{0, 1, 1, 1}},
		{"back to the last good one", []float64{0.1, 0.3, 0.2, 0.4}, []int{0, 1, 2, 2}},
		{"a mutant that misses the target is worse", []float64{0.1, 0, 0.2, 0.3}, []int{0, 1, 1, 3}},
		{"the cover ends the row", []float64{0.1, 1, 0.1, 0.1}, []int{0, 1, 0, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &script{score: func(i int) fitness.Scores {
				if tt.scores[i-1] == 0 {
					return nil
				}
				return one(tt.scores[i-1])
			}}
			s := p.session(len(tt.scores))
			require.NoError(t, s.Run(context.Background(), &mio.MIO[int]{Pr: noSampling, N: fixed(1), M: fixed(3)}))
			assert.Equal(t, tt.parents, p.parents)
		})
	}
}

// TestFeedbackDirectedSampling: as long as no target improves, all open targets get the same share of the search. A
// target that improves gets most of it.
func TestFeedbackDirectedSampling(t *testing.T) {
	const targets, mutants = 10, 1000
	for _, tt := range []struct {
		name      string
		improving bool
		least     int // mutants for target 0
		most      int
	}{
		{"no target improves", false, mutants/targets - 1, mutants/targets + 1},
		{"one target improves", true, mutants - mutants/10, mutants},
	} {
		t.Run(tt.name, func(t *testing.T) {
			// One individual for each target. All its mutants have the same scores.
			resembles := map[int]fitness.ID{}
			tries := map[fitness.ID]int{}
			p := &script{}
			p.score = func(i int) fitness.Scores {
				parent := p.parents[i-1]
				if parent == 0 {
					resembles[i] = fitness.ID(i - 1)
					return fitness.Scores{{ID: resembles[i], Value: 0.1}}
				}
				id := resembles[parent]
				resembles[i] = id
				tries[id]++
				value := 0.1
				if tt.improving && id == 0 {
					value = 0.1 + 0.0001*float64(i)
				}
				return fitness.Scores{{ID: id, Value: value}}
			}
			s := p.session(targets + mutants)
			for range targets {
				_, err := s.Evaluate(context.Background(), s.Sample())
				require.NoError(t, err)
			}
			require.NoError(t, s.Run(context.Background(), &mio.MIO[int]{Pr: noSampling, M: fixed(1)}))
			assert.GreaterOrEqual(t, tries[0], tt.least)
			assert.LessOrEqual(t, tries[0], tt.most)
		})
	}
}

// TestParentsComeFromAllOfThePopulation: before the search is focused, each member of a population becomes a parent.
func TestParentsComeFromAllOfThePopulation(t *testing.T) {
	p := &script{}
	p.score = func(i int) fitness.Scores {
		if i <= 5 {
			return one(0.1 * float64(i))
		}
		return nil
	}
	s := p.session(505)
	a := &mio.MIO[int]{Pr: fixed(1), N: fixed(5), M: fixed(1)}
	for range 5 {
		require.NoError(t, a.Step(context.Background(), s))
	}
	a.Pr = noSampling
	require.NoError(t, s.Run(context.Background(), a))
	uses := map[int]int{}
	for _, parent := range p.parents[5:] {
		uses[parent]++
	}
	for i := 1; i <= 5; i++ {
		assert.InDelta(t, 100, uses[i], 50, "individual %d", i)
	}
}

// TestOnlyTheBestIsAParentOnceN1: only the best member becomes a parent when n has fallen to 1, even if no individual
// was added since.
func TestOnlyTheBestIsAParentOnceN1(t *testing.T) {
	p := &script{}
	p.score = func(i int) fitness.Scores {
		if i <= 5 {
			return one(0.1 * float64(i))
		}
		return nil
	}
	s := p.session(50)
	a := &mio.MIO[int]{Pr: fixed(1), N: fixed(5)}
	for range 5 {
		require.NoError(t, a.Step(context.Background(), s))
	}
	a.Pr, a.N, a.M = noSampling, fixed(1), fixed(1)
	require.NoError(t, s.Run(context.Background(), a))
	for _, parent := range p.parents[5:] {
		assert.Equal(t, 5, parent)
	}
}

func TestFocusOfMutants(t *testing.T) {
	p := &script{score: func(int) fitness.Scores { return one(0.5) }}
	require.NoError(t, p.session(1000).Run(context.Background(), &mio.MIO[int]{}))
	assert.IsNonDecreasing(t, p.focus)
	assert.Less(t, p.focus[0], 0.1)
	assert.EqualValues(t, 1, p.focus[len(p.focus)-1])
}

// TestRandomSampling counts the samples of a whole search: their share falls from a half to nothing, and none is in the
// focused half.
func TestRandomSampling(t *testing.T) {
	p := &script{score: func(int) fitness.Scores { return one(0.5) }}
	require.NoError(t, p.session(4000).Run(context.Background(), &mio.MIO[int]{M: fixed(1)}))
	samples, last := 0, 0
	for i, parent := range p.parents {
		if parent == 0 {
			samples, last = samples+1, i
		}
	}
	assert.InDelta(t, 500, samples, 75)
	assert.LessOrEqual(t, last, 2000)
}

func TestNothingOpenMeansRandom(t *testing.T) {
	p := &script{score: func(int) fitness.Scores { return one(1) }}
	require.NoError(t, p.session(100).Run(context.Background(), &mio.MIO[int]{Pr: noSampling}))
	assert.Equal(t, make([]int, 100), p.parents)
}

// TestCoveredByOthers: MIO accepts that the session covers its only target without a test of MIO.
func TestCoveredByOthers(t *testing.T) {
	ctx := context.Background()
	p := &script{score: func(i int) fitness.Scores {
		if i == 2 {
			return one(1)
		}
		return one(0.5)
	}}
	s := p.session(10)
	a := &mio.MIO[int]{Pr: noSampling}
	require.NoError(t, a.Step(ctx, s))
	_, err := s.Evaluate(ctx, s.Sample())
	require.NoError(t, err)
	require.NoError(t, s.Run(ctx, a))
	assert.Equal(t, make([]int, 10), p.parents)
}

// TestOneValueServesSessionsInTurn: with a second session, a MIO value begins anew.
func TestOneValueServesSessionsInTurn(t *testing.T) {
	a := newMIO()
	var counts []int
	for range 2 {
		problem, registry := searchtest.Late().New()
		s := search.NewSession(problem, registry, search.Options{Seed: 5})
		require.NoError(t, s.Run(context.Background(), a))
		counts = append(counts, s.Stats().LastImprovement.Evaluations)
	}
	assert.Equal(t, counts[0], counts[1])
}
