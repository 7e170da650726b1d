package search_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

func scored(individual, size int, scores ...fitness.Score) test {
	return test{Individual: individual, Scores: scores, Size: size, Cost: 1}
}

func TestResumeCountsOn(t *testing.T) {
	now := time.Unix(0, 0)
	p := &toy{evaluate: func(i int) (test, error) {
		now = now.Add(time.Second)
		return scored(i, 1, fitness.Score{ID: 0, Value: float64(i) / 1000}), nil
	}}
	var progress []float64
	registry := &fitness.Registry{}
	registry.ID(fitness.Target{Name: "a"})
	s := search.NewSession(search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}, registry,
		search.Options{Budget: search.Cost(50), Clock: func() time.Time { return now }, Observe: func(e search.Event) {
			if e, ok := e.(search.Evaluation); ok {
				progress = append(progress, e.Progress)
			}
		}})
	last := search.Moment{Evaluations: 20, Cost: 30, Elapsed: 4 * time.Second}
	s.Resume(search.Stats{Evaluations: 25, Cost: 47, Covered: 9, Reached: 9, Elapsed: 5 * time.Second,
		LastImprovement: last})
	assert.Equal(t, search.Stats{Evaluations: 25, Cost: 47, Elapsed: 5 * time.Second, LastImprovement: last}, s.Stats(),
		"what is covered is what the archive has")
	assert.InDelta(t, 0.94, s.Progress(), 1e-9)
	require.NoError(t, s.Run(context.Background(), sampling))
	assert.Equal(t, search.Stats{
		Evaluations: 28, Cost: 50, Reached: 1, Elapsed: 8 * time.Second,
		LastImprovement: search.Moment{Evaluations: 28, Cost: 50, Elapsed: 8 * time.Second},
	}, s.Stats())
	assert.InDeltaSlice(t, []float64{0.96, 0.98, 1}, progress, 1e-9)
}

func TestResumedSessionsRepeat(t *testing.T) {
	draw := func(evaluations int) uint64 {
		s := (&toy{}).session(search.Options{Seed: 7})
		s.Resume(search.Stats{Evaluations: evaluations})
		return s.Rand().Uint64()
	}
	assert.Equal(t, draw(12), draw(12))
	assert.NotEqual(t, draw(12), draw(13))
	assert.Equal(t, (&toy{}).session(search.Options{Seed: 7}).Rand().Uint64(), draw(0),
		"resuming from nothing changes nothing")
}

func TestImport(t *testing.T) {
	s := (&toy{}).session(search.Options{Budget: search.Cost(1)})
	s.Import(scored(1, 2, fitness.Score{ID: 0, Value: 0.5}, fitness.Score{ID: 4, Value: 1}))
	s.Import(scored(2, 2, fitness.Score{ID: 0, Value: 0.4})) // not better than the test in the archive
	s.Import(scored(3, 1, fitness.Score{ID: 4, Value: 1}))   // equally good, and smaller
	assert.Equal(t, search.Stats{Covered: 1, Reached: 2}, s.Stats(), "imports are not counted")
	assert.Zero(t, s.Progress())
	best, value := s.Archive().Best(4)
	assert.Equal(t, 3, best.Individual)
	assert.EqualValues(t, 1, value)
	imported := s.Imported()
	require.Len(t, imported, 2)
	assert.Equal(t, []int{1, 3}, []int{imported[0].Individual, imported[1].Individual})
	assert.Same(t, best, imported[1])
	assert.Empty(t, s.Imported(), "each is returned once")
}

func TestObserversMayImport(t *testing.T) {
	var covered []fitness.Target
	registry := &fitness.Registry{}
	for _, name := range []string{"a", "b", "c"} {
		registry.ID(fitness.Target{Name: name})
	}
	p := &toy{evaluate: func(i int) (test, error) {
		return scored(i, 5, fitness.Score{ID: 0, Value: 1}, fitness.Score{ID: 1, Value: 1},
			fitness.Score{ID: 2, Value: 1}), nil
	}}
	var s *search.Session[int]
	s = search.NewSession(search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}, registry, search.Options{
		Budget: search.Cost(1),
		Observe: func(e search.Event) {
			if e, ok := e.(search.Covered); ok {
				covered = append(covered, e.Target)
				s.Import(scored(9, 1, fitness.Score{ID: 2, Value: 1}))
			}
		},
	})
	require.NoError(t, s.Run(context.Background(), sampling))
	assert.Equal(t, []fitness.Target{{Name: "a"}, {Name: "b"}, {Name: "c"}}, covered)
}

func TestImportsThatNobodyTakesAreBounded(t *testing.T) {
	s := (&toy{}).session(search.Options{})
	const n = 40_000
	for i := range n {
		s.Import(scored(i, 1, fitness.Score{ID: fitness.ID(i), Value: 0.5}))
	}
	imported := s.Imported()
	assert.Less(t, len(imported), n/2)
	assert.Equal(t, n-1, imported[len(imported)-1].Individual, "the newest are kept")
	assert.Equal(t, n, s.Stats().Reached, "the archive has them all")
}

func TestCoverWithoutATest(t *testing.T) {
	s := (&toy{}).session(search.Options{})
	s.Import(scored(1, 2, fitness.Score{ID: 2, Value: 0.5}))
	s.Cover(2)
	s.Cover(5)
	s.Cover(5)
	assert.Equal(t, search.Stats{Covered: 2, Reached: 2}, s.Stats())
	a := s.Archive()
	test, value := a.Best(5)
	assert.Nil(t, test)
	assert.EqualValues(t, 1, value)
	assert.Equal(t, []fitness.ID{2, 5}, a.CoveredIDs())
	assert.Empty(t, a.Suite())
	s.Import(scored(7, 2, fitness.Score{ID: 5, Value: 0.9}))
	assert.Empty(t, a.Suite(), "a lower score is no test for it")
	s.Import(scored(8, 3, fitness.Score{ID: 5, Value: 1}))
	require.Len(t, a.Suite(), 1, "a test that covers it is")
	assert.Equal(t, 8, a.Suite()[0].Individual)
	assert.Equal(t, 2, s.Stats().Covered)
	s.Cover(5)
	assert.Len(t, a.Suite(), 1)
}
