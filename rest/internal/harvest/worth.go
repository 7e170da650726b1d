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

// worth rates candidates and their targets for a suite.
type worth struct {
	executor *execute.Executor
	reducer  *reduce.Reducer
	api      *api.API
	facets   *facet.Facets // nil if a tracer sees inside
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

// worthFirst returns candidates in the order of their worth: faults, a success of each operation, facets of successes
// (several elements, elements of the user, a filter), and the rest; short tests before longer ones. Tests that hang
// come last, since each of their executions takes as long as those of many others.
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

// plainTargets returns the targets without facets of answers.
func (w *worth) plainTargets(ids []fitness.ID) []fitness.ID {
	return slices.DeleteFunc(ids, func(id fitness.ID) bool { return w.weightOf(id) > 0 })
}

// open removes targets that turned out to be none, or that say less than another needed target, and candidates without
// other targets.
func (w *worth) open(cs []*candidate) []*candidate {
	closed := w.weaker(cs)
	if w.facets != nil {
		maps.Copy(closed, w.facets.Closed())
	}
	for _, c := range cs {
		c.Need = slices.DeleteFunc(c.Need, func(id fitness.ID) bool { return closed[id] })
		c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s fitness.Score) bool { return closed[s.ID] })
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.Need) == 0 })
}

// weaker returns the targets that say less than other targets that candidates are needed for.
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

// facetRank returns 0 for a test that shows more than facets of answers. Else the rank is higher the less the facets
// tell.
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

// weightOf returns how much a facet of answers tells a reader: texts of refusals most, then shapes, values,
// comparisons of inputs, and classes of inputs. It returns 0 for other targets.
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
		if w.facets.Compares(id) {
			weight = 10
		}
		if !w.facets.Refused(id) {
			weight *= 5 // accepted calls show more of the behaviour of a program
		}
		return weight
	}
	return 0
}

// few leaves out candidates that show nothing but facets of answers, beyond so many for each operation. It chooses the
// next candidate as the one that shows most new facets (V. Chvatal, A greedy heuristic for the set-covering problem,
// 1979). Tests of an earlier suite stay and count.
func (w *worth) few(cs []*candidate, most int) []*candidate {
	if w.facets == nil {
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

// telling returns the candidate with the greatest weight of new facets, and this weight. It returns nil if no
// candidate shows new ones.
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

// firmly returns, for each target, a test that shows it in each of its executions. The test depends on no others, and
// its answers are always the same.
func (w *worth) firmly(cs []*candidate) map[fitness.ID]*candidate {
	out := map[fitness.ID]*candidate{}
	for _, c := range cs {
		if len(c.traces) < leastExecutions || leans(c.traces) || !c.executions(c.traces).Agree() {
			continue
		}
		for id := range w.reducer.Shown(&reduce.Candidate{Test: c.Test, Scores: c.traces[0].Scores}) {
			each := !slices.ContainsFunc(c.traces, func(t *execute.Trace) bool { return t.Scores.Of(id) < 1 })
			if first := out[id]; each &&
				(first == nil || slices.Contains(c.Need, id) && !slices.Contains(first.Need, id)) {
				out[id] = c
			}
		}
	}
	return out
}

// successes returns the targets that are statuses of success, each once.
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
	if api.IsSafe(opOf(c.Test).Spec.Method) {
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

// leastTelling is the least weight of new facets for a test, once there are more than half as many tests as allowed.
const leastTelling = 5
