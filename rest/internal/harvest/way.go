package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/suite"
)

// maxWays is how many conditions are told of a test, and maxWay how many bytes
// one of them may take.
const (
	maxWays = 2
	maxWay  = 80
)

// ways describes which ways conditions go in one of the tests alone. If there
// are many, it takes those that the search reached last, because they were the
// hardest to reach.
func (s *shares) ways(c *candidate, describe func(fitness.ID) (what, place string)) (out []suite.Way) {
	if describe == nil {
		return nil
	}
	own := slices.Sorted(s.own(c))
	for _, id := range slices.Backward(own) {
		if what, place := describe(id); what != "" && len(what) <= maxWay && len(out) < maxWays {
			out = append(out, suite.Way{What: what, Place: place})
		}
	}
	slices.Reverse(out)
	return out
}
