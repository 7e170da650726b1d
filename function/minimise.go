package function

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxSimplifications bounds the executions for simplifying one test, and maxShrinks those for one value.
	maxSimplifications = 300
	maxShrinks         = 80
)

// minimise makes few small tests of the best tests of an archive. Each covers a target that no other test covers, and
// needs each of its calls for that. Tests that cannot be reproduced are left out. Once allow returns false, no further
// executions are used to make tests smaller.
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
	m := h.minimiser()
	kept, err := m.ConfirmAll(ctx, slices.DeleteFunc(reduce.Split(a), h.hangs), more)
	if err != nil {
		return nil, err
	}
	kept = reduce.Choose(h.reducer(), slices.Concat(former, kept))
	if h.executor.inside.tracer != nil { // scores inside of the functions may differ by chance
		if kept, err = m.ConfirmAll(ctx, kept, nil); err != nil {
			return nil, err
		}
	}
	for _, c := range kept {
		if c.Former == nil && allow() {
			if err := h.dropCalls(ctx, m, c); err != nil {
				return nil, err
			}
		}
	}
	kept = reduce.Drop(h.reducer(), kept)
	if kept, err = reduce.SimplifyAll(ctx, h.reducer(), kept, h.simplification(m, allow), allow); err != nil {
		return nil, err
	}
	return reduce.Drop(h.reducer(), kept), nil
}

// minimiser returns a minimiser that executes tests. A test whose execution does not complete, or ends its goroutine,
// cannot be written; its fault stays in the report.
func (h *harvester) minimiser() *reduce.Minimiser {
	return &reduce.Minimiser{
		Reducer: h.reducer(), Constants: h.executor.inside.known.Values, Shrinks: maxShrinks,
		Execute: func(ctx context.Context, form *testcase.Case, first bool) (fitness.Scores, bool, error) {
			execute := h.attempt
			if first {
				execute = h.patiently
			}
			t, err := execute(ctx, form)
			return t.scores, err == nil && t.whole(form), err
		},
	}
}

// hangs reports whether a test is kept for a call that hangs.
func (h *harvester) hangs(c *reduce.Candidate) bool {
	for id := range h.reducer().Shown(c) {
		if f := h.executor.faults.of[id]; f != nil && f.Code == CodeHang {
			return true
		}
	}
	return false
}

// whole reports whether all calls of a test were made, with outcomes that a written test can show.
func (t *trace) whole(test *testcase.Case) bool {
	return len(t.steps) == len(test.Actions) && !slices.ContainsFunc(t.steps, func(o *observation) bool {
		return o.outcome > panicked
	})
}

// dropCalls removes calls that the needed targets do not depend on. It first tries to remove all but the last at once,
// which is right for functions without state, and else removes them one by one.
func (h *harvester) dropCalls(ctx context.Context, m *reduce.Minimiser, c *reduce.Candidate) error {
	if last := len(c.Test.Actions) - 1; last > 0 {
		if ok, err := m.Adopt(ctx, c, &testcase.Case{Actions: c.Test.Actions[last:]}); err != nil || ok {
			return err
		}
	}
	return m.DropActions(ctx, c, 0, func() bool { return true })
}

// simplification returns the settings by which tests are simplified, the longest first.
func (h *harvester) simplification(m *reduce.Minimiser, allow func() bool) reduce.Simplification[*reduce.Candidate] {
	return reduce.Simplification[*reduce.Candidate]{
		Order: func(a, b *reduce.Candidate) int {
			return cmp.Or(len(b.Test.Actions)-len(a.Test.Actions), len(a.Scores)-len(b.Scores))
		},
		Simplify: func(ctx context.Context, c *reduce.Candidate) error { return h.simplify(ctx, m, c, allow) },
	}
}

// simplify simplifies the arguments of a test as far as its targets do not depend on them. It begins with the last
// call, which the test is about: with simple arguments that call may need fewer calls before it.
func (h *harvester) simplify(
	ctx context.Context, m *reduce.Minimiser, c *reduce.Candidate, allow func() bool,
) error {
	left := maxSimplifications
	more := func() bool { left--; return left >= 0 && allow() }
	if err := m.SimplifyAction(ctx, c, len(c.Test.Actions)-1, more); err != nil {
		return err
	}
	if err := h.dropCalls(ctx, m, c); err != nil {
		return err
	}
	for i := len(c.Test.Actions) - 2; i >= 0; i-- {
		if err := m.SimplifyAction(ctx, c, i, more); err != nil {
			return err
		}
	}
	return nil
}
