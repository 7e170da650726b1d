package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// leastExamples is how many examples make the documents of an operation rich, and maxVaried how many parts of such a
// document are varied at once.
const leastExamples, maxVaried = 12, 4

// drafter makes new calls: it draws their users and fills their values.
type drafter struct {
	standing    *standing
	pool        *pool.Pool
	inputs      *tracking.Inputs
	repairs     *derive.Repairs // nil without memory
	quotes      quotes
	users       int // how many there are
	invalidRate float64
	rich        []bool // by operation: it has so many examples that few draws have them together
}

// richIn says which operations have many examples.
func richIn(a *api.API) []bool {
	out := make([]bool, len(a.Ops))
	for _, op := range a.Ops {
		out[op.Index] = genotype.Examples(op.Template) >= leastExamples
	}
	return out
}

// anyCall returns a random call for the mutation of the structure.
func (d *drafter) anyCall(r *rand.Rand) testcase.Action {
	ops := d.standing.ops
	return d.call(r, ops[r.IntN(len(ops))])
}

// call returns a random call of an operation.
func (d *drafter) call(r *rand.Rand, op *api.Operation) *action.Call {
	if c := d.quotes.call(r, op); c != nil {
		return c
	}
	if c := d.varied(r, op); c != nil {
		return c
	}
	c := action.New(op, d.users, d.invalidRate)
	c.Randomize(r)
	if d.lend(r, c); !d.standing.plain && d.pool.Values().LendText(r, c) {
		return c
	}
	d.arrange(r, c)
	d.repairs.Remind(r, c)
	if len(d.pool.Constants()) > 0 && chance.Seldom(r) {
		if d.inputs.Remembers() && chance.Mostly(r) && d.inputs.Remind(r, c) {
			return c
		}
		hints := newAim(sut.Inside{})
		hints.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, d.pool.Constants())
	}
	return c
}

// varied returns a call with usual values but for few parts now and then, else nil. Parts
// that are drawn one by one never have all the values together that an API with rich
// documents accepts.
func (d *drafter) varied(r *rand.Rand, op *api.Operation) *action.Call {
	if d.standing.plain || !d.rich[op.Index] || !chance.Seldom(r) {
		return nil
	}
	c := action.New(op, d.users, d.invalidRate)
	c.Randomize(r)
	genotype.FillContent(r, c.Genotype)
	d.repairs.Remind(r, c)
	genotype.Vary(r, c.Genotype, 1+r.IntN(maxVaried))
	return c
}

// lend gives a new call what others succeeded with, or values that are related to each
// other. It does so more often while the operation never succeeded. It reports whether
// it changed anything.
func (d *drafter) lend(r *rand.Rand, c *action.Call) bool {
	if d.standing.plain {
		return false
	}
	switch {
	case d.often(r, c.Op):
		return d.pool.Values().Lend(r, c)
	case chance.Seldom(r):
		return pool.Relate(r, c)
	}
	return false
}

// often is true every other time for an operation that never succeeded, and else one time in five.
func (d *drafter) often(r *rand.Rand, op *api.Operation) bool {
	if d.standing.never(op) {
		return chance.Evenly(r)
	}
	return chance.Seldom(r)
}

// arrange makes the values of a new call fit together, now and then. It reports whether
// it changed anything.
func (d *drafter) arrange(r *rand.Rand, c *action.Call) bool {
	if d.standing.plain {
		return false
	}
	return d.often(r, c.Op) && pool.Arrange(r, c)
}

// usual makes a call of a user with usual values, and with ids from earlier answers.
func (d *drafter) usual(r *rand.Rand, op *api.Operation, user int, m genotype.Manner) *action.Call {
	c := action.New(op, d.users, d.invalidRate)
	c.Randomize(r)
	c.Genotype.Fill(r, m)
	if m.Parts == genotype.FreshParts {
		d.pool.Values().Inform(r, c, m.Given)
	}
	pool.Order(r, c)
	d.repairs.Remind(r, c)
	c.User.Index = user
	c.Follow.Enabled, c.Follow.Own = op.Chained, 0
	return c
}

// usualOfAny is usual for the user that a random call has.
func (d *drafter) usualOfAny(r *rand.Rand, op *api.Operation, m genotype.Manner) *action.Call {
	return d.usual(r, op, d.call(r, op).User.Index, m)
}

// plain makes a call of a user with valid data and ids from earlier answers.
func (d *drafter) plain(r *rand.Rand, op *api.Operation, user int) *action.Call {
	c := d.call(r, op)
	c.Genotype.MakeValid()
	c.User.Index = user
	c.Follow.Enabled = op.Chained
	return c
}

// bare makes a valid call with the content of examples.
func (d *drafter) bare(r *rand.Rand, op *api.Operation) *action.Call {
	c := action.New(op, d.users, 0)
	c.Randomize(r)
	genotype.FillContent(r, c.Genotype)
	return c
}
