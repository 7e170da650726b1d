package rest

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/suppose"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// goalRate is the share of samples that are about an operation which never
	// succeeded, if there is hope, and goalMutantRate that of mutants.
	goalRate, goalMutantRate = 0.3, 0.15
	// insideShare is the part of these rates that is left where the search sees inside:
	// distances lead to the success there, but not into what is locked.
	insideShare = 0.1
	// patience is how many of these samples without a nearer refusal halve what an
	// operation gets, and patienceBlind where only answers tell what is near.
	patience, patienceBlind = 50, 150
	// patienceLocked is that of an operation that lets nobody in and may yet.
	patienceLocked = 10
	// hopelessShare is what an operation gets whose last answer other values do not
	// change, of what others get.
	hopelessShare = 0.25
	// nearRate is the share of these samples that change a refused call, and nearFocus how
	// little.
	nearRate, nearFocus = 0.75, 0.9
	// usualRate is the share of the others that have usual values.
	usualRate = 0.3
	// stateRate is the share of the others that come after a change of the resource's
	// state, if there are calls that change it.
	stateRate = 0.4
	// aloneRate is the share of the samples of an operation whose resource cannot be
	// made yet that go to what makes it instead.
	aloneRate = 0.75
	// maxDeferred is how many makers of makers are followed.
	maxDeferred = 5
	// climbRate is the share of samples that try to have an operation succeed once more
	// on the same resource, climbMutantRate that of mutants, climbHalf how many failed
	// attempts halve them, and againRate the share that repeats the last call.
	climbRate, climbMutantRate, climbHalf, againRate = 0.15, 0.05, 8, 0.4
)

// goals are the operations that never succeeded, each a goal of its own while what it
// needs can be made. The others are left alone until then.
type goals struct {
	stale []int // by operation: samples since a refusal was new or nearer
	news  []int // by operation: how many such refusals there were
	of    map[fitness.ID]*api.Operation
	// sought is the last test that was made to have the operation of its last call succeed
	// for the first time, nil for none.
	sought   *testcase.Case
	supposed *suppose.Suppositions // nil where nothing is remembered
	guesses  guesses
}

func newGoals(a *api.API) goals {
	g := goals{guesses: newGuesses(), stale: make([]int, len(a.Ops)), news: make([]int, len(a.Ops)), of: map[fitness.ID]*api.Operation{}}
	for _, op := range a.Ops {
		g.of[op.Targets.Success()] = op
	}
	return g
}

// weight says how much an operation gets: 1 at first, less while nothing moves.
func (g *goals) weight(op, news int, patience float64) float64 {
	if g.news[op] != news {
		g.news[op], g.stale[op] = news, 0
	}
	return 1 / (1 + float64(g.stale[op])/patience)
}

// never reports whether it is known that an operation never succeeded.
func (o *openings) never(op *api.Operation) bool {
	return o.tally != nil && !o.plain && !o.tally[op.Index].Succeeded()
}

// seeks returns a test, and notes that it was made to have the operation of its last call
// succeed for the first time, if that never did.
func seeks(s *sampler, c *testcase.Case) *testcase.Case {
	if c != nil && s.never(c.Actions[len(c.Actions)-1].(*action.Call).Op) {
		s.goals.sought = c
	}
	return c
}

// spent counts the calls of an evaluated test for the operation that it was made for.
func spent(s *sampler, c *testcase.Case, calls int) {
	if c == s.goals.sought && s.tally != nil {
		s.tally[c.Actions[len(c.Actions)-1].(*action.Call).Op.Index].Sought += calls
	}
	s.goals.sought = nil
	if s.tally != nil {
		s.goals.guesses.judge(c, s.succeeded)
	}
	s.goals.supposed.Evaluated(c)
}

// goal returns a test for an operation that never succeeded, or nil: at most as often as
// the rate says.
func (s *sampler) goal(r *rand.Rand, rate float64) *testcase.Case {
	if c := untried(s, r); c != nil {
		return seeks(s, c)
	}
	var chosen *api.Operation
	sum, most := 0.0, 0.0
	for _, op := range s.api.Ops {
		if !s.never(op) || s.tried[op.Index] >= len(s.first) || !s.ready(op) {
			continue
		}
		w := dueOf(s, op)
		most, sum = max(most, w), sum+w
		if r.Float64()*sum < w {
			chosen = op
		}
	}
	if chosen == nil || r.Float64() >= rate*most {
		return nil
	}
	s.goals.stale[chosen.Index]++
	return seeks(s, s.towards(r, chosen))
}

// dueOf says how much an operation that never succeeded gets now, from 0 to 1.
func dueOf(s *sampler, op *api.Operation) float64 {
	news := s.repairs.News(op.Index)
	if isLocked(s, op) {
		return s.goals.weight(op.Index, news, patienceLocked)
	}
	share, waits := 1.0, float64(patienceBlind)
	if s.inside {
		share, waits = insideShare, patience
	}
	if hopeless(s.tally[op.Index].Last) {
		share *= hopelessShare
	}
	return share * s.goals.weight(op.Index, news, waits)
}

