package resource

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/testcase"
)

// contribution has the scores of a test that the calls of one handling reached.
type contribution struct {
	number   int    // number of the handling
	resource string // path of the resource
	scores   map[fitness.ID]float64
}

// contributions splits the scores of a test by its handlings.
func contributions(c *testcase.Case, scores fitness.Scores) []contribution {
	all := parts(c)
	out := make([]contribution, len(all))
	of := make([]int, 0, len(c.Actions)) // index of the handling of each call
	for i, p := range all {
		out[i] = contribution{p.handlingNumber(), p.path(), map[fitness.ID]float64{}}
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

// change is a mutation of the structure of a test, kept until the scores of the mutant are known.
type change struct {
	operator operator
	at       int            // index of the changed handling, or of the first of two swapped handlings
	first    part           // the removed, added, replaced or modified handling, or the first swapped handling
	second   part           // the handling that replaced the first one, or the second swapped handling
	between  []int          // numbers of the handlings between swapped handlings
	before   []contribution // contributions before the change
	child    *testcase.Case // the mutant
}

// note notes the operator of the change and the handlings that it concerns.
func (c *change) note(o operator, at int, first, second part) {
	c.operator, c.at, c.first, c.second = o, at, slices.Clone(first), slices.Clone(second)
}

func numbersOf(all []part) (out []int) {
	for _, p := range all {
		out = append(out, p.handlingNumber())
	}
	return out
}

// learn notes the dependencies that the change of the scores shows (Zhang 2021, Table 3).
func (c *change) learn(h *Handler, after []contribution) {
	for i, now := range after {
		was := contributionOf(c.before, now.number)
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
				h.space.Graph.Depend(on.Index, h.indexOf(c.first), 1, ByScores)
			}
		case replace:
			if i > c.at {
				c.dependOnEither(h, on.Index, h.indexOf(c.first), h.indexOf(c.second), better)
			}
		case swap:
			c.learnFromSwap(h, now.number, on.Index, better)
		}
	}
}

// dependOnEither adds the dependency of a resource on one of two other resources: on the resource that came if the
// scores are better now, and on the resource that went if they are worse.
func (c *change) dependOnEither(h *Handler, on, went, came int, better bool) {
	if better {
		h.space.Graph.Depend(on, came, 1, ByScores)
	} else {
		h.space.Graph.Depend(on, went, 1, ByScores)
	}
}

// learnFromSwap adds the dependencies that a change of the scores of a handling shows after two handlings were swapped.
func (c *change) learnFromSwap(h *Handler, number, on int, better bool) {
	passed := h.indexOf(c.first) // the second handling came forward, before the first one
	switch {
	case number == c.second.handlingNumber():
	case number == c.first.handlingNumber(): // it went back, behind the second handling
		passed = h.indexOf(c.second)
	case slices.Contains(c.between, number):
		c.dependOnEither(h, on, h.indexOf(c.first), h.indexOf(c.second), better)
		return
	default:
		return
	}
	share := 1 / float64(len(c.between)+1)
	h.space.Graph.Depend(on, passed, share, ByScores)
	for _, was := range c.before {
		if other := h.space.byPath[was.resource]; other != nil && slices.Contains(c.between, was.number) {
			h.space.Graph.Depend(on, other.Index, share, ByScores)
		}
	}
}

// contributionOf returns the contribution of the handling with a number, nil for none.
func contributionOf(all []contribution, number int) *contribution {
	i := slices.IndexFunc(all, func(c contribution) bool { return c.number == number })
	if i < 0 || number == 0 {
		return nil
	}
	return &all[i]
}

// compare reports whether any score rose, and whether any score fell.
func compare(before, after map[fitness.ID]float64) (better, worse bool) {
	for id, value := range after {
		better = better || value > before[id]
	}
	for id, value := range before {
		worse = worse || value > after[id]
	}
	return better, worse
}
