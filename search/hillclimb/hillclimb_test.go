package hillclimb_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/searchtest"
)

func TestConformance(t *testing.T) {
	searchtest.Run(t, func() search.Algorithm[searchtest.Vector] { return &hillclimb.OnePlusOne[searchtest.Vector]{} })
}

func ExampleOnePlusOne() {
	problem, registry := searchtest.Numbers().New()
	session := search.NewSession(problem, registry, search.Options{})
	err := session.Run(context.Background(), &hillclimb.OnePlusOne[searchtest.Vector]{Patience: 500})
	fmt.Println(session.Stats().Covered > 10, err)
	// Output: true <nil>
}

type sampleCounter struct {
	search.Sampler[searchtest.Vector]
	samples int
}

func (c *sampleCounter) Sample(r *rand.Rand) searchtest.Vector {
	c.samples++
	return c.Sampler.Sample(r)
}

func TestPatience(t *testing.T) {
	for _, tt := range []struct {
		name        string
		patience    int
		least, most int // bounds of the number of samples: about half of the restarts
	}{
		{"default", 0, 2, 10},
		{"short", 9, 35, 75},
		{"endless", 1 << 30, 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			toy := searchtest.Easy()
			toy.Score = func(v searchtest.Vector, reach func(int, float64)) { reach(0, 0.5) }
			problem, registry := toy.New()
			counter := &sampleCounter{Sampler: problem.Sampler}
			problem.Sampler = counter
			session := search.NewSession(problem, registry, search.Options{Budget: search.Evaluations(1010)})
			require.NoError(t,
				session.Run(context.Background(), &hillclimb.OnePlusOne[searchtest.Vector]{Patience: tt.patience}))
			assert.GreaterOrEqual(t, counter.samples, tt.least)
			assert.LessOrEqual(t, counter.samples, tt.most)
		})
	}
}
