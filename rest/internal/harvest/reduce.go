package harvest

import (
	"cmp"
	"context"
	"maps"
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

// settle removes from each candidate the targets that not all of its executions
// covered. It then removes the candidates that are no longer needed for
// anything, because their targets depended on chance.
func settle(
	r *reduce.Reducer, cs []*candidate, traces map[*candidate][]*execute.Trace, inside func(fitness.ID) bool,
) []*candidate {
	for _, c := range cs {
		c.Scores = always(traces[c], inside)
		c.Need = reduce.Reached(c.Need, c.Scores)
	}
	return reduce.Drop(r, slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 }))
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

// leastTelling is the least weight of what a test shows for which there are more than half as
// many.
const leastTelling = 5

// tries is how many such tests of an operation are executed at first where calls are
// limited: some do not stand alone.
const tries = 18

// open takes out what turned out to be no target, or to say less than another one that is needed, and candidates of
// nothing else.
func open(h *Harvester, cs []*candidate) []*candidate {
	closed := weaker(h, cs)
	if h.executor.Facets != nil {
		maps.Copy(closed, h.executor.Facets.Closed())
	}
	for _, c := range cs {
		c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return closed[id] })
		c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s fitness.Score) bool { return closed[s.ID] })
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 })
}

// weaker returns the targets of which candidates are needed for others that say more.
func weaker(h *Harvester, cs []*candidate) map[fitness.ID]bool {
	of, out := map[string]bool{}, map[fitness.ID]bool{}
	for _, id := range needed(cs) {
		of[h.executor.Faults.Registry.Target(id).Name] = true
	}
	for _, id := range needed(cs) {
		if name := api.Stronger(h.executor.Faults.Registry.Target(id)); name != "" && of[name] {
			out[id] = true
		}
	}
	return out
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

// weightOf says how much a target of what answers had tells a reader: what a refusal says,
// then shapes, values, how inputs compare, and the classes of inputs. It is 0 for others.
func weightOf(h *Harvester, id fitness.ID) int {
	switch h.executor.Faults.Registry.Target(id).Kind {
	case facet.Refusal:
		return 1000
	case facet.Shape:
		return 300
	case facet.Value:
		return 100
	case facet.Input:
		weight := 1
		if h.executor.Facets.Compares(id) {
			weight = 10
		}
		if !h.executor.Facets.Refused(id) {
			weight *= 5 // what a program does is in the calls that it does not refuse
		}
		return weight
	}
	return 0
}

// few leaves out candidates beyond so many of an operation that show nothing but what
// answers had. The next one to stay is always the one that shows most of what none before it
// does (V. Chvatal, A greedy heuristic for the set-covering problem, 1979). Tests of an
// earlier suite stay and count.
func few(h *Harvester, cs []*candidate, most int) []*candidate {
	if h.executor.Facets == nil {
		return cs
	}
	of, open := map[*api.Operation]int{}, map[*api.Operation][]*candidate{}
	shown, out := map[fitness.ID]bool{}, map[*candidate]bool{}
	keep := func(c *candidate) {
		for id := range h.reducer.Shown(c.Candidate) {
			shown[id] = true
		}
	}
	for _, c := range cs {
		op := opOf(c)
		switch {
		case facetRank(h, c) == 0:
			keep(c)
		case c.Former != nil:
			keep(c)
			of[op]++
		default:
			open[op] = append(open[op], c)
			out[c] = true
		}
	}
	for _, op := range h.codec.API.Ops {
		for ; of[op] < most; of[op]++ {
			c, gain := telling(h, open[op], shown)
			if c == nil || gain < leastTelling && of[op] >= most/2 {
				break
			}
			keep(c)
			delete(out, c)
		}
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return out[c] })
}

// opOf is the operation that a test is about: that of its last call.
func opOf(c *candidate) *api.Operation {
	return c.Test.Actions[len(c.Test.Actions)-1].(*action.Call).Op
}

// telling returns the candidate that shows most of what was not shown, and how much; nil if
// none shows anything.
func telling(h *Harvester, cs []*candidate, shown map[fitness.ID]bool) (best *candidate, most int) {
	for _, c := range cs {
		gain := 0
		for id := range h.reducer.Shown(c.Candidate) {
			if !shown[id] {
				gain += weightOf(h, id)
			}
		}
		if gain > most {
			most, best = gain, c
		}
	}
	return best, most
}

