package harvest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// newReducer returns the reducer that chooses among tests by their targets. Faults, statuses and texts of refusals
// count only for the last call of a test, so that each of them gets a test that is about it.
func newReducer(faults *api.Faults) *reduce.Reducer {
	return &reduce.Reducer{Targets: faults.Registry.Len, Last: func(id fitness.ID) bool {
		if faults.Of(id) != nil {
			return true
		}
		kind := faults.Registry.Target(id).Kind
		return kind == api.StatusTarget || kind == api.SceneTarget || kind == facet.Refusal
	}}
}

// always returns the targets that all executions of a test covered. A target inside of the program counts if most
// executions covered it: a race, for example, does not show in each.
func always(traces []*execute.Trace, inside func(fitness.ID) bool) (out fitness.Scores) {
	times := map[fitness.ID]int{}
	for _, t := range traces {
		for _, s := range t.Scores {
			if !s.Covered() {
				continue
			}
			if times[s.ID]++; times[s.ID] == 1 {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b fitness.Score) int { return cmp.Compare(a.ID, b.ID) })
	return slices.DeleteFunc(out, func(s fitness.Score) bool {
		n := times[s.ID]
		return n < len(traces) && (2*n <= len(traces) || !inside(s.ID))
	})
}

// maxFacetTests is the greatest number of tests of an operation that show nothing but facets of answers: the text of a
// refusal, a shape, a value.
const maxFacetTests = 14

// tries is the number of such tests of an operation that are executed at first if calls are limited: some do not stand
// alone.
const tries = 18

// firstOnes returns the candidates that are confirmed first if calls are limited, in their order. If the calls do not
// suffice, it makes tests be executed less often.
func (f *confirmer) firstOnes(cs []*candidate) []*candidate {
	best, calls := f.worth.few(reduce.Choose(f.worth.reducer, slices.Clone(cs)), tries), 0
	for _, c := range best {
		calls += len(c.Test.Actions)
	}
	if !f.purse.allows((f.purse.each + 1) * calls) {
		f.purse.save()
	}
	slices.SortStableFunc(best, func(a, b *candidate) int {
		return cmp.Or(f.worth.facetRank(a.Need)-f.worth.facetRank(b.Need),
			cmp.Compare(len(b.Need)*len(a.Test.Actions), len(a.Need)*len(b.Test.Actions)))
	})
	return best
}

// maxRegains is the number of tests that are tried for a lost success.
const maxRegains = 8

// regainShare is the share of the calls, one in so many, that is reserved for such tests.
const regainShare = 8

// regain adds tests for the successes of the search that none of the executed candidates shows in each execution: the
// chosen test depends on others after all, its answers change, or it was never confirmed. regain tries other tests of
// the archive that showed the success, and the recorded successful calls, as long as there are calls left.
func regain(
	ctx context.Context, h *Harvester, a *search.Archive[*testcase.Case], cs []*candidate, how problem.Harvest,
) ([]*candidate, error) {
	h.purse.held = 0
	count(h.purse, cs)
	if h.purse.kept /= h.purse.each; how.Restart == nil { // one more execution on the restarted service
		h.purse.kept = 0
	}
	shown, best := h.worth.firmly(cs), split(h, a)
	for _, id := range h.worth.successes(needed(best)) {
		if c := shown[id]; c != nil {
			if !slices.Contains(c.Need, id) {
				c.Need = append(c.Need, id)
				slices.Sort(c.Need)
			}
			continue
		}
		if !h.balance.allowed(how.Confirm)() {
			break
		}
		c, err := regained(ctx, h, id, showing(h, best, id))
		if err != nil {
			return cs, err
		}
		if c != nil {
			cs = append(cs, c)
		}
	}
	return cs, nil
}

// showing returns tests that showed a status: first the candidates, the shortest first, then the recorded successful
// calls of its operation.
func showing(h *Harvester, cs []*candidate, id fitness.ID) (out []*testcase.Case) {
	for _, c := range cs {
		if h.worth.reducer.ShowsAll(c.Candidate, []fitness.ID{id}) {
			out = append(out, c.Test)
		}
	}
	slices.SortStableFunc(out, func(a, b *testcase.Case) int { return len(a.Actions) - len(b.Actions) })
	out = out[:min(len(out), maxRegains/2)]
	name := h.executor.Faults.Registry.Target(id).Name
	if op := h.codec.API.Named(name[:strings.LastIndexByte(name, ' ')]); op != nil {
		for _, calls := range shortestFirst(h.alone.accepted(op)) {
			out = append(out, asKeptFor(h, calls))
		}
	}
	return out[:min(len(out), maxRegains)]
}

// asKeptFor returns a test of recorded calls. A service that is reset answers them as before. If the system keeps
// elements, the calls create the elements that they need again.
func asKeptFor(h *Harvester, calls []*action.Call) *testcase.Case {
	last := len(calls) - 1
	if h.executor.Effects.Keeps() {
		return prepared(h.executor, following(&testcase.Case{Actions: []testcase.Action{calls[last]}}, calls[:last]))
	}
	return following(&testcase.Case{}, calls)
}

// regained returns the first test that shows a target in each execution. It returns nil if there is none, or if there
// are no calls for it.
func regained(ctx context.Context, h *Harvester, id fitness.ID, tests []*testcase.Case) (*candidate, error) {
	for _, test := range tests {
		c := newCandidate(test.Clone(), id)
		delete(h.alone.vain, opOf(c.Test)) // a success deserves as many tries to stand alone as the first test had
		if !h.purse.affords(len(test.Actions)) {
			continue
		}
		ok, err := h.confirmer.confirm(ctx, c)
		if err != nil {
			return nil, err
		}
		if !ok || !h.purse.allows(h.purse.each*c.calls) {
			continue
		}
		alone := []*candidate{c}
		begin(alone)
		if err := h.repeater.rounds(ctx, alone); err != nil {
			return nil, err
		}
		if h.worth.firmly(alone)[id] != nil {
			return c, nil
		}
	}
	return nil, nil
}
