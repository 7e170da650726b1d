package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/tracking"
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

// sampler makes new tests. It is not safe for concurrent use.
type sampler struct {
	api         *api.API
	memory      *memory.Memory
	tracker     *tracking.Tracker
	users       int // how many there are
	maxCalls    int
	invalidRate float64

	first []opening // the first samples
	taken int       // how many of them were taken
	tried []int     // by operation: calls of earlier processes that stand for first samples
}

func newSampler(a *api.API, m *memory.Memory, t *tracking.Tracker, o *Options) *sampler {
	s := &sampler{
		api: a, memory: m, tracker: t, users: len(o.Users), maxCalls: o.maxCalls(), invalidRate: o.invalidRate(),
		tried: make([]int, len(a.Ops)),
	}
	s.first = s.openings()
	return s
}

// adopt changes the number of users before the first sample.
func (s *sampler) adopt(users int) {
	s.users = users
	s.first = s.openings()
}

// skip makes the first samples leave out an operation.
func (s *sampler) skip(op *api.Operation) { s.tried[op.Index] = len(s.first) }

// sample returns a new test. The first samples call each operation alone, and
// then each operation after those that may create its resource. After them,
// half of the tests (singleRate) consist of one random call and the calls that
// may create its resource. The others consist of 1 to MaxCalls random calls.
func (s *sampler) sample(r *rand.Rand) *testcase.Case {
	for s.taken < len(s.first) {
		plan := s.first[s.taken]
		s.taken++
		if !s.needless(plan) {
			return s.caseOf(r, plan)
		}
	}
	if s.tracker.Waiting() && r.Float64() < trialRate {
		if c := s.tracker.Next(r); c != nil {
			return c
		}
	}
	n := 1 + r.IntN(s.maxCalls)
	c := &testcase.Case{}
	if r.Float64() < singleRate {
		c.Actions = s.prepared(r, nil, s.api.Ops[r.IntN(len(s.api.Ops))], s.maxCalls)
	} else {
		for len(c.Actions) < n {
			c.Actions = s.prepared(r, c.Actions, s.api.Ops[r.IntN(len(s.api.Ops))], n-len(c.Actions))
		}
	}
	s.tracker.Bind(r, c)
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
	if len(op.Needs)+len(op.Siblings) == 0 || r.Float64() >= creatorRate {
		return nil
	}
	if len(op.Needs) == 0 || len(op.Siblings) > 0 && r.Float64() < siblingRate {
		return []*api.Operation{s.sibling(r, op)}
	}
	var out []*api.Operation
	for _, makers := range op.Needs {
		if len(op.Needs) == 1 || r.Float64() < needRate {
			out = append(out, makers[r.IntN(len(makers))])
		}
	}
	return out
}

// opening reports whether first samples are left.
func (s *sampler) opening() bool { return s.taken < len(s.first) }

// opening describes one of the first samples.
type opening struct {
	ops  []*api.Operation
	user int
}

// openings lists the first samples: each operation once for every identity, and
// then each operation that has creators, after the first of them.
func (s *sampler) openings() []opening {
	var out []opening
	users := append(s.identities(), auth.Anonymous)
	for _, user := range users {
		for _, op := range s.api.Ops {
			out = append(out, opening{[]*api.Operation{op}, user})
		}
	}
	for _, op := range s.api.Ops {
		if chain := chainTo(op); len(chain) > 1 {
			out = append(out, opening{chain, users[0]})
		}
	}
	return out
}

// needless reports whether an opening can be skipped. That is so if the counts
// of an earlier process show that it was tried, or if it would end this
// process.
func (s *sampler) needless(o opening) bool {
	for _, op := range o.ops {
		if s.tried[op.Index] >= len(s.first) {
			return true
		}
	}
	last := &s.tried[o.ops[len(o.ops)-1].Index]
	if *last == 0 {
		return false
	}
	*last--
	return true
}

// identities returns the indexes of the users.
func (s *sampler) identities() []int {
	out := make([]int, s.users)
	for i := range out {
		out[i] = i
	}
	return out
}

// chainTo returns the operation after the first creator of each thing that it
// needs. The creators come after what they need themselves, and so on.
func chainTo(op *api.Operation) []*api.Operation {
	var chain []*api.Operation
	under := map[*api.Operation]bool{} // lest two wait for each other
	var visit func(op *api.Operation)
	visit = func(op *api.Operation) {
		under[op] = true
		for _, group := range op.Needs {
			if maker := group[0]; !under[maker] && !slices.Contains(chain, maker) {
				visit(maker)
			}
		}
		chain = append(chain, op)
	}
	visit(op)
	return chain[max(0, len(chain)-DefaultMaxCalls):]
}

// caseOf makes the test of an opening.
func (s *sampler) caseOf(r *rand.Rand, o opening) *testcase.Case {
	c := &testcase.Case{}
	for _, op := range o.ops {
		c.Actions = append(c.Actions, s.plain(r, op, o.user))
	}
	return c
}

// plain makes a call of a user with valid data and ids from earlier answers.
func (s *sampler) plain(r *rand.Rand, op *api.Operation, user int) *action.Call {
	c := s.newCall(r, op)
	c.Genotype.MakeValid()
	c.User.Index = user
	c.Follow.Enabled = op.Chained
	return c
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
	c := action.New(op, s.users, s.invalidRate)
	c.Randomize(r)
	if len(s.memory.Constants()) > 0 && r.Float64() < poolRate {
		if s.tracker.Remembers() && r.Float64() < remindRate && s.tracker.Remind(r, c) {
			return c
		}
		hints := newAim(sut.Inside{})
		hints.Hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, s.memory.Constants())
	}
	return c
}
