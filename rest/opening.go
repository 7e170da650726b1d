package rest

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/plausible"
	"github.com/evoke-go/evoke/testcase"
)

// renewRate is the share of repeated calls whose id is new, if the same one was refused.
const renewRate = 0.75

// openings are the first samples. They try to have each operation succeed soon: in the
// order of what operations need, each after the calls that make what it needs, with the
// examples of the schema together. Other users and other manners follow where the answer
// leaves hope. They end for an operation once it succeeded. The last of them are calls
// of nobody, and those of users who are seldom used.
type openings struct {
	first   []opening
	taken   int          // how many of them were taken
	checked bool         // the next of them is not needless
	tried   []int        // by operation: calls of earlier processes that stand for first samples
	skipped map[int]bool // operations that are left out
	hoped   []bool       // by operation: it was tried when what it needs was there
	rich    []bool       // by operation: it has so many examples that few draws have them together
	unique  []bool       // by operation: what it took once it refused later
	// manners are those in which an operation was not tried yet when what it needs was there.
	manners map[*api.Operation][]genotype.Manner
	// repeated are the operations whose successful call the last opening made again.
	repeated []*api.Operation
	plain    bool            // they have random values, and nothing is left out
	tally    []execute.Tally // of the operations, nil without one
}

// opening describes one of the first samples.
type opening struct {
	ops    []*api.Operation
	user   int
	manner genotype.Manner
	kind   openingKind
}

// openingKind says when an opening is needless.
type openingKind int

const (
	always     openingKind = iota // it shows something whatever was answered before
	anyUser                       // a user tries an operation that did not succeed
	anyValue                      // other values are tried with an operation that refused some
	anyContent                    // another content of the body is tried, whatever an earlier one was answered
	late                          // what an operation needs was not made when it was tried
	guarded                       // the operation refuses somebody
)

// skip makes the first samples leave out an operation.
func (o *openings) skip(op *api.Operation) {
	if o.skipped == nil {
		o.skipped = map[int]bool{}
	}
	o.skipped[op.Index] = true
	o.tried[op.Index] = len(o.first)
}

// opening reports whether first samples are left that are not needless.
func (o *openings) opening() bool {
	for !o.checked && o.taken < len(o.first) {
		if o.needless(o.first[o.taken]) {
			o.taken++
		} else {
			o.checked = true
		}
	}
	return o.taken < len(o.first)
}

// nextOpening returns the next of the first samples that is not needless.
func (o *openings) nextOpening() (opening, bool) {
	if !o.opening() {
		return opening{}, false
	}
	next := o.first[o.taken]
	o.taken++
	o.checked = false
	if op := next.ops[len(next.ops)-1]; o.tally == nil || o.ready(op) {
		o.tries(op, next.manner)
	}
	return next, true
}

// tries notes that an operation is tried in a manner.
func (o *openings) tries(op *api.Operation, m genotype.Manner) {
	if len(o.manners[op]) == 0 {
		return
	}
	o.manners[op] = slices.DeleteFunc(o.manners[op], func(left genotype.Manner) bool { return left == m })
}

// needless reports whether an opening can be skipped: the counts of an earlier
// process show that it was tried, or it would end this process, or the operation
// succeeded, or another manner cannot change its answer.
func (o *openings) needless(next opening) bool {
	for _, op := range next.ops {
		if o.tried[op.Index] >= len(o.first) {
			return true
		}
	}
	op := next.ops[len(next.ops)-1]
	if next.kind == anyUser && !op.Admission.Admits(next.user) && op.Admission.Others(next.user) {
		return true // it comes for another user
	}
	if o.tried[op.Index] > 0 {
		o.tried[op.Index]--
		o.tries(op, next.manner)
		return true
	}
	return o.tally != nil && next.kind != always && !o.hope(op, next.kind)
}

