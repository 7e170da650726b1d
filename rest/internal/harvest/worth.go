package harvest

import (
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
)

// worth tells what candidates and their targets are worth to a suite.
type worth struct {
	executor *execute.Executor
	reducer  *reduce.Reducer
	api      *api.API
}

// isInside reports whether a target is a fault with a place in the program.
func (w *worth) isInside(id fitness.ID) bool {
	known := w.executor.Faults.Of(id)
	return known != nil && known.Frame != ""
}

// hangs reports whether a test waits for an answer that does not come.
func (w *worth) hangs(scores fitness.Scores) bool {
	return slices.ContainsFunc(scores, func(s fitness.Score) bool {
		f := w.executor.Faults.Of(s.ID)
		return f != nil && f.Code == oracle.CodeTimeout
	})
}

// worthFirst returns candidates in the order of what a suite would lose without them: faults, a success of each
// operation, what a status does not tell (several elements, a user's own, a filter), and the rest; short ones before
// others. Those that hang come last, since each of their executions takes as long as those of many others.
func (w *worth) worthFirst(cs []*candidate) []*candidate {
	out := slices.Clone(cs)
	slices.SortStableFunc(out, func(a, b *candidate) int { return len(a.Test.Actions) - len(b.Test.Actions) })
	rank, succeeded := map[*candidate]int{}, map[*api.Operation]bool{}
	faulty := func(id fitness.ID) bool { return w.executor.Faults.Of(id) != nil }
	scene := func(id fitness.ID) bool { return w.executor.Faults.Registry.Target(id).Kind == api.SceneTarget }
	for _, c := range out {
		op := opOf(c.Test)
		switch succeeds := len(w.successes(c.Need)) > 0; {
		case w.hangs(c.Scores):
			rank[c] = 4
		case slices.ContainsFunc(c.Need, faulty):
			rank[c] = 0
			succeeded[op] = succeeded[op] || succeeds
		case succeeds && !succeeded[op]:
			rank[c], succeeded[op] = 1, true
		case slices.ContainsFunc(c.Need, scene):
			rank[c] = 2
		default:
			rank[c] = 3
		}
	}
	slices.SortStableFunc(out, func(a, b *candidate) int { return rank[a] - rank[b] })
	return out
}

// plainTargets leaves out what answers had.
func (w *worth) plainTargets(ids []fitness.ID) []fitness.ID {
	return slices.DeleteFunc(ids, func(id fitness.ID) bool { return w.weightOf(id) > 0 })
}

// open takes out what turned out to be no target, or to say less than another one that is needed, and candidates of
// nothing else.
func (w *worth) open(cs []*candidate) []*candidate {
	closed := w.weaker(cs)
	if w.executor.Facets != nil {
		maps.Copy(closed, w.executor.Facets.Closed())
	}
	for _, c := range cs {
		c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return closed[id] })
		c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s fitness.Score) bool { return closed[s.ID] })
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 })
}

// weaker returns the targets of which candidates are needed for others that say more.
func (w *worth) weaker(cs []*candidate) map[fitness.ID]bool {
	of, out := map[string]bool{}, map[fitness.ID]bool{}
	for _, id := range needed(cs) {
		of[w.executor.Faults.Registry.Target(id).Name] = true
	}
	for _, id := range needed(cs) {
		if name := api.Stronger(w.executor.Faults.Registry.Target(id)); name != "" && of[name] {
			out[id] = true
		}
	}
	return out
}

// facetRank is 0 for a test whose targets show more than what answers had, else higher the
// less it says.
func (w *worth) facetRank(need []fitness.ID) int {
	rank := 5
	for _, id := range need {
		switch w.executor.Faults.Registry.Target(id).Kind {
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
func (w *worth) weightOf(id fitness.ID) int {
	switch w.executor.Faults.Registry.Target(id).Kind {
	case facet.Refusal:
		return 1000
	case facet.Shape:
		return 300
	case facet.Value:
		return 100
	case facet.Input:
		weight := 1
		if w.executor.Facets.Compares(id) {
			weight = 10
		}
		if !w.executor.Facets.Refused(id) {
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
func (w *worth) few(cs []*candidate, most int) []*candidate {
	if w.executor.Facets == nil {
		return cs
	}
	of, open := map[*api.Operation]int{}, map[*api.Operation][]*candidate{}
	shown, out := map[fitness.ID]bool{}, map[*candidate]bool{}
	keep := func(c *candidate) {
		for id := range w.reducer.Shown(c.Candidate) {
			shown[id] = true
		}
	}
	for _, c := range cs {
		op := opOf(c.Test)
		switch {
		case w.facetRank(c.Need) == 0:
			keep(c)
		case c.Former != nil:
			keep(c)
			of[op]++
		default:
			open[op] = append(open[op], c)
			out[c] = true
		}
	}
	for _, op := range w.api.Ops {
		for ; of[op] < most; of[op]++ {
			c, gain := w.telling(open[op], shown)
			if c == nil || gain < leastTelling && of[op] >= most/2 {
				break
			}
			keep(c)
			delete(out, c)
		}
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return out[c] })
}

// telling returns the candidate that shows most of what was not shown, and how much; nil if
// none shows anything.
func (w *worth) telling(cs []*candidate, shown map[fitness.ID]bool) (best *candidate, most int) {
	for _, c := range cs {
		gain := 0
		for id := range w.reducer.Shown(c.Candidate) {
			if !shown[id] {
				gain += w.weightOf(id)
			}
		}
		if gain > most {
			most, best = gain, c
		}
	}
	return best, most
}

// firmly returns a test for each target that it shows in each of its executions, of those that
// need nothing of others and are answered the same.
func (w *worth) firmly(cs []*candidate, traces [][]*execute.Trace) map[fitness.ID]*candidate {
	out := map[fitness.ID]*candidate{}
	for i, c := range cs {
		if len(traces[i]) < leastExecutions || leans(traces[i]) || !c.executions(traces[i]).Agree() {
			continue
		}
		for id := range w.reducer.Shown(&reduce.Candidate{Test: c.Test, Scores: traces[i][0].Scores}) {
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
func (w *worth) successes(ids []fitness.ID) (out []fitness.ID) {
	for _, id := range ids {
		t := w.executor.Faults.Registry.Target(id)
		if at := strings.LastIndexByte(t.Name, ' '); t.Kind == api.StatusTarget &&
			strings.HasPrefix(t.Name[at+1:], "2") {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// changes reports whether the last call of a test was accepted and may have changed something.
func (w *worth) changes(c *reduce.Candidate) bool {
	if safe(opOf(c.Test).Spec) {
		return false
	}
	last := c.Test.Actions[len(c.Test.Actions)-1].(*action.Call)
	return len(w.successes(slices.Collect(w.reducer.Shown(c)))) > 0 && !last.Genotype.Invalid.Gone()
}

// taken returns a function that reports whether a test takes a way.
func (w *worth) taken(c *reduce.Candidate) func(suite.Way) bool {
	ways := map[suite.Way]bool{}
	if describe := w.executor.Inside.Known.Describe; describe != nil {
		for id := range w.reducer.Shown(c) {
			what, place := describe(id)
			ways[suite.Way{What: what, Place: place}] = true
		}
	}
	return func(w suite.Way) bool { return ways[w] }
}

// leastTelling is the least weight of what a test shows for which there are more than half as
// many.
const leastTelling = 5
