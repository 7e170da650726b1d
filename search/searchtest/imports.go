package searchtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/search"
)

// takesImports imports individuals into searches, before their start and during them.
func takesImports(newAlgorithm func() search.Algorithm[Vector]) error {
	for _, toy := range []Toy{Groups(), Late(), Easy()} {
		first, second := newImporting(toy, newAlgorithm()), newImporting(toy, newAlgorithm())
		if err := errors.Join(first.run(), second.run()); err != nil {
			return fmt.Errorf("toy %s: %w", toy.Name, err)
		}
		if err := sameSearch(first.trial, second.trial); err != nil {
			return fmt.Errorf("toy %s: %w", toy.Name, err)
		}
		if err := first.check(); err != nil {
			return fmt.Errorf("toy %s: %w", toy.Name, err)
		}
	}
	return nil
}

// importing is a trial with its imported individuals, and copies to compare them with.
type importing struct {
	*trial
	rand          *rand.Rand
	shown, copies []search.Evaluated[Vector]
}

func newImporting(toy Toy, algorithm search.Algorithm[Vector]) *importing {
	const before, every, evaluations = 30, 40, 1000
	t := &importing{trial: newTrial(toy, algorithm, 5, evaluations), rand: rand.New(rand.NewPCG(5, 5))}
	for range before {
		t.show()
	}
	t.before = func(evaluation int) error {
		if evaluation%every == 0 {
			t.show()
		}
		return nil
	}
	return t
}

// show imports a sample. The toy evaluates it outside of the session.
func (t *importing) show() {
	e, err := t.problem.Evaluator.Evaluate(context.Background(), t.problem.Sampler.Sample(t.rand))
	if err != nil {
		panic(err) // toys return no errors
	}
	t.shown, t.copies = append(t.shown, e), append(t.copies, duplicate(e))
	t.session.Import(e)
}

// check checks that the session did not count imports, and that no imported individual was changed.
func (t *importing) check() error {
	if seen := t.session.Stats().Evaluations; seen != len(t.results) {
		return fmt.Errorf("%d evaluations, of which the session saw %d", len(t.results), seen)
	}
	for i := range t.shown {
		if !equal(t.shown[i], t.copies[i]) {
			return fmt.Errorf("the imported individual %v was changed to %v",
				t.copies[i].Individual, t.shown[i].Individual)
		}
	}
	return nil
}

// resumes continues a session that had used most of its budget.
func resumes(newAlgorithm func() search.Algorithm[Vector]) error {
	const used, budget = 400, 500
	t := newTrial(Numbers(), newAlgorithm(), 1, budget)
	t.session.Resume(search.Stats{Evaluations: used, Cost: used})
	if err := t.run(); err != nil {
		return err
	}
	if len(t.results) != budget-used {
		return fmt.Errorf("%d evaluations after %d of %d", len(t.results), used, budget)
	}
	alone := newTrial(Numbers(), newAlgorithm(), 1, budget-used)
	if err := alone.run(); err != nil {
		return err
	}
	if slices.EqualFunc(t.results, alone.results, func(a, b result) bool {
		return slices.Equal(a.givenCopy, b.givenCopy)
	}) {
		return errors.New("the resumed search repeats the first")
	}
	return nil
}
