package derive

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// goRound appends to calls that created a resource one call of each operation that needs the resource, while there is
// room; the others come in the next round. DELETE calls come last, followed by a read. It reports whether an operation
// was new in this round.
func (v *Variants) goRound(r *rand.Rand, c *testcase.Case) bool {
	maker := last(c)
	fresh := false
	for _, op := range v.about(maker.Op) {
		if len(c.Actions) == v.MaxCalls {
			break
		}
		name := v.key(maker, round, strconv.Itoa(op.Index))
		if v.tried[name] {
			continue
		}
		fresh, v.tried[name] = true, true
		c.Actions = append(c.Actions, v.on(r, op, maker))
	}
	if reads := v.about(maker.Op); fresh && len(c.Actions) < v.MaxCalls && reads[0].Spec.Method == "GET" {
		c.Actions = append(c.Actions, v.on(r, reads[0], maker))
	}
	return fresh
}

// order is the order of methods in a round. Other methods come first. It is read-only.
var order = []string{"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"}

// about lists the operations that need the resource that another operation creates, in the order of a round.
func (v *Variants) about(maker *api.Operation) (out []*api.Operation) {
	for _, op := range v.Ops {
		if op != maker && slices.Contains(op.Creators, maker) {
			out = append(out, op)
		}
	}
	at := func(op *api.Operation) int { return slices.Index(order, op.Spec.Method) }
	slices.SortStableFunc(out, func(a, b *api.Operation) int { return at(a) - at(b) })
	return out
}

// on returns a call of an operation on the resource that the call of a maker creates: a copy of a successful call, else
// a new call. The user is the same, unless the operation admits only other users.
func (v *Variants) on(r *rand.Rand, op *api.Operation, maker *action.Call) *action.Call {
	var c *action.Call
	if kept := v.Kept(op); len(kept) > 0 {
		calls := kept[r.IntN(len(kept))]
		c = calls[len(calls)-1].Clone().(*action.Call)
	} else {
		c = v.New(r, op)
		c.Genotype.MakeValid()
	}
	if user := maker.User.Index; op.Admission.Admits(user) || !op.Admission.Others(user) {
		c.User.Index = user
	}
	c.Follow.Enabled, c.Follow.Own = op.Chained, 0
	return c
}
