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

// newReducer returns what chooses among tests by what they show. Of faults and
// status codes, and of what refusals say, a test shows only those of its last call, so that each gets a test
// that is about it.
func newReducer(faults *api.Faults) *reduce.Reducer {
	return &reduce.Reducer{Targets: faults.Registry.Len, Last: func(id fitness.ID) bool {
		if faults.Of(id) != nil {
			return true
		}
		kind := faults.Registry.Target(id).Kind
		return kind == api.StatusTarget || kind == api.SceneTarget || kind == facet.Refusal
	}}
}

// always returns what all executions of a test covered, and of what shows inside of the program alone what most of them
// covered: two goroutines do not meet in each.
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

// maxFacetTests is how many tests of an operation there are at most that show nothing
// but what answers had: what a refusal says, a shape, a value.
const maxFacetTests = 14

// tries is how many such tests of an operation are executed at first where calls are
// limited: some do not stand alone.
const tries = 18

// firstOnes returns the candidates that are confirmed first where calls are limited, in their
// order, and has tests executed more seldom if the calls do not suffice.
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

// maxRegains is how many tests are tried for a success that was lost.
const maxRegains = 8

// regainShare is the part of the calls, one of so many, that making tests smaller, and what else comes before, leaves
// for such tests.
const regainShare = 8

// regain adds tests for the successes of the search that none of some executed candidates
// shows each time: the one that was chosen for it needs others after all, its answers change,
// or it was never confirmed. Other tests of the archive that showed it are tried, and what was
// kept of calls that succeeded, as long as there are calls for them.
func regain(
	ctx context.Context, h *Harvester, a *search.Archive[*testcase.Case], all executed, how problem.Harvest,
) ([]*candidate, [][]*execute.Trace, error) {
	h.purse.held = 0
	count(h.purse, all.cs)
	if h.purse.kept /= h.purse.each; how.Restart == nil { // once more on the fresh service
		h.purse.kept = 0
	}
	shown, best := h.worth.firmly(all.cs, all.traces), split(h, a)
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
		c, of, err := regained(ctx, h, id, showing(h, best, id))
		if err != nil {
			return all.cs, all.traces, err
		}
		if c != nil {
			all.cs, all.traces = append(all.cs, c), append(all.traces, of)
		}
	}
	return all.cs, all.traces, nil
}

// executed are candidates, each with its executions.
type executed struct {
	cs     []*candidate
	traces [][]*execute.Trace
}

// showing lists tests that showed a status: the shortest of some candidates first, and then what
// was kept of calls of its operation that succeeded.
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

// asKeptFor returns a test of calls that were kept. A service that begins anew answers them as it did; where things
// stay, they make what they need anew.
func asKeptFor(h *Harvester, calls []*action.Call) *testcase.Case {
	last := len(calls) - 1
	if h.executor.Effects.Keeps() {
		return prepared(h.executor, following(&testcase.Case{Actions: []testcase.Action{calls[last]}}, calls[:last]))
	}
	out := &testcase.Case{}
	for _, c := range calls {
		out.Actions = append(out.Actions, c.Clone())
	}
	return out
}

// regained returns the first of some tests that shows a target each time it is executed, with
// its executions, nil if none does or there are no calls for it.
func regained(
	ctx context.Context, h *Harvester, id fitness.ID, tests []*testcase.Case,
) (*candidate, []*execute.Trace, error) {
	for _, test := range tests {
		c := &candidate{Candidate: &reduce.Candidate{Test: test.Clone(), Need: []fitness.ID{id}}}
		delete(h.alone.vain, opOf(c.Test)) // a success is worth as many tries to stand alone as the first test had
		if n := len(test.Actions); !h.purse.allows((h.purse.each+1)*n) &&
			!(saves(h.purse) && h.purse.allows((h.purse.each+1)*n)) {
			continue
		}
		ok, err := h.confirmer.confirm(ctx, c)
		if err != nil {
			return nil, nil, err
		}
		if !ok || !h.purse.allows(h.purse.each*c.calls) {
			continue
		}
		of := begun([]*candidate{c})
		if err := h.repeater.rounds(ctx, []*candidate{c}, of); err != nil {
			return nil, nil, err
		}
		if h.worth.firmly([]*candidate{c}, of)[id] != nil {
			return c, of[0], nil
		}
	}
	return nil, nil, nil
}
