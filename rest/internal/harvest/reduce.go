package harvest

import (
	"cmp"
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
)

// choose picks tests that together cover what all do, short ones first, and
// among them those that cover much. Each is needed for what the ones before it
// do not cover: a long test is left with what only it can do, and all else in
// it can go. The time it takes is that of looking at all scores once.
func (h *Harvester) choose(cs []*candidate) []*candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(a.test.Actions)-len(b.test.Actions), len(b.scores)-len(a.scores))
	})
	taken := make([]bool, h.executor.Faults.Registry.Len())
	chosen := map[*candidate]bool{}
	for _, c := range order {
		c.need = nil
		for id := range h.shown(c) {
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
func (h *Harvester) dropTests(cs []*candidate) []*candidate {
	s := h.share(cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(b.test.Actions)-len(a.test.Actions), len(a.scores)-len(b.scores))
	})
	dropped := map[*candidate]bool{}
	for _, c := range order {
		if !s.needs(c) {
			dropped[c] = true
			s.add(c, -1)
		}
	}
	kept := slices.DeleteFunc(cs, func(c *candidate) bool { return dropped[c] })
	h.inherit(kept, s.wanted)
	return kept
}

// shares tells of some tests which targets only one of them shows.
type shares struct {
	h      *Harvester
	wanted []bool // by target: one of the tests was kept for it
	times  []int32
}

// share counts how many tests show each target. Wanted are those that one of
// them is needed for.
func (h *Harvester) share(cs []*candidate) *shares {
	s := &shares{h: h, wanted: make([]bool, h.executor.Faults.Registry.Len()), times: make([]int32, h.executor.Faults.Registry.Len())}
	for _, c := range cs {
		for _, id := range c.need {
			s.wanted[id] = true
		}
		s.add(c, 1)
	}
	return s
}

// add counts a test as it is now, or with -1 not any more. Targets that were
// not known at the beginning are wanted by nobody.
func (s *shares) add(c *candidate, n int32) {
	for id := range s.h.shown(c) {
		if int(id) < len(s.times) {
			s.times[id] += n
		}
	}
}

// own yields the wanted targets that of the tests counted only c shows.
func (s *shares) own(c *candidate) iter.Seq[fitness.ID] {
	return func(yield func(fitness.ID) bool) {
		for id := range s.h.shown(c) {
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
func (h *Harvester) inherit(cs []*candidate, wanted []bool) {
	for _, c := range cs {
		for _, id := range c.need {
			wanted[id] = false
		}
	}
	for _, c := range cs {
		before := len(c.need)
		for id := range h.shown(c) {
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
func (h *Harvester) showsAll(c *candidate, ids []fitness.ID) bool {
	found := 0
	for id := range h.shown(c) {
		if found < len(ids) && ids[found] == id {
			found++
		}
	}
	return found == len(ids)
}

// shown yields the targets that a test covers; of the faults and the status
// codes only those of its last call, so that each gets a test that is about it.
func (h *Harvester) shown(c *candidate) iter.Seq[fitness.ID] {
	last := int32(len(c.test.Actions) - 1)
	return func(yield func(fitness.ID) bool) {
		for _, s := range c.scores {
			if s.Covered() && (s.Action == last || !h.ofAnswer(s.ID)) && !yield(s.ID) {
				return
			}
		}
	}
}

// ofAnswer reports whether a target is a fault or a status code.
func (h *Harvester) ofAnswer(id fitness.ID) bool {
	return h.executor.Faults.Of(id) != nil || h.executor.Faults.Registry.Target(id).Kind == api.StatusTarget
}

// settle leaves each candidate with what all its executions covered, and drops
// those that are needed for nothing any more: what they were kept for was up
// to chance.
func (h *Harvester) settle(cs []*candidate, traces map[*candidate][]*execute.Trace) []*candidate {
	for _, c := range cs {
		c.scores = covered(slices.Clone(traces[c][0].Scores))
		for _, t := range traces[c][1:] {
			c.scores = slices.DeleteFunc(c.scores, func(s fitness.Score) bool { return t.Scores.Of(s.ID) < 1 })
		}
		c.need = reached(c.need, c.scores)
	}
	return h.dropTests(slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.need) == 0 }))
}
