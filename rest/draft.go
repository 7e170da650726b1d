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

// leastExamples is the number of examples from which on the documents of an operation are rich. maxVaried is the
// largest number of parts of such a document that vary at once.
const leastExamples, maxVaried = 12, 4

// drafter makes new calls: it draws their users and fills their values.
type drafter struct {
	standing    *standing
	pool        *pool.Pool
	inputs      *tracking.Inputs
	repairs     *derive.Repairs // nil without memory
	quotes      quotes
	users       int // number of users
	invalidRate float64
	rich        []bool // by operation: it has many examples, and random values rarely have them all
}

// richIn returns, by operation, whether it has many examples.
func richIn(a *api.API) []bool {
	out := make([]bool, len(a.Ops))
	for _, op := range a.Ops {
		out[op.Index] = genotype.Examples(op.Template) >= leastExamples
	}
	return out
}

// anyCall returns a random call of a random operation, for mutation of the structure.
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

// varied sometimes returns a call with the usual values except for a few parts, else nil. Only operations with rich
// documents have such calls: if each part is drawn alone, the values never fit together as the API demands.
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

// lend gives a new call values with which other calls succeeded, or values that are related to each other. It does so
// more often for an operation that never succeeded. It reports whether it changed the call.
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

// often returns true every other time for an operation that never succeeded, else one time in five.
func (d *drafter) often(r *rand.Rand, op *api.Operation) bool {
	if d.standing.never(op) {
		return chance.Evenly(r)
	}
	return chance.Seldom(r)
}

// arrange sometimes makes the values of a new call fit together. It reports whether it changed the call.
func (d *drafter) arrange(r *rand.Rand, c *action.Call) bool {
	if d.standing.plain {
		return false
	}
	return d.often(r, c.Op) && pool.Arrange(r, c)
}

// usual returns a call with usual values, a given user, and ids from earlier answers.
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

// usualOfAny is like usual, with a randomly drawn user.
func (d *drafter) usualOfAny(r *rand.Rand, op *api.Operation, m genotype.Manner) *action.Call {
	return d.usual(r, op, d.call(r, op).User.Index, m)
}

// plain returns a call with valid data, a given user, and ids from earlier answers.
func (d *drafter) plain(r *rand.Rand, op *api.Operation, user int) *action.Call {
	c := d.call(r, op)
	c.Genotype.MakeValid()
	c.User.Index = user
	c.Follow.Enabled = op.Chained
	return c
}

// bare returns a valid call whose content comes from examples.
func (d *drafter) bare(r *rand.Rand, op *api.Operation) *action.Call {
	c := action.New(op, d.users, 0)
	c.Randomize(r)
	genotype.FillContent(r, c.Genotype)
	return c
}
