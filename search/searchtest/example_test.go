package searchtest_test

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/searchtest"
)

// Greedy mutates the last individual that improved anything, and samples a new
// one in a quarter of its steps.
type Greedy[I any] struct{ best *search.Evaluated[I] }

// Step evaluates one individual.
func (g *Greedy[I]) Step(ctx context.Context, s *search.Session[I]) error {
	next := s.Sample()
	if g.best != nil && s.Rand().IntN(4) > 0 {
		next = s.Mutate(g.best.Individual, s.Progress())
	}
	e, err := s.Evaluate(ctx, next)
	if err == nil && s.Stats().Improved() {
		g.best = e
	}
	return err
}

// An algorithm of your own is one method. Its conformance test is one line:
//
//	searchtest.Run(t, func() search.Algorithm[searchtest.Vector] { return &Greedy[searchtest.Vector]{} })
func Example() {
	err := searchtest.Check(func() search.Algorithm[searchtest.Vector] { return &Greedy[searchtest.Vector]{} })
	fmt.Println("broken laws:", err)

	problem, registry := searchtest.Nested().New()
	session := search.NewSession(problem, registry, search.Options{Seed: 1})
	err = session.Run(context.Background(), &Greedy[searchtest.Vector]{})
	fmt.Println(session.Stats().Covered > 0, err)
	// Output:
	// broken laws: <nil>
	// true <nil>
}
