package function

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// executions is the least number of executions of a test before it is written. Results that differ between them are
	// not asserted.
	executions = 3
	// maxExecutions is the greatest number of executions of a test, if each round shows further differences, for
	// example by the order of a map.
	maxExecutions = 12
	// leastExecutions is the number of executions that a test needs if the time runs out.
	leastExecutions = 2
)

// Suite makes a suite of the best tests of an archive, see [problem.Problem].
func (h *harvester) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	if how.Now.IsZero() {
		how.Now = time.Now()
	}
	h.spent = 0
	allow := func() bool { return how.Allow == nil || how.Allow(problem.Work{Actions: h.spent}, problem.Work{}) }
	found, err := h.minimise(ctx, a, how, allow)
	if err != nil {
		return nil, 0, err
	}
	cs := make([]*candidate, len(found))
	for i, c := range found {
		cs[i] = &candidate{Candidate: c}
	}
	traces := make([][]*trace, len(cs))
	for round := range executions {
		if err = h.round(ctx, round, cs, traces); err != nil {
			break
		}
	}
	out, flaky := h.write(cs, traces, how.Now)
	tellDropped(how, h.kept)
	return out, flaky, err
}

// round executes each of some tests once. Every other round has the reverse order, because written tests may run in any
// order.
func (h *harvester) round(ctx context.Context, round int, cs []*candidate, traces [][]*trace) error {
	for n := range cs {
		i := n
		if round%2 == 1 {
			i = len(cs) - 1 - n
		}
		t, err := h.execute(ctx, cs[i].Test, true)
		if err != nil {
			return err
		}
		traces[i] = append(traces[i], t)
	}
	return nil
}

// write makes a suite of the tests that were executed often enough. It also returns the number of tests left out
// because their outcomes differed.
func (h *harvester) write(cs []*candidate, traces [][]*trace, now time.Time) (*suite.Suite, int) {
	of := map[*reduce.Candidate]*written{}
	var same []*reduce.Candidate
	flaky := 0
	for i, c := range cs {
		switch w := (&written{candidate: c, traces: traces[i], now: now}); {
		case len(w.traces) < leastExecutions:
		case w.agree():
			of[c.Candidate] = w
			same = append(same, c.Candidate)
		default:
			flaky++
		}
	}
	out := &suite.Suite{Title: h.title()}
	h.kept = h.kept[:0]
	first := map[*suite.Step]*candidate{} // by the first step, because sorting moves tests but not their steps
	same = reduce.Settle(h.reducer(), same, func(c *reduce.Candidate) fitness.Scores { return always(of[c].traces) })
	shares := reduce.Share(h.reducer(), same)
	for _, c := range same {
		test := h.lower(of[c])
		test.Known = constants(h.executor.inside.known.Values, c)
		test.Tell(h.ways(shares, c))
		rename(&test, c)
		if test.Validate() != nil {
			flaky++
			continue
		}
		out.Tests = append(out.Tests, test)
		h.kept = append(h.kept, of[c].candidate)
		first[&test.Steps[0]] = of[c].candidate
	}
	out.Sort()
	out.NameTests()
	for i := range out.Tests {
		first[&out.Tests[i].Steps[0]].name = out.Tests[i].Name
	}
	return out, flaky
}

// always returns the targets that all executions of a test covered.
func always(traces []*trace) fitness.Scores {
	scores := reduce.Covered(slices.Clone(traces[0].scores))
	for _, t := range traces[1:] {
		scores = slices.DeleteFunc(scores, func(s fitness.Score) bool { return t.scores.Of(s.ID) < 1 })
	}
	return scores
}

// ways returns the outcomes of conditions that only this test shows, in the order in which the search first met them.
func (h *harvester) ways(s *reduce.Shares, c *reduce.Candidate) (out []suite.Way) {
	describe := h.executor.inside.known.Describe
	if describe == nil {
		return nil
	}
	for _, id := range slices.Sorted(s.Own(c)) {
		if what, place := describe(id); what != "" {
			out = append(out, suite.Way{What: what, Place: place})
		}
	}
	return out
}

// constants lists the constants in the conditions for which a test is kept.
func constants(values func(fitness.ID) []any, c *reduce.Candidate) (out []string) {
	if values == nil {
		return nil
	}
	for _, id := range c.Need {
		for _, v := range values(id) {
			switch v := v.(type) {
			case string:
				out = append(out, v)
			case rune:
				out = append(out, string(v))
			case int64:
				out = append(out, strconv.FormatInt(v-1, 10), strconv.FormatInt(v, 10), strconv.FormatInt(v+1, 10))
			default:
				out = append(out, string(value.AppendJSON(nil, v)))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
