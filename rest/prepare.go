package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
)

// preparation makes tests in which earlier calls prepare later calls: they create the resources that a later call
// needs, or change their state.
type preparation struct {
	api      *api.API
	standing *standing
	pool     *pool.Pool
	drafts   *drafter
	maxCalls int
}

// random returns a test of one random call after calls that prepare it, or a test of several random calls.
func (p *preparation) random(r *rand.Rand) *testcase.Case {
	n := 1 + r.IntN(p.maxCalls)
	c := &testcase.Case{}
	if chance.Evenly(r) {
		c.Actions = p.prepared(r, nil, p.standing.pick(r), p.maxCalls)
		return c
	}
	for len(c.Actions) < n {
		c.Actions = p.prepared(r, c.Actions, p.standing.pick(r), n-len(c.Actions))
	}
	return c
}

// prepared appends a new call of an operation to earlier calls. With some
// probability it first adds calls that prepare the new one. It returns at most
// room calls in all.
func (p *preparation) prepared(r *rand.Rand, earlier []testcase.Action, op *api.Operation, room int) []testcase.Action {
	next := p.drafts.call(r, op)
	for _, maker := range p.preparing(r, op) {
		if room > 1 {
			made := p.helpful(r, maker, room-1)
			earlier = append(earlier, made...)
			room -= len(made)
		}
	}
	next.Bind(r, p.api, earlier)
	return append(earlier, next)
}

// test returns a test of earlier calls and of a last call that may name the resources that they create.
func (p *preparation) test(r *rand.Rand, earlier []testcase.Action, next *action.Call) *testcase.Case {
	next.Bind(r, p.api, earlier)
	return &testcase.Case{Actions: append(earlier, next)}
}

// opened returns the test of an opening. It repeats creating calls that succeeded before.
func (p *preparation) opened(r *rand.Rand, o opening) *testcase.Case {
	p.standing.learn()
	c := &testcase.Case{}
	for i, op := range o.ops {
		if p.standing.plain {
			c.Actions = append(c.Actions, p.drafts.plain(r, op, o.user))
			continue
		}
		next := p.drafts.usual(r, op, o.user, o.manner)
		if i < len(o.ops)-1 {
			next = p.making(r, op, next)
		}
		next.Bind(r, p.api, c.Actions)
		c.Actions = append(c.Actions, next)
	}
	return c
}

// making returns a call of an operation that creates a resource for the last call of an opening: an earlier successful
// call if there is one, else the usual call. If the operation refused such a repetition before, every other call has
// only its required parts. If the operation refuses the user, another user makes the call.
func (p *preparation) making(r *rand.Rand, op *api.Operation, usual *action.Call) *action.Call {
	user := usual.User.Index
	if !op.Admission.Admits(user) && op.Admission.Others(user) {
		user = op.Admission.Draw(r, 0, user)
	}
	next := usual
	switch kept := p.pool.Kept(op); {
	case p.standing.unique[op.Index] && !op.Chooses && r.IntN(2) == 0:
		next = p.drafts.usual(r, op, 0, genotype.Manner{Parts: genotype.RequiredParts})
	case len(kept) > 0:
		next = kept[0][len(kept[0])-1].Clone().(*action.Call)
		if !p.standing.renew(r, next) {
			p.standing.repeated = append(p.standing.repeated, op)
		}
	}
	next.User.Index = user
	return next
}

// preparing returns operations that may prepare a call of another operation:
// they change the state of its resource, or create what it needs.
func (p *preparation) preparing(r *rand.Rand, op *api.Operation) []*api.Operation {
	out := p.written(r, op)
	if len(op.Needs)+len(op.Siblings) == 0 || !chance.Evenly(r) {
		return out
	}
	if len(op.Needs) == 0 || len(op.Siblings) > 0 && chance.Seldom(r) {
		return append(out, p.sibling(r, op))
	}
	for _, makers := range op.Needs {
		if len(op.Needs) == 1 || chance.Mostly(r) {
			out = append(out, makers[r.IntN(len(makers))])
		}
	}
	return out
}

// written returns at most one operation that was seen to write SQL tables which op reads. It draws by their
// probabilities.
func (p *preparation) written(r *rand.Rand, op *api.Operation) []*api.Operation {
	if len(op.Writers) == 0 || !chance.Evenly(r) {
		return nil
	}
	var chosen *api.Operation
	sum := 0.0
	for _, w := range op.Writers {
		sum += w.Probability
		if r.Float64()*sum < w.Probability {
			chosen = w.Op
		}
	}
	return []*api.Operation{chosen}
}

// sibling returns one of the siblings of an operation. It prefers a sibling
// that is known to succeed, because a refused call changes nothing.
func (p *preparation) sibling(r *rand.Rand, op *api.Operation) *api.Operation {
	first := op.Siblings[r.IntN(len(op.Siblings))]
	if len(p.pool.Kept(first)) > 0 {
		return first
	}
	return op.Siblings[r.IntN(len(op.Siblings))]
}

// helpful returns from 1 to room calls that change the state for later calls. The last is a call of op. Often they are
// calls that succeeded before, else a new call after calls that may prepare it.
func (p *preparation) helpful(r *rand.Rand, op *api.Operation, room int) []testcase.Action {
	if kept := p.pool.Kept(op); len(kept) > 0 && chance.Evenly(r) {
		at := r.IntN(len(kept) + 1)
		calls := p.pool.Highest(op)
		if at < len(kept) || len(calls) == 0 {
			calls = kept[at%len(kept)]
		}
		out := cloned(calls, room)
		p.standing.renew(r, out[len(out)-1].(*action.Call))
		return out
	}
	return p.prepared(r, nil, op, room)
}

