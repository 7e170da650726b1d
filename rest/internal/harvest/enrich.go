package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// maxEnriched is the number of members of a body that are tried one by one if all of them together are refused.
const maxEnriched = 8

// maxTold is the number of tests of an operation that are tried until one can be enriched.
const maxTold = 4

// enrichAll fills the body of the last call of tests with telling values: a member that the simple test leaves out, or
// sends as "", 0 or false, gets a value, and keeps it if the answer shows it. So the test fails when the program
// loses, mixes up or no longer shows the member. For each operation, enrichAll changes one of the shortest tests of a
// success. Earlier calls of a test stay as simple as the last call allows; tests of their own enrich them. If each of
// these tests is needed for a member that is not sent, a copy of the first one is enriched. If the system keeps
// elements, no test is enriched: the same words in two tests may conflict.
func (h *simplifier) enrichAll(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	if h.executor.Effects.Keeps() {
		return cs, nil
	}
	var plain []*candidate
	short := slices.Clone(cs)
	slices.SortStableFunc(short, func(a, b *candidate) int { return len(a.Test.Actions) - len(b.Test.Actions) })
	tries := map[*api.Operation]int{}
	for _, c := range short {
		op, before := opOf(c.Test), c.Test
		if c.Former != nil || len(c.Need) == 0 || tries[op] >= maxTold || invalid(c.Test) > 0 ||
			!h.succeeds(c.Candidate) {
			continue
		}
		tries[op]++
		needed := c.Need
		c.Need = union(needed, h.worth.successes(slices.Collect(h.worth.reducer.Shown(c.Candidate))))
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
	plain = slices.DeleteFunc(plain, func(c *candidate) bool { return tries[opOf(c.Test)] > maxTold })
	return h.enrichCopies(ctx, cs, plain, allow)
}

// enrichCopies adds enriched copies of some tests. A copy is needed only for the success.
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

// enrichedCopy returns an enriched copy of a test that is needed only for the success. It returns nil if no value was
// added.
func (h *simplifier) enrichedCopy(ctx context.Context, c *candidate, allow func() bool) (*candidate, error) {
	of := *c.Candidate
	out := *c
	out.Candidate = &of
	out.Need, out.Fixed = h.worth.successes(slices.Collect(h.worth.reducer.Shown(c.Candidate))), true
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
func (h *simplifier) succeeds(c *reduce.Candidate) bool {
	return len(h.worth.successes(slices.Collect(h.worth.reducer.Shown(c)))) > 0
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
	shown := shownOf(c.ran.of(c.Test), c.Test.Actions[at].(*action.Call), dull)
	if len(shown) == len(dull) {
		return nil
	}
	fewer := plain
	if len(shown) > 0 {
		fewer = enriched(plain, at, shown, was...)
	}
	return h.adopt(ctx, c, fewer)
}

// enrichEach works as enrichCall, but tries the members one by one.
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
		if c.Test != before && len(shownOf(c.ran.of(c.Test), c.Test.Actions[at].(*action.Call), []int{i})) == 0 {
			c.Test, c.ran = before, ran
		}
	}
	return nil
}

// shownOf returns the leaves whose values the last answer of an execution shows. The execution may be nil.
func shownOf(t *execute.Trace, c *action.Call, leaves []int) (out []int) {
	if t == nil || len(t.Steps) == 0 {
		return nil
	}
	answer, err := value.ParseJSON(t.Steps[len(t.Steps)-1].Answer.Body)
	if err != nil {
		return nil
	}
	said := scalarsIn(answer, nil)
	for i, l := range genotype.Leaves(c.Genotype) {
		if slices.Contains(leaves, i) && among(said, l.Value()) {
			out = append(out, i)
		}
	}
	return out
}
