package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/accepted"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/rest/internal/suppose"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// recallRate is the share of preparing calls that repeat calls which succeeded
// before. It may have taken long to find what an operation demands.
const recallRate = 0.5

// beforeRate is the share of the other calls that come after a call which
// changes the state of the same resource, if such calls exist.
const beforeRate = 0.6

// helpful returns calls that change the state for later calls. The last one is
// a call of op, and there are from one to room of them. Often they are calls
// that succeeded before; else they are a new call after calls that may prepare
// it.
func (s *sampler) helpful(r *rand.Rand, op *api.Operation, room int) []testcase.Action {
	if kept := s.memory.Kept(op); len(kept) > 0 && r.Float64() < recallRate {
		at := r.IntN(len(kept) + 1)
		calls := s.memory.Highest(op)
		if at < len(kept) || len(calls) == 0 {
			calls = kept[at%len(kept)]
		}
		out := cloned(calls, room)
		renew(s, r, out[len(out)-1].(*action.Call))
		return out
	}
	return s.prepared(r, nil, op, room)
}

// cloned returns copies of the last calls for which there is room.
func cloned(calls []*action.Call, room int) []testcase.Action {
	calls = calls[max(0, len(calls)-room):]
	out := make([]testcase.Action, len(calls))
	for i, c := range calls {
		out[i] = c.Clone()
	}
	return out
}

// before returns calls to put before another call. They often call an operation
// that may create what that call needs, which then takes the id, or that
// changes its state.
func (s *sampler) before(r *rand.Rand, next testcase.Action, room int) []testcase.Action {
	c := next.(*action.Call)
	op := s.api.Ops[r.IntN(len(s.api.Ops))]
	if makers := c.Op.Creators; len(makers) > 0 && r.Float64() < creatorRate {
		op = makers[r.IntN(len(makers))]
		c.Follow.Enabled = c.Op.Chained
	} else if len(c.Op.Siblings) > 0 && r.Float64() < beforeRate {
		op = s.sibling(r, c.Op)
		c.Follow.Enabled = c.Op.Chained
	} else if writer := written(r, c.Op, beforeRate); len(writer) > 0 {
		op = writer[0]
	} else if stirring := stirringOf(s, r, c.Op, beforeRate); stirring != nil {
		op = stirring
	}
	calls := s.helpful(r, op, room)
	c.Bind(r, s.api, calls)
	return calls
}

// untried returns a test for an operation that never succeeded of what may help and was not tried yet, or nil. Guesses have an account:
// they go on while they help, and else take a small part of the search.
func untried(s *sampler, r *rand.Rand) *testcase.Case {
	for _, next := range []func(*sampler, *rand.Rand) *testcase.Case{handed, presumed} {
		if c := next(s, r); c != nil {
			return c
		}
	}
	if s.opening() || !s.goals.guesses.account.Due() {
		return nil
	}
	for _, next := range []func(*sampler, *rand.Rand) *testcase.Case{belated, supposed, presumedText} {
		if c := next(s, r); c != nil {
			s.goals.guesses.account.Made()
			s.goals.guesses.running = c
			return c
		}
	}
	return nil
}

// guesses say how much of the search guesses may take.
type guesses struct {
	account repair.Account
	running *testcase.Case // the last of them
}

// newGuesses is the account of guesses: each costs the calls of its preparation as well.
func newGuesses() guesses {
	return guesses{account: repair.Account{Free: 24, ForOne: 16, Evaluations: 10}}
}

// judge counts an evaluated test, and whether it was one that helped.
func (g *guesses) judge(c *testcase.Case, succeeded func(*api.Operation) bool) {
	g.account.Evaluated()
	if c != nil && c == g.running && succeeded(c.Actions[len(c.Actions)-1].(*action.Call).Op) {
		g.account.Paid()
	}
	g.running = nil
}

func supposed(s *sampler, r *rand.Rand) *testcase.Case { return s.goals.supposed.Next(r) }

// seeking reports whether an operation never succeeded and may, by all that is known.
func seeking(s *sampler, op *api.Operation) bool {
	return s.never(op) && s.tried[op.Index] < len(s.first) && s.ready(op) && !hopeless(s.tally[op.Index].Last)
}

// needed appends calls that make what an operation needs.
func needed(s *sampler, r *rand.Rand, op *api.Operation, earlier []testcase.Action) []testcase.Action {
	for _, makers := range slices.Concat(op.Needs, op.Twice) {
		if room := s.maxCalls - 1 - len(earlier); room > 0 {
			earlier = append(earlier, made(s, r, makers, earlier, room)...)
		}
	}
	return earlier
}

