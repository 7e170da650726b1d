package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// divide makes separate tests for the targets that a test shows beside those of its last call.
func (h *simplifier) divide(ctx context.Context, c *candidate, s *reduce.Shares) (more []*candidate, err error) {
	if !h.purse.allows(2 * (h.purse.each + 1) * c.calls) {
		return nil, nil
	}
	early, err := h.cut(ctx, c, s)
	var valid *candidate
	if err == nil {
		valid, err = h.valid(ctx, c.trial(), c.Candidate)
	}
	for _, other := range []*candidate{early, valid} {
		if other != nil {
			more = append(more, other)
			h.purse.add(other.calls)
			s.Add(other.Candidate, 1)
		}
	}
	return more, err
}

// by returns the index of the call that shows a target.
func by(c *reduce.Candidate, id fitness.ID) int32 {
	i, known := slices.BinarySearchFunc(c.Scores, id, func(s fitness.Score, id fitness.ID) int {
		return int(s.ID - id)
	})
	if !known {
		return int32(len(c.Test.Actions) - 1)
	}
	return c.Scores[i].Action
}

// cut makes a separate test for the targets of calls before the last one, if they show them without it. A test is
// about its last call, and a target of another call would keep that call in the test. If the last call shows no needed
// target, it is removed from the test, and cut returns nil.
func (h *simplifier) cut(ctx context.Context, c *candidate, s *reduce.Shares) (*candidate, error) {
	last := int32(len(c.Test.Actions) - 1)
	at := int32(-1)
	var need, left []fitness.ID
	for _, id := range c.Need {
		if shows := by(c.Candidate, id); shows < last {
			need, at = append(need, id), max(at, shows)
		} else {
			left = append(left, id)
		}
	}
	if at < 0 {
		return nil, nil
	}
	test := c.Test.Clone()
	test.Actions = test.Actions[:at+1]
	early, err := h.attempt(ctx, trial{need: need}, test)
	if early == nil || !h.worth.reducer.ShowsAll(early.Candidate, need) {
		return nil, err
	}
	if len(left) > 0 {
		early.Need, c.Need = need, left
		return early, nil
	}
	s.Add(c.Candidate, -1)
	h.purse.now(c.calls)
	c.become(early)
	s.Add(c.Candidate, 1)
	return nil, nil
}

// valid makes a copy of a test without its invalid data. The original is then needed only for the targets that depend
// on invalid data. valid returns nil if one test is enough.
func (h *simplifier) valid(ctx context.Context, how trial, c *reduce.Candidate) (*candidate, error) {
	test := c.Test.Clone()
	last := test.Actions[len(test.Actions)-1].(*action.Call)
	if !last.Genotype.IsInvalid() {
		return nil, nil
	}
	last.Genotype.MakeValid()
	valid, err := h.attempt(ctx, how, test)
	if valid == nil {
		return nil, err
	}
	var left []fitness.ID
	for _, id := range c.Need {
		if h.worth.reducer.ShowsAll(valid.Candidate, []fitness.ID{id}) {
			valid.Need = append(valid.Need, id)
		} else {
			left = append(left, id)
		}
	}
	if len(left) == 0 || len(valid.Need) == 0 {
		return nil, nil
	}
	c.Need = left
	return valid, nil
}
