package function

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// minimise turns the best tests of an archive into few small ones: each covers a
// target that no other does, and each call in it is needed for that. What cannot
// be reproduced is left out. Once allow says no, no more executions are spent on
// making tests smaller.
func (h *harvester) minimise(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest, allow func() bool,
) ([]*reduce.Candidate, error) {
	former, err := h.confirmFormer(ctx, how.Former)
	if err != nil {
		return nil, err
	}
	more := func() bool {
		return how.Confirm == nil || how.Confirm(problem.Work{Actions: h.spent}, problem.Work{})
	}
	kept, err := h.confirmAll(ctx, reduce.Split(a), more)
	if err != nil {
		return nil, err
	}
	kept = reduce.Choose(h.reducer(), slices.Concat(former, kept))
	if h.executor.inside.tracer != nil { // some of what is inside is up to chance
		if kept, err = h.confirmAll(ctx, kept, nil); err != nil {
			return nil, err
		}
	}
	for _, c := range kept {
		if c.Former == nil && allow() {
			if err := h.dropCalls(ctx, c); err != nil {
				return nil, err
			}
		}
	}
	return h.simplifyAll(ctx, reduce.Drop(h.reducer(), kept), allow)
}

// confirmAll executes tests for the first time, until more says no, and returns
// those that are worth it.
func (h *harvester) confirmAll(
	ctx context.Context, cs []*reduce.Candidate, more func() bool,
) ([]*reduce.Candidate, error) {
	kept := cs[:0]
	for _, c := range cs {
		if more != nil && !more() {
			break
		}
		ok, err := h.confirm(ctx, c)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// confirm executes a test, drops the targets that it does not reach again, and
// reports whether any is left. A test that does not come to its end, or ends the
// goroutine that it runs in, cannot be written: its fault stays in the report.
func (h *harvester) confirm(ctx context.Context, c *reduce.Candidate) (bool, error) {
	for id := range h.reducer().Shown(c) {
		if f := h.executor.faults.of[id]; f != nil && f.Code == CodeHang {
			return false, nil
		}
	}
	t, err := h.execute(ctx, c.Test, false)
	if err != nil || !t.whole(c.Test) {
		return false, err
	}
	c.Scores = reduce.Covered(t.scores)
	c.Need = reduce.Reached(c.Need, c.Scores)
	return len(c.Need) > 0, nil
}

// whole reports whether all calls of a test were made and came to an end that a
// written test can show.
func (t *trace) whole(test *testcase.Case) bool {
	return len(t.steps) == len(test.Actions) && !slices.ContainsFunc(t.steps, func(o *observation) bool {
		return o.outcome > panicked
	})
}

// dropCalls removes the calls that the needed targets do not depend on: all but
// the last at once, which is enough for functions that remember nothing, else
// one by one.
func (h *harvester) dropCalls(ctx context.Context, c *reduce.Candidate) error {
	last := len(c.Test.Actions) - 1
	if last > 0 {
		if ok, err := h.adopt(ctx, c, &testcase.Case{Actions: c.Test.Actions[last:]}); err != nil || ok {
			return err
		}
	}
	for i := last - 1; i >= 0; i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(c.Test.Actions), i, i+1)}
		if _, err := h.adopt(ctx, c, smaller); err != nil {
			return err
		}
	}
	return nil
}

// adopt replaces a test by another one that shows all that is needed, and
// reports whether it does.
func (h *harvester) adopt(ctx context.Context, c *reduce.Candidate, other *testcase.Case) (bool, error) {
	t, err := h.attempt(ctx, other)
	if err != nil {
		return false, err
	}
	smaller := &reduce.Candidate{Test: other, Scores: reduce.Covered(t.scores)}
	if !t.whole(other) || !h.reducer().ShowsAll(smaller, c.Need) {
		return false, nil
	}
	c.Test, c.Scores = smaller.Test, smaller.Scores
	return true, nil
}

// simplifyAll makes the tests easy to read. When it is its turn, a test has to
// show only what no other does at that moment; the longest come first, so that
// what was covered on the way is the business of the plainer tests.
func (h *harvester) simplifyAll(
	ctx context.Context, cs []*reduce.Candidate, allow func() bool,
) ([]*reduce.Candidate, error) {
	s := reduce.Share(h.reducer(), cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *reduce.Candidate) int {
		return cmp.Or(len(b.Test.Actions)-len(a.Test.Actions), len(a.Scores)-len(b.Scores))
	})
	for _, c := range order {
		if c.Former != nil {
			continue // it stays as it is
		}
		if !allow() {
			break
		}
		if own := slices.Collect(s.Own(c)); len(own) > 0 {
			c.Need = own
		}
		s.Add(c, -1)
		if err := (&simplifier{h}).simplify(ctx, c, allow); err != nil {
			return nil, err
		}
		s.Add(c, 1)
	}
	for _, c := range cs {
		c.Need = nil
	}
	reduce.Inherit(s, cs)
	return reduce.Drop(h.reducer(), cs), nil
}
