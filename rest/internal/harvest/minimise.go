package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// minimise turns the best individuals of an archive into a few small tests. Each test covers a target that no other
// test covers, and needs each of its calls for that. minimise leaves out tests whose targets do not appear again. Once
// allow returns false, it stops making tests smaller. With an error, it returns the tests that were confirmed until
// then.
func (h *Harvester) minimise(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest, allow func() bool,
) ([]*candidate, error) {
	former, err := h.confirmFormer(ctx, how)
	count(h.purse, former)
	found := hangingLast(h.worth.open(split(h, a)), h.worth.hangs)
	if err != nil {
		h.confirmer.tooLate(found)
		return former, err
	}
	kept, err := h.confirmer.confirmBest(ctx, found, h.balance.allowed(how.Confirm))
	kept = reduce.Choose(h.worth.reducer, slices.Concat(former, kept))
	if err == nil {
		kept, err = h.confirmer.confirmAgain(ctx, kept, allow)
	}
	if h.worth.facets != nil {
		kept = reduce.Choose(h.worth.reducer, h.worth.few(kept, maxFacetTests))
	}
	drops(how.Dropped, former, kept, showsNothing)
	count(h.purse, kept)
	h.balance.firm = slices.DeleteFunc(h.balance.firm, func(c *candidate) bool { return !slices.Contains(kept, c) })
	h.balance.spares(how.Allow)
	h.purse.held = h.purse.limit / regainShare
	for _, c := range kept {
		if err == nil && c.Former == nil && allow() {
			err = h.runner.shaping(c).dropCalls(ctx)
		}
	}
	if kept = reduce.Drop(h.worth.reducer, kept); err != nil {
		return kept, err
	}
	s := h.simplifier()
	s.further = h.balance.further(how.Allow)
	return s.simplifyAll(ctx, kept, allow)
}

func (h *Harvester) simplifier() *simplifier {
	return &simplifier{runner: h.runner, alone: h.alone}
}
