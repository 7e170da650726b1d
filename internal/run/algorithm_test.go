package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// mirror is a controller that is its own tracer.
type mirror struct {
	sut.Controller
	sut.Tracer
}

// TestTheAlgorithmFits what the search sees, unless the user chose one.
func TestTheAlgorithmFits(t *testing.T) {
	chosen := &counting{}
	traced := task.Source{SUT: &mirror{}}
	for _, tt := range []struct {
		name   string
		engine Engine
		want   search.Algorithm[*testcase.Case]
	}{
		{"nothing is seen", Engine{task: &task.Task{}}, BlackBox()},
		{"the default of another engine", Engine{task: &task.Task{Search: task.Search{Algorithm: &Default{}}}},
			BlackBox()},
		{"probes", Engine{task: &task.Task{}, probes: &sut.Probes{}}, WhiteBox()},
		{"probes, with the default",
			Engine{task: &task.Task{Search: task.Search{Algorithm: &Default{}}}, probes: &sut.Probes{}}, WhiteBox()},
		{"a tracer of the user", Engine{task: &task.Task{Source: traced}}, WhiteBox()},
		{"one that is not wanted", Engine{task: &task.Task{Source: traced, White: task.White{Cover: []string{"none"}}}},
			BlackBox()},
		{"chosen", Engine{task: &task.Task{Search: task.Search{Algorithm: chosen}}, probes: &sut.Probes{}}, chosen},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, tt.engine.algorithm()) })
	}
}

// TestParametersOfMIO are those that bench/results/history.md compares.
func TestParametersOfMIO(t *testing.T) {
	assert.Equal(t, &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.9, End: 0.5}, M: mio.Ramp{Start: 1, End: 1}, F: 0.8},
		BlackBox())
	assert.Equal(t, &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.9, End: 0.5}, M: mio.Ramp{Start: 1, End: 5},
		Adaptive: true}, WhiteBox())
}

// TestDefaultKeepsItsPopulations: without an engine, Default is the same algorithm for the whole search.
func TestDefaultKeepsItsPopulations(t *testing.T) {
	parents := func(a search.Algorithm[*testcase.Case]) []int {
		o := &opening{reaches: 20}
		s := search.NewSession(search.Problem[*testcase.Case]{Sampler: o, Mutator: o, Evaluator: o},
			&fitness.Registry{},
			search.Options{Budget: search.Cost(100)})
		require.NoError(t, s.Run(context.Background(), a))
		return o.parents
	}
	want := parents(WhiteBox())
	require.NotEmpty(t, want)
	assert.Equal(t, want, parents(&Default{}))
}

// opening is a problem with some first samples without actions. Each test reaches some targets.
type opening struct {
	left, samples, reaches int
	evaluated              []*testcase.Case
	parents                []int // numbers of the tests from which mutants were made
}

func (o *opening) Opening() bool { return o.left > 0 }

func (o *opening) Sample(*rand.Rand) *testcase.Case {
	o.left, o.samples = o.left-1, o.samples+1
	return &testcase.Case{}
}

func (o *opening) Mutate(_ *rand.Rand, c *testcase.Case, _ float64) *testcase.Case {
	o.parents = append(o.parents, slices.Index(o.evaluated, c))
	return &testcase.Case{}
}

func (o *opening) Evaluate(_ context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	o.evaluated = append(o.evaluated, c)
	out := search.Evaluated[*testcase.Case]{Individual: c, Cost: 1, Size: 1}
	for id := range o.reaches {
		out.Scores = append(out.Scores, fitness.Score{ID: fitness.ID(id), Value: 0.5})
	}
	return out, nil
}

// counting is an algorithm that counts its steps.
type counting struct{ steps int }

func (c *counting) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	c.steps++
	_, err := s.Evaluate(ctx, &testcase.Case{})
	return err
}

// TestFirstSamplesComeFirst: the other algorithm begins after them.
func TestFirstSamplesComeFirst(t *testing.T) {
	o, a := &opening{left: 4}, &counting{}
	s := search.NewSession(search.Problem[*testcase.Case]{Sampler: o, Mutator: o, Evaluator: o}, &fitness.Registry{},
		search.Options{Budget: search.Cost(10)})
	require.NoError(t, s.Run(context.Background(), &openings{a, o}))
	assert.Equal(t, 4, o.samples)
	assert.Equal(t, 6, a.steps)
	assert.Equal(t, 10, s.Stats().Evaluations)
}
