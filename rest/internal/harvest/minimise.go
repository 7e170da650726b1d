package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// candidate is a test on its way into the suite.
type candidate struct {
	*reduce.Candidate
	// name is the name of the test in the suite, once it has one.
	name string
	// leaks says that the test is there to show a goroutine leak, if that is
	// known before its execution.
	leaks bool
	// calls is how many HTTP calls its last execution took, those of log-ins included.
	calls int
	// ran is the execution that its test comes from.
	ran ran
	// firm is its last form that was executed often enough, nil for none.
	firm *firm
	// last is an execution that it was written from, nil before it is written.
	last *execute.Trace
	// seen is its execution in the search, nil where that is not kept.
	seen *execute.Trace
	// answers are the answers in another process, or nil if they are not known.
	answers []lowering.Answer
	// owns says that no list which the test reads shows only what others made.
	owns bool
	// look is an operation that shows what came of the last call, nil for none.
	look *api.Operation
	// idle says that the last call is not made, so that look shows how it is without it.
	idle bool
	// left are assertions that the test does without.
	left []suite.Assertion
}

// minimise turns the best individuals of an archive into a few small tests.
// Each test covers a target that no other does, and needs each of its calls for
// that. minimise leaves out what it cannot reproduce. Once allow returns false,
// it spends no more executions on making tests smaller. With an error, it returns the
// tests that were confirmed until then.
func (h *Harvester) minimise(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest, allow func() bool,
) ([]*candidate, error) {
	former, err := h.confirmFormer(ctx, how)
	count(&h.purse, former)
	found := hangingLast(open(h, split(h, a)), h.hangs)
	if err != nil {
		tooLate(h, found)
		return former, err
	}
	kept, err := confirmBest(ctx, h, found, allowed(h, how.Confirm))
	kept = reduce.Choose(h.reducer, slices.Concat(former, kept))
	if err == nil {
		kept, err = h.confirmAgain(ctx, kept, allow)
	}
	if h.executor.Facets != nil {
		kept = reduce.Choose(h.reducer, few(h, kept, maxFacetTests))
	}
	drops(how.Dropped).among(former, kept, showsNothing)
	count(&h.purse, kept)
	h.firm = slices.DeleteFunc(h.firm, func(c *candidate) bool { return !slices.Contains(kept, c) })
	spares(h, how.Allow)
	h.purse.held = h.purse.limit / regainShare
	for _, c := range kept {
		if err == nil && c.Former == nil && allow() {
			err = h.dropCalls(ctx, c)
		}
	}
	if kept = reduce.Drop(h.reducer, kept); err != nil {
		return kept, err
	}
	return (&simplifier{h}).simplifyAll(ctx, kept, allow)
}

