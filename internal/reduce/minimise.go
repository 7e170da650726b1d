package reduce

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/testcase"
)

// Minimiser makes tests small, whatever their actions are: it executes smaller forms of a test, and a form that shows
// all that the test is needed for takes its place.
type Minimiser struct {
	*Reducer
	// Execute executes a form of a test and returns its scores, and false for a form that a suite cannot have, such as
	// one that does not come to its end. first says that the test itself is executed for the first time.
	Execute func(ctx context.Context, form *testcase.Case, first bool) (fitness.Scores, bool, error)
	// Constants returns those of the condition of a target. It is nil where nobody knows them.
	Constants func(fitness.ID) []any
	// Shrinks is how many executions go into one value of a test at most.
	Shrinks int
}

// Confirm executes a test, drops the targets that it does not show again, and reports whether any is left.
func (m *Minimiser) Confirm(ctx context.Context, c *Candidate) (bool, error) {
	scores, ok, err := m.Execute(ctx, c.Test, true)
	if err != nil || !ok {
		return false, err
	}
	c.Scores = Covered(scores)
	c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return !m.ShowsAll(c, []fitness.ID{id}) })
	return len(c.Need) > 0, nil
}

// ConfirmAll confirms tests, until more says no, and returns those that are worth it. more may be nil.
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

// Adopt replaces a test by a form of it that shows all that is needed, and reports whether it does.
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

// DropActions removes the actions from an index on that a test does not need, but for its last one, while more allows
// it.
func (m *Minimiser) DropActions(ctx context.Context, c *Candidate, from int, more func() bool) error {
	for i := len(c.Test.Actions) - 2; i >= from && more(); i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(c.Test.Actions), i, i+1)}
		if _, err := m.Adopt(ctx, c, smaller); err != nil {
			return err
		}
	}
	return nil
}

// Simplification is how the tests of a suite are made easy to read.
type Simplification[T Test] struct {
	// Order says which of two tests has its turn first: what is covered on the way is the business of later ones.
	Order func(a, b T) int
	// Divide makes tests of their own for what a test shows beside what it is about. It is nil for none.
	Divide func(ctx context.Context, t T, s *Shares) ([]T, error)
	// Simplify makes a test simple that has to show what it is needed for.
	Simplify func(ctx context.Context, t T) error
}

// SimplifyAll makes tests easy to read, while allow says yes, and returns them with those that [Simplification.Divide]
// adds. At its turn, a test has to show only what no other test shows at that moment. A test of an earlier suite stays
// as it is. With an error, the tests are as they were made until then.
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

// Settle leaves each test with what it covers for sure, and drops those that are needed for nothing any more: what they
// were kept for was up to chance. always returns what all executions of a test covered.
func Settle[T Test](r *Reducer, ts []T, always func(T) fitness.Scores) []T {
	for _, t := range ts {
		c := t.Reduced()
		c.Scores = always(t)
		c.Need = Reached(c.Need, c.Scores)
	}
	return Drop(r, slices.DeleteFunc(ts, func(t T) bool { return len(t.Reduced().Need) == 0 }))
}
