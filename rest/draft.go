package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/rest/internal/accepted"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/plausible"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// poolRate is the share of new calls that get a constant of the program.
	poolRate = 0.2
	// remindRate is the share of calls with a constant that get one which paid in the
	// same input before, if there is one.
	remindRate = 0.7
)

const (
	// lendRate is the share of new calls that get what others succeeded with, and
	// lendNeverRate that of an operation that never succeeded.
	lendRate, lendNeverRate = 0.15, 0.5
	// relateRate is the share of new calls with a value that is related to another one.
	relateRate = 0.1
)

const (
	// arrangeRate is the share of new calls whose values are made to fit together, and
	// arrangeNeverRate that of an operation that never succeeded.
	arrangeRate, arrangeNeverRate = 0.15, 0.4
	// arrangeInside is the part of these rates that is left where the search sees
	// inside: what conditions compare tells more surely what fits together.
	arrangeInside = 0.3
)

// variedRate is the share of the new calls of an operation with at least leastExamples
// examples that have usual values but for one to maxVaried parts.
const variedRate, leastExamples, maxVaried = 0.3, 12, 4

// drafter makes new calls: it draws their users and fills their values.
type drafter struct {
	standing    *standing
	memory      *memory.Memory
	inputs      *tracking.Inputs
	repairs     *repair.Repairs // nil without memory
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
	if d.lend(r, c); !d.standing.plain && d.memory.Accepted().LendText(r, c) {
		return c
	}
	d.arrange(r, c)
	d.repairs.Remind(r, c)
	if len(d.memory.Constants()) > 0 && r.Float64() < poolRate {
		if d.inputs.Remembers() && r.Float64() < remindRate && d.inputs.Remind(r, c) {
			return c
		}
		hints := newAim(sut.Inside{})
		hints.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, d.memory.Constants())
	}
	return c
}

// varied returns a call with usual values but for few parts now and then, else nil. Parts
// that are drawn one by one never have all the values together that an API with rich
// documents accepts.
func (d *drafter) varied(r *rand.Rand, op *api.Operation) *action.Call {
	if d.standing.plain || !d.rich[op.Index] || r.Float64() >= variedRate {
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
	rate := lendRate
	if d.standing.never(c.Op) {
		rate = lendNeverRate
	}
	switch draw := r.Float64(); {
	case draw < rate:
		return d.memory.Accepted().Lend(r, c)
	case draw < rate+relateRate:
		return accepted.Relate(r, c)
	}
	return false
}

// arrange makes the values of a new call fit together, now and then. It reports whether
// it changed anything.
func (d *drafter) arrange(r *rand.Rand, c *action.Call) bool {
	if d.standing.plain {
		return false
	}
	rate := arrangeRate
	if d.standing.never(c.Op) {
		rate = arrangeNeverRate
	}
	if d.standing.inside {
		rate *= arrangeInside
	}
	return r.Float64() < rate && plausible.Arrange(r, c)
}

// usual makes a call of a user with usual values, and with ids from earlier answers.
func (d *drafter) usual(r *rand.Rand, op *api.Operation, user int, m genotype.Manner) *action.Call {
	c := action.New(op, d.users, d.invalidRate)
	c.Randomize(r)
	c.Genotype.Fill(r, m)
	if m.Parts == genotype.FreshParts {
		d.memory.Accepted().Inform(r, c, m.Given)
	}
	plausible.Order(r, c)
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
