// Package random is random search, the algorithm that any other has to beat.
package random

import (
	"context"

	"github.com/evoke-go/evoke/search"
)

// Search samples and evaluates, and learns nothing. It has no parameters, and
// the zero value is ready to use.
type Search[I any] struct{}

// Step evaluates one new individual.
func (Search[I]) Step(ctx context.Context, s *search.Session[I]) error {
	_, err := s.Evaluate(ctx, s.Sample())
	return err
}
