// Package search is the base of every search algorithm. It has a session with a budget, an archive of the best tests,
// and the contract between a problem (sampler, mutator, evaluator) and an algorithm.
//
// The package is independent of the problem. An individual is a type parameter, and the targets that it reaches are a
// list of scores.
package search

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
)

// Evaluated is an individual with the results of its evaluation. It is read-only after [Session.Evaluate] returned it.
type Evaluated[I any] struct {
	Individual I
	// Scores are the targets that the individual reached.
	Scores fitness.Scores
	// Size breaks ties between individuals of equal score: smaller wins.
	Size int
	// By is the name of the maker of the individual, for [Archive.Found]; "" for none.
	By string
	// Cost is the used part of the budget in its units, such as the number of HTTP calls. A cost below 1 counts as 1,
	// so that every budget ends.
	Cost int
}

// Sampler draws individuals at random.
type Sampler[I any] interface {
	Sample(r *rand.Rand) I
}

// Mutator changes individuals.
type Mutator[I any] interface {
	// Mutate returns a fresh individual near the parent, which stays as it is.
	// Focus goes from 0 (explore, large steps) to 1 (focused, small steps).
	Mutate(r *rand.Rand, parent I, focus float64) I
}

// Aimer is a Mutator that can mutate towards one target.
type Aimer[I any] interface {
	Mutator[I]
	// MutateFor returns a fresh individual near the part of the parent that gave the parent its score for the target.
	// It need not keep the rest of the parent. Focus is as in [Mutator].
	MutateFor(r *rand.Rand, parent *Evaluated[I], target fitness.ID, focus float64) I
}

// Evaluator runs individuals.
type Evaluator[I any] interface {
	// Evaluate runs one individual. It may return another individual than its argument, with inputs that the run showed
	// to be missing. An error means that the search cannot go on, such as when the system is dead.
	Evaluate(ctx context.Context, individual I) (Evaluated[I], error)
}

// Problem has the three parts that an algorithm needs to search.
type Problem[I any] struct {
	Sampler   Sampler[I]
	Mutator   Mutator[I]
	Evaluator Evaluator[I]
}

// Algorithm is a search algorithm. Its exported fields are its parameters, and its zero value has the defaults of its
// paper. A session calls it from one goroutine.
type Algorithm[I any] interface {
	// Step performs a small part of the search: at least one evaluation, always by [Session.Evaluate]. It returns the
	// first error that the session returned.
	Step(ctx context.Context, s *Session[I]) error
}

// ErrBudget is what [Session.Evaluate] returns once the budget is used up.
var ErrBudget = errors.New("search: budget used up")
