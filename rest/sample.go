package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/follow"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/surround"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/testcase"
)

// sampler makes new tests. Each of its ways is a maker of the portfolio. It is not safe for concurrent use.
type sampler struct {
	standing    *standing
	drafts      *drafter
	preparation *preparation
	openings    *openings
	guesses     *guesses
	derived     *derived
	tracker     *tracking.Tracker
	plan        plan            // makes samples for a policy, nil for Evoke's own way
	repairs     *derive.Repairs // nil without memory
	wishes      *surround.Wishes
	makers      *portfolio
}

func newSampler(d *dependencies, m *pool.Pool, t *tracking.Tracker, inside bool, o *Options) *sampler {
	a := d.api
	s := &sampler{tracker: t, standing: newStanding(a.Ops, inside, o)}
	s.makers = newPortfolio(o.WithoutMakers)
	s.makers.fixed = s.standing.plain
	if !s.standing.plain {
		s.repairs = derive.NewRepairs()
	}
	s.drafts = &drafter{
		standing: s.standing, pool: m, inputs: t.Inputs(), repairs: s.repairs,
		users: len(o.Users), invalidRate: o.invalidRate(), rich: richIn(a),
	}
	s.preparation = &preparation{api: a, standing: s.standing, pool: m, drafts: s.drafts, maxCalls: o.maxCalls()}
	s.openings = newOpenings(s.standing)
	s.guesses = newGuesses(s.preparation, s.openings)
	s.derived = newDerived(s.drafts, o)
	if tell := d.missed(o.NoMemory); tell != nil {
		s.guesses.suppose(tell)
	}
	s.plan = d.planOf(s.drafts.call, o)
	s.openings.list(castOf(o.Users), s.plan == nil)
	return s
}

// adopt changes the users. It comes before the first sample.
func (s *sampler) adopt(users []auth.User) {
	s.drafts.users = len(users)
	s.derived.adopt(users)
	s.openings.list(castOf(users), s.plan == nil)
}

// sample returns a new test. What a refusal demands is tried at once. After the seeds and
// the first samples (see [openings]), many of the tests consist of one random
// call and the calls that may create its resource. The others consist of 1 to MaxCalls
// random calls.
func (s *sampler) sample(r *rand.Rand) *testcase.Case { return s.makers.next(r, &moment{}) }

// repair returns a test that sends what a refusal demands, nil for none.
func (s *sampler) repair(r *rand.Rand, _ *moment) *testcase.Case {
	return s.repairs.Next(r)
}

// seed returns a test of the samples of the options, nil for none.
func (s *sampler) seed(*rand.Rand, *moment) *testcase.Case { return s.openings.seed() }

// opening returns one of the first samples, nil for none.
func (s *sampler) opening(r *rand.Rand, _ *moment) *testcase.Case {
	o, ok := s.openings.next()
	if !ok {
		return nil
	}
	return s.preparation.opened(r, o)
}

// planned returns a test by the policy, nil without one.
func (s *sampler) planned(r *rand.Rand, _ *moment) *testcase.Case {
	if s.plan == nil {
		return nil
	}
	return s.plan.Sample(r)
}

// wanted returns a test that tries a value that a condition wants, nil for none.
func (s *sampler) wanted(r *rand.Rand, _ *moment) *testcase.Case { return s.tracker.Next(r) }

// guess returns a test for an operation that never succeeded. It tries something that may help. It returns nil for
// none.
func (s *sampler) guess(r *rand.Rand, _ *moment) *testcase.Case {
	if s.standing.plain {
		return nil
	}
	return s.guesses.next(r)
}

// climb, attack, look, company and variant return tests that are derived from successful calls, nil for none.

func (s *sampler) climb(r *rand.Rand, _ *moment) *testcase.Case  { return s.derived.climb(r) }
func (s *sampler) attack(r *rand.Rand, _ *moment) *testcase.Case { return s.derived.attacks.Next(r) }
func (s *sampler) look(r *rand.Rand, m *moment) *testcase.Case {
	return s.derived.checks.Next(r, m.still)
}
func (s *sampler) company(r *rand.Rand, _ *moment) *testcase.Case { return s.derived.company.Next(r) }
func (s *sampler) variant(r *rand.Rand, _ *moment) *testcase.Case { return s.derived.variants.Next(r) }

// random returns a test of random calls.
func (s *sampler) random(r *rand.Rand, _ *moment) *testcase.Case {
	c := s.preparation.random(r)
	s.drafts.inputs.Bind(r, c)
	return c
}

// evaluated tells the guesses of an evaluated test.
func (s *sampler) evaluated(c *testcase.Case) { s.guesses.supposed.Evaluated(c) }

// derived makes tests from successful calls. Its makers are nil without memory.
type derived struct {
	drafts   *drafter
	maxCalls int
	variants *derive.Variants
	checks   *follow.Checks
	attacks  *follow.Attacks // nil unless the options ask for them
	company  *follow.Company
	enters   func(*api.Operation) bool // reports whether an operation is the log-in of a user
}

func newDerived(drafts *drafter, o *Options) *derived {
	d := &derived{drafts: drafts, maxCalls: o.maxCalls(), enters: entering(o.Users)}
	if drafts.standing.plain {
		return d
	}
	inside, valid := drafts.standing.inside, drafts.invalidRate == 0
	from := d.source()
	d.variants = derive.NewVariants(derive.VariantSource{
		Ops: from.Ops, Kept: from.Kept, New: from.New, MaxCalls: d.maxCalls, Valid: valid, Inside: inside,
	})
	from.Refused, from.Valid, from.Blind = drafts.pool.Refused, valid, !inside
	from.Names, from.Enters = ownNames(o.Users), d.enters
	from.Users = len(from.Names)
	d.checks, d.company = follow.New(from), follow.NewCompany(from)
	return d
}

// source returns the material from which tests are derived.
func (d *derived) source() follow.Source {
	known := d.drafts.pool
	return follow.Source{
		Ops: d.drafts.standing.ops, Kept: known.Kept, New: d.drafts.call, MaxCalls: d.maxCalls,
		Listed: known.Values().Listed, Fullest: known.Fullest,
	}
}

// adopt changes the users. It comes before the first test.
func (d *derived) adopt(users []auth.User) {
	d.enters = entering(users)
	d.checks.Adopt(ownNames(users), d.enters)
}

// entering returns a function that reports whether an operation is the log-in of any of the users.
func entering(users []auth.User) func(*api.Operation) bool {
	return func(op *api.Operation) bool {
		return slices.ContainsFunc(users, func(u auth.User) bool { return execute.LogsIn(op.Spec, &u) })
	}
}

// ownNames returns the names of the users that are not spare.
func ownNames(users []auth.User) []string { return userNames(users[:len(users)-countSpare(users)]) }

// climb returns a test that tries one more success of an operation on a resource, after the test with the most
// successes. The operation with the fewest failed attempts comes first. It returns nil for none.
func (d *derived) climb(r *rand.Rand) *testcase.Case {
	known := d.drafts.pool
	var op *api.Operation
	fewest, equal := 0, 0
	for _, o := range d.drafts.standing.ops {
		calls, failed := known.Climb(o)
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
	if op == nil {
		return nil
	}
	earlier, _ := known.Climb(op)
	known.Climbing(op)
	c := &testcase.Case{Actions: cloned(earlier, d.maxCalls)}
	last := c.Actions[len(c.Actions)-1].(*action.Call)
	next := last.Clone().(*action.Call)
	if !chance.Evenly(r) {
		next = d.drafts.call(r, op)
		action.OnSame(next, last)
	}
	c.Actions = append(c.Actions, next)
	return c
}
