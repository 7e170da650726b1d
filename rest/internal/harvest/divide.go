package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// cut makes a test of its own for what calls before the last one show, if they show
// it without the last one. A test is about its last call, and what another one shows
// would keep that call in the test. If the last call shows nothing that is needed, it
// is cut off, and cut returns nil.
func (h *simplifier) cut(ctx context.Context, c *candidate, s *shares) (*candidate, error) {
	last := int32(len(c.test.Actions) - 1)
	early, at := &candidate{}, int32(-1)
	var left []fitness.ID
	for _, id := range c.need {
		if by := c.by(id); by < last {
			early.need, at = append(early.need, id), max(at, by)
		} else {
			left = append(left, id)
		}
	}
	if at < 0 {
		return nil, nil
	}
	early.test = c.test.Clone()
	early.test.Actions = early.test.Actions[:at+1]
	scores, err := h.rerun(ctx, early, early.test)
	if err != nil {
		return nil, err
	}
	if early.scores = covered(scores); !h.showsAll(early, early.need) {
		return nil, nil
	}
	if len(left) > 0 {
		c.need = left
		return early, nil
	}
	s.add(c, -1)
	c.test, c.scores = early.test, early.scores
	s.add(c, 1)
	return nil, nil
}

// by is the index of the call that shows a target.
func (c *candidate) by(id fitness.ID) int32 {
	i, known := slices.BinarySearchFunc(c.scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) })
	if !known {
		return int32(len(c.test.Actions) - 1)
	}
	return c.scores[i].Action
}

// divide makes a copy of a test without its invalid data. The original is then
// needed only for what takes invalid data. divide returns nil if one test is
// enough.
func (h *simplifier) divide(ctx context.Context, c *candidate) (*candidate, error) {
	valid := &candidate{test: c.test.Clone()}
	last := valid.test.Actions[len(valid.test.Actions)-1].(*action.Call)
	if !last.Genotype.IsInvalid() {
		return nil, nil
	}
	last.Genotype.MakeValid()
	scores, err := h.rerun(ctx, c, valid.test)
	if err != nil {
		return nil, err
	}
	valid.scores = covered(scores)
	var left []fitness.ID
	for _, id := range c.need {
		if h.showsAll(valid, []fitness.ID{id}) {
			valid.need = append(valid.need, id)
		} else {
			left = append(left, id)
		}
	}
	if len(left) == 0 || len(valid.need) == 0 {
		return nil, nil
	}
	c.need = left
	return valid, nil
}
