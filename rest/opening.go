package rest

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// openings are the first samples. They try to have each operation succeed soon. They call operations in the order of
// their needs, each after the calls that create what it needs, with the examples of the schema together. If an answer
// leaves hope, other users and other manners follow. An operation that succeeded gets no more of them. The last
// openings are anonymous calls and calls of spare users.
type openings struct {
	standing *standing
	seeds    seeds // tests of samples, which come first
	first    []opening
	taken    int          // number of first samples that were taken
	checked  bool         // the next sample is known not to be needless
	tried    []int        // by operation: number of calls in earlier processes, which stand for first samples
	skipped  map[int]bool // by index: operations that are left out
	hoped    []bool       // by operation: it was tried when its needs were met
	// manners are those in which an operation was not yet tried while its needs were met.
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

// openingKind says in which case an opening is worth its calls.
type openingKind int

const (
	always     openingKind = iota // in any case
	anyUser                       // until the operation succeeds
	anyValue                      // until the operation succeeds, if other values may change its answer
	anyContent                    // if its needs are met, even after a success: it tries another content of the body
	late                          // until the operation succeeds, if its needs are met only now
	guarded                       // if the operation refused a caller
)

// skip excludes an operation from the first samples.
func (o *openings) skip(op *api.Operation) {
	if o.skipped == nil {
		o.skipped = map[int]bool{}
	}
	o.skipped[op.Index] = true
	o.tried[op.Index] = len(o.first)
}

// leavesOut reports whether an operation is excluded, or whether earlier processes called it as often as there are
// first samples.
func (o *openings) leavesOut(op *api.Operation) bool { return o.tried[op.Index] >= len(o.first) }

// seed returns the next test that was made of samples, nil for none.
func (o *openings) seed() *testcase.Case { return o.seeds.next(o.tried, o.skipped) }

// left reports whether tests of samples or first samples are left.
func (o *openings) left() bool { return o.seeds.left(o.tried, o.skipped) || o.opening() }

// opening reports whether any first sample is left that is not needless.
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

// next returns the next first sample that is not needless. ok is false if none is left.
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

// needless reports whether an opening can be skipped: an earlier process tried it, or it would end this process, or the
// operation succeeded, or another manner cannot change the answer.
func (o *openings) needless(next opening) bool {
	if slices.ContainsFunc(next.ops, o.leavesOut) {
		return true
	}
	op := next.ops[len(next.ops)-1]
	if next.kind == anyUser && !op.Admission.Admits(next.user) && op.Admission.Others(next.user) {
		return true // the list has the opening for other users, too
	}
	if o.tried[op.Index] > 0 {
		o.tried[op.Index]--
		o.tries(op, next.manner)
		return true
	}
	return o.standing.tally != nil && next.kind != always && !o.hope(op, next.kind)
}

// hope reports whether an opening of a kind is worth its calls.
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

// list lists the first samples for users. If chains is not set, an operation is not preceded by the creators of what it
// needs.
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

// mannersOf returns the manners in which an operation is tried. A POST that creates a resource also has an early manner
// without the members that services usually set themselves.
func mannersOf(op *api.Operation) []genotype.Manner {
	all := op.Template.Manners()
	if op.Spec.Method == http.MethodPost {
		if m, ok := genotype.Fresh(op.Template.Body, api.Noun(op.Spec.Path)); ok {
			all = slices.Insert(all, min(2, len(all)), m)
		}
	}
	return all
}

// plainOpenings lists the first samples of a search without memory: each operation once for every user who is not spare
// and anonymously. If chains is set, each operation with creators follows once more, after its first creators.
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

// ordered sorts operations such that each comes after the creators of what it needs. Otherwise it keeps their order.
func ordered(ops []*api.Operation) []*api.Operation {
	v := visit{begun: map[*api.Operation]bool{}, done: map[*api.Operation]bool{}}
	for _, op := range ops {
		v.op(op)
	}
	return v.chain
}

// chainTo returns an operation after one creator for each of its needs. Each creator comes after creators for its own
// needs, and so on.
func chainTo(op *api.Operation) []*api.Operation {
	v := visit{begun: map[*api.Operation]bool{}, done: map[*api.Operation]bool{}}
	v.op(op)
	return v.chain[max(0, len(v.chain)-DefaultMaxCalls):]
}

// visit walks through the needs of operations.
type visit struct {
	chain       []*api.Operation
	begun, done map[*api.Operation]bool
}

// op appends an operation after creators for its needs. If two operations need each other, such as POST and PUT of an
// element, another creator of the same need replaces the first.
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
