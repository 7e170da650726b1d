package searchtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/search"
)

// trial is one algorithm on one toy. It records all calls between the two.
type trial struct {
	algorithm search.Algorithm[Vector]
	session   *search.Session[Vector]
	problem   search.Problem[Vector]
	results   []result
	patience  int
	before    func(evaluation int) error // called before each evaluation; may be nil
}

// result is an evaluation, with copies that show whether somebody changed it.
type result struct {
	given, givenCopy Vector
	evaluated, copy  search.Evaluated[Vector]
}

// errRunaway is the panic that ends an algorithm that makes no evaluation in maxIdle calls.
var errRunaway = errors.New("it goes on and on without an evaluation")

// maxIdle is how many calls in a row an algorithm may make without an evaluation.
const maxIdle = 10_000

func newTrial(toy Toy, algorithm search.Algorithm[Vector], seed uint64, evaluations int) *trial {
	t := &trial{algorithm: algorithm, patience: maxIdle}
	problem, registry := toy.New()
	t.problem = problem
	t.session = search.NewSession(search.Problem[Vector]{Sampler: t, Mutator: t, Evaluator: t}, registry,
		search.Options{Seed: seed, Budget: search.Evaluations(evaluations)})
	return t
}

// Sample calls the toy.
func (t *trial) Sample(r *rand.Rand) Vector {
	t.wait()
	return t.problem.Sampler.Sample(r)
}

// Mutate calls the toy.
func (t *trial) Mutate(r *rand.Rand, parent Vector, focus float64) Vector {
	t.wait()
	return t.problem.Mutator.Mutate(r, parent, focus)
}

// Evaluate calls the toy and records its result. It passes a copy of the vector, because an evaluator may return
// another individual than its argument.
func (t *trial) Evaluate(ctx context.Context, v Vector) (search.Evaluated[Vector], error) {
	t.patience = maxIdle
	if t.before != nil {
		if err := t.before(len(t.results) + 1); err != nil {
			return search.Evaluated[Vector]{}, err
		}
	}
	e, err := t.problem.Evaluator.Evaluate(ctx, slices.Clone(v))
	t.results = append(t.results, result{v, slices.Clone(v), e, duplicate(e)})
	return e, err
}

func duplicate(e search.Evaluated[Vector]) search.Evaluated[Vector] {
	e.Individual, e.Scores = slices.Clone(e.Individual), slices.Clone(e.Scores)
	return e
}

func (t *trial) wait() {
	if t.patience--; t.patience < 0 {
		panic(errRunaway)
	}
}

// countingContext is a context that counts the calls of Err. The session calls Err before every evaluation, even if it
// then refuses the evaluation. So the count shows an algorithm that goes on after errors.
type countingContext struct {
	context.Context
	trial *trial
}

// Err counts a call without an evaluation.
func (w countingContext) Err() error {
	w.trial.wait()
	return w.Context.Err()
}

// step makes one step of the algorithm. A panic of the algorithm becomes an error.
func (t *trial) step(ctx context.Context) (err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case errRunaway:
			err = errRunaway
		default:
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	t.patience = maxIdle
	return t.algorithm.Step(countingContext{ctx, t}, t.session)
}

// over reports whether the budget is used up.
func (t *trial) over() bool { return t.session.Progress() >= 1 }

// run makes steps until the budget is used up.
func (t *trial) run() error {
	for !t.over() {
		before := t.session.Stats().Evaluations
		err := t.step(context.Background())
		if err != nil && !(t.over() && errors.Is(err, search.ErrBudget)) {
			return fmt.Errorf("after %d evaluations: %w", t.session.Stats().Evaluations, err)
		}
		if t.session.Stats().Evaluations == before {
			return fmt.Errorf("after %d evaluations: a step made none", before)
		}
	}
	return nil
}

// stepUntilError makes up to limit steps and returns the first error.
func (t *trial) stepUntilError(ctx context.Context, limit int) error {
	for range limit {
		if err := t.step(ctx); err != nil {
			return err
		}
	}
	return fmt.Errorf("%d steps returned no error", limit)
}
