package rest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

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
	without     makers          // that make no tests
}

func newSampler(d *dependencies, m *memory.Memory, t *tracking.Tracker, inside bool, o *Options) *sampler {
	a := d.api
	s := &sampler{tracker: t, standing: newStanding(a.Ops, inside, o), without: newMakers(o)}
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
	if c := s.repair(r); c != nil {
		return c
	}
	if c := s.without.by(bySample, s.openings.seed); c != nil {
		return c
	}
	if o, ok := s.openings.next(); ok {
		c := s.without.by(byOpening, func() *testcase.Case { return s.preparation.opened(r, o) })
		if o.kind != always {
			s.goals.seeks(c)
		}
		return c
	}
	if s.plan != nil {
		return s.without.by(byPolicy, func() *testcase.Case { return s.plan.Sample(r) })
	}
	if c := s.wanted(r, trialRate); c != nil {
		return c
	}
	c := s.purposeful(r, false)
	if c == nil {
		c = s.without.by(byRandom, func() *testcase.Case { return s.preparation.random(r) })
	}
	s.drafts.inputs.Bind(r, c)
	return c
}

// repair returns a test that sends what a refusal demands, or nil.
func (s *sampler) repair(r *rand.Rand) *testcase.Case {
	c := s.without.by(byRepair, func() *testcase.Case { return s.repairs.Next(r) })
	if c == nil {
		return nil
	}
	return s.goals.seeks(c)
}

// wanted returns a test that tries a value which a condition wants, at most as often as the rate says, or nil.
func (s *sampler) wanted(r *rand.Rand, rate float64) *testcase.Case {
	if !s.tracker.Waiting() || r.Float64() >= rate {
		return nil
	}
	return s.without.by(byWanted, func() *testcase.Case { return s.tracker.Next(r) })
}

// purposeful returns a test for an operation that never succeeded, or of calls that
// succeeded, in place of a mutant or not. It mostly returns nil.
func (s *sampler) purposeful(r *rand.Rand, mutant bool) *testcase.Case {
	if s.standing.plain {
		return nil
	}
	for i := range s.makers {
		m := &s.makers[i]
		c := s.without.by(m.name, func() *testcase.Case { return s.derived.made(m, r, mutant) })
		if c != nil {
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
		{byGuess, func(r *rand.Rand, _ bool) *testcase.Case { return s.goals.seeks(s.guesses.next(r)) }},
		{byGoal, func(r *rand.Rand, mutant bool) *testcase.Case {
			return s.goal(r, rate(mutant, goalRate, goalMutantRate))
		}},
		{byClimb, func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.climb(r, rate(mutant, climbRate, climbMutantRate))
		}},
		{byAttack, func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.attacks.Next(r, rate(mutant, attackRate, attackMutantRate))
		}},
		{byLook, func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.look(r, rate(mutant, checkRate, checkMutantRate),
				rate(mutant, checkBlindRate, checkMutantBlindRate))
		}},
		{byCompany, func(r *rand.Rand, mutant bool) *testcase.Case {
			if mutant {
				return nil
			}
			return d.company.Next(r, companyRate)
		}},
		{byVariant, func(r *rand.Rand, mutant bool) *testcase.Case {
			return d.variants.Next(r, rate(mutant, variantRate, variantMutantRate))
		}},
	}
}

// goal returns a test that comes nearer to the success of an operation that never succeeded, at most as often as the
// rate says, or nil.
func (s *sampler) goal(r *rand.Rand, rate float64) *testcase.Case {
	op := s.goals.next(r, rate)
	if op == nil {
		return nil
	}
	return s.goals.seeks(s.approach.towards(r, op))
}

// evaluated is told what an evaluated test took.
func (s *sampler) evaluated(c *testcase.Case, calls int) {
	s.goals.spent(c, calls)
	s.guesses.evaluated(c)
}

