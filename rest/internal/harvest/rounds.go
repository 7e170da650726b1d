package harvest

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
)

// executeAll executes all candidates several times, one round after the other,
// so that time passes between the executions of one test. Tests that hang have
// rounds of their own, after the others.
func (h *Harvester) executeAll(ctx context.Context, cs []*candidate) ([][]*execute.Trace, error) {
	traces := make([][]*execute.Trace, len(cs))
	first := slices.IndexFunc(cs, func(c *candidate) bool { return h.hangs(c.Scores) })
	if first < 0 {
		first = len(cs)
	}
	err := h.rounds(ctx, cs[:first], traces)
	if err == nil {
		err = knowOrders(ctx, h, cs[:first], traces[:first])
	}
	if err == nil {
		err = h.rounds(ctx, cs[first:], traces[first:])
	}
	return traces, err
}

// knowOrders looks which lists of answers come in more than one order: in all executions that
// there are, and where calls are not limited in as many as it takes.
func knowOrders(ctx context.Context, h *Harvester, cs []*candidate, traces [][]*execute.Trace) error {
	h.orders = ordersOf(traces)
	if h.purse.limit > 0 {
		return nil
	}
	return h.orders.search(traces, func(i int) (*execute.Trace, error) { return h.record(ctx, cs[i]) })
}

// rounds executes each of some candidates several times. Every other round goes
// in reverse, because written tests may run in any order. The execution that a test came from
// is one of them.
func (h *Harvester) rounds(ctx context.Context, cs []*candidate, traces [][]*execute.Trace) error {
	n := executions
	if h.purse.thrifty {
		n = leastExecutions
	}
	for i, c := range cs {
		if t := c.ran.of(c.Test); t != nil {
			traces[i] = append(traces[i], t)
		}
	}
	ran := func(c *candidate) bool { return c.ran.of(c.Test) != nil }
	for round := range n - 1 {
		if err := h.round(ctx, round, cs, traces, none); err != nil {
			return err
		}
	}
	return h.round(ctx, n-1, cs, traces, ran)
}

func none(*candidate) bool { return false }

// round executes each of some candidates once more, but for those that were often enough.
func (h *Harvester) round(
	ctx context.Context, round int, cs []*candidate, traces [][]*execute.Trace, enough func(*candidate) bool,
) error {
	for n := range cs {
		i := n
		if round%2 == 1 {
			i = len(cs) - 1 - n
		}
		if enough(cs[i]) {
			continue
		}
		t, err := h.record(ctx, cs[i])
		if err != nil {
			return err
		}
		traces[i] = append(traces[i], t)
		if round > 0 || h.executor.Ground == nil || h.purse.thrifty {
			continue
		}
		// What the test itself leaves behind may be undone by the others.
		if t, err = h.record(ctx, cs[i]); err != nil {
			return err
		}
		traces[i] = append(traces[i], t)
	}
	return nil
}

// moreRounds continues until a round shows no difference that the rounds before
// did not show.
func (h *Harvester) moreRounds(ctx context.Context, cs []*candidate, traces [][]*execute.Trace, now time.Time) error {
	last := asserted(h, cs, traces, executions-1, now)
	for round := executions; round < maxExecutions; round++ {
		asserted := asserted(h, cs, traces, round, now)
		if reflect.DeepEqual(asserted, last) {
			return nil
		}
		last = asserted
		if err := h.round(ctx, round, cs, traces, none); err != nil {
			return err
		}
	}
	return nil
}

// asserted returns what the first executions of each test would have asserted.
func asserted(
	h *Harvester, cs []*candidate, traces [][]*execute.Trace, executions int, now time.Time,
) [][]suite.Expect {
	out := make([][]suite.Expect, len(cs))
	for i, c := range cs {
		l := &lowering{h: h, traces: traces[i][:executions], elsewhere: c.answers, now: now}
		if !agree(l.traces) || !c.agrees(l.traces[0]) {
			continue
		}
		for n := range l.traces[0].Steps {
			out[i] = append(out[i], l.expect(n))
		}
	}
	return out
}