// cloned returns copies of the last calls, at most room.
func cloned(calls []*action.Call, room int) []testcase.Action {
	calls = calls[max(0, len(calls)-room):]
	out := make([]testcase.Action, len(calls))
	for i, c := range calls {
		out[i] = c.Clone()
	}
	return out
}

// before returns calls to insert before another call. Often they call an operation that may create a resource whose id
// the other call then takes, or that changes the state of its resource.
func (p *preparation) before(r *rand.Rand, next testcase.Action, room int) []testcase.Action {
	c := next.(*action.Call)
	op := p.api.Ops[r.IntN(len(p.api.Ops))]
	if makers := c.Op.Creators; len(makers) > 0 && chance.Evenly(r) {
		op = makers[r.IntN(len(makers))]
		c.Follow.Enabled = c.Op.Chained
	} else if len(c.Op.Siblings) > 0 && chance.Evenly(r) {
		op = p.sibling(r, c.Op)
		c.Follow.Enabled = c.Op.Chained
	} else if writer := p.written(r, c.Op); len(writer) > 0 {
		op = writer[0]
	} else if stirring := p.stirring(r, c.Op); stirring != nil {
		op = stirring
	}
	calls := p.helpful(r, op, room)
	c.Bind(r, p.api, calls)
	return calls
}

// structure returns the mutator of the structure of tests.
func (p *preparation) structure() testcase.Mutator {
	return testcase.Mutator{New: p.drafts.anyCall, Before: p.before, MaxActions: p.maxCalls}
}

// groundwork returns calls that create what an operation needs, or that change the state of its resource.
func (p *preparation) groundwork(r *rand.Rand, op *api.Operation) (earlier []testcase.Action) {
	if p.maxCalls > 1 && len(op.Siblings) > 0 && chance.Evenly(r) {
		sibling := p.sibling(r, op)
		if calls := p.pool.Highest(sibling); len(calls) > 0 && chance.Evenly(r) {
			return cloned(calls, p.maxCalls-1)
		}
		return p.helpful(r, sibling, p.maxCalls-1)
	}
	if writer := p.written(r, op); len(writer) > 0 && p.maxCalls > 1 {
		earlier = p.helpful(r, writer[0], p.maxCalls-1)
	}
	earlier = p.needed(r, op, earlier)
	if stirring := p.stirring(r, op); stirring != nil && p.maxCalls-1 > len(earlier) {
		earlier = append(earlier, p.helpful(r, stirring, p.maxCalls-1-len(earlier))...)
	}
	return earlier
}

// needed appends calls that create what an operation needs.
func (p *preparation) needed(r *rand.Rand, op *api.Operation, earlier []testcase.Action) []testcase.Action {
	for _, makers := range slices.Concat(op.Needs, op.Twice) {
		if room := p.maxCalls - 1 - len(earlier); room > 0 {
			earlier = append(earlier, p.made(r, makers, earlier, room)...)
		}
	}
	return earlier
}

// made returns calls that create one more resource with one of the makers: a resource like one that earlier calls of
// the test create, or any. It returns nil if no maker succeeded before.
func (p *preparation) made(
	r *rand.Rand, makers []*api.Operation, earlier []testcase.Action, room int,
) []testcase.Action {
	makes := func(a testcase.Action) bool { return slices.Contains(makers, a.(*action.Call).Op) }
	if at := slices.IndexFunc(earlier, makes); at >= 0 && r.IntN(2) == 0 {
		return []testcase.Action{earlier[at].(*action.Call).Another(r)}
	}
	ready := slices.DeleteFunc(slices.Clone(makers), p.standing.never)
	if len(ready) == 0 {
		return nil
	}
	return p.helpful(r, ready[r.IntN(len(ready))], room)
}

// stirring returns an operation for a call of op, which never succeeded: an operation that succeeded and may change the
// state of a resource that op names outside of its path. A deposit may help a withdrawal from an account. It returns
// nil if there is none, and sometimes otherwise.
func (p *preparation) stirring(r *rand.Rand, op *api.Operation) *api.Operation {
	if !p.standing.never(op) {
		return nil
	}
	all := slices.DeleteFunc(p.api.Stirring(op), p.standing.never)
	if len(all) == 0 || !chance.Evenly(r) {
		return nil
	}
	return all[r.IntN(len(all))]
}

// insists reports whether an operation takes names of existing elements, as refusals showed.
func insists(op *api.Operation) bool { return op.Insisted != 0 || len(op.Told) > 0 }

// insisting makes the last call of a test name elements that earlier calls create, if the operation insists on existing
// elements.
func (p *preparation) insisting(r *rand.Rand, t *testcase.Case) *testcase.Case {
	last := len(t.Actions) - 1
	c, earlier := t.Actions[last].(*action.Call), t.Actions[:last]
	if !insists(c.Op) || !chance.Mostly(r) {
		return t
	}
	c.Insist(earlier)
	if !chance.Evenly(r) {
		return t
	}
	for _, a := range earlier {
		if before := a.(*action.Call); before.Op.Admission.Admits(c.User.Index) {
			before.User = c.User
		}
	}
	return t
}
