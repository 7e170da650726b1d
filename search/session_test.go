package search_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// toy is a problem whose individuals are ints. Samples are 100, 200 and so on, and a mutant is its parent plus one.
type toy struct {
	samples  int
	evaluate func(individual int) (test, error)
}

func (p *toy) Sample(*rand.Rand) int {
	p.samples++
	return 100 * p.samples
}

func (p *toy) Mutate(_ *rand.Rand, parent int, _ float64) int { return parent + 1 }

func (p *toy) Evaluate(_ context.Context, individual int) (test, error) {
	if p.evaluate == nil {
		return test{Individual: individual, Cost: 1}, nil
	}
	return p.evaluate(individual)
}

func (p *toy) session(o search.Options) *search.Session[int] {
	return search.NewSession(search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}, &fitness.Registry{}, o)
}

type algorithm func(ctx context.Context, s *search.Session[int]) error

func (a algorithm) Step(ctx context.Context, s *search.Session[int]) error { return a(ctx, s) }

var sampling algorithm = func(ctx context.Context, s *search.Session[int]) error {
	_, err := s.Evaluate(ctx, s.Sample())
	return err
}

// careless is an algorithm that ignores the errors of the session.
var careless algorithm = func(ctx context.Context, s *search.Session[int]) error {
	_, _ = s.Evaluate(ctx, s.Sample())
	return nil
}

func TestRunEndsAtTheBudget(t *testing.T) {
	for _, tt := range []struct {
		name        string
		budget      search.Budget
		cost        int
		evaluations int
	}{
		{"default", nil, 1, 10_000},
		{"evaluations", search.Evaluations(7), 3, 7},
		{"cost", search.Cost(9), 3, 3},
		{"cost is not divided", search.Cost(10), 3, 4},
		{"no cost counts as one", search.Cost(10), 0, 10},
		{"negative cost counts as one", search.Cost(10), -5, 10},
		{"nothing", search.Cost(0), 1, 0},
	} {
		for name, a := range map[string]algorithm{"sampling": sampling, "careless": careless} {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				p := &toy{evaluate: func(i int) (test, error) { return test{Individual: i, Cost: tt.cost}, nil }}
				s := p.session(search.Options{Budget: tt.budget})
				require.NoError(t, s.Run(context.Background(), a))
				assert.Equal(t, tt.evaluations, s.Stats().Evaluations)
				assert.EqualValues(t, 1, s.Progress())
				_, err := s.Evaluate(context.Background(), 1)
				assert.ErrorIs(t, err, search.ErrBudget)
			})
		}
	}
}

func TestTimeBudget(t *testing.T) {
	now := time.Unix(0, 0)
	p := &toy{evaluate: func(i int) (test, error) {
		now = now.Add(time.Second)
		return test{Individual: i}, nil
	}}
	s := p.session(search.Options{Budget: search.Time(5 * time.Second), Clock: func() time.Time { return now }})
	require.NoError(t, s.Run(context.Background(), sampling))
	assert.Equal(t, 5, s.Stats().Evaluations)
	assert.Equal(t, 5*time.Second, s.Stats().Elapsed)
}

func TestRunIsInterrupted(t *testing.T) {
	for name, a := range map[string]algorithm{"sampling": sampling, "careless": careless} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			p := &toy{}
			p.evaluate = func(i int) (test, error) {
				if i == 300 {
					cancel()
				}
				return test{Individual: i, Scores: fitness.Scores{{ID: fitness.ID(i), Value: 1}}}, nil
			}
			s := p.session(search.Options{})
			require.ErrorIs(t, s.Run(ctx, a), context.Canceled)
			assert.Equal(t, 2, s.Stats().Evaluations, "the evaluation cut short does not count")
			assert.Equal(t, []fitness.ID{100, 200}, s.Archive().CoveredIDs())

			p.evaluate = nil
			require.NoError(t, s.Run(context.Background(), a), "a further run goes on")
			assert.Equal(t, 10_000, s.Stats().Evaluations)
		})
	}
}

