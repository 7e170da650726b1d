package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/follow"
	"github.com/evoke-go/evoke/rest/internal/variant"
	"github.com/evoke-go/evoke/testcase"
)

// variantRate is the share of samples that are a variant of a test that succeeded, and
// variantMutantRate that of mutants, while these bring something.
const variantRate, variantMutantRate = 0.3, 0.15

// companyRate is the share of samples that make several elements of one kind and name them in other calls.
const companyRate = 0.1

// attackRate is the share of samples, and attackMutantRate that of mutants, that attack the system, where the
// options ask for that.
const attackRate, attackMutantRate = 0.5, 0.3

// checkRate is the share of samples that look at what a call that succeeded did, and checkMutantRate that of
// mutants, as long as each such look is new. A search that sees nothing inside has little else to look for:
// checkBlindRate and checkMutantBlindRate.
const checkRate, checkMutantRate, checkBlindRate, checkMutantBlindRate = 0.2, 0.08, 0.5, 0.2

// climbRate is the share of samples that try to have an operation succeed once more
// on the same resource, climbMutantRate that of mutants, climbHalf how many failed
// attempts halve them, and againRate the share that repeats the last call.
const climbRate, climbMutantRate, climbHalf, againRate = 0.15, 0.05, 8, 0.4

// derived makes tests of calls that succeeded. Its makers are nil without memory.
type derived struct {
	drafts   *drafter
	maxCalls int
	variants *variant.Variants
	checks   *follow.Checks
	attacks  *follow.Attacks // nil unless they are asked for
	company  *follow.Company
	border   *supervise.Border // around each of the makers
}

func newDerived(drafts *drafter, o *Options) *derived {
	d := &derived{drafts: drafts, maxCalls: o.maxCalls()}
	if drafts.standing.plain {
		return d
	}
	inside, valid := drafts.standing.inside, drafts.invalidRate == 0
	from := d.source()
	d.variants = variant.New(variant.Source{
		Ops: from.Ops, Kept: from.Kept, New: from.New, MaxCalls: d.maxCalls, Valid: valid, Inside: inside,
	})
	from.Refused, from.Valid, from.Blind = drafts.memory.Refused, valid, !inside
	from.Names, from.Enters = ownNames(o.Users), entering(o.Users)
	from.Users = len(from.Names)
	d.checks, d.company = follow.New(from), follow.NewCompany(from)
	return d
}

// source is what tests are derived from.
func (d *derived) source() follow.Source {
	memory := d.drafts.memory
	return follow.Source{
		Ops: d.drafts.standing.ops, Kept: memory.Kept, New: d.drafts.call, MaxCalls: d.maxCalls,
		Listed: memory.Accepted().Listed,
	}
}

// adopt changes the users before the first test.
func (d *derived) adopt(users []auth.User) { d.checks.Adopt(ownNames(users), entering(users)) }

// entering returns a function that reports whether an operation is the log-in of one of some users.
func entering(users []auth.User) func(*api.Operation) bool {
	return func(op *api.Operation) bool {
		return slices.ContainsFunc(users, func(u auth.User) bool { return execute.LogsIn(op.Spec, &u) })
	}
}

// ownNames returns the names of the users that are not spare.
func ownNames(users []auth.User) []string { return userNames(users[:len(users)-countSpare(users)]) }

// made returns what a maker of tests makes, nil if it panics.
func (d *derived) made(m *maker, r *rand.Rand, mutant bool) (c *testcase.Case) {
	d.border.TryNamed(func() string { return "the maker of " + m.name }, func() { c = m.next(r, mutant) })
	return c
}

// look returns a test that looks at what a call that succeeded did, or nil, at most as often as the rates say.
func (d *derived) look(r *rand.Rand, inside, blind float64) *testcase.Case {
	if d.drafts.standing.inside {
		return d.checks.Next(r, inside)
	}
	return d.checks.Next(r, blind)
}

// climb tries to have an operation succeed once more on a resource, in the test with the
// most of its successes. The operation with the fewest failed attempts is next. It
// returns nil if there is none, and mostly if many failed.
func (d *derived) climb(r *rand.Rand, rate float64) *testcase.Case {
	memory := d.drafts.memory
	var op *api.Operation
	fewest, equal := 0, 0
	for _, o := range d.drafts.standing.ops {
		calls, failed := memory.Climb(o)
		if len(calls) == 0 || len(calls) >= d.maxCalls || equal > 0 && failed > fewest {
			continue
		}
		if equal == 0 || failed < fewest {
			fewest, equal = failed, 0
		}
		if equal++; r.IntN(equal) == 0 {
			op = o
		}
	}
	if op == nil || r.Float64() >= rate/(1+float64(fewest)/climbHalf) {
		return nil
	}
	earlier, _ := memory.Climb(op)
	memory.Climbing(op)
	c := &testcase.Case{Actions: cloned(earlier, d.maxCalls)}
	last := c.Actions[len(c.Actions)-1].(*action.Call)
	next := last.Clone().(*action.Call)
	if r.Float64() >= againRate {
		next = d.drafts.call(r, op)
		action.OnSame(next, last)
	}
	c.Actions = append(c.Actions, next)
	return c
}
