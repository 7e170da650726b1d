package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/ground"
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
	// answers are the answers in another process, or nil if they are not known.
	answers []answered
	// owns says that no list which the test reads shows only what others made.
	owns bool
	// left are assertions that the test does without.
	left []suite.Assertion
}

// minimise turns the best individuals of an archive into a few small tests.
// Each test covers a target that no other does, and needs each of its calls for
// that. minimise leaves out what it cannot reproduce. Once allow returns false,
// it spends no more executions on making tests smaller.
func (h *Harvester) minimise(ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest, allow func() bool) ([]*candidate, error) {
	former, err := h.confirmFormer(ctx, how)
	if err != nil {
		return nil, err
	}
	count(&h.purse, former)
	kept, err := confirmBest(ctx, h, hangingLast(open(h, split(a)), h.hangs), how.Confirm)
	if err != nil {
		return nil, err
	}
	if kept, err = h.confirmAgain(ctx, reduce.Choose(h.reducer, slices.Concat(former, kept))); err != nil {
		return nil, err
	}
	if h.executor.Facets != nil {
		kept = reduce.Choose(h.reducer, few(h, kept, maxFacetTests))
	}
	drops(how.Dropped).among(former, kept, showsNothing)
	count(&h.purse, kept)
	h.purse.held = h.purse.limit / regainShare
	defer func() { h.purse.held = 0 }()
	for _, c := range kept {
		if c.Former == nil && allow() {
			if err := h.dropCalls(ctx, c); err != nil {
				return nil, err
			}
		}
	}
	return (&simplifier{h}).simplifyAll(ctx, reduce.Drop(h.reducer, kept), allow)
}

// split makes one candidate for each call that covered something in the best
// test of a target. The candidate is the test up to that call.
func split(a *search.Archive[*testcase.Case]) (out []*candidate) {
	for _, c := range reduce.Split(a) {
		out = append(out, &candidate{Candidate: c})
	}
	return out
}