// handed returns a test that hands an operation that never succeeded what another one
// succeeded with that sends nearly the same: all of it, as it was. It returns nil if nothing is
// left to be handed. Bodies with many parts hardly become alike by chance.
func handed(s *sampler, r *rand.Rand) *testcase.Case {
	library := s.memory.Accepted()
	for _, op := range s.api.Ops {
		if !s.never(op) || s.tried[op.Index] >= len(s.first) || !s.ready(op) {
			continue
		}
		calls := library.Handed(op)
		if len(calls) == 0 {
			continue
		}
		from := calls[len(calls)-1]
		next := action.New(op, s.users, 0)
		next.Randomize(r)
		genotype.FillContent(r, next.Genotype)
		if !library.Hand(r, next, from) {
			continue
		}
		next.User, next.Follow.Enabled, next.Follow.Own = from.User, op.Chained, 0
		earlier := s.groundwork(r, op)
		if len(earlier) == 0 {
			earlier = cloned(calls[:len(calls)-1], s.maxCalls-1)
		}
		return &testcase.Case{Actions: append(earlier, next)}
	}
	return nil
}

// belated returns a test that tries an operation which never succeeded in a manner in which the first samples could not: what it
// needs was not there then, or nobody was let in. It returns nil if none is left.
func belated(s *sampler, r *rand.Rand) *testcase.Case {
	for _, i := range r.Perm(len(s.api.Ops)) {
		op := s.api.Ops[i]
		if len(s.manners[op]) == 0 || !seeking(s, op) {
			continue
		}
		m := s.manners[op][0]
		s.tries(op, m)
		earlier := needed(s, r, op, nil)
		next := s.usual(r, op, opening{user: s.newCall(r, op).User.Index, manner: m})
		next.Bind(r, s.api, earlier)
		insist(s, r, next, earlier)
		return &testcase.Case{Actions: append(earlier, next)}
	}
	return nil
}

// doubtful is after how many calls without a success it is doubted that what makes what a
// path names is known.
const doubtful = 50

// presumed returns a test in which an operation that never succeeded names in its path what another one answered, though no name of the
// schema says that the two have to do with each other. It returns nil if nothing is left to be tried.
func presumed(s *sampler, r *rand.Rand) *testcase.Case {
	for _, op := range s.api.Ops {
		if !s.never(op) || s.tried[op.Index] >= len(s.first) || hopeless(s.tally[op.Index].Last) {
			continue
		}
		for _, name := range unsure(s, op) {
			i := slices.IndexFunc(op.Template.Params, func(p genotype.Param) bool { return p.InPath() && p.Spec.Name == name })
			in := accepted.Input{Name: name, Place: action.Taker{Name: name, Param: i}.Place(), InPath: true}
			if calls, from, ok := s.memory.Accepted().Presumed(op, in); ok {
				return presuming(s, r, op, in, calls, from)
			}
		}
	}
	return nil
}

// presumedText returns the same for one of the texts that such an operation requires.
func presumedText(s *sampler, r *rand.Rand) *testcase.Case {
	for _, i := range r.Perm(len(s.api.Ops)) {
		op := s.api.Ops[i]
		if s.goals.supposed == nil || !seeking(s, op) {
			continue
		}
		all := s.goals.supposed.Texts(r, op)
		if len(all) > suppose.MaxOpen {
			continue
		}
		for _, t := range all {
			in := accepted.Input{Name: t.Name, Place: t.Place()}
			if calls, from, ok := s.memory.Accepted().Presumed(op, in); ok {
				return presuming(s, r, op, in, calls, from)
			}
		}
	}
	return nil
}

// unsure returns the parameters of an operation's path of which it is not known who makes
// what they name, the last first: what earlier ones name is mostly known sooner.
func unsure(s *sampler, op *api.Operation) (out []string) {
	for _, p := range op.Spec.Parameters {
		if p.In != openapi.InPath {
			continue
		}
		collection := api.ElementsOf(op, p.Name)
		makes := func(m *api.Operation) bool { return m != op && m.AddsTo(collection) }
		if s.api.IsGiven(collection) || slices.ContainsFunc(op.Creators, makes) && (s.tally[op.Index].Calls < doubtful || !s.ready(op)) {
			continue
		}
		out = append(out, p.Name)
	}
	slices.Reverse(out)
	return out
}

// presuming makes the test: the calls whose last answer has the id, and the call that takes it.
func presuming(s *sampler, r *rand.Rand, op *api.Operation, in accepted.Input, calls []*action.Call, from action.Source) *testcase.Case {
	next := action.New(op, s.users, 0)
	next.Randomize(r)
	genotype.FillContent(r, next.Genotype)
	has := func(t action.Taker) bool { return t.Place() == in.Place && !value.IsAbsent(t.Value()) }
	if !slices.ContainsFunc(action.Takers(next), has) {
		next.Genotype.Fill(r, genotype.Manner{Parts: genotype.AllParts})
	}
	next.User, next.Follow.Enabled, next.Follow.Own = calls[len(calls)-1].User, op.Chained, 0
	earlier := cloned(calls, s.maxCalls-1)
	if !in.InPath && s.maxCalls-1 > len(earlier) {
		earlier = needed(s, r, op, earlier)
	}
	next.Bind(r, s.api, earlier)
	for _, t := range action.Takers(next) {
		if t.Place() == in.Place {
			next.Claim(t, from)
		}
	}
	return &testcase.Case{Actions: append(earlier, next)}
}
