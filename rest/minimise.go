package rest

import (
	"context"
	"iter"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// candidate is a test on its way into the suite.
type candidate struct {
	test *testcase.Case
	// need are the targets it is kept for, ascending.
	need []fitness.ID
	// scores are those of its last execution.
	scores fitness.Scores
}

// minimise turns the best individuals of an archive into few small tests: each
// covers a target that no other does, and each call in it is needed for that.
// What cannot be reproduced is left out. Once allow says no, no more
// executions are spent on making tests smaller.
func (p *Problem) minimise(ctx context.Context, a *search.Archive[*testcase.Case], h Harvest, allow func() bool) ([]*candidate, error) {
	candidates := hangingLast(split(a), p.hangs)
	kept := candidates[:0]
	for _, c := range candidates {
		if h.Confirm != nil && !h.Confirm() {
			break
		}
		ok, err := p.confirm(ctx, c)
		if err == nil && ok && allow() {
			err = p.dropCalls(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, c)
		}
	}
	kept = p.dropTests(kept)
	for _, c := range kept {
		if allow() {
			if err := p.simplify(ctx, c, allow); err != nil {
				return nil, err
			}
		}
	}
	return kept, nil
}

// split makes one candidate for each call that covered something in the best
// test of a target: the test up to that call.
func split(a *search.Archive[*testcase.Case]) []*candidate {
	type place struct {
		test   *search.Evaluated[*testcase.Case]
		action int32
	}
	var out []*candidate
	at := map[place]*candidate{}
	a.Each(func(id fitness.ID, e *search.Evaluated[*testcase.Case], value float64) {
		i, found := slices.BinarySearchFunc(e.Scores, id, func(s fitness.Score, id fitness.ID) int { return int(s.ID - id) })
		if value < 1 || !found {
			return
		}
		key := place{e, e.Scores[i].Action}
		c, ok := at[key]
		if !ok {
			c = &candidate{test: e.Individual.Clone(), scores: e.Scores}
			c.test.Actions = c.test.Actions[:key.action+1]
			at[key] = c
			out = append(out, c)
		}
		c.need = append(c.need, id)
	})
	return out
}

// confirm executes a candidate and drops the targets it does not reach again.
// It reports whether any is left.
func (p *Problem) confirm(ctx context.Context, c *candidate) (bool, error) {
	scores, err := p.rerun(ctx, c.test)
	c.scores = scores
	c.need = slices.DeleteFunc(c.need, func(id fitness.ID) bool { return scores.Of(id) < 1 })
	return len(c.need) > 0, err
}

// dropCalls removes the calls that the needed targets do not depend on.
func (p *Problem) dropCalls(ctx context.Context, c *candidate) error {
	for i := len(c.test.Actions) - 2; i >= 0; i-- {
		smaller := &testcase.Case{Actions: slices.Delete(slices.Clone(c.test.Actions), i, i+1)}
		if err := p.adopt(ctx, c, smaller); err != nil {
			return err
		}
	}
	return nil
}

// adopt replaces the test of a candidate when the other one covers all that is needed.
func (p *Problem) adopt(ctx context.Context, c *candidate, other *testcase.Case) error {
	scores, err := p.rerun(ctx, other)
	if err != nil {
		return err
	}
	for _, id := range c.need {
		if scores.Of(id) < 1 {
			return nil
		}
	}
	c.test, c.scores = other, scores
	return nil
}

// dropTests removes the candidates whose targets the others cover as well,
// looking at the longest first.
func (p *Problem) dropTests(cs []*candidate) []*candidate {
	times := map[fitness.ID]int{}
	for _, c := range cs {
		for id := range p.shown(c) {
			times[id]++
		}
	}
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int { return len(b.test.Actions) - len(a.test.Actions) })
	dropped := map[*candidate]bool{}
	for _, c := range order {
		if p.alone(c, times) {
			continue
		}
		dropped[c] = true
		for id := range p.shown(c) {
			times[id]--
		}
	}
	for _, c := range cs {
		for id := range p.shown(c) {
			if times[id] == 1 {
				c.need = append(c.need, id)
			}
		}
		slices.Sort(c.need)
		c.need = slices.Compact(c.need)
	}
	return slices.DeleteFunc(cs, func(c *candidate) bool { return dropped[c] })
}

// alone reports whether a test shows a target that no other does.
func (p *Problem) alone(c *candidate, times map[fitness.ID]int) bool {
	for id := range p.shown(c) {
		if times[id] == 1 {
			return true
		}
	}
	return false
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
