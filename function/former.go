package function

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// confirmFormer executes the tests of an earlier suite. Each test is kept for all targets that it covers now. It leaves
// out tests that cannot be written any more, and tests that cover no target of their own.
func (h *harvester) confirmFormer(ctx context.Context, former []problem.Former) ([]*reduce.Candidate, error) {
	var out []*reduce.Candidate
	for i := range former {
		c := &reduce.Candidate{Test: former[i].Case, Former: &former[i]}
		t, err := h.execute(ctx, c.Test, false)
		if err != nil {
			return nil, err
		}
		if !t.whole(c.Test) {
			continue
		}
		c.Scores = reduce.Covered(t.scores)
		c.Need = slices.Sorted(h.reducer().Shown(c))
		out = append(out, c)
	}
	return reduce.Distinct(h.reducer(), out, func(*reduce.Candidate) bool { return true }), nil
}

// tellDropped reports the tests of an earlier suite that are not in the new one.
func tellDropped(how problem.Harvest, kept []*candidate) {
	if how.Dropped == nil {
		return
	}
	for i := range how.Former {
		f := &how.Former[i]
		at := slices.IndexFunc(kept, func(c *candidate) bool { return c.Former == f })
		switch {
		case at < 0:
			how.Dropped(f.Name, "it shows nothing any more that no other test shows, or not each time")
		case kept[at].name != f.Name:
			how.Dropped(f.Name, "it ends in another way now, and is "+kept[at].name)
		}
	}
}

// rename gives a test of an earlier suite its former name and text, unless the outcome of its last call changed.
func rename(t *suite.Test, c *reduce.Candidate) {
	f := c.Former
	if f == nil || len(f.Outcomes) == 0 || f.Outcomes[len(f.Outcomes)-1] != t.Steps[len(t.Steps)-1].Outcome() {
		return
	}
	t.Name, t.Purpose, t.Ways = f.Name, f.Purpose, f.Ways
}

// Archived returns the tests of the last suite as readable data, by name.
func (h *harvester) Archived() (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, c := range h.kept {
		data, err := h.codec.EncodeCase(c.Test)
		if err != nil {
			return nil, err
		}
		out[c.name] = data
	}
	return out, nil
}

// Recall implements [problem.Archivist]. It recalls a test as a whole or returns an error: if types of parameters
// changed, their arguments cannot be mapped to the new types.
func (k codec) Recall(data []byte) (*testcase.Case, []string, error) {
	c, err := k.DecodeCase(data)
	return c, nil, err
}
