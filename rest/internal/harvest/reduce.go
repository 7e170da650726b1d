package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// newReducer returns what chooses among tests by what they show. Of faults and
// status codes a test shows only those of its last call, so that each gets a test
// that is about it.
func newReducer(faults *api.Faults) *reduce.Reducer {
	return &reduce.Reducer{Targets: faults.Registry.Len, Last: func(id fitness.ID) bool {
		return faults.Of(id) != nil || faults.Registry.Target(id).Kind == api.StatusTarget
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
