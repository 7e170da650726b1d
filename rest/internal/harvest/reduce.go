package harvest

import (
	"cmp"
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// selector chooses among tests by what they show.
type selector struct{ faults *api.Faults }

// choose picks tests that together cover what all tests cover. It takes short
// tests first, and of these the ones that cover most. Each test is needed only
// for what the tests before it do not cover, so a long test can lose all that
// it does not alone show. It looks at all scores once. Tests of an earlier suite
// come before all others.
func (s *selector) choose(cs []*candidate) []*candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(b.rank()-a.rank(), len(a.test.Actions)-len(b.test.Actions), len(b.scores)-len(a.scores))
	})
	taken := make([]bool, s.faults.Registry.Len())
	chosen := map[*candidate]bool{}
	for _, c := range order {
		before := c.need
		c.need = nil
		for id := range s.shown(c) {
			if !taken[id] {
				taken[id] = true
				c.need = append(c.need, id)
			}
		}
		chosen[c] = len(c.need) > 0 || c.former != nil
		if c.former != nil {
			c.need = before // all that it shows
		}
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return !chosen[c] })
}

// dropTests removes a candidate if the others cover all its needed targets,
// unless it is a test of an earlier suite. It
// looks at the longest candidates first. The first remaining candidate that
// covers a target of a removed one is needed for it from then on.
func (s *selector) dropTests(cs []*candidate) []*candidate {
	sh := s.share(cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(b.test.Actions)-len(a.test.Actions), len(a.scores)-len(b.scores))
	})
	dropped := map[*candidate]bool{}
	for _, c := range order {
		if c.former == nil && !sh.needs(c) {
			dropped[c] = true
			sh.add(c, -1)
		}
	}
	kept := slices.DeleteFunc(cs, func(c *candidate) bool { return dropped[c] })
	s.inherit(kept, sh.wanted)
	return kept
}

// shares says which targets only one of several tests shows.
type shares struct {
	*selector
	wanted []bool // by target: one of the tests was kept for it
	times  []int32
}

// share counts how many tests show each target. A target is wanted if one of
// the tests is needed for it.
func (s *selector) share(cs []*candidate) *shares {
	sh := &shares{selector: s, wanted: make([]bool, s.faults.Registry.Len()), times: make([]int32, s.faults.Registry.Len())}
	for _, c := range cs {
		for _, id := range c.need {
			sh.wanted[id] = true
		}
		sh.add(c, 1)
	}
	return sh
}

// add counts a test as it is now, and no longer counts it with -1. Nobody wants
// targets that were not known at the beginning.
func (s *shares) add(c *candidate, n int32) {
	for id := range s.shown(c) {
		if int(id) < len(s.times) {
			s.times[id] += n
		}
	}
}

// own yields the wanted targets that only c shows among the counted tests.
func (s *shares) own(c *candidate) iter.Seq[fitness.ID] {
	return func(yield func(fitness.ID) bool) {
		for id := range s.shown(c) {
			if int(id) < len(s.times) && s.wanted[id] && s.times[id] == 1 && !yield(id) {
				return
			}
		}
	}
}

// needs reports whether a test shows a wanted target that no other does.
func (s *shares) needs(c *candidate) bool {
	for range s.own(c) {
		return true
	}
	return false
}

// inherit gives the wanted targets for which no test is needed to the first
// test that shows them.
func (s *selector) inherit(cs []*candidate, wanted []bool) {
	for _, c := range cs {
		for _, id := range c.need {
			wanted[id] = false
		}
	}
	for _, c := range cs {
		before := len(c.need)
		for id := range s.shown(c) {
			if int(id) < len(wanted) && wanted[id] {
				wanted[id] = false
				c.need = append(c.need, id)
			}
		}
		if len(c.need) > before {
			slices.Sort(c.need)
		}
	}
}

// showsAll reports whether a test shows all of some ascending targets.
func (s *selector) showsAll(c *candidate, ids []fitness.ID) bool {
	found := 0
	for id := range s.shown(c) {
		if found < len(ids) && ids[found] == id {
			found++
		}
	}
	return found == len(ids)
}

// shown yields the targets that a test covers. Of faults and status codes it
// yields only those of the last call, so that each gets a test that is about
// it.
func (s *selector) shown(c *candidate) iter.Seq[fitness.ID] {
	last := int32(len(c.test.Actions) - 1)
	return func(yield func(fitness.ID) bool) {
		for _, score := range c.scores {
			if score.Covered() && (score.Action == last || !s.ofAnswer(score.ID)) && !yield(score.ID) {
				return
			}
		}
	}
}

// ofAnswer reports whether a target is a fault or a status code.
func (s *selector) ofAnswer(id fitness.ID) bool {
	return s.faults.Of(id) != nil || s.faults.Registry.Target(id).Kind == api.StatusTarget
}

// settle removes from each candidate the targets that not all of its executions
// covered. It then removes the candidates that are no longer needed for
// anything, because their targets depended on chance.
func (s *selector) settle(cs []*candidate, traces map[*candidate][]*execute.Trace) []*candidate {
	for _, c := range cs {
		c.scores = covered(slices.Clone(traces[c][0].Scores))
		for _, t := range traces[c][1:] {
			c.scores = slices.DeleteFunc(c.scores, func(s fitness.Score) bool { return t.Scores.Of(s.ID) < 1 })
		}
		c.need = reached(c.need, c.scores)
	}
	return s.dropTests(slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.need) == 0 }))
}