// towardsSuccess returns a test for an operation that never succeeded in place of a
// mutant for a target, or nil. Where the target is that success, it mostly goes on from
// another refused call than the one with the best score.
func (m *mutator) towardsSuccess(r *rand.Rand, target fitness.ID) *testcase.Case {
	s := m.sampler
	if s.plain {
		return nil
	}
	if op := s.goals.of[target]; op != nil && s.never(op) {
		return seeks(s, s.nearer(r, op))
	}
	if c := s.goal(r, goalMutantRate); c != nil {
		return c
	}
	if c := s.climb(r, climbMutantRate); c != nil {
		return c
	}
	if c := s.attacks.Next(r, attackMutantRate); c != nil {
		return c
	}
	if c := lookAt(s, r, checkMutantRate, checkMutantBlindRate); c != nil {
		return c
	}
	return variantOf(s, r, variantMutantRate)
}

// towards makes a test for an operation: from a refused call that was near, or a new call
// after what makes all that it needs.
func (s *sampler) towards(r *rand.Rand, op *api.Operation) *testcase.Case {
	if c := unlock(s, r, op); c != nil {
		return c
	}
	if c := s.nearer(r, op); c != nil {
		return c
	}
	earlier := s.groundwork(r, op)
	next := s.newCall(r, op)
	if r.Float64() < usualRate {
		manners := mannersOf(op)
		next = s.usual(r, op, opening{user: next.User.Index, manner: manners[r.IntN(len(manners))]})
		s.lend(r, next)
	}
	next.Bind(r, s.api, earlier)
	insist(s, r, next, earlier)
	return &testcase.Case{Actions: append(earlier, next)}
}

// insistRate is the share of the tests for an operation that never succeeded that name nothing else than what they make, where
// refusals told that other names lead to nothing.
const insistRate = 0.8

// unitedRate is the share of these tests whose calls one user makes: others may not see what the call names.
const unitedRate = 0.6

// insist has a call of such an operation name what earlier calls made.
func insist(s *sampler, r *rand.Rand, c *action.Call, earlier []testcase.Action) {
	if c.Op.Insisted == 0 && len(c.Op.Told) == 0 || r.Float64() >= insistRate {
		return
	}
	c.Insist(earlier)
	if r.Float64() >= unitedRate {
		return
	}
	for _, a := range earlier {
		if before := a.(*action.Call); before.Op.Admission.Admits(c.User.Index) {
			before.User = c.User
		}
	}
}

// furnished puts calls before a test of such an operation that make what the test lacks for its last call, or calls in it that change
// the state of that.
func furnished(s *sampler, r *rand.Rand, c *testcase.Case) *testcase.Case {
	last := len(c.Actions) - 1
	op := c.Actions[last].(*action.Call).Op
	if op.Insisted == 0 && len(op.Told) == 0 || r.Float64() >= insistRate {
		return c
	}
	if stirring := stirringOf(s, r, op, stateRate); stirring != nil && len(c.Actions) < s.maxCalls {
		calls := s.helpful(r, stirring, s.maxCalls-len(c.Actions))
		if r.IntN(2) == 0 {
			calls = calls[len(calls)-1:] // on what is there
		}
		c.Actions = slices.Insert(c.Actions, last, calls...)
		last += len(calls)
	}
	left := slices.Clone(c.Actions[:last])
	for _, makers := range slices.Concat(op.Needs, op.Twice) {
		makes := func(a testcase.Action) bool { return slices.Contains(makers, a.(*action.Call).Op) }
		if at := slices.IndexFunc(left, makes); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else if room := s.maxCalls - len(c.Actions); room > 0 {
			c.Actions = append(made(s, r, makers, c.Actions[:last], room), c.Actions...)
		}
	}
	return c
}

// made returns calls that make one more of the things that some operations make: like the one that earlier calls of the test make, or
// any.
func made(s *sampler, r *rand.Rand, makers []*api.Operation, earlier []testcase.Action, room int) []testcase.Action {
	if at := slices.IndexFunc(earlier, func(a testcase.Action) bool { return slices.Contains(makers, a.(*action.Call).Op) }); at >= 0 && r.IntN(2) == 0 {
		return []testcase.Action{earlier[at].(*action.Call).Another(r)}
	}
	ready := slices.DeleteFunc(slices.Clone(makers), s.never)
	if len(ready) == 0 {
		return nil
	}
	return s.helpful(r, ready[r.IntN(len(ready))], room)
}

// groundwork returns calls that make what an operation needs, or that bring its resource
// into another state.
func (s *sampler) groundwork(r *rand.Rand, op *api.Operation) (earlier []testcase.Action) {
	if s.maxCalls > 1 && len(op.Siblings) > 0 && r.Float64() < stateRate {
		sibling := s.sibling(r, op)
		if calls := s.memory.Highest(sibling); len(calls) > 0 && r.Float64() < recallRate {
			return cloned(calls, s.maxCalls-1)
		}
		return s.helpful(r, sibling, s.maxCalls-1)
	}
	if writer := written(r, op, stateRate); len(writer) > 0 && s.maxCalls > 1 {
		earlier = s.helpful(r, writer[0], s.maxCalls-1)
	}
	earlier = needed(s, r, op, earlier)
	if stirring := stirringOf(s, r, op, stateRate); stirring != nil && s.maxCalls-1 > len(earlier) {
		earlier = append(earlier, s.helpful(r, stirring, s.maxCalls-1-len(earlier))...)
	}
	return earlier
}

