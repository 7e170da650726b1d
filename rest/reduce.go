package rest

import (
	"cmp"
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
)

// choose picks tests that together cover what all do, short ones first, and
// among them those that cover much. Each is needed for what the ones before it
// do not cover: a long test is left with what only it can do, and all else in
// it can go. The time it takes is that of looking at all scores once.
func (p *Problem) choose(cs []*candidate) []*candidate {
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(a.test.Actions)-len(b.test.Actions), len(b.scores)-len(a.scores))
	})
	taken := make([]bool, p.registry.Len())
	chosen := map[*candidate]bool{}
	for _, c := range order {
		c.need = nil
		for id := range p.shown(c) {
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
func (p *Problem) dropTests(cs []*candidate) []*candidate {
	wanted := make([]bool, p.registry.Len())
	for _, c := range cs {
		for _, id := range c.need {
			wanted[id] = true
		}
	}
	times := make([]int32, len(wanted))
	for _, c := range cs {
		for id := range p.shown(c) {
			times[id]++
		}
	}
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(len(b.test.Actions)-len(a.test.Actions), len(a.scores)-len(b.scores))
	})
	dropped := map[*candidate]bool{}
	for _, c := range order {
		if p.alone(c, wanted, times) {
			continue
		}
		dropped[c] = true
		for id := range p.shown(c) {
			times[id]--
		}
	}
	kept := slices.DeleteFunc(cs, func(c *candidate) bool { return dropped[c] })
	p.inherit(kept, wanted)
	return kept
}

// alone reports whether a test shows a wanted target that no other does.
func (p *Problem) alone(c *candidate, wanted []bool, times []int32) bool {
	for id := range p.shown(c) {
		if wanted[id] && times[id] == 1 {
			return true
		}
	}
	return false
}

// inherit gives the wanted targets that no test is needed for to the first
// that shows them.
func (p *Problem) inherit(cs []*candidate, wanted []bool) {
	for _, c := range cs {
		for _, id := range c.need {
			wanted[id] = false
		}
	}
	for _, c := range cs {
		before := len(c.need)
		for id := range p.shown(c) {
			if wanted[id] {
				wanted[id] = false
				c.need = append(c.need, id)
			}
		}
		if len(c.need) > before {
			slices.Sort(c.need)
		}
	}
}

// shown yields the targets that a test covers; of the faults only those of its
// last call, so that each fault gets a test that is about it.
func (p *Problem) shown(c *candidate) iter.Seq[fitness.ID] {
	last := int32(len(c.test.Actions) - 1)
	return func(yield func(fitness.ID) bool) {
		for _, s := range c.scores {
			if s.Covered() && (s.Action == last || p.faults[s.ID] == nil) && !yield(s.ID) {
				return
			}
		}
	}
}

// settle leaves each candidate with what all its executions covered, and drops
// those that are needed for nothing any more: what they were kept for was up
// to chance.
func (p *Problem) settle(cs []*candidate, traces map[*candidate][]*Trace) []*candidate {
	for _, c := range cs {
		c.scores = covered(slices.Clone(traces[c][0].scores))
		for _, t := range traces[c][1:] {
			c.scores = slices.DeleteFunc(c.scores, func(s fitness.Score) bool { return t.scores.Of(s.ID) < 1 })
		}
		c.need = reached(c.need, c.scores)
	}
	return p.dropTests(slices.DeleteFunc(cs, func(c *candidate) bool { return len(c.need) == 0 }))
}
