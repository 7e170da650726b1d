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

// choose picks tests that together cover what all do, short ones first, and
// among them those that cover much. Each is needed for what the ones before it
// do not cover: a long test is left with what only it can do, and all else in
// it can go. The time it takes is that of looking at all scores once.
func (s *selector) choose(cs []*candidate) []*candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(a.test.Actions)-len(b.test.Actions), len(b.scores)-len(a.scores))
	})
	taken := make([]bool, s.faults.Registry.Len())
	chosen := map[*candidate]bool{}
	for _, c := range order {
		c.need = nil
		for id := range s.shown(c) {
			if !taken[id] {
				taken[id] = true
				c.need = append(c.need, id)
			}
		}
		chosen[c] = len(c.need) > 0
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return !chosen[c] })
}

// dropTests removes the candidates of whose needed targets the others cover
// all, looking at the longest first. What a dropped one was needed for, the
// first that covers it is needed for from now on.
func (s *selector) dropTests(cs []*candidate) []*candidate {
	sh := s.share(cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(b.test.Actions)-len(a.test.Actions), len(a.scores)-len(b.scores))
	})
	dropped := map[*candidate]bool{}
	for _, c := range order {
		if !sh.needs(c) {
			dropped[c] = true
			sh.add(c, -1)
		}
	}
	kept := slices.DeleteFunc(cs, func(c *candidate) bool { return dropped[c] })
	s.inherit(kept, sh.wanted)
	return kept
}

// shares tells of some tests which targets only one of them shows.
type shares struct {
	*selector
	wanted []bool // by target: one of the tests was kept for it
	times  []int32
}

// share counts how many tests show each target. Wanted are those that one of
// them is needed for.
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

// add counts a test as it is now, or with -1 not any more. Targets that were
// not known at the beginning are wanted by nobody.
func (s *shares) add(c *candidate, n int32) {
	for id := range s.shown(c) {
		if int(id) < len(s.times) {
			s.times[id] += n
		}
	}
}

// own yields the wanted targets that of the tests counted only c shows.
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

// inherit gives the wanted targets that no test is needed for to the first
// that shows them.
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

// shown yields the targets that a test covers; of the faults and the status
// codes only those of its last call, so that each gets a test that is about it.
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

// settle leaves each candidate with what all its executions covered, and drops
// those that are needed for nothing any more: what they were kept for was up
// to chance.
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
