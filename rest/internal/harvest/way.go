package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/suite"
)

// ways describes which ways conditions go in one of the tests alone, while the
// call is answered that it is about. They come in the order in which the search
// reached them first.
func ways(s *reduce.Shares, c *candidate, describe func(fitness.ID) (what, place string)) (out []suite.Way) {
	if describe == nil {
		return nil
	}
	last := int32(len(c.Test.Actions) - 1)
	for _, id := range slices.Sorted(s.Own(c.Candidate)) {
		if at, known := slices.BinarySearchFunc(c.Scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) }); !known || c.Scores[at].Action != last {
			continue
		}
		if what, place := describe(id); what != "" {
			out = append(out, suite.Way{What: what, Place: place})
		}
	}
	return out
}
