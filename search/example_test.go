package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
)

// guess is the problem of finding the number 42. Its individuals are ints.
type guess struct{ target fitness.ID }

func (guess) Sample(r *rand.Rand) int { return r.IntN(1_000_000) }

func (guess) Mutate(r *rand.Rand, parent int, _ float64) int {
	return parent + (1-2*r.IntN(2))<<r.IntN(20)
}

func (g guess) Evaluate(_ context.Context, x int) (search.Evaluated[int], error) {
	distance := float64(max(x-42, 42-x))
	scores := fitness.Scores{{ID: g.target, Value: 1 / (1 + distance)}}
	return search.Evaluated[int]{Individual: x, Scores: scores, Size: 1, Cost: 1}, nil
}

func Example() {
	registry := &fitness.Registry{}
	g := guess{registry.ID(fitness.Target{Kind: "number", Name: "42"})}
	problem := search.Problem[int]{Sampler: g, Mutator: g, Evaluator: g}
	session := search.NewSession(problem, registry, search.Options{
		Seed:   1,
		Budget: search.Cost(2000),
		Observe: func(e search.Event) {
			if covered, ok := e.(search.Covered); ok {
				fmt.Println("covered:", covered.Target)
			}
		},
	})
	if err := session.Run(context.Background(), &mio.MIO[int]{}); err != nil {
		fmt.Println(err)
	}
	for _, test := range session.Archive().Suite() {
		fmt.Println("test:", test.Individual)
	}
	// Output:
	// covered: number 42
	// test: 42
}
