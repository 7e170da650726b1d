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
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
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
func (h *Harvester) minimise(ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest, allow func() bool) ([]*candidate, error) {
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
	if smaller := (&candidate{Candidate: &reduce.Candidate{Test: other, Scores: reduce.Covered(scores)}}); h.reducer.ShowsAll(smaller.Candidate, c.Need) {
		c.Test, c.Scores, c.ran = smaller.Test, smaller.Scores, h.last
		c.calls = h.purse.now(c.calls)
	}
	return nil
}

// maxEnriched is how many members of a body are tried one by one, where all of them together are refused.
const maxEnriched = 8

// maxTold is how many tests of an operation are tried until one says more.
const maxTold = 4

// enrichAll has the body of the last call of a test say something wherever the answer shows what was said: a member
// that the simple test leaves out, or sends as "", 0 or false, gets a value, and keeps it if the answer has the value.
// So the test fails when the program loses, mixes up or stops to show the member. Of each operation that is one of the
// shortest tests of a success. The calls before hold only what the last one needs, and a test of their own says more.
// Where each of them is there for a member that is not sent, a copy of the first one says more.
// Where things stay no test is enriched: the same words in two tests may be in each other's way.
func (h *simplifier) enrichAll(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	if h.executor.Ground != nil {
		return cs, nil
	}
	var plain []*candidate
	short := slices.Clone(cs)
	slices.SortStableFunc(short, func(a, b *candidate) int { return len(a.Test.Actions) - len(b.Test.Actions) })
	tries := map[*api.Operation]int{}
	for _, c := range short {
		op, before := opOf(c), c.Test
		if c.Former != nil || len(c.Need) == 0 || tries[op] >= maxTold || c.invalid() > 0 || !h.succeeds(c) {
			continue
		}
		tries[op]++
		needed := c.Need
		c.Need = union(needed, successes(h.Harvester, slices.Collect(h.reducer.Shown(c.Candidate))))
		err := h.enrichCall(ctx, c, allow)
		if c.Need = needed; err != nil {
			return cs, err
		}
		if tries[op] == 1 {
			plain = append(plain, c)
		}
		if c.Test != before {
			tries[op], c.Fixed = maxTold+1, true
		}
	}
	plain = slices.DeleteFunc(plain, func(c *candidate) bool { return tries[opOf(c)] > maxTold })
	return h.enrichCopies(ctx, cs, plain, allow)
}

// enrichCopies adds copies of some tests that say more, and are there for the success alone.
func (h *simplifier) enrichCopies(
	ctx context.Context, cs, plain []*candidate, allow func() bool,
) ([]*candidate, error) {
	for _, c := range plain {
		more, err := h.enrichedCopy(ctx, c, allow)
		if err != nil {
			return cs, err
		}
		if more == nil {
			continue
		}
		has := func(id fitness.ID) bool { return slices.Contains(more.Need, id) }
		for _, other := range cs {
			other.Need = slices.DeleteFunc(slices.Clone(other.Need), has)
		}
		cs = append(cs, more)
	}
	return cs, nil
}

// enrichedCopy returns a copy of a test that is there for the success alone and says more, nil if it does not.
func (h *simplifier) enrichedCopy(ctx context.Context, c *candidate, allow func() bool) (*candidate, error) {
	of := *c.Candidate
	out := *c
	out.Candidate = &of
	out.Need, out.Fixed = successes(h.Harvester, slices.Collect(h.reducer.Shown(c.Candidate))), true
	if err := h.enrichCall(ctx, &out, allow); err != nil || out.Test == c.Test {
		return nil, err
	}
	h.purse.add(out.calls)
	return &out, nil
}

// union returns the targets of two lists, ascending.
func union(a, b []fitness.ID) []fitness.ID {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// succeeds reports whether the last call of a test is answered with a success.
func (h *simplifier) succeeds(c *candidate) bool {
	return len(successes(h.Harvester, slices.Collect(h.reducer.Shown(c.Candidate)))) > 0
}

func (h *simplifier) enrichCall(ctx context.Context, c *candidate, more func() bool) error {
	plain, at := c.Test.Clone(), len(c.Test.Actions)-1
	if call := plain.Actions[at].(*action.Call).Genotype; call.IsInvalid() || !genotype.Detail(call.Body) {
		plain = c.Test
	}
	dull := dullOf(plain.Actions[at].(*action.Call))
	if len(dull) == 0 || !more() {
		return nil
	}
	was := saidBefore(c.ran.of(c.Test), at)
	all := enriched(plain, at, dull, was...)
	if err := h.adopt(ctx, c, all); err != nil {
		return err
	}
	if c.Test != all {
		if plain != c.Test {
			if err := h.adopt(ctx, c, plain); err != nil || c.Test != plain {
				return err
			}
		}
		return h.enrichEach(ctx, c, dull[:min(len(dull), maxEnriched)], was, more)
	}
	shown := shownOf(c, at, dull)
	if len(shown) == len(dull) {
		return nil
	}
	fewer := plain
	if len(shown) > 0 {
		fewer = enriched(plain, at, shown, was...)
	}
	return h.adopt(ctx, c, fewer)
}

// enrichEach is enrichCall with one member after the other.
func (h *simplifier) enrichEach(ctx context.Context, c *candidate, dull []int, was []any, more func() bool) error {
	at := len(c.Test.Actions) - 1
	for _, i := range dull {
		before, ran := c.Test, c.ran
		if !more() {
			return nil
		}
		if err := h.adopt(ctx, c, enriched(before, at, []int{i}, was...)); err != nil {
			return err
		}
		if c.Test != before && len(shownOf(c, at, []int{i})) == 0 {
			c.Test, c.ran = before, ran
		}
	}
	return nil
}

// shownOf returns those of some leaves of a call whose values the last answer of the test has.
func shownOf(c *candidate, at int, leaves []int) (out []int) {
	t := c.ran.of(c.Test)
	if t == nil || len(t.Steps) == 0 {
		return nil
	}
	answer, err := value.ParseJSON(t.Steps[len(t.Steps)-1].Answer.Body)
	if err != nil {
		return nil
	}
	for i, l := range genotype.Leaves(c.Test.Actions[at].(*action.Call).Genotype) {
		if slices.Contains(leaves, i) && has(answer, l.Value()) {
			out = append(out, i)
		}
	}
	return out
}
