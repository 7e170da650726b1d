package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/suite"
)

// untested says of the targets that tests lost on their way into a suite why they did; the
// last reason counts. Those that another test shows are among them.
type untested map[fitness.ID]string

const (
	notAgain    = "it did not come again when its test was repeated"
	noTime      = "its test could not be repeated, since the time for making tests was over"
	noCalls     = "its test could not be repeated, since the calls for making tests were spent"
	needsOthers = "its test needs what other tests left behind"
	keepsNot    = "its test gets other answers from one execution to the next"
	cannotWrite = "its test would show a credential, or cannot be written"
	notOnFresh  = "its test ends in another way on a system that was started anew"
)

// loses notes targets that a test does not show, or will not.
func (u untested) loses(why string, targets ...fitness.ID) {
	for _, id := range targets {
		if u != nil {
			u[id] = why
		}
	}
}

// from notes which of the targets that a test was needed for it is not needed for any more.
func (u untested) from(before, after []fitness.ID) {
	for _, id := range before {
		if !slices.Contains(after, id) {
			u.loses(notAgain, id)
		}
	}
}

// ways describes which ways conditions go in one of the tests alone, while the
// call is answered that it is about. They come in the order in which the search
// reached them first.
func ways(s *reduce.Shares, c *candidate, describe func(fitness.ID) (what, place string)) (out []suite.Way) {
	if describe == nil {
		return nil
	}
	last := int32(len(c.Test.Actions) - 1)
	for _, id := range slices.Sorted(s.Own(c.Candidate)) {
		at, known := slices.BinarySearchFunc(c.Scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) })
		if !known || c.Scores[at].Action != last {
			continue
		}
		if what, place := describe(id); what != "" {
			out = append(out, suite.Way{What: what, Place: place})
		}
	}
	return out
}