// firstOnes returns the candidates that are confirmed first where calls are limited, in their
// order, and has tests executed more seldom if the calls do not suffice.
func firstOnes(h *Harvester, cs []*candidate) []*candidate {
	best, calls := few(h, reduce.Choose(h.reducer, slices.Clone(cs)), tries), 0
	for _, c := range best {
		calls += len(c.Test.Actions)
	}
	if !h.purse.allows((h.purse.each + 1) * calls) {
		h.purse.save()
	}
	slices.SortStableFunc(best, func(a, b *candidate) int {
		return cmp.Or(facetRank(h, a)-facetRank(h, b),
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
	count(&h.purse, all.cs)
	if h.purse.kept /= h.purse.each; how.Restart == nil { // once more on the fresh service
		h.purse.kept = 0
	}
	shown, best := firmly(h, all.cs, all.traces), split(h, a)
	for _, id := range successes(h, needed(best)) {
		if c := shown[id]; c != nil {
			if !slices.Contains(c.Need, id) {
				c.Need = append(c.Need, id)
				slices.Sort(c.Need)
			}
			continue
		}
		if !allowed(h, how.Confirm)() {
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

// firmly returns a test for each target that it shows in each of its executions, of those that
// need nothing of others and are answered the same.
func firmly(h *Harvester, cs []*candidate, traces [][]*execute.Trace) map[fitness.ID]*candidate {
	out := map[fitness.ID]*candidate{}
	for i, c := range cs {
		if len(traces[i]) < leastExecutions || leans(traces[i]) || !c.executions(traces[i]).Agree() {
			continue
		}
		for id := range h.reducer.Shown(&reduce.Candidate{Test: c.Test, Scores: traces[i][0].Scores}) {
			each := !slices.ContainsFunc(traces[i], func(t *execute.Trace) bool { return t.Scores.Of(id) < 1 })
			if first := out[id]; each &&
				(first == nil || slices.Contains(c.Need, id) && !slices.Contains(first.Need, id)) {
				out[id] = c
			}
		}
	}
	return out
}

// successes lists those of some targets that are statuses of success, each once.
func successes(h *Harvester, ids []fitness.ID) (out []fitness.ID) {
	for _, id := range ids {
		t := h.executor.Faults.Registry.Target(id)
		if at := strings.LastIndexByte(t.Name, ' '); t.Kind == api.StatusTarget &&
			strings.HasPrefix(t.Name[at+1:], "2") {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// needed lists what candidates are best for.
func needed(cs []*candidate) (out []fitness.ID) {
	for _, c := range cs {
		out = append(out, c.Need...)
	}
	return out
}

// showing lists tests that showed a status: the shortest of some candidates first, and then what
// was kept of calls of its operation that succeeded.
func showing(h *Harvester, cs []*candidate, id fitness.ID) (out []*testcase.Case) {
	for _, c := range cs {
		if h.reducer.ShowsAll(c.Candidate, []fitness.ID{id}) {
			out = append(out, c.Test)
		}
	}
	slices.SortStableFunc(out, func(a, b *testcase.Case) int { return len(a.Actions) - len(b.Actions) })
	out = out[:min(len(out), maxRegains/2)]
	name := h.executor.Faults.Registry.Target(id).Name
	if op := h.codec.API.Named(name[:strings.LastIndexByte(name, ' ')]); op != nil {
		for _, calls := range shortestFirst(h.accepted(op)) {
			out = append(out, asKeptFor(h, calls))
		}
	}
	return out[:min(len(out), maxRegains)]
}

// asKeptFor returns a test of calls that were kept. A service that begins anew answers them as it did; where things
// stay, they make what they need anew.
func asKeptFor(h *Harvester, calls []*action.Call) *testcase.Case {
	last := len(calls) - 1
	if h.executor.Ground != nil {
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
		delete(h.vain, opOf(c)) // a success is worth as many tries to stand alone as the first test had
		if n := len(test.Actions); !h.purse.allows((h.purse.each+1)*n) &&
			!(saves(&h.purse) && h.purse.allows((h.purse.each+1)*n)) {
			continue
		}
		ok, err := h.confirm(ctx, c)
		if err != nil {
			return nil, nil, err
		}
		if !ok || !h.purse.allows(h.purse.each*c.calls) {
			continue
		}
		of := begun([]*candidate{c})
		if err := h.rounds(ctx, []*candidate{c}, of); err != nil {
			return nil, nil, err
		}
		if firmly(h, []*candidate{c}, of)[id] != nil {
			return c, of[0], nil
		}
	}
	return nil, nil, nil
}