func TestRunStopsWithTheEvaluator(t *testing.T) {
	dead := errors.New("dead")
	for name, a := range map[string]algorithm{"sampling": sampling, "careless": careless} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			p := &toy{evaluate: func(i int) (test, error) {
				if calls++; calls > 2 {
					return test{}, dead
				}
				return test{Individual: i}, nil
			}}
			s := p.session(search.Options{})
			err := s.Run(context.Background(), a)
			require.ErrorIs(t, err, dead)
			assert.ErrorContains(t, err, "search: evaluate: dead")
			assert.Equal(t, 2, s.Stats().Evaluations)
			_, again := s.Evaluate(context.Background(), 1)
			assert.ErrorIs(t, again, dead)
			assert.Equal(t, 3, calls, "a dead system is left alone")
		})
	}
}

func TestRunRefusesIdleAlgorithms(t *testing.T) {
	idle := algorithm(func(context.Context, *search.Session[int]) error { return nil })
	assert.ErrorIs(t, (&toy{}).session(search.Options{}).Run(context.Background(), idle), search.ErrIdle)
	gaveUp := algorithm(func(context.Context, *search.Session[int]) error { return search.ErrBudget })
	assert.ErrorIs(t, (&toy{}).session(search.Options{}).Run(context.Background(), gaveUp), search.ErrBudget,
		"an algorithm that gives up early is not done")
}

func TestRunReturnsTheErrorOfTheStep(t *testing.T) {
	odd := errors.New("odd")
	a := algorithm(func(context.Context, *search.Session[int]) error { return odd })
	err := (&toy{}).session(search.Options{}).Run(context.Background(), a)
	assert.ErrorIs(t, err, odd)
	assert.EqualError(t, err, "search: step: odd")
}

func TestEvents(t *testing.T) {
	registry := &fitness.Registry{}
	a, b := registry.ID(fitness.Target{Kind: "toy", Name: "a"}), registry.ID(fitness.Target{Kind: "toy", Name: "b"})
	scores := []fitness.Scores{
		{{ID: a, Value: 0.5}},
		{{ID: a, Value: 0.5}},
		{{ID: a, Value: 1}, {ID: b, Value: 0.2}},
		{{ID: a, Value: 1}},
	}
	p := &toy{evaluate: func(i int) (test, error) {
		return test{Individual: i, Size: 500 - i, Scores: scores[i/100-1]}, nil
	}}
	var got []string
	s := search.NewSession(search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}, registry, search.Options{
		Budget: search.Evaluations(4),
		Clock:  func() time.Time { return time.Unix(0, 0) },
		Observe: func(e search.Event) {
			switch e := e.(type) {
			case search.Improved:
				got = append(got, fmt.Sprint("improved ", e.Target, " ", e.Before, " to ", e.Value))
			case search.Covered:
				got = append(got, fmt.Sprint("covered ", e.Target, " at ", e.Stats.Evaluations))
			case search.Evaluation:
				got = append(got, fmt.Sprint("evaluation ", e.Stats.Evaluations, " of ", e.Progress))
			}
		},
	})
	require.NoError(t, s.Run(context.Background(), sampling))
	assert.Equal(t, []string{
		"improved toy a 0 to 0.5", "evaluation 1 of 0.25",
		"evaluation 2 of 0.5",
		"covered toy a at 3", "improved toy b 0 to 0.2", "evaluation 3 of 0.75",
		"evaluation 4 of 1",
	}, got)
	assert.Equal(t, search.Stats{
		Evaluations: 4, Cost: 4, Covered: 1, Reached: 2,
		LastImprovement: search.Moment{Evaluations: 3, Cost: 3},
	}, s.Stats())
}

func TestSeedDecides(t *testing.T) {
	draw := func(seed uint64) uint64 {
		return (&toy{}).session(search.Options{Seed: seed}).Rand().Uint64()
	}
	assert.Equal(t, draw(7), draw(7))
	assert.NotEqual(t, draw(7), draw(8))
}

func TestObserverChangesNothing(t *testing.T) {
	p, q := &toy{}, &toy{}
	a := p.session(search.Options{Budget: search.Evaluations(50)})
	b := q.session(search.Options{Budget: search.Evaluations(50), Observe: func(search.Event) {}})
	require.NoError(t, a.Run(context.Background(), sampling))
	require.NoError(t, b.Run(context.Background(), sampling))
	assert.Equal(t, a.Rand().Uint64(), b.Rand().Uint64())
	assert.Equal(t, p.samples, q.samples)
}

func BenchmarkEvaluate(b *testing.B) {
	p := &toy{}
	s := p.session(search.Options{Budget: func(search.Stats) float64 { return 0 }})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Evaluate(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
