package searchtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/search"
)

// trial is one algorithm on one toy. It sees all that passes between the two.
type trial struct {
	algorithm search.Algorithm[Vector]
	session   *search.Session[Vector]
	problem   search.Problem[Vector]
	results   []result
	patience  int
	before    func(evaluation int) error // may be nil
}

// result is an evaluation, with copies of what nobody may change.
type result struct {
	given, givenCopy Vector
	evaluated, copy  search.Evaluated[Vector]
}

// errRunaway is the panic that ends an algorithm which goes on and on.
var errRunaway = errors.New("it goes on and on without an evaluation")

// maxIdle is how many calls of an algorithm may pass without an evaluation.
const maxIdle = 10_000

func newTrial(toy Toy, algorithm search.Algorithm[Vector], seed uint64, evaluations int) *trial {
	t := &trial{algorithm: algorithm, patience: maxIdle}
	problem, registry := toy.New()
	t.problem = problem
	t.session = search.NewSession(search.Problem[Vector]{Sampler: t, Mutator: t, Evaluator: t}, registry,
		search.Options{Seed: seed, Budget: search.Evaluations(evaluations)})
	return t
}

// Sample hands on to the toy.
func (t *trial) Sample(r *rand.Rand) Vector {
	t.wait()
	return t.problem.Sampler.Sample(r)
}

// Mutate hands on to the toy.
func (t *trial) Mutate(r *rand.Rand, parent Vector, focus float64) Vector {
	t.wait()
	return t.problem.Mutator.Mutate(r, parent, focus)
}

// Evaluate hands on to the toy and keeps what it said. It returns another
// individual than it got, as evaluators may.
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

// watched is a context that a session asks before every evaluation, even one that
// it then refuses. So it sees an algorithm that never gives up.
type watched struct {
	context.Context
	trial *trial
}

// Err is called by the session at each evaluation.
func (w watched) Err() error {
	w.trial.wait()
	return w.Context.Err()
}

// step makes one step. A panic of the algorithm becomes an error.
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
	return t.algorithm.Step(watched{ctx, t}, t.session)
}

// over reports whether the budget is used up.
func (t *trial) over() bool { return t.session.Progress() >= 1 }

// run makes all steps.
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

// stepUntilError makes steps until one returns an error, and returns that.
func (t *trial) stepUntilError(ctx context.Context, limit int) error {
	for range limit {
		if err := t.step(ctx); err != nil {
			return err
		}
	}
	return fmt.Errorf("%d steps returned no error", limit)
}
