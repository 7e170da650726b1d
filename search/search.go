// Package search is what every search algorithm runs on. It has a session with a
// budget, an archive of the best tests, and the contract between a problem
// (sampler, mutator, evaluator) and an algorithm.
//
// The package knows no problem. An individual is a type parameter, and what it
// covers is a list of scores.
package search

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
)

// Evaluated is an individual with what its evaluation found. Nobody changes it
// after [Session.Evaluate] returned it.
type Evaluated[I any] struct {
	Individual I
	// Scores are the targets it reached.
	Scores fitness.Scores
	// Size breaks ties between individuals of equal score: smaller wins.
	Size int
	// By names its maker, for [Archive.Found]; "" for none.
	By string
	// Cost is what the evaluation took from the budget, such as HTTP calls. A
	// cost below 1 counts as 1, so that every budget ends.
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

// Aimer is a Mutator that can aim at one target.
type Aimer[I any] interface {
	Mutator[I]
	// MutateFor returns a fresh individual near that part of the parent which
	// gave it its score for a target. It need not keep the rest.
	MutateFor(r *rand.Rand, parent *Evaluated[I], target fitness.ID, focus float64) I
}

// Evaluator runs individuals.
type Evaluator[I any] interface {
	// Evaluate runs one individual. It may return another individual than it
	// got, to which it added what the run taught about the inputs. An error
	// means that nothing can be evaluated any more.
	Evaluate(ctx context.Context, individual I) (Evaluated[I], error)
}

// Problem is all that an algorithm needs to search.
type Problem[I any] struct {
	Sampler   Sampler[I]
	Mutator   Mutator[I]
	Evaluator Evaluator[I]
}

// Algorithm is a search algorithm. Its exported fields are its parameters, and
// its zero value has the defaults of its paper.
type Algorithm[I any] interface {
	// Step makes a small part of the search: at least one evaluation, always by
	// way of the session. It returns the first error that the session gave it.
	Step(ctx context.Context, s *Session[I]) error
}

// ErrBudget is what [Session.Evaluate] returns once the budget is used up.
var ErrBudget = errors.New("search: budget used up")
