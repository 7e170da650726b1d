package reduce

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/testcase"
)

// Minimiser makes tests small, whatever their actions are: it executes smaller forms of a test, and replaces the test
// by a form that shows all targets that the test is needed for.
type Minimiser struct {
	*Reducer
	// Execute executes a form of a test and returns its scores. It returns false for a form that a suite cannot have,
	// such as one that does not end. first says that the test itself is executed for the first time.
	Execute func(ctx context.Context, form *testcase.Case, first bool) (fitness.Scores, bool, error)
	// Constants returns the constants in the condition of a target. Nil: they are not known.
	Constants func(fitness.ID) []any
	// Shrinks bounds the executions for one value of a test.
	Shrinks int
}

// Confirm executes a test, drops the targets that it does not show again, and reports whether any target is left.
func (m *Minimiser) Confirm(ctx context.Context, c *Candidate) (bool, error) {
	scores, ok, err := m.Execute(ctx, c.Test, true)
	if err != nil || !ok {
		return false, err
	}
	c.Scores = Covered(scores)
	c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return !m.ShowsAll(c, []fitness.ID{id}) })
	return len(c.Need) > 0, nil
}

// ConfirmAll confirms tests until more returns false, and returns those that still show a target. more may be nil.
func (m *Minimiser) ConfirmAll(ctx context.Context, cs []*Candidate, more func() bool) ([]*Candidate, error) {
	kept := cs[:0]
	for _, c := range cs {
		if more != nil && !more() {
			break
		}
		ok, err := m.Confirm(ctx, c)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// Adopt replaces a test by a form of it that shows all needed targets, and reports whether it does.
func (m *Minimiser) Adopt(ctx context.Context, c *Candidate, form *testcase.Case) (bool, error) {
	scores, ok, err := m.Execute(ctx, form, false)
	if err != nil || !ok {
		return false, err
	}
	smaller := &Candidate{Test: form, Scores: Covered(scores)}
	if !m.ShowsAll(smaller, c.Need) {
		return false, nil
	}
	c.Test, c.Scores = smaller.Test, smaller.Scores
	return true, nil
}

// DropActions removes the actions that a test does not need, from an index on and except for its last one, while more
// returns true.
func (m *Minimiser) DropActions(ctx context.Context, c *Candidate, from int, more func() bool) error {
	for i := len(c.Test.Actions) - 2; i >= from && more(); i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(c.Test.Actions), i, i+1)}
		if _, err := m.Adopt(ctx, c, smaller); err != nil {
			return err
		}
	}
	return nil
}

// Simplification says how the tests of a suite are made easy to read.
type Simplification[T Test] struct {
	// Order compares two tests: the first one is simplified first, and has to show only targets that no later test
	// shows.
	Order func(a, b T) int
	// Divide splits off tests of their own for targets that a test shows beside its main ones. It may be nil.
	Divide func(ctx context.Context, t T, s *Shares) ([]T, error)
	// Simplify makes a test simple that has to keep showing its needed targets.
	Simplify func(ctx context.Context, t T) error
}

// SimplifyAll makes tests easy to read, while allow returns true. It returns them together with the tests that
// [Simplification.Divide] adds. At its turn, a test has to show only targets that no other test shows at that moment. A
// test of an earlier suite stays as it is. With an error, the tests are as they were made until then.
func SimplifyAll[T Test](
	ctx context.Context, r *Reducer, ts []T, how Simplification[T], allow func() bool,
) (_ []T, err error) {
	s := Share(r, ts)
	order := slices.Clone(ts)
	slices.SortStableFunc(order, how.Order)
	for i := 0; i < len(order) && err == nil; i++ {
		c := order[i].Reduced()
		if c.Former != nil {
			continue
		}
		if !allow() {
			break
		}
		if own := slices.Collect(s.Own(c)); len(own) > 0 {
			c.Need = own
		}
		if how.Divide != nil {
			var more []T
			more, err = how.Divide(ctx, order[i], s)
			ts, order = append(ts, more...), append(order, more...)
		}
		s.Add(c, -1)
		if err == nil {
			err = how.Simplify(ctx, order[i])
		}
		s.Add(c, 1)
	}
	for _, t := range ts {
		if c := t.Reduced(); c.Former == nil {
			c.Need = nil
		}
	}
	Inherit(s, ts)
	return ts, err
}

// Settle reduces the needed targets of each test to those that all its executions covered, and drops tests that are
// needed for none any more: they covered the others by chance. always returns the scores that all executions of a test
// have in common.
func Settle[T Test](r *Reducer, ts []T, always func(T) fitness.Scores) []T {
	for _, t := range ts {
		c := t.Reduced()
		c.Scores = always(t)
		c.Need = Reached(c.Need, c.Scores)
	}
	return Drop(r, slices.DeleteFunc(ts, func(t T) bool { return len(t.Reduced().Need) == 0 }))
}
