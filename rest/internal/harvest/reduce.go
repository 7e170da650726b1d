package harvest

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
)

// newReducer returns what chooses among tests by what they show. Of faults and
// status codes, and of what refusals say, a test shows only those of its last call, so that each gets a test
// that is about it.
func newReducer(faults *api.Faults) *reduce.Reducer {
	return &reduce.Reducer{Targets: faults.Registry.Len, Last: func(id fitness.ID) bool {
		if faults.Of(id) != nil {
			return true
		}
		kind := faults.Registry.Target(id).Kind
		return kind == api.StatusTarget || kind == facet.Refusal
	}}
}

// settle removes from each candidate the targets that not all of its executions
// covered. It then removes the candidates that are no longer needed for
// anything, because their targets depended on chance.
func settle(r *reduce.Reducer, cs []*candidate, traces map[*candidate][]*execute.Trace) []*candidate {
	for _, c := range cs {
		c.Scores = reduce.Covered(slices.Clone(traces[c][0].Scores))
		for _, t := range traces[c][1:] {
			c.Scores = slices.DeleteFunc(c.Scores, func(s fitness.Score) bool { return t.Scores.Of(s.ID) < 1 })
		}
		c.Need = reduce.Reached(c.Need, c.Scores)
	}
	return reduce.Drop(r, slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 }))
}

// maxFacetTests is how many tests of an operation there are at most that show nothing
// but what answers had: what a refusal says, a shape, a value.
const maxFacetTests = 12

// open takes out what turned out to be no target, and candidates of nothing else.
func open(h *Harvester, cs []*candidate) []*candidate {
	if h.executor.Facets == nil {
		return cs
	}
	closed := h.executor.Facets.Closed()
	for _, c := range cs {
		c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return closed[id] })
		c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s fitness.Score) bool { return closed[s.ID] })
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 })
}

// facetRank is 0 for a candidate that shows more than what answers had, else higher the
// less it says.
func facetRank(h *Harvester, c *candidate) int {
	rank := 5
	for _, id := range c.Need {
		switch h.executor.Faults.Registry.Target(id).Kind {
		case facet.Refusal:
			rank = min(rank, 1)
		case facet.Shape:
			rank = min(rank, 2)
		case facet.Value:
			rank = min(rank, 3)
		case facet.Input:
			rank = min(rank, 4)
		default:
			return 0
		}
	}
	return rank
}

// few leaves out candidates beyond maxFacetTests of an operation. Those of refusals stay
// before those of shapes, these before those of values, and of these the ones that show
// more. Tests of an earlier suite stay and count.
func few(h *Harvester, cs []*candidate) []*candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(later(a)-later(b), facetRank(h, a)-facetRank(h, b), len(b.Need)-len(a.Need))
	})
	of, out := map[*api.Operation]int{}, map[*candidate]bool{}
	for _, c := range order {
		if facetRank(h, c) == 0 {
			continue
		}
		op := c.Test.Actions[len(c.Test.Actions)-1].(*action.Call).Op
		of[op]++
		out[c] = of[op] > maxFacetTests && c.Former == nil
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return out[c] })
}

// later is 0 for a test of an earlier suite and 1 for others.
func later(c *candidate) int {
	if c.Former != nil {
		return 0
	}
	return 1
}

// confirmBest confirms candidates as [Harvester.confirmAll] does. Where calls are
// limited, those that show most for a call come first, and others only for what these
// do not show.
func confirmBest(ctx context.Context, h *Harvester, cs []*candidate, more func() bool) ([]*candidate, error) {
	if h.purse.limit == 0 {
		return h.confirmAll(ctx, cs, more)
	}
	needs, missing := map[*candidate][]fitness.ID{}, map[fitness.ID]bool{}
	for _, c := range cs {
		needs[c] = c.Need
		for _, id := range c.Need {
			missing[id] = true
		}
	}
	best, calls := reduce.Choose(h.reducer, slices.Clone(cs)), 0
	for _, c := range best {
		calls += len(c.Test.Actions)
	}
	h.purse.save(calls, leastExecutions)
	slices.SortStableFunc(best, func(a, b *candidate) int {
		return cmp.Or(facetRank(h, a)-facetRank(h, b), cmp.Compare(len(b.Need)*len(a.Test.Actions), len(a.Need)*len(b.Test.Actions)))
	})
	var kept []*candidate
	for _, c := range append(best, slices.DeleteFunc(cs, func(c *candidate) bool { return slices.Contains(best, c) })...) {
		c.Need = slices.DeleteFunc(slices.Clone(needs[c]), func(id fitness.ID) bool { return !missing[id] })
		if len(c.Need) == 0 {
			continue
		}
		ok, err := h.confirmAll(ctx, []*candidate{c}, more)
		if err != nil {
			return nil, err
		}
		for _, k := range ok {
			for _, id := range k.Need {
				delete(missing, id)
			}
		}
		kept = append(kept, ok...)
	}
	return kept, nil
}
