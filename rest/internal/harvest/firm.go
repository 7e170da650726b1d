package harvest

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// firm is a form of a test with as many executions as assertions of bodies need.
type firm struct {
	test   *testcase.Case
	scores fitness.Scores
	calls  int
	traces []*execute.Trace
}

// split makes one candidate for each call that covered something in the best
// test of a target. The candidate is the test up to that call.
func split(h *Harvester, a *search.Archive[*testcase.Case]) (out []*candidate) {
	for _, c := range reduce.Split(a) {
		out = append(out, &candidate{Candidate: c, seen: h.executor.Sightings.Upto(c.Of, len(c.Test.Actions)-1)})
	}
	return out
}

// confirmAgain executes the candidates again before they are made smaller, while allow returns true: whatever ends the
// making of the suite, a test of each asserts what was the same twice. It leaves out what depends on chance, such as
// which goroutine is first, or the order of a map: a test that shows nothing else is not worth writing. Where things
// stay, tests are executed twice in a row later.
func (h *Harvester) confirmAgain(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	if h.executor.Ground != nil {
		return cs, nil
	}
	kept := cs[:0]
	for i, c := range cs {
		ok := true
		if !c.isFirm() && !h.hangs(c.Scores) && allow() {
			first := c.ran.of(c.Test)
			var err error
			if ok, err = h.confirm(ctx, c); err != nil {
				return append(kept, cs[i:]...), err
			}
			if second := c.ran.of(c.Test); ok && first != nil && second != nil {
				becomesFirm(h, c, first, second)
			}
		}
		if ok {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// asSeen makes a test firm that was answered as in the search: it needs no further execution.
func asSeen(h *Harvester, c *candidate) {
	first, second := c.ran.of(c.Test), c.seen
	if first == nil || second == nil {
		return
	}
	second.Scores = c.Scores // nobody asked the search for those that it knew
	if c.executions([]*execute.Trace{first, second}).Agree() {
		becomesFirm(h, c, first, second)
	}
}

// becomesFirm notes two executions of a test as it is.
func becomesFirm(h *Harvester, c *candidate, first, second *execute.Trace) {
	c.firm = &firm{c.Test, c.Scores, c.calls, []*execute.Trace{first, second}}
	h.firm = append(h.firm, c)
}

// isFirm reports whether a test is as it was when it was executed often enough.
func (c *candidate) isFirm() bool { return c.firm != nil && c.firm.test == c.Test && c.look == nil }

// spares has tests executed as seldom as they may be, where that is dear and would take half of what there may be.
func spares(h *Harvester, ask func(done, owed problem.Work) bool) {
	w := owed(h)
	if h.executor.Dear && ask != nil && !ask(h.purse.done(), problem.Work{Tests: 2 * w.Tests, Actions: 2 * w.Actions}) {
		h.purse.save()
	}
}

// owed is what the kept tests take before they are written. Those that are as they were executed twice take less.
func owed(h *Harvester) problem.Work {
	out := h.purse.owed()
	for _, c := range h.firm {
		if c.isFirm() {
			out.Tests, out.Actions = out.Tests-1, out.Actions-c.firm.calls
		}
	}
	return problem.Work{Tests: max(out.Tests, 0), Actions: max(out.Actions, 0)}
}

// begun returns the executions of tests that are as they were executed.
func begun(cs []*candidate) [][]*execute.Trace {
	traces := make([][]*execute.Trace, len(cs))
	for i, c := range cs {
		if c.isFirm() {
			traces[i] = slices.Clone(c.firm.traces)
		} else if t := c.ran.of(c.Test); t != nil {
			traces[i] = append(traces[i], t)
		}
	}
	return traces
}

// asFirm gives tests that were executed too seldom for assertions of bodies their firm form. A test without a firm form
// has to show only what no firm test shows.
func asFirm(h *Harvester, of executed) {
	s := reduce.Share(h.reducer, of.cs)
	var firm, weak []*candidate
	for i, c := range of.cs {
		switch {
		case len(of.traces[i]) >= leastExecutions:
		case c.firm == nil:
			weak = append(weak, c)
		default:
			s.Add(c.Candidate, -1)
			c.Test, c.Scores, c.calls, c.look, c.Fixed = c.firm.test, c.firm.scores, c.firm.calls, nil, false
			of.traces[i] = slices.Clone(c.firm.traces)
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
	rest := slices.DeleteFunc(slices.Clone(of.cs), func(c *candidate) bool {
		return slices.Contains(firm, c) || slices.Contains(weak, c)
	})
	reduce.Inherit(s, slices.Concat(firm, rest, weak))
}
