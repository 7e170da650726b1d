package harvest

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// executions is the least number of executions of a test before it is written. Differences between the executions
	// are not asserted.
	executions = 3
	// maxExecutions is the greatest number of executions of a test. It is executed again while each round shows a new
	// difference, such as the order of a map.
	maxExecutions = 12
)

// repeater executes finished candidates until it is known which parts of their answers stay the same.
type repeater struct {
	*runner
	writer *lowering.Writer
}

// executeAll executes all candidates several times, one round after the other,
// so that time passes between the executions of one test. Tests that hang have
// rounds of their own, after the others.
func (e *repeater) executeAll(
	ctx context.Context, cs []*candidate, costly bool, allow func() bool,
) error {
	first := slices.IndexFunc(cs, func(c *candidate) bool { return e.worth.hangs(c.Scores) })
	if first < 0 {
		first = len(cs)
	}
	err := e.rounds(ctx, cs[:first])
	if err == nil {
		err = e.knowOrders(ctx, cs[:first], costly, allow)
	}
	if err == nil {
		err = e.rounds(ctx, cs[first:])
	}
	return err
}

// knowOrders finds out which lists of answers come in more than one order. It compares all executions so far and, if
// calls are not limited, as many more as needed of the shortest test for each list. If executions are expensive, a test
// makes a call that changes nothing several times in one execution.
func (e *repeater) knowOrders(ctx context.Context, cs []*candidate, costly bool, allow func() bool) error {
	traces := make([][]*execute.Trace, len(cs))
	for i, c := range cs {
		traces[i] = c.traces
	}
	e.writer.Orders = lowering.OrdersOf(traces)
	if e.purse.limit > 0 {
		return nil
	}
	listing := e.writer.Orders.Listing(traces)
	if costly || e.executor.Dear {
		return e.ordersInOne(ctx, cs, listing, allow)
	}
	for _, i := range listing {
		for len(cs[i].traces) < lowering.OrderExecutions {
			if err := e.again(ctx, cs[i]); err != nil {
				return err
			}
			e.writer.Orders.Note(cs[i].traces[0], cs[i].traces[len(cs[i].traces)-1])
		}
	}
	return nil
}

// ordersInOne makes tests of lists repeat their last call as often as needed, in one execution each.
func (e *repeater) ordersInOne(ctx context.Context, cs []*candidate, listing []int, allow func() bool) error {
	for _, i := range listing {
		first, last := cs[i].traces[0], len(cs[i].Test.Actions)-1
		if len(first.Steps) <= last || !api.IsSafe(opOf(cs[i].Test).Spec.Method) || !allow() {
			continue
		}
		often := cs[i].Test.Clone()
		for range lowering.OrderExecutions {
			often.Actions = append(often.Actions, often.Actions[last].Clone())
		}
		t, err := e.record(ctx, newCandidate(often))
		if err != nil {
			return err
		}
		for n := last; n < len(t.Steps) && !t.Steps[n].Behind(); n++ {
			e.writer.Orders.Note(&execute.Trace{Steps: first.Steps[last:]}, &execute.Trace{Steps: t.Steps[n:]})
		}
	}
	return nil
}

// rounds executes each candidate until there are enough executions. Every second round has the reverse order, because
// written tests may run in any order. Earlier executions count.
func (e *repeater) rounds(ctx context.Context, cs []*candidate) error {
	n := executions
	if e.purse.thrifty {
		n = leastExecutions
	}
	known := map[*candidate]int{}
	for _, c := range cs {
		known[c] = len(c.traces)
	}
	for round := range n {
		wanting := slices.DeleteFunc(slices.Clone(cs), func(c *candidate) bool { return known[c] >= n-round })
		if err := e.round(ctx, round, wanting); err != nil {
			return err
		}
	}
	return nil
}

// round executes each candidate once more.
func (e *repeater) round(ctx context.Context, round int, cs []*candidate) error {
	if round%2 == 1 {
		cs = slices.Clone(cs)
		slices.Reverse(cs)
	}
	times := 1
	if round == 0 && e.executor.Effects.Keeps() && !e.purse.thrifty {
		times = 2 // other tests may undo the effects of the test itself
	}
	for _, c := range cs {
		if err := e.again(ctx, slices.Repeat([]*candidate{c}, times)...); err != nil {
			return err
		}
	}
	return nil
}

// moreRounds continues until a round shows no new difference.
func (e *repeater) moreRounds(ctx context.Context, cs []*candidate, now time.Time) error {
	last := e.asserted(cs, executions-1, now)
	for round := executions; round < maxExecutions; round++ {
		asserted := e.asserted(cs, round, now)
		if reflect.DeepEqual(asserted, last) {
			return nil
		}
		last = asserted
		if err := e.round(ctx, round, cs); err != nil {
			return err
		}
	}
	return nil
}

// asserted returns the assertions of each test after its first executions.
func (e *repeater) asserted(cs []*candidate, executions int, now time.Time) [][]suite.Expect {
	out := make([][]suite.Expect, len(cs))
	for i, c := range cs {
		out[i] = e.writer.Asserted(c.executions(c.traces[:executions]), now)
	}
	return out
}

// looker adds to candidates a call that shows the effect of their last call.
type looker struct {
	*runner
	codec action.Codec
	alone *alone
}

