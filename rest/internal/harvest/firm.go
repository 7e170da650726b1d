package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// split makes one candidate for each call that covered something in the best
// test of a target. The candidate is the test up to that call.
func split(h *Harvester, a *search.Archive[*testcase.Case]) (out []*candidate) {
	ofQuery := func(id fitness.ID) bool {
		return h.executor.Faults.Registry.Target(id).Kind == sut.QueryTarget
	}
	for _, c := range reduce.Split(a) {
		if c.Need = slices.DeleteFunc(c.Need, ofQuery); len(c.Need) == 0 {
			continue
		}
		out = append(out, &candidate{Candidate: c, seen: h.executor.Sightings.Upto(c.Of, len(c.Test.Actions)-1)})
	}
	return out
}

// confirmAgain executes the candidates again before they are made smaller, while allow returns true. So a test can
// assert the equal parts of two executions even if making the suite is interrupted. It leaves out targets that depend
// on chance, such as the order of goroutines or of a map, and tests that show nothing else. If the system keeps
// elements, tests are executed twice in a row later instead.
func (f *confirmer) confirmAgain(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	if f.executor.Effects.Keeps() {
		return cs, nil
	}
	kept := cs[:0]
	for i, c := range cs {
		ok := true
		if !c.firm.is(c.Test, c.look) && !f.worth.hangs(c.Scores) && allow() {
			first := c.ran.of(c.Test)
			var err error
			if ok, err = f.confirm(ctx, c); err != nil {
				return append(kept, cs[i:]...), err
			}
			if second := c.ran.of(c.Test); ok && first != nil && second != nil {
				f.balance.becomesFirm(c, first, second)
			}
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// asFirm gives tests that were executed too seldom for assertions of bodies their firm form. A test without a firm
// form has to show only the targets that no firm test shows.
func asFirm(r *reduce.Reducer, cs []*candidate) {
	s := reduce.Share(r, cs)
	var firm, weak []*candidate
	for _, c := range cs {
		switch {
		case len(c.traces) >= leastExecutions:
		case c.firm == nil:
			weak = append(weak, c)
		default:
			s.Add(c.Candidate, -1)
			c.Test, c.Scores, c.calls, c.look, c.Fixed = c.firm.test, c.firm.scores, c.firm.calls, nil, false
			c.traces = slices.Clone(c.firm.traces)
			s.Add(c.Candidate, 1)
			firm = append(firm, c)
		}
	}
	if len(firm) == 0 {
		return
	}
	for _, c := range firm {
		c.Need = reduce.Reached(c.Need, c.Scores)
	}
	for _, c := range weak {
		c.Need = nil
	}
	rest := slices.DeleteFunc(slices.Clone(cs), func(c *candidate) bool {
		return slices.Contains(firm, c) || slices.Contains(weak, c)
	})
	reduce.Inherit(s, slices.Concat(firm, rest, weak))
}
