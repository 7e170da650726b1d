package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/testcase"
)

// trialRate is the share of samples that try a value which a condition wants, if
// any waits.
const trialRate = 0.8

// sampler makes new tests: it says which of its parts makes the next test. It is not safe for concurrent use.
type sampler struct {
	standing    *standing
	drafts      *drafter
	preparation *preparation
	openings    *openings
	goals       *goals
	approach    *approach
	guesses     *guesses
	derived     *derived
	tracker     *tracking.Tracker
	plan        plan            // makes the samples after the first, nil for this one's way
	repairs     *repair.Repairs // nil without memory
	makers      []maker         // in the order in which they are asked
}

func newSampler(d *dependencies, m *memory.Memory, t *tracking.Tracker, inside bool, o *Options) *sampler {
	a := d.api
	s := &sampler{tracker: t, standing: newStanding(a.Ops, inside, o)}
	if !s.standing.plain {
		s.repairs = repair.New()
	}
	s.drafts = &drafter{
		standing: s.standing, memory: m, inputs: t.Inputs(), repairs: s.repairs,
		users: len(o.Users), invalidRate: o.invalidRate(), rich: richIn(a),
	}
	s.preparation = &preparation{api: a, standing: s.standing, memory: m, drafts: s.drafts, maxCalls: o.maxCalls()}
	s.openings = newOpenings(s.standing)
	s.goals = newGoals(s.standing, s.openings, s.repairs)
	s.approach = &approach{preparation: s.preparation, repairs: s.repairs, inputs: t.Inputs()}
	s.guesses = newGuesses(s.preparation, s.openings)
	s.derived = newDerived(s.drafts, o)
	if tell := d.missed(o.NoMemory); tell != nil {
		s.guesses.suppose(tell)
	}
	s.plan = d.planOf(s.drafts.call, o)
	s.openings.list(castOf(o.Users), s.plan == nil)
	s.makers = s.ways()
	return s
}

// adopt changes the users before the first sample.
func (s *sampler) adopt(users []auth.User) {
	s.drafts.users = len(users)
	s.derived.adopt(users)
	s.openings.list(castOf(users), s.plan == nil)
}

// sample returns a new test. What a refusal demands is tried at once. After the seeds and
// the first samples (see [openings]), half of the tests (singleRate) consist of one random
// call and the calls that may create its resource. The others consist of 1 to MaxCalls
// random calls.
func (s *sampler) sample(r *rand.Rand) *testcase.Case {
	if c := s.repairs.Next(r); c != nil {
		return s.goals.seeks(c)
	}
	if c := s.openings.seed(); c != nil {
		return c
	}
	if o, ok := s.openings.next(); ok {
		c := s.preparation.opened(r, o)
		if o.kind != always {
			s.goals.seeks(c)
		}
		return c
	}
	if s.plan != nil {
		return s.plan.Sample(r)
	}
	if s.tracker.Waiting() && r.Float64() < trialRate {
		if c := s.tracker.Next(r); c != nil {
			return c
		}
	}
	c := s.purposeful(r, false)
	if c == nil {
		c = s.preparation.random(r)
	}
	s.drafts.inputs.Bind(r, c)
	return c
}

// purposeful returns a test for an operation that never succeeded, or of calls that
// succeeded, in place of a mutant or not. It mostly returns nil.
func (s *sampler) purposeful(r *rand.Rand, mutant bool) *testcase.Case {
	if s.standing.plain {
		return nil
	}
	for i := range s.makers {
		if c := s.derived.made(&s.makers[i], r, mutant); c != nil {
			return c
		}
	}
	return nil
}

// maker makes tests of one kind, in place of mutants at another rate than as samples.
type maker struct {
	name string
	next func(r *rand.Rand, mutant bool) *testcase.Case
}

// ways returns the makers.
func (s *sampler) ways() []maker {
	d := s.derived
	rate := func(mutant bool, sample, other float64) float64 {
		if mutant {
			return other
		}
		return sample
	}
	return []maker{
		{"goals", func(r *rand.Rand, mutant bool) *testcase.Case {
			return s.goal(r, rate(mutant, goalRate, goalMutantRate))
		}},
		{"climbing tests", func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.climb(r, rate(mutant, climbRate, climbMutantRate))
		}},
		{"attacks", func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.attacks.Next(r, rate(mutant, attackRate, attackMutantRate))
		}},
		{"tests that look", func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.look(r, rate(mutant, checkRate, checkMutantRate), rate(mutant, checkBlindRate, checkMutantBlindRate))
		}},
		{"tests of several elements", func(r *rand.Rand, mutant bool) *testcase.Case {
			if mutant {
				return nil
			}
			return d.company.Next(r, companyRate)
		}},
		{"variants", func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.variants.Next(r, rate(mutant, variantRate, variantMutantRate))
		}},
	}
}

// goal returns a test for an operation that never succeeded, or nil: what may help and was
// not tried yet, or, at most as often as the rate says, what comes nearer.
func (s *sampler) goal(r *rand.Rand, rate float64) *testcase.Case {
	c := s.guesses.next(r)
	if c == nil {
		if op := s.goals.next(r, rate); op != nil {
			c = s.approach.towards(r, op)
		}
	}
	return s.goals.seeks(c)
}

// evaluated is told what an evaluated test took.
func (s *sampler) evaluated(c *testcase.Case, calls int) {
	s.goals.spent(c, calls)
	s.guesses.evaluated(c)
}