// Maker is a way to make tests.
type Maker struct {
	// Name is that of [testcase.Case].By.
	Name string
	// Doc says in one line which tests it makes.
	Doc string
	// Stays says that a search cannot go without it, so that Options.WithoutMakers cannot name it.
	Stays bool
}

// These are the names of the makers.
const (
	byRepair    = "repair"
	bySample    = "sample"
	byOpening   = "opening"
	byPolicy    = "policy"
	byWanted    = "wanted"
	byGuess     = "guess"
	byGoal      = "goal"
	byClimb     = "climb"
	byAttack    = "attack"
	byLook      = "look"
	byCompany   = "company"
	byVariant   = "variant"
	byRandom    = "random"
	byNearer    = "nearer"
	byDeparture = "departure"
	byMend      = "mend"
	byInfluence = "influence"
	byInput     = "input"
	byText      = "text"
	byConstant  = "constant"
	byMutation  = "mutation"
)

// Makers returns the makers of tests, in the order in which a search asks them.
func Makers() []Maker {
	return []Maker{
		{Name: byRepair, Doc: "the call that was refused, with what the refusal demands"},
		{Name: bySample, Doc: "requests of Options.Samples", Stays: true},
		{Name: byOpening, Doc: "each operation alone, and after the calls that make what it needs", Stays: true},
		{Name: byPolicy, Doc: "tests of Options.Policy, in place of all makers below", Stays: true},
		{Name: byWanted, Doc: "a value that a condition of the program compared with an input"},
		{Name: byGuess, Doc: "an operation that never succeeded, after calls that may be what it needs"},
		{Name: byGoal, Doc: "an operation that never succeeded, nearer to its success"},
		{Name: byClimb, Doc: "an operation that succeeded, once more on the same resource"},
		{Name: byAttack, Doc: "attacks, if the rules of package security are asked for"},
		{Name: byLook, Doc: "a look at what a call that succeeded did"},
		{Name: byCompany, Doc: "several elements of one kind, named in other calls"},
		{Name: byVariant, Doc: "a test that succeeded, with one change that its answer may show"},
		{Name: byRandom, Doc: "random calls after those that make what they need", Stays: true},
		{Name: byNearer, Doc: "for the success of an operation: the refused call that came nearest, changed"},
		{Name: byDeparture, Doc: "for a target: the client leaves before the answer"},
		{Name: byMend, Doc: "for a target: an input that a condition read, with the value that fulfils it"},
		{Name: byInfluence, Doc: "for a target: an input that moves its score, or one to find that out"},
		{Name: byInput, Doc: "for a target: an input that reaches its condition"},
		{Name: byText, Doc: "for a target: a member of a text that the program decodes"},
		{Name: byConstant, Doc: "for a target: a constant that the program compares with"},
		{Name: byMutation, Doc: "for a target: other values or other calls before", Stays: true},
	}
}

// makers have the names of those that make no tests.
type makers map[string]bool

// by returns the test of a maker, unless it makes none.
func (m makers) by(name string, next func() *testcase.Case) *testcase.Case {
	if m[name] {
		return nil
	}
	c := next()
	if c != nil {
		c.By = name
	}
	return c
}

// newMakers returns the makers that options leave out.
func newMakers(o *Options) makers {
	out := makers{}
	for _, name := range o.WithoutMakers {
		out[name] = true
	}
	return out
}

// withoutMakers returns an error for a name of Options.WithoutMakers that no maker has, or one that stays.
func withoutMakers(names []string) error {
	known := map[string]bool{}
	for _, m := range Makers() {
		known[m.Name] = !m.Stays
	}
	for _, name := range names {
		free, is := known[name]
		switch {
		case !is:
			maps.DeleteFunc(known, func(_ string, free bool) bool { return !free })
			all := strings.Join(slices.Sorted(maps.Keys(known)), ", ")
			return fmt.Errorf("rest: %q is no maker of tests; these can be left out: %s", name, all)
		case !free:
			return fmt.Errorf("rest: a search cannot go without the maker %s", name)
		}
	}
	return nil
}
