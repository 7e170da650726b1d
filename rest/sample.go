package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/accepted"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/plausible"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/rest/internal/suppose"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/rest/internal/variant"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// creatorRate is the share of sampled calls on a resource that come after a
// call which may create the resource.
const creatorRate = 0.5

const (
	// needRate is the share of the needed resources that are created, if such a
	// call needs several.
	needRate = 0.8
	// siblingRate is the share of calls that instead come after a call which
	// changes the state of the same resource.
	siblingRate = 0.3
	// writerRate is the share of the calls that come after a call on another resource which
	// was seen to write SQL tables that they read, if there is one.
	writerRate = 0.3
)

// singleRate is the share of samples that are about one call. Longer tests find
// behaviour that depends on state, but they cost more of the budget.
const singleRate = 0.5

const (
	// trialRate is the share of samples that try a value which a condition wants, if
	// any waits.
	trialRate = 0.8
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

// variantRate is the share of samples that are a variant of a test that succeeded, and
// variantMutantRate that of mutants, while these bring something.
const variantRate, variantMutantRate = 0.3, 0.15

const (
	// arrangeRate is the share of new calls whose values are made to fit together, and
	// arrangeNeverRate that of an operation that never succeeded.
	arrangeRate, arrangeNeverRate = 0.15, 0.4
	// arrangeInside is the part of these rates that is left where the search sees
	// inside: what conditions compare tells more surely what fits together.
	arrangeInside = 0.3
)

// sampler makes new tests. It is not safe for concurrent use.
type sampler struct {
	api         *api.API
	memory      *memory.Memory
	tracker     *tracking.Tracker
	inside      bool // targets lie inside the system, with distances that lead to them
	users       int  // how many there are
	spare       int  // how many of them are seldom used, the last ones
	maxCalls    int
	invalidRate float64

	plan    plan            // makes the samples after the first, nil for this one's way
	repairs *repair.Repairs // nil without memory
	openings
	goals goals
	seeds seeds
	derived
}

// derived makes tests of calls that succeeded. Its parts are nil without memory.
type derived struct {
	variants *variant.Variants
	checks   *follow.Checks
	attacks  *follow.Attacks // nil unless they are asked for
	company  *follow.Company
	border   *supervise.Border // around each of the makers
}

// made returns what a maker of tests makes, nil if it panics.
func (d *derived) made(part string, next func() *testcase.Case) (c *testcase.Case) {
	d.border.Try(part, func() { c = next() })
	return c
}

// companyRate is the share of samples that make several elements of one kind and name them in other calls.
const companyRate = 0.1

// attackRate is the share of samples, and attackMutantRate that of mutants, that attack the system, where that is asked for.
const attackRate, attackMutantRate = 0.5, 0.3

// checkRate is the share of samples that look at what a call that succeeded did, and checkMutantRate that of
// mutants, as long as each such look is new. A search that sees nothing inside has little else to look for:
// checkBlindRate and checkMutantBlindRate.
const checkRate, checkMutantRate, checkBlindRate, checkMutantBlindRate = 0.2, 0.08, 0.5, 0.2

// lookAt returns a test that looks at what a call that succeeded did, or nil, at most as often as the rates say.
func lookAt(s *sampler, r *rand.Rand, inside, blind float64) *testcase.Case {
	if s.inside {
		return s.checks.Next(r, inside)
	}
	return s.checks.Next(r, blind)
}

func newSampler(d *dependencies, m *memory.Memory, t *tracking.Tracker, inside bool, o *Options) *sampler {
	a := d.api
	s := &sampler{
		api: a, memory: m, tracker: t, inside: inside, users: len(o.Users), spare: countSpare(o.Users), maxCalls: o.maxCalls(), invalidRate: o.invalidRate(),
		openings: openings{tried: make([]int, len(a.Ops)), hoped: make([]bool, len(a.Ops)), unique: make([]bool, len(a.Ops)), plain: o.NoMemory || o.Policy != nil},
	}
	if !o.NoMemory && o.Policy == nil {
		s.repairs = repair.New()
		s.variants = variant.New(variant.Source{Ops: a.Ops, Kept: m.Kept, New: s.newCall, MaxCalls: s.maxCalls, Valid: s.invalidRate == 0, Inside: inside})
		from := follow.Source{Ops: a.Ops, Kept: m.Kept, Refused: m.Refused, New: s.newCall, MaxCalls: s.maxCalls, Users: s.users - s.spare, Names: userNames(o.Users)[:s.users-s.spare], Valid: s.invalidRate == 0, Blind: !inside}
		s.checks, s.company = follow.New(from), follow.NewCompany(from)
	}
	s.plan, s.goals, s.rich = s.planOf(d, o), newGoals(a), richIn(a)
	if tell := d.missed(o.NoMemory); tell != nil && s.repairs != nil {
		s.goals.supposed = suppose.New(sourceOf(s, tell))
	}
	s.first = s.listed()
	return s
}

// sourceOf is what tests of suppositions are made of.
func sourceOf(s *sampler, tell func(op *api.Operation, place, collection string)) suppose.Source {
	return suppose.Source{
		API: s.api, MaxCalls: s.maxCalls, Tell: tell, Succeeded: s.succeeded,
		Seeking: func(op *api.Operation) bool { return seeking(s, op) },
		Usual: func(r *rand.Rand, op *api.Operation, parts genotype.Parts) *action.Call {
			return s.usual(r, op, opening{user: s.newCall(r, op).User.Index, manner: genotype.Manner{Parts: parts}})
		},
		Needed: func(r *rand.Rand, op *api.Operation) []testcase.Action { return needed(s, r, op, nil) },
		Made: func(r *rand.Rand, makers []*api.Operation, earlier []testcase.Action, room int) []testcase.Action {
			return made(s, r, makers, earlier, room)
		},
		Unsure: func(op *api.Operation) []string { return unsure(s, op) },
	}
}

// adopt changes the users before the first sample.
func (s *sampler) adopt(users []auth.User) {
	s.users, s.spare = len(users), countSpare(users)
	s.checks.Adopt(userNames(users)[:s.users-s.spare])
	s.first = s.listed()
}

// sample returns a new test. What a refusal demands is tried at once. After the seeds and the first samples (see [openings]), half of the
// tests (singleRate) consist of one random call and the calls that may create its
// resource. The others consist of 1 to MaxCalls random calls.
func (s *sampler) sample(r *rand.Rand) *testcase.Case {
	if c := s.repairs.Next(r); c != nil {
		return seeks(s, c)
	}
	if c := s.seeds.next(s.tried, s.skipped); c != nil {
		return c
	}
	if plan, ok := s.nextOpening(); ok {
		c := s.caseOf(r, plan)
		if plan.kind != always {
			seeks(s, c)
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
	c := s.purposeful(r)
	if c == nil {
		c = s.usualSample(r)
	}
	s.tracker.Bind(r, c)
	return c
}

// purposeful returns a test for an operation that never succeeded, or for one that is to
// succeed once more. It mostly returns nil.
func (s *sampler) purposeful(r *rand.Rand) *testcase.Case {
	if s.plain {
		return nil
	}
	for _, m := range []struct {
		part string
		next func() *testcase.Case
	}{
		{"the maker of tests for goals", func() *testcase.Case { return s.goal(r, goalRate) }},
		{"the maker of climbing tests", func() *testcase.Case { return s.climb(r, climbRate) }},
		{"the maker of attacks", func() *testcase.Case { return s.attacks.Next(r, attackRate) }},
		{"the maker of tests that look", func() *testcase.Case { return lookAt(s, r, checkRate, checkBlindRate) }},
		{"the maker of tests of several elements", func() *testcase.Case { return s.company.Next(r, companyRate) }},
		{"the maker of variants", func() *testcase.Case { return variantOf(s, r, variantRate) }},
	} {
		if c := s.made(m.part, m.next); c != nil {
			return c
		}
	}
	return nil
}

// variantOf returns a variant of a test that succeeded, or nil.
func variantOf(s *sampler, r *rand.Rand, rate float64) *testcase.Case {
	return s.variants.Next(r, rate)
}

// usualSample returns a test of one call with what prepares it, or of several.
func (s *sampler) usualSample(r *rand.Rand) *testcase.Case {
	n := 1 + r.IntN(s.maxCalls)
	c := &testcase.Case{}
	if r.Float64() < singleRate {
		c.Actions = s.prepared(r, nil, s.pick(r), s.maxCalls)
		return c
	}
	for len(c.Actions) < n {
		c.Actions = s.prepared(r, c.Actions, s.pick(r), n-len(c.Actions))
	}
	return c
}

// prepared appends a new call of an operation to earlier calls. With some
// probability it first adds calls that prepare the new one. It returns at most
// room calls in all.
func (s *sampler) prepared(r *rand.Rand, earlier []testcase.Action, op *api.Operation, room int) []testcase.Action {
	next := s.newCall(r, op)
	for _, maker := range s.preparing(r, op) {
		if room > 1 {
			made := s.helpful(r, maker, room-1)
			earlier = append(earlier, made...)
			room -= len(made)
		}
	}
	next.Bind(r, s.api, earlier)
	return append(earlier, next)
}

// preparing returns operations that may prepare a call of another operation:
// they change the state of its resource, or create what it needs.
func (s *sampler) preparing(r *rand.Rand, op *api.Operation) []*api.Operation {
	out := written(r, op, writerRate)
	if len(op.Needs)+len(op.Siblings) == 0 || r.Float64() >= creatorRate {
		return out
	}
	if len(op.Needs) == 0 || len(op.Siblings) > 0 && r.Float64() < siblingRate {
		return append(out, s.sibling(r, op))
	}
	for _, makers := range op.Needs {
		if len(op.Needs) == 1 || r.Float64() < needRate {
			out = append(out, makers[r.IntN(len(makers))])
		}
	}
	return out
}

// written returns at most one of the operations that were seen to write what another one
// reads, by their probabilities.
func written(r *rand.Rand, op *api.Operation, rate float64) []*api.Operation {
	if len(op.Writers) == 0 || r.Float64() >= rate {
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
func (s *sampler) sibling(r *rand.Rand, op *api.Operation) *api.Operation {
	first := op.Siblings[r.IntN(len(op.Siblings))]
	if len(s.memory.Kept(first)) > 0 {
		return first
	}
	return op.Siblings[r.IntN(len(op.Siblings))]
}

// newAction returns a random call for the mutation of the structure.
func (s *sampler) newAction(r *rand.Rand) testcase.Action {
	return s.newCall(r, s.api.Ops[r.IntN(len(s.api.Ops))])
}

func (s *sampler) newCall(r *rand.Rand, op *api.Operation) *action.Call {
	if c := s.seeds.call(r, op); c != nil {
		return c
	}
	if c := varied(s, r, op); c != nil {
		return c
	}
	c := action.New(op, s.users, s.invalidRate)
	c.Randomize(r)
	if s.lend(r, c); !s.plain && s.memory.Accepted().LendText(r, c) {
		return c
	}
	arrange(s, r, c)
	s.repairs.Remind(r, c)
	if len(s.memory.Constants()) > 0 && r.Float64() < poolRate {
		if s.tracker.Remembers() && r.Float64() < remindRate && s.tracker.Remind(r, c) {
			return c
		}
		hints := newAim(sut.Inside{})
		hints.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, s.memory.Constants())
	}
	return c
}

// variedRate is the share of the new calls of an operation with at least leastExamples
// examples that have usual values but for one to maxVaried parts.
const variedRate, leastExamples, maxVaried = 0.3, 12, 4

func richIn(a *api.API) []bool {
	out := make([]bool, len(a.Ops))
	for _, op := range a.Ops {
		out[op.Index] = genotype.Examples(op.Template) >= leastExamples
	}
	return out
}

// varied returns a call with usual values but for few parts now and then, else nil. Parts
// that are drawn one by one never have all the values together that an API with rich
// documents accepts.
func varied(s *sampler, r *rand.Rand, op *api.Operation) *action.Call {
	if s.plain || !s.rich[op.Index] || r.Float64() >= variedRate {
		return nil
	}
	c := action.New(op, s.users, s.invalidRate)
	c.Randomize(r)
	genotype.FillContent(r, c.Genotype)
	s.repairs.Remind(r, c)
	genotype.Vary(r, c.Genotype, 1+r.IntN(maxVaried))
	return c
}

// lend gives a new call what others succeeded with, or values that are related to each
// other. It does so more often while the operation never succeeded. It reports whether
// it changed anything.
func (s *sampler) lend(r *rand.Rand, c *action.Call) bool {
	if s.plain {
		return false
	}
	rate := lendRate
	if s.never(c.Op) {
		rate = lendNeverRate
	}
	switch d := r.Float64(); {
	case d < rate:
		return s.memory.Accepted().Lend(r, c)
	case d < rate+relateRate:
		return accepted.Relate(r, c)
	}
	return false
}

// arrange makes the values of a new call fit together, now and then. It reports whether
// it changed anything.
func arrange(s *sampler, r *rand.Rand, c *action.Call) bool {
	if s.plain {
		return false
	}
	rate := arrangeRate
	if s.never(c.Op) {
		rate = arrangeNeverRate
	}
	if s.inside {
		rate *= arrangeInside
	}
	return r.Float64() < rate && plausible.Arrange(r, c)
}
