package searchtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

func stepsEvaluate(newAlgorithm func() search.Algorithm[Vector]) error {
	for _, toy := range Toys() {
		t := newTrial(toy, newAlgorithm(), 1, 500)
		if err := t.run(); err != nil {
			return fmt.Errorf("toy %s: %w", toy.Name, err)
		}
		if seen := t.session.Stats().Evaluations; seen != len(t.results) {
			return fmt.Errorf("toy %s: %d evaluations, of which the session saw %d", toy.Name, len(t.results), seen)
		}
	}
	return nil
}

func budgetEndsIt(newAlgorithm func() search.Algorithm[Vector]) error {
	t := newTrial(Numbers(), newAlgorithm(), 1, 100)
	err := t.stepUntilError(context.Background(), 200)
	return expect(err, search.ErrBudget)
}

func contextEndsIt(newAlgorithm func() search.Algorithm[Vector]) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	t := newTrial(Numbers(), newAlgorithm(), 1, 500)
	t.before = func(evaluation int) error {
		if evaluation == 100 {
			cancel()
		}
		return nil
	}
	err := t.stepUntilError(ctx, 100)
	return expect(err, context.Canceled)
}

func failureEndsIt(newAlgorithm func() search.Algorithm[Vector]) error {
	failure := errors.New("the system is dead")
	t := newTrial(Numbers(), newAlgorithm(), 1, 500)
	t.before = func(evaluation int) error {
		if evaluation >= 100 {
			return failure
		}
		return nil
	}
	err := t.stepUntilError(context.Background(), 100)
	return expect(err, failure)
}

// expect returns an error unless got is the error want.
func expect(got, want error) error {
	if errors.Is(got, want) {
		return nil
	}
	return fmt.Errorf("got %q, want %q", got, want)
}

func nothingReached(newAlgorithm func() search.Algorithm[Vector]) error {
	toy := Numbers()
	toy.Score = func(Vector, func(int, float64)) {}
	return newTrial(toy, newAlgorithm(), 1, 500).run()
}

func repeats(newAlgorithm func() search.Algorithm[Vector]) error {
	for _, toy := range []Toy{Infeasible(), Anywhere()} {
		first, second := newTrial(toy, newAlgorithm(), 7, 1000), newTrial(toy, newAlgorithm(), 7, 1000)
		if err := errors.Join(first.run(), second.run()); err != nil {
			return err
		}
		if err := sameSearch(first, second); err != nil {
			return fmt.Errorf("toy %s: %w", toy.Name, err)
		}
	}
	return nil
}

// sharesNothing compares a search that runs alone with the same search taking turns with another.
func sharesNothing(newAlgorithm func() search.Algorithm[Vector]) error {
	alone := newTrial(Late(), newAlgorithm(), 3, 1000)
	if err := alone.run(); err != nil {
		return err
	}
	turn, other := newTrial(Late(), newAlgorithm(), 3, 1000), newTrial(Late(), newAlgorithm(), 4, 10_000)
	for !turn.over() {
		err := turn.step(context.Background())
		if err == nil {
			err = other.step(context.Background())
		}
		if err != nil && !errors.Is(err, search.ErrBudget) {
			return err
		}
	}
	return sameSearch(alone, turn)
}

func sameSearch(a, b *trial) error {
	for i := range min(len(a.results), len(b.results)) {
		if x, y := a.results[i].givenCopy, b.results[i].givenCopy; !slices.Equal(x, y) {
			return fmt.Errorf("evaluation %d is of %v in one run, of %v in the other", i+1, x, y)
		}
	}
	if len(a.results) != len(b.results) {
		return fmt.Errorf("%d evaluations in one run, %d in the other", len(a.results), len(b.results))
	}
	return nil
}

func keepsEvaluated(newAlgorithm func() search.Algorithm[Vector]) error {
	t := newTrial(Anywhere(), newAlgorithm(), 1, 2000)
	if err := t.run(); err != nil {
		return err
	}
	for i, r := range t.results {
		if !slices.Equal(r.given, r.givenCopy) || !equal(r.evaluated, r.copy) {
			return fmt.Errorf("the individual of evaluation %d was changed later", i+1)
		}
	}
	return t.checkArchive()
}

// checkArchive checks that each individual in the archive is unchanged since the evaluator returned it.
func (t *trial) checkArchive() error {
	known := map[*int]search.Evaluated[Vector]{}
	for _, r := range t.results {
		known[&r.evaluated.Individual[0]] = r.copy
	}
	var err error
	t.session.Archive().Each(func(_ fitness.ID, e *search.Evaluated[Vector], _ float64) {
		if len(e.Individual) == 0 || !equal(*e, known[&e.Individual[0]]) {
			err = fmt.Errorf("an evaluated individual was changed later: %v", *e)
		}
	})
	return err
}

func equal(a, b search.Evaluated[Vector]) bool {
	return slices.Equal(a.Individual, b.Individual) && slices.Equal(a.Scores, b.Scores) &&
		a.Size == b.Size && a.Cost == b.Cost
}

func noStarvation(newAlgorithm func() search.Algorithm[Vector]) error {
	return covers(Easy(), Easy().Feasible, newAlgorithm)
}

// lateTargets has an easy version of a toy, so that even random search covers enough.
func lateTargets(newAlgorithm func() search.Algorithm[Vector]) error {
	toy := Late()
	toy.Limit = 4
	toy.Score = func(v Vector, reach func(int, float64)) {
		for i, x := range v {
			reach(i, scoreOfHit(x == i%4))
			if x != i%4 {
				return
			}
			reach(6+i, 0.5)
		}
	}
	return covers(toy, 3, newAlgorithm)
}

// covers runs three searches of 4,000 evaluations. Each has to cover the wanted number of targets.
func covers(toy Toy, want int, newAlgorithm func() search.Algorithm[Vector]) error {
	for seed := range uint64(3) {
		t := newTrial(toy, newAlgorithm(), seed, 4000)
		if err := t.run(); err != nil {
			return err
		}
		if got := t.session.Stats().Covered; got < want {
			return fmt.Errorf("%d targets covered with seed %d, want %d", got, seed, want)
		}
	}
	return nil
}
