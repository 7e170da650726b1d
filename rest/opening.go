package rest

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// openings are the first samples. They try to have each operation succeed soon: in the
// order of what operations need, each after the calls that make what it needs, with the
// examples of the schema together. Other users and other manners follow where the answer
// leaves hope. They end for an operation once it succeeded. The last of them are calls
// of nobody, and those of users who are seldom used.
type openings struct {
	standing *standing
	seeds    seeds // come before
	first    []opening
	taken    int          // how many of them were taken
	checked  bool         // the next of them is not needless
	tried    []int        // by operation: calls of earlier processes that stand for first samples
	skipped  map[int]bool // operations that are left out
	hoped    []bool       // by operation: it was tried when what it needs was there
	// manners are those in which an operation was not tried yet when what it needs was there.
	manners map[*api.Operation][]genotype.Manner
}

func newOpenings(s *standing) *openings {
	return &openings{standing: s, tried: make([]int, len(s.ops)), hoped: make([]bool, len(s.ops))}
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

// leavesOut reports whether an operation is left out, or was called by earlier processes as often as there are first
// samples.
func (o *openings) leavesOut(op *api.Operation) bool { return o.tried[op.Index] >= len(o.first) }

// seed returns the next of the tests that were made of samples, nil for none.
func (o *openings) seed() *testcase.Case { return o.seeds.next(o.tried, o.skipped) }

// left reports whether tests of samples or first samples are left.
func (o *openings) left() bool { return o.seeds.left(o.tried, o.skipped) || o.opening() }

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

// next returns the next of the first samples that is not needless.
func (o *openings) next() (opening, bool) {
	if !o.opening() {
		return opening{}, false
	}
	next := o.first[o.taken]
	o.taken++
	o.checked = false
	if op := next.ops[len(next.ops)-1]; o.standing.tally == nil || o.standing.ready(op) {
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
	if slices.ContainsFunc(next.ops, o.leavesOut) {
		return true
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
	return o.standing.tally != nil && next.kind != always && !o.hope(op, next.kind)
}

// hope reports whether an opening may have an operation succeed for the first time.
func (o *openings) hope(op *api.Operation, kind openingKind) bool {
	t, ready := &o.standing.tally[op.Index], o.standing.ready(op)
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

// list lists the first samples of users. Without chains, what makes what an operation needs does not come before it.
func (o *openings) list(users cast, chains bool) {
	if o.standing.plain {
		o.first = plainOpenings(o.standing.ops, users, chains)
		return
	}
	callers := append(users.own(), auth.Anonymous)
	var first, others, values, again, nobody, spare []opening
	o.manners = map[*api.Operation][]genotype.Manner{}
	for _, op := range ordered(o.standing.ops) {
		chain := chainTo(op)
		o.manners[op] = mannersOf(op)
		for i, m := range o.manners[op] {
			switch {
			case m.Content > 0:
				values = append(values, opening{chain, callers[0], m, anyContent})
				continue
			case i > 0:
				values = append(values, opening{chain, callers[0], m, anyValue})
				continue
			case len(chain) > 1:
				first = append(first, opening{chain, callers[0], m, anyUser})
				again = append(again, opening{chain, callers[0], m, late})
			}
			alone := []*api.Operation{op}
			first = append(first, opening{alone, callers[0], m, anyUser})
			for _, user := range callers[1:max(1, len(callers)-1)] {
				others = append(others, opening{chain, user, m, anyUser})
			}
			if users.all > 0 {
				nobody = append(nobody, opening{alone, auth.Anonymous, m, always})
			}
			for user := users.all - users.spare; user < users.all; user++ {
				spare = append(spare, opening{alone, user, m, guarded})
			}
		}
	}
	o.first = slices.Concat(first, others, values, again, nobody, spare)
}

// mannersOf returns the manners in which an operation is tried. Where a POST makes
// something, what services give to it themselves is left out early.
func mannersOf(op *api.Operation) []genotype.Manner {
	all := op.Template.Manners()
	if op.Spec.Method == http.MethodPost {
		if m, ok := genotype.Fresh(op.Template.Body, api.Noun(op.Spec.Path)); ok {
			all = slices.Insert(all, min(2, len(all)), m)
		}
	}
	return all
}

// plainOpenings lists each operation once for every user who is not spare and for nobody, and
// then, with chains, each operation that has creators, after the first of them.
func plainOpenings(ops []*api.Operation, users cast, chains bool) (out []opening) {
	callers := append(users.own(), auth.Anonymous)
	for _, user := range callers {
		for _, op := range ops {
			out = append(out, opening{ops: []*api.Operation{op}, user: user})
		}
	}
	for _, op := range ops {
		if chain := chainTo(op); chains && len(chain) > 1 {
			out = append(out, opening{ops: chain, user: callers[0]})
		}
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