// confirmAll executes candidates for the first time, until more returns false.
// It returns those that are worth keeping.
func (h *Harvester) confirmAll(ctx context.Context, cs []*candidate, more func() bool) ([]*candidate, error) {
	kept := cs[:0]
	for i, c := range cs {
		if more != nil && !more() {
			for _, left := range cs[i:] {
				h.lost.loses(noTime, left.Need...)
			}
			break
		}
		ok, err := confirmPaid(ctx, h, c)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// confirm executes a candidate and removes the targets that it does not reach
// again. It reports whether any target is left.
func (h *Harvester) confirm(ctx context.Context, c *candidate) (ok bool, err error) {
	needed := slices.Clone(c.Need)
	defer func() {
		if h.lost.from(needed, c.Need); !ok {
			h.lost.loses(notAgain, needed...)
		}
	}()
	ok, err = slim(ctx, h, c)
	if !ok && err == nil {
		ok, err = whole(ctx, h, c)
	}
	borrowed := ground.Borrowed(h.executor.Ground)
	if ok && err == nil && h.executor.Ground != nil {
		if chosen, failed := choosing(ctx, h, c); chosen || failed != nil {
			borrowed, err = ground.Borrowed(h.executor.Ground), failed
		}
	}
	if c.owns = borrowed.Why == ""; ok && err == nil && !c.owns {
		err = own(ctx, h, c, borrowed)
	}
	return ok, err
}

// choosing has a test choose new keys for what it makes in each execution, if it then shows
// the same: the second time, a PUT that made something replaces what it made the first time.
// It reports whether the test does.
func choosing(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	form := keyedPaths(h.executor, c.Test)
	if form == nil || c.Former != nil {
		return false, nil
	}
	return better(ctx, h, c, form, len(c.Need)-1)
}

// whole confirms a candidate as it is.
func whole(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	scores, err := h.rerun(ctx, c, c.Test)
	if err != nil {
		return false, err
	}
	c.Scores = reduce.Covered(scores)
	if leaning := h.executor.Ground.Leaning(); leaning.Why != "" {
		return support(ctx, h, c, leaning)
	}
	need := c.Need
	if c.Need = reduce.Reached(need, c.Scores); len(c.Need) < len(need) && h.executor.Ground != nil {
		return anew(ctx, h, c, need)
	}
	return len(c.Need) > 0, nil
}

// slim takes a test's last call alone, or with what changes something before it, if that
// stands alone and shows all that the test is needed for. The other calls would cost as many
// in each execution, and might lean on others for nothing.
func slim(ctx context.Context, h *Harvester, c *candidate) (bool, error) {
	if h.executor.Ground == nil {
		return false, nil
	}
	for _, test := range parts(c.Test) {
		before := *c
		ok, err := better(ctx, h, c, test, len(c.Need)-1)
		if err != nil || ok && ground.Borrowed(h.executor.Ground).Why == "" {
			return ok, err
		}
		*c = before // the whole test may make what it shows
	}
	return false, nil
}

// anew has a test that no longer shows all that it is needed for choose new keys, if it
// then does. It reports whether the test shows anything of it.
func anew(ctx context.Context, h *Harvester, c *candidate, need []fitness.ID) (bool, error) {
	before, left := *c, len(c.Need)
	for _, test := range keyed(h.executor, c.Test) {
		c.Need = need
		ok, err := better(ctx, h, c, test, left)
		if ok || err != nil {
			return ok, err
		}
	}
	*c = before
	return left > 0, nil
}

// better takes another form of a test if it stands alone and shows more of what the test is
// needed for than so many targets.
func better(ctx context.Context, h *Harvester, c *candidate, test *testcase.Case, than int) (bool, error) {
	scores, made, err := attempt(ctx, h, c, test)
	if err != nil || !made || h.executor.Ground.Leaning().Why != "" {
		return false, err
	}
	reached := &candidate{Candidate: &reduce.Candidate{Test: test, Scores: reduce.Covered(scores)}}
	need := slices.DeleteFunc(slices.Clone(c.Need), func(id fitness.ID) bool { return !h.reducer.ShowsAll(reached.Candidate, []fitness.ID{id}) })
	if len(need) <= than {
		return false, nil
	}
	c.Test, c.Scores, c.Need, c.calls = test, reached.Scores, need, h.purse.last
	return true, nil
}

// confirmAgain executes the candidates again if a tracer observes the system.
// Some of its targets depend on chance: which goroutine is first, or the order
// of a map. A test that shows nothing else is not worth writing.
func (h *Harvester) confirmAgain(ctx context.Context, cs []*candidate) ([]*candidate, error) {
	if h.executor.Inside.Tracer == nil {
		return cs, nil
	}
	kept := cs[:0]
	for _, c := range cs {
		ok := true
		if !h.hangs(c.Scores) {
			var err error
			if ok, err = h.confirm(ctx, c); err != nil {
				return nil, err
			}
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// confirmMet makes candidates of the faults that came up since the search, those
// that come up meanwhile included. It leaves out those that do not come again.
func confirmMet(ctx context.Context, h *Harvester, allow func() bool) (out []*candidate, err error) {
	for i := 0; i < len(h.met.tests); i++ {
		c := &candidate{Candidate: &reduce.Candidate{Test: h.met.tests[i].test, Need: []fitness.ID{h.met.tests[i].target}}}
		ok, err := confirmPaid(ctx, h, c)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if allow() {
			if err := h.dropCalls(ctx, c); err != nil {
				return nil, err
			}
		}
		out = append(out, c)
	}
	return out, nil
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
	for before := c.Test; len(before.Actions) > 1 && len(c.Need) > 0 && !slices.ContainsFunc(c.Need, other); before = c.Test {
		if err := h.adopt(ctx, c, &testcase.Case{Actions: before.Actions[:len(before.Actions)-1]}); err != nil || c.Test == before {
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
	if err != nil {
		return nil, err
	}
	valid, err := h.valid(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, other := range []*candidate{early, valid} {
		if other != nil {
			more = append(more, other)
			h.purse.kept += other.calls
			s.Add(other.Candidate, 1)
		}
	}
	return more, nil
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
	if early.Scores = reduce.Covered(scores); !h.reducer.ShowsAll(early.Candidate, early.Need) {
		return nil, nil
	}
	if len(left) > 0 {
		c.Need = left
		return early, nil
	}
	s.Add(c.Candidate, -1)
	c.Test, c.Scores = early.Test, early.Scores
	c.calls = h.purse.now(c.calls)
	s.Add(c.Candidate, 1)
	return nil, nil
}

// by is the index of the call that shows a target.
func (c *candidate) by(id fitness.ID) int32 {
	i, known := slices.BinarySearchFunc(c.Scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) })
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
	valid.Scores, valid.calls = reduce.Covered(scores), h.purse.last
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
	if smaller := (&candidate{Candidate: &reduce.Candidate{Test: other, Scores: reduce.Covered(scores)}}); h.reducer.ShowsAll(smaller.Candidate, c.Need) {
		c.Test, c.Scores = smaller.Test, smaller.Scores
		c.calls = h.purse.now(c.calls)
	}
	return nil
}