// stirringOf returns an operation that succeeded and may change the state of what a call of an operation that never did names outside
// of its path, or nil: a deposit for what takes money from an account.
func stirringOf(s *sampler, r *rand.Rand, op *api.Operation, rate float64) *api.Operation {
	if s.plain || !s.never(op) {
		return nil
	}
	all := slices.DeleteFunc(s.api.Stirring(op), s.never)
	if len(all) == 0 || r.Float64() >= rate {
		return nil
	}
	return all[r.IntN(len(all))]
}

// nearer changes a refused call of an operation that was near, or returns nil.
func (s *sampler) nearer(r *rand.Rand, op *api.Operation) *testcase.Case {
	from, ok := s.repairs.Near(r, op.Index)
	if !ok || r.Float64() >= nearRate {
		return nil
	}
	child := furnished(s, r, from.Test.Upto(from.At))
	adopt(child)
	last := len(child.Actions) - 1
	if c := child.Actions[last].(*action.Call); !s.lend(r, c) && !arrange(s, r, c) {
		m := testcase.Mutator{New: s.newAction, Before: s.before, MaxActions: s.maxCalls}
		child = m.MutateAt(r, child, last, nearFocus)
	}
	last = len(child.Actions) - 1
	insist(s, r, child.Actions[last].(*action.Call), child.Actions[:last])
	return child
}

// pick draws an operation. One whose resource cannot be made yet mostly leaves its place
// to what makes it.
func (s *sampler) pick(r *rand.Rand) *api.Operation {
	op := s.api.Ops[r.IntN(len(s.api.Ops))]
	for range maxDeferred {
		if !s.never(op) || s.ready(op) || r.Float64() >= aloneRate {
			break
		}
		missing := slices.IndexFunc(op.Needs, func(makers []*api.Operation) bool { return !slices.ContainsFunc(makers, s.succeeded) })
		makers := op.Needs[missing]
		op = makers[r.IntN(len(makers))]
	}
	return op
}

// succeeded reports whether it is known that an operation succeeded.
func (o *openings) succeeded(op *api.Operation) bool { return o.tally[op.Index].Succeeded() }

// climb tries to have an operation succeed once more on a resource, in the test with the
// most of its successes. The operation with the fewest failed attempts is next. It
// returns nil if there is none, and mostly if many failed.
func (s *sampler) climb(r *rand.Rand, rate float64) *testcase.Case {
	var op *api.Operation
	fewest, equal := 0, 0
	for _, o := range s.api.Ops {
		calls, failed := s.memory.Climb(o)
		if len(calls) == 0 || len(calls) >= s.maxCalls || equal > 0 && failed > fewest {
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
	earlier, _ := s.memory.Climb(op)
	s.memory.Climbing(op)
	c := &testcase.Case{Actions: cloned(earlier, s.maxCalls)}
	last := c.Actions[len(c.Actions)-1].(*action.Call)
	next := last.Clone().(*action.Call)
	if r.Float64() >= againRate {
		other := s.newCall(r, op)
		other.About(last)
		next = other
	}
	c.Actions = append(c.Actions, next)
	return c
}

// unlockRate is the share of the tests for an operation that lets nobody in which try what
// earlier calls made as credentials.
const unlockRate = 0.7

// isLocked reports whether an operation lets nobody in, while the program reads who calls
// from what the schema does not declare.
func isLocked(s *sampler, op *api.Operation) bool {
	return s.inside && hopeless(s.tally[op.Index].Last) && api.ReadsCallers(op.Found)
}

// unlock returns a test for a locked operation, or nil: a call with what helped in such
// inputs before, after calls that make something. An answer to these may have what the
// program compares the credentials with, which nobody sees before there is any.
func unlock(s *sampler, r *rand.Rand, op *api.Operation) *testcase.Case {
	if !isLocked(s, op) || s.maxCalls < 2 || r.Float64() >= unlockRate {
		return nil
	}
	next := action.New(op, s.users, 0)
	next.Randomize(r)
	maker := s.api.Named(tracking.Unlock(s.tracker, r, next))
	if maker == nil {
		makers := slices.DeleteFunc(slices.Clone(s.api.Ops), func(m *api.Operation) bool { return m.Spec.Method != http.MethodPost || !s.succeeded(m) })
		if len(makers) == 0 {
			return nil
		}
		maker = makers[r.IntN(len(makers))]
		s.tracker.Remind(r, next)
	}
	earlier := s.groundwork(r, op)
	if room := s.maxCalls - 1 - len(earlier); room > 0 {
		earlier = append(s.helpful(r, maker, room), earlier...)
	}
	next.Bind(r, s.api, earlier)
	return &testcase.Case{Actions: append(earlier, next)}
}