// looks adds a look operation to tests whose last call was accepted and may have changed the system. The answer of
// this operation has to differ with and without the last call. So the test fails if the call no longer has its effect
// but still reports success. Each operation gets one such test first. Looking takes at most a quarter of the calls for
// making the tests, and none if time or calls are short.
func (k *looker) looks(ctx context.Context, cs []*candidate, allow func() bool, now time.Time) error {
	end := k.purse.spent + max(k.purse.spent/4, leastLooks)
	counted := k.purse.limit > 0 || k.executor.Effects.Keeps()
	wanted := func(c *candidate) bool { return k.worth.changes(c.Candidate) && !k.worth.hangs(c.Scores) }
	for _, c := range firstOfEach(cs, wanted) {
		if k.purse.spent > end || counted && !allow() {
			return nil
		}
		shown, err := k.look(ctx, c, now)
		if err != nil {
			return err
		}
		for _, other := range append(k.undoing(c.Test), altered(c.Test)...) {
			if shown || c.Former != nil {
				break
			}
			if shown, err = k.lookBy(ctx, c, other, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// leastLooks is the number of calls that looking may take in any case.
const leastLooks = 400

// firstOfEach returns the wanted candidates: the first one of each operation, and then the others.
func firstOfEach(cs []*candidate, wanted func(*candidate) bool) []*candidate {
	var first, others []*candidate
	has := map[*api.Operation]bool{}
	for _, c := range cs {
		switch op := opOf(c.Test); {
		case !wanted(c):
		case has[op]:
			others = append(others, c)
		default:
			has[op] = true
			first = append(first, c)
		}
	}
	return append(first, others...)
}

// look gives a test the first look operation whose answers with and without the last call differ. It reports whether
// there is one.
func (k *looker) look(ctx context.Context, c *candidate, now time.Time) (bool, error) {
	for _, op := range readers(k.codec.API.Ops, opOf(c.Test)) {
		if !k.purse.tries(2*c.calls + 2) {
			break
		}
		idle := newCandidate(c.Test, c.Need...)
		idle.leaks, idle.look, idle.idle = c.leaks, op, true
		without, err := k.record(ctx, idle)
		if err != nil {
			return false, err
		}
		before := *c
		c.look = op
		with, err := k.record(ctx, c)
		seen := lookIn(with)
		if err == nil && answers(seen) && differs(seen, lookIn(without), now) && !k.standsLess(c.owns) {
			c.ran = ran{c.Test, with}
			k.purse.now(before.calls)
			return true, nil
		}
		if *c = before; err != nil {
			return false, err
		}
	}
	return false, nil
}

// lookBy gives a candidate another form with a look operation, if that form shows all needed targets and the effect of
// its last call. A change back to an earlier value shows nothing.
func (k *looker) lookBy(ctx context.Context, c *candidate, test *testcase.Case, now time.Time) (bool, error) {
	if !sound(test) {
		return false, nil
	}
	form, err := k.attempt(ctx, c.trial(), test)
	if form == nil || !k.worth.reducer.ShowsAll(form.Candidate, c.Need) || k.standsLess(c.owns) {
		return false, err
	}
	form.Need, form.leaks, form.owns, form.calls = c.Need, c.leaks, c.owns, c.calls
	shown, err := k.look(ctx, form, now)
	if shown {
		c.become(form)
		c.look = form.look
	}
	return shown, err
}

// undoing returns a test whose last call deletes the element that a call before it created at the same path, if there
// is such an operation: deleting nothing has no effect to show.
func (k *looker) undoing(test *testcase.Case) []*testcase.Case {
	last := len(test.Actions) - 1
	about := test.Actions[last].(*action.Call)
	i := slices.IndexFunc(k.codec.API.Ops, func(op *api.Operation) bool {
		adds := op.Spec.Method == http.MethodPost || op.Spec.Method == http.MethodPut && makes(k.executor, op)
		return adds && op.Spec.Path == about.Op.Spec.Path
	})
	if i < 0 || about.Op.Spec.Method != http.MethodDelete {
		return nil
	}
	does := action.New(k.codec.API.Ops[i], k.codec.Users, 0)
	if kept := shortestFirst(k.alone.accepted(does.Op)); len(kept) > 0 {
		does = kept[0][len(kept[0])-1].Clone().(*action.Call)
	}
	for i := range does.Genotype.Params {
		p := &does.Genotype.Params[i]
		for j := range about.Genotype.Params {
			o := &about.Genotype.Params[j]
			if o.Spec.In == openapi.InPath && p.Spec.In == openapi.InPath && o.Spec.Name == p.Spec.Name {
				p.Gene = o.Gene.Clone()
			}
		}
	}
	does.User.Index = about.User.Index
	does.Follow.Enabled, does.Follow.Own = does.Op.Chained, 0
	actions := append(slices.Clone(test.Actions[:last]), does, about)
	return []*testcase.Case{(&testcase.Case{Actions: actions}).Clone()}
}

// steadyLook returns the look operation of a test, and its answers in another process. If the answer to the look
// operation differs from execution to execution, it returns nil, and removes the look from the executions.
func steadyLook(look *api.Operation, e lowering.Executions) (*api.Operation, []lowering.Answer) {
	if look == nil || len(e.Traces) == 0 || e.Agree() {
		return look, e.Elsewhere
	}
	answers, looks := e.Elsewhere, func(s execute.TraceStep) bool { return s.Looks }
	if at := slices.IndexFunc(e.Traces[0].Steps, looks); at >= 0 && len(answers) == len(e.Traces[0].Steps) {
		answers = slices.Delete(slices.Clone(answers), at, at+1)
	}
	for _, t := range e.Traces {
		t.Steps = slices.DeleteFunc(t.Steps, looks)
	}
	return nil, answers
}
