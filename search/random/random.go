// Package random is random search, the algorithm that any other has to beat.
package random

import (
	"context"

	"github.com/evoke-go/evoke/search"
)

// Search samples and evaluates, and learns nothing. It has no parameters, and the zero value is ready to use. It has no
// state, and is safe for concurrent use by different sessions.
type Search[I any] struct{}

// Step evaluates one new individual. It returns the error of the session.
func (Search[I]) Step(ctx context.Context, s *search.Session[I]) error {
	_, err := s.Evaluate(ctx, s.Sample())
	return err
}