// hope reports whether an opening may have an operation succeed for the first time.
func (o *openings) hope(op *api.Operation, kind openingKind) bool {
	t, ready := &o.tally[op.Index], o.ready(op)
	switch {
	case kind == guarded:
		return t.Statuses[http.StatusUnauthorized]+t.Statuses[http.StatusForbidden] > 0
	case kind == anyContent:
		return ready && !hopeless(t.Last)
	case t.Succeeded(), kind == anyValue && (hopeless(t.Last) || !ready), kind == late && (o.hoped[op.Index] || !ready):
		return false
	}
	o.hoped[op.Index] = ready
	return true
}

// hopeless reports whether other values cannot change an answer with a status.
func hopeless(status int) bool {
	switch status {
	case 0, http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// ready reports whether what an operation needs was made before: of each thing, one of
// its makers succeeded.
func (o *openings) ready(op *api.Operation) bool {
	for _, makers := range op.Needs {
		if !slices.ContainsFunc(makers, func(m *api.Operation) bool { return o.tally[m.Index].Succeeded() }) {
			return false
		}
	}
	return true
}

// listed lists the first samples.
func (s *sampler) listed() []opening {
	if s.plain {
		return s.plainOpenings()
	}
	users := append(s.identities(), auth.Anonymous)
	var first, others, values, again, nobody, spare []opening
	s.manners = map[*api.Operation][]genotype.Manner{}
	for _, op := range ordered(s.api.Ops) {
		chain := chainTo(op)
		s.manners[op] = mannersOf(op)
		for i, m := range s.manners[op] {
			switch {
			case m.Content > 0:
				values = append(values, opening{chain, users[0], m, anyContent})
				continue
			case i > 0:
				values = append(values, opening{chain, users[0], m, anyValue})
				continue
			case len(chain) > 1:
				first = append(first, opening{chain, users[0], m, anyUser})
				again = append(again, opening{chain, users[0], m, late})
			}
			alone := []*api.Operation{op}
			first = append(first, opening{alone, users[0], m, anyUser})
			for _, user := range users[1:max(1, len(users)-1)] {
				others = append(others, opening{chain, user, m, anyUser})
			}
			if s.users > 0 {
				nobody = append(nobody, opening{alone, auth.Anonymous, m, always})
			}
			for user := s.users - s.spare; user < s.users; user++ {
				spare = append(spare, opening{alone, user, m, guarded})
			}
		}
	}
	return slices.Concat(first, others, values, again, nobody, spare)
}

// mannersOf returns the manners in which an operation is tried. Where a POST makes
// something, what services give to it themselves is left out early.
func mannersOf(op *api.Operation) []genotype.Manner {
	all := op.Template.Manners()
	if op.Spec.Method == http.MethodPost {
		if m, ok := genotype.Fresh(op.Template, api.Noun(op.Spec.Path)); ok {
			all = slices.Insert(all, min(2, len(all)), m)
		}
	}
	return all
}

// plainOpenings lists each operation once for every identity, and then each operation
// that has creators, after the first of them.
func (s *sampler) plainOpenings() []opening {
	var out []opening
	users := append(s.identities(), auth.Anonymous)
	for _, user := range users {
		for _, op := range s.api.Ops {
			out = append(out, opening{ops: []*api.Operation{op}, user: user})
		}
	}
	for _, op := range s.api.Ops {
		if chain := chainTo(op); s.plan == nil && len(chain) > 1 {
			out = append(out, opening{ops: chain, user: users[0]})
		}
	}
	return out
}

// identities returns the indexes of the users that are not spare.
func (s *sampler) identities() []int {
	out := make([]int, s.users-s.spare)
	for i := range out {
		out[i] = i
	}
	return out
}

// ordered returns operations such that each comes after those that make what it needs,
// else in their order.
func ordered(ops []*api.Operation) []*api.Operation {
	v := visit{begun: map[*api.Operation]bool{}, done: map[*api.Operation]bool{}}
	for _, op := range ops {
		v.op(op)
	}
	return v.chain
}

// chainTo returns the operation after the first creator of each thing that it
// needs. The creators come after what they need themselves, and so on.
func chainTo(op *api.Operation) []*api.Operation {
	v := visit{begun: map[*api.Operation]bool{}, done: map[*api.Operation]bool{}}
	v.op(op)
	return v.chain[max(0, len(v.chain)-DefaultMaxCalls):]
}

// visit goes through what operations need.
type visit struct {
	chain       []*api.Operation
	begun, done map[*api.Operation]bool
}

// op adds an operation after what it needs. Where two wait for each other, as POST and PUT
// of one element do, the next that may make the same comes in place of the first.
func (v *visit) op(op *api.Operation) {
	if v.begun[op] {
		return
	}
	v.begun[op] = true
	for _, group := range append(slices.Clone(op.Needs), op.Joined) {
		if i := slices.IndexFunc(group, func(m *api.Operation) bool { return !v.begun[m] || v.done[m] }); i >= 0 {
			v.op(group[i])
		}
	}
	v.chain = append(v.chain, op)
	v.done[op] = true
}

// caseOf makes the test of an opening. A call that succeeded before prepares best.
func (s *sampler) caseOf(r *rand.Rand, o opening) *testcase.Case {
	s.learn()
	c := &testcase.Case{}
	for i, op := range o.ops {
		if s.plain {
			c.Actions = append(c.Actions, s.plainCall(r, op, o.user))
			continue
		}
		next := s.usual(r, op, o)
		if i < len(o.ops)-1 {
			next = making(s, r, op, next)
		}
		next.Bind(r, s.api, c.Actions)
		c.Actions = append(c.Actions, next)
	}
	return c
}

// making changes the usual call of an operation that makes what the last of an opening
// needs: to one that succeeded before, or, where that was refused when it came again, in
// turns to one with little in it. Who is refused leaves it to others.
func making(s *sampler, r *rand.Rand, op *api.Operation, usual *action.Call) *action.Call {
	user := usual.User.Index
	if !op.Admission.Admits(user) && op.Admission.Others(user) {
		user = op.Admission.Draw(r, 0, user)
	}
	next := usual
	switch kept := s.memory.Kept(op); {
	case s.unique[op.Index] && !op.Chooses && r.IntN(2) == 0:
		next = s.usual(r, op, opening{manner: genotype.Manner{Parts: genotype.RequiredParts}})
	case len(kept) > 0:
		next = kept[0][len(kept[0])-1].Clone().(*action.Call)
		if !renew(s, r, next) {
			s.repeated = append(s.repeated, op)
		}
	}
	next.User.Index = user
	return next
}

// renew gives a repeated call of an operation that makes each thing once only a new id,
// where the call chooses it. It reports whether it did.
func renew(s *sampler, r *rand.Rand, c *action.Call) bool {
	if !c.Op.Chooses || !s.unique[c.Op.Index] || r.Float64() >= renewRate {
		return false
	}
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InPath && api.EndsIn(c.Op.Spec.Path, p.Spec.Name) {
			genotype.Usual(r, p.Gene)
			return true
		}
	}
	return false
}

// learn notes which of the calls that the last opening repeated were refused this time.
func (o *openings) learn() {
	for _, op := range o.repeated {
		if t := o.tally; t != nil && t[op.Index].Last >= http.StatusBadRequest && !hopeless(t[op.Index].Last) {
			o.unique[op.Index] = true
		}
	}
	o.repeated = o.repeated[:0]
}

// usual makes a call with usual values, and with ids from earlier answers.
func (s *sampler) usual(r *rand.Rand, op *api.Operation, o opening) *action.Call {
	c := action.New(op, s.users, s.invalidRate)
	c.Randomize(r)
	c.Genotype.Fill(r, o.manner)
	if o.manner.Parts == genotype.FreshParts {
		s.memory.Accepted().Inform(r, c, o.manner.Given)
	}
	plausible.Order(r, c)
	s.repairs.Remind(r, c)
	c.User.Index = o.user
	c.Follow.Enabled, c.Follow.Own = op.Chained, 0
	return c
}

// plainCall makes a call of a user with valid data and ids from earlier answers.
func (s *sampler) plainCall(r *rand.Rand, op *api.Operation, user int) *action.Call {
	c := s.newCall(r, op)
	c.Genotype.MakeValid()
	c.User.Index = user
	c.Follow.Enabled = op.Chained
	return c
}
