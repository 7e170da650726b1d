package rest

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/testcase"
)

// nearFocus is the focus of the mutation of a refused call that came near to success. The larger it is, the less
// changes.
const nearFocus = 0.9

// approach makes tests that come nearer to the first success of an operation.
type approach struct {
	preparation *preparation
	repairs     *derive.Repairs // nil without memory
	inputs      *tracking.Inputs
}

// towards returns a test for an operation: a changed refused call that was near to success, or else a new call after
// calls that create what it needs.
func (a *approach) towards(r *rand.Rand, op *api.Operation) *testcase.Case {
	if c := a.unlock(r, op); c != nil {
		return c
	}
	if c := a.nearer(r, op); c != nil {
		return c
	}
	earlier := a.preparation.groundwork(r, op)
	drafts := a.preparation.drafts
	next := drafts.call(r, op)
	if chance.Seldom(r) {
		manners := mannersOf(op)
		next = drafts.usual(r, op, next.User.Index, manners[r.IntN(len(manners))])
		drafts.lend(r, next)
	}
	if last := len(earlier) - 1; last >= 0 && api.NamesNothing(op.Spec) && chance.Evenly(r) {
		next.User = earlier[last].(*action.Call).User // the resource may depend on its user
	}
	return a.preparation.insisting(r, a.preparation.test(r, earlier, next))
}

// nearer returns a test with a changed call of an operation: a refused call that was near to success. It returns nil if
// there is none, and sometimes otherwise.
func (a *approach) nearer(r *rand.Rand, op *api.Operation) *testcase.Case {
	from, ok := a.repairs.Near(r, op.Index)
	if !ok || !chance.Mostly(r) {
		return nil
	}
	child := a.preparation.furnished(r, a.preparation.accepted(r, &from))
	adopt(child)
	last, drafts := len(child.Actions)-1, a.preparation.drafts
	if c := child.Actions[last].(*action.Call); !drafts.lend(r, c) && !drafts.arrange(r, c) {
		m := a.preparation.structure()
		child = m.MutateAt(r, child, last, nearFocus)
	}
	return a.preparation.insisting(r, child)
}

// accepted returns the test of a refused call. Earlier calls of the test that were refused, too, prepare nothing. It
// replaces them by accepted calls of the same operations, if there are any.
func (p *preparation) accepted(r *rand.Rand, from *derive.Refused) *testcase.Case {
	child := from.Test.Upto(from.At)
	for i := from.At - 1; i >= 0; i-- {
		before := from.Test.Actions[i].(*action.Call)
		kept := p.pool.Kept(before.Op)
		if len(kept) == 0 || before.Op.Spec.Method == http.MethodGet || slices.Contains(from.Done, before) {
			continue
		}
		calls := cloned(kept[r.IntN(len(kept))], max(1, 1+p.maxCalls-len(child.Actions)))
		child.Actions = slices.Replace(child.Actions, i, i+1, calls...)
	}
	return child
}

// unlock returns a test for a locked operation, nil for none. The call has values that helped in undeclared inputs
// before. Earlier calls create resources: their answers may contain the credential with which the program compares an
// input.
func (a *approach) unlock(r *rand.Rand, op *api.Operation) *testcase.Case {
	p := a.preparation
	if !p.standing.locked(op) || p.maxCalls < 2 || !chance.Mostly(r) {
		return nil
	}
	next := action.New(op, p.drafts.users, 0)
	next.Randomize(r)
	maker := p.api.Named(a.inputs.Unlock(r, next))
	if maker == nil {
		makers := slices.DeleteFunc(slices.Clone(p.api.Ops), func(m *api.Operation) bool {
			return m.Spec.Method != http.MethodPost || !p.standing.succeeded(m)
		})
		if len(makers) == 0 {
			return nil
		}
		maker = makers[r.IntN(len(makers))]
		a.inputs.Remind(r, next)
	}
	earlier := p.groundwork(r, op)
	if room := p.maxCalls - 1 - len(earlier); room > 0 {
		earlier = append(p.helpful(r, maker, room), earlier...)
	}
	return p.test(r, earlier, next)
}

// furnished adds calls to a test whose last call takes names of existing elements, as refusals showed. The new calls
// create the elements that the last call needs, or change their state.
func (p *preparation) furnished(r *rand.Rand, c *testcase.Case) *testcase.Case {
	last := len(c.Actions) - 1
	op := lastOp(c)
	if !insists(op) || !chance.Mostly(r) {
		return c
	}
	if stirring := p.stirring(r, op); stirring != nil && len(c.Actions) < p.maxCalls {
		calls := p.helpful(r, stirring, p.maxCalls-len(c.Actions))
		if r.IntN(2) == 0 {
			calls = calls[len(calls)-1:] // change the state of existing elements
		}
		c.Actions = slices.Insert(c.Actions, last, calls...)
		last += len(calls)
	}
	left := slices.Clone(c.Actions[:last])
	for _, makers := range slices.Concat(op.Needs, op.Twice) {
		makes := func(a testcase.Action) bool { return slices.Contains(makers, a.(*action.Call).Op) }
		if at := slices.IndexFunc(left, makes); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else if room := p.maxCalls - len(c.Actions); room > 0 {
			c.Actions = append(p.made(r, makers, c.Actions[:last], room), c.Actions...)
		}
	}
	return c
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
