package resource

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/testcase"
)

// contribution is what one handling added to the scores of a test.
type contribution struct {
	number   int // of the handling
	resource string
	scores   map[fitness.ID]float64
}

// contributions splits the scores of a test by its handlings.
func contributions(c *testcase.Case, scores fitness.Scores) []contribution {
	all := parts(c)
	out := make([]contribution, len(all))
	of := make([]int, 0, len(c.Actions)) // the handling of each call
	for i, p := range all {
		out[i] = contribution{p.number(), p.about(), map[fitness.ID]float64{}}
		for range p {
			of = append(of, i)
		}
	}
	for _, s := range scores {
		if int(s.Action) < len(of) {
			out[of[s.Action]].scores[s.ID] = s.Value
		}
	}
	return out
}

// change is a mutation of the structure, kept until its scores are known.
type change struct {
	operator operator
	at       int  // where it was
	first    part // what was removed, added, replaced, modified, or the first of the two that were swapped
	second   part // what came instead, or the second of those that were swapped
	between  []int
	before   []contribution
	child    *testcase.Case
}

func (c *change) is(o operator, at int, first, second part) {
	c.operator, c.at, c.first, c.second = o, at, slices.Clone(first), slices.Clone(second)
}

func numbers(all []part) (out []int) {
	for _, p := range all {
		out = append(out, p.number())
	}
	return out
}

// learn notes the dependencies that the change of the scores shows (Zhang 2021,
// Table 3).
func (c *change) learn(h *Handler, after []contribution) {
	of := func(p part) int { return h.space.byPath[p.about()].Index }
	for i, now := range after {
		was := find(c.before, now.number)
		on := h.space.byPath[now.resource]
		if was == nil || on == nil || was.resource != now.resource {
			continue
		}
		better, worse := compare(was.scores, now.scores)
		if !better && !worse {
			continue
		}
		switch c.operator {
		case add, remove, modify:
			if i >= c.at && now.number != c.first[0].Handling {
				h.space.Graph.Depend(on.Index, of(c.first), 1, ByScores)
			}
		case replace:
			if i > c.at {
				c.either(h, on.Index, of(c.first), of(c.second), better)
			}
		case swap:
			c.swapped(h, now.number, on.Index, better)
		}
	}
}

// either says which of two resources a third one depends on: the one that went if
// it is worse off now, the one that came if it is better off.
func (c *change) either(h *Handler, on, went, came int, better bool) {
	if better {
		h.space.Graph.Depend(on, came, 1, ByScores)
	} else {
		h.space.Graph.Depend(on, went, 1, ByScores)
	}
}

// swapped notes what the change of one handling's scores shows after two of them
// were swapped.
func (c *change) swapped(h *Handler, number, on int, better bool) {
	first, second := h.space.byPath[c.first.about()].Index, h.space.byPath[c.second.about()].Index
	share := 1 / float64(max(1, len(c.between)+1))
	switch {
	case number == c.second[0].Handling: // it came forward, before the others
		for _, other := range c.others(h, first) {
			h.space.Graph.Depend(on, other, share, ByScores)
		}
	case number == c.first[0].Handling: // it went back, behind the others
		for _, other := range c.others(h, second) {
			h.space.Graph.Depend(on, other, share, ByScores)
		}
	case slices.Contains(c.between, number):
		c.either(h, on, first, second, better)
	}
}

// others are the resources between two that were swapped, and one of these.
func (c *change) others(h *Handler, end int) []int {
	out := []int{end}
	for _, was := range c.before {
		if on := h.space.byPath[was.resource]; on != nil && slices.Contains(c.between, was.number) {
			out = append(out, on.Index)
		}
	}
	return out
}

func find(all []contribution, number int) *contribution {
	i := slices.IndexFunc(all, func(c contribution) bool { return c.number == number })
	if i < 0 || number == 0 {
		return nil
	}
	return &all[i]
}

// compare says whether any score rose, and whether any fell.
func compare(before, after map[fitness.ID]float64) (better, worse bool) {
	for id, value := range after {
		better = better || value > before[id]
	}
	for id, value := range before {
		worse = worse || value > after[id]
	}
	return better, worse
}
