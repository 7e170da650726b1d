// Command customalgorithm shows a search algorithm of one's own: it mutates
// the best test of a random target that is reached but not yet covered.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Restless is the algorithm. It needs no state, because everything is in the archive.
type Restless[I any] struct{}

// Step mutates the best test of a random open target. At times, and if there is no such test, it samples.
func (Restless[I]) Step(ctx context.Context, s *search.Session[I]) error {
	var open []I
	s.Archive().Each(func(_ fitness.ID, best *search.Evaluated[I], value float64) {
		if value < 1 {
			open = append(open, best.Individual)
		}
	})
	next := s.Sample()
	if len(open) > 0 && s.Rand().Float64() < 0.8 {
		next = s.Mutate(open[s.Rand().IntN(len(open))], s.Progress())
	}
	_, err := s.Evaluate(ctx, next)
	return err
}

func generate() (*evoke.Result, error) {
	return evoke.Run(context.Background(), evoke.Config{
		Schema: string(shop.Schema), Handler: shop.New,
		Budget: evoke.Budget{Calls: 3000}, Search: evoke.Search{Algorithm: Restless[*testcase.Case]{}},
	})
}

func main() {
	result, err := generate()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d calls, %d targets covered, %d tests\n", result.Stats.Cost, result.Stats.Covered,
		len(result.Suite.Tests))
}