// dropCalls removes the calls on which the needed targets do not depend. A
// resource that the system has from the beginning may serve as well as one that
// a call made, so it also tries plain ids. Where tests leave behind what they
// make, nothing tells these from those of other tests.
func (h *Harvester) dropCalls(ctx context.Context, c *candidate) error {
	if err := dropEnd(ctx, h, c); err != nil {
		return err
	}
	for i := len(c.Test.Actions) - 2; i >= 0; i-- {
		before := c.Test
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(before.Actions), i, i+1)}
		if err := h.adopt(ctx, c, smaller); err != nil {
			return err
		}
		if plain := smaller.Clone(); h.executor.Ground == nil && c.Test == before && plainPaths(plain) {
			if err := h.adopt(ctx, c, plain); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropEnd removes the last calls of a test that is needed for a leak alone: a leak shows at the
// end of its test, whichever call it comes from.
func dropEnd(ctx context.Context, h *Harvester, c *candidate) error {
	other := func(id fitness.ID) bool { return !h.executor.Faults.IsLeak(id) }
	for before := c.Test; len(before.Actions) > 1 && len(c.Need) > 0 &&
		!slices.ContainsFunc(c.Need, other); before = c.Test {
		if err := h.adopt(ctx, c, &testcase.Case{Actions: before.Actions[:len(before.Actions)-1]}); err != nil ||
			c.Test == before {
			return err
		}
	}
	return nil
}

// divide makes tests of their own for what a test shows beside what it is about.
func (h *simplifier) divide(ctx context.Context, c *candidate, s *reduce.Shares) (more []*candidate, err error) {
	if !h.purse.allows(2 * (h.purse.each + 1) * c.calls) {
		return nil, nil
	}
	early, err := h.cut(ctx, c, s)
	var valid *candidate
	if err == nil {
		valid, err = h.valid(ctx, c)
	}
	for _, other := range []*candidate{early, valid} {
		if other != nil {
			more = append(more, other)
			h.purse.add(other.calls)
			s.Add(other.Candidate, 1)
		}
	}
	return more, err
}

// cut makes a test of its own for what calls before the last one show, if they show
// it without the last one. A test is about its last call, and what another one shows
// would keep that call in the test. If the last call shows nothing that is needed, it
// is cut off, and cut returns nil.
func (h *simplifier) cut(ctx context.Context, c *candidate, s *reduce.Shares) (*candidate, error) {
	last := int32(len(c.Test.Actions) - 1)
	early, at := &candidate{Candidate: &reduce.Candidate{}}, int32(-1)
	var left []fitness.ID
	for _, id := range c.Need {
		if by := c.by(id); by < last {
			early.Need, at = append(early.Need, id), max(at, by)
		} else {
			left = append(left, id)
		}
	}
	if at < 0 {
		return nil, nil
	}
	early.Test = c.Test.Clone()
	early.Test.Actions = early.Test.Actions[:at+1]
	scores, made, err := attempt(ctx, h.Harvester, early, early.Test)
	if err != nil || !made {
		return nil, err
	}
	if early.Scores, early.ran = reduce.Covered(scores), h.last; !h.reducer.ShowsAll(early.Candidate, early.Need) {
		return nil, nil
	}
	if len(left) > 0 {
		c.Need = left
		return early, nil
	}
	s.Add(c.Candidate, -1)
	c.Test, c.Scores, c.ran = early.Test, early.Scores, early.ran
	c.calls = h.purse.now(c.calls)
	s.Add(c.Candidate, 1)
	return nil, nil
}

// by is the index of the call that shows a target.
func (c *candidate) by(id fitness.ID) int32 {
	i, known := slices.BinarySearchFunc(c.Scores, id, func(s fitness.Score, id fitness.ID) int {
		return int(s.ID - id)
	})
	if !known {
		return int32(len(c.Test.Actions) - 1)
	}
	return c.Scores[i].Action
}

// valid makes a copy of a test without its invalid data. The original is then
// needed only for what takes invalid data. valid returns nil if one test is
// enough.
func (h *simplifier) valid(ctx context.Context, c *candidate) (*candidate, error) {
	valid := &candidate{Candidate: &reduce.Candidate{Test: c.Test.Clone()}}
	last := valid.Test.Actions[len(valid.Test.Actions)-1].(*action.Call)
	if !last.Genotype.IsInvalid() {
		return nil, nil
	}
	last.Genotype.MakeValid()
	scores, made, err := attempt(ctx, h.Harvester, c, valid.Test)
	if err != nil || !made {
		return nil, err
	}
	valid.Scores, valid.calls, valid.ran = reduce.Covered(scores), h.purse.last, h.last
	var left []fitness.ID
	for _, id := range c.Need {
		if h.reducer.ShowsAll(valid.Candidate, []fitness.ID{id}) {
			valid.Need = append(valid.Need, id)
		} else {
			left = append(left, id)
		}
	}
	if len(left) == 0 || len(valid.Need) == 0 {
		return nil, nil
	}
	c.Need = left
	return valid, nil
}

// adopt replaces the test of a candidate if the other test shows all that is
// needed, and sends nothing by accident that the schema does not want.
func (h *Harvester) adopt(ctx context.Context, c *candidate, other *testcase.Case) error {
	if sound(c.Test) && !sound(other) {
		return nil
	}
	scores, made, err := attempt(ctx, h, c, other)
	if err != nil {
		return err
	}
	if !made || h.executor.Ground.Leaning().Why != "" || c.owns && ground.Borrowed(h.executor.Ground).Why != "" {
		return nil
	}
	smaller := &reduce.Candidate{Test: other, Scores: reduce.Covered(scores)}
	if h.reducer.ShowsAll(smaller, c.Need) {
		c.Test, c.Scores, c.ran = smaller.Test, smaller.Scores, h.last
		c.calls = h.purse.now(c.calls)
	}
	return nil
}
