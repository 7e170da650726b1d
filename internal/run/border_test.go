package run

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// clumsy makes tests, but panics in all calls except every n-th.
type clumsy struct{ turn, every int }

func (c *clumsy) stumble() {
	if c.turn++; c.turn%c.every > 0 {
		panic("clumsy")
	}
}

func (c *clumsy) Sample(*rand.Rand) *testcase.Case { c.stumble(); return &testcase.Case{} }
func (c *clumsy) Mutate(_ *rand.Rand, parent *testcase.Case, _ float64) *testcase.Case {
	panic("a gene")
}
func (c *clumsy) MutateFor(*rand.Rand, *search.Evaluated[*testcase.Case], fitness.ID, float64) *testcase.Case {
	panic("an aim")
}
func (c *clumsy) Evaluate(_ context.Context, t *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	return search.Evaluated[*testcase.Case]{Individual: t, Cost: 1}, nil
}

func TestMakersMayPanic(t *testing.T) {
	for name, tt := range map[string]struct {
		every int
		err   string
	}{
		"now and then": {3, ""},
		"always": {1 << 30,
			"no test can be made: the maker of tests panics at run.(*clumsy).stumble (border_test.go:"},
	} {
		t.Run(name, func(t *testing.T) {
			c, b := &clumsy{every: tt.every}, &supervise.Border{}
			p := bordered(search.Problem[*testcase.Case]{Sampler: c, Mutator: c, Evaluator: c}, b)
			s := search.NewSession(p, &fitness.Registry{}, search.Options{Budget: search.Cost(20)})
			err := s.Run(t.Context(), &random.Search[*testcase.Case]{})
			require.NotEmpty(t, b.Slips())
			if tt.err != "" {
				assert.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, 20, s.Stats().Evaluations)
			assert.NotNil(t, s.Mutate(&testcase.Case{}, 1))
			assert.NotNil(t, s.MutateFor(&search.Evaluated[*testcase.Case]{}, 0, 1))
			assert.Len(t, b.Slips(), 3)
		})
	}
}
