package rest

import (
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// doubtful is after how many calls without a success it is doubted that what makes what a
// path names is known.
const doubtful = 50

// maxResumed is how often an operation that never succeeded is called after another one on the same thing.
const maxResumed = 3

// guesses make tests for operations that never succeeded of what may help and was not tried yet.
type guesses struct {
	preparation *preparation
	openings    *openings
	supposed    *derive.Suppositions // nil where nothing is remembered
	resumed     map[pair]int         // how often an operation was called after another one on the same thing
	behind      map[pair]int         // how often an operation was called in the state that another one left
}

// pair are two operations, the second of which never succeeded.
type pair struct{ first, next *api.Operation }

// newGuesses makes guesses: each costs the calls of its preparation as well.
func newGuesses(p *preparation, o *openings) *guesses {
	return &guesses{preparation: p, openings: o, resumed: map[pair]int{}, behind: map[pair]int{}}
}

// suppose has guesses suppose what inputs refer to, and tell what led to a success.
func (g *guesses) suppose(tell func(op *api.Operation, place, collection string)) {
	p := g.preparation
	g.supposed = derive.NewSuppositions(derive.SuppositionSource{
		API: p.api, MaxCalls: p.maxCalls, Tell: tell,
		Succeeded: p.standing.succeeded, Seeking: g.seeking, Made: p.made, Unsure: g.unsure,
		Usual: func(r *rand.Rand, op *api.Operation, parts genotype.Parts) *action.Call {
			return p.drafts.usualOfAny(r, op, genotype.Manner{Parts: parts})
		},
		Needed: func(r *rand.Rand, op *api.Operation) []testcase.Action { return p.needed(r, op, nil) },
	})
}

// next returns such a test, or nil.
func (g *guesses) next(r *rand.Rand) *testcase.Case {
	if c := g.handed(r); c != nil {
		return c
	}
	if c := g.presumed(r); c != nil {
		return c
	}
	if g.openings.opening() {
		return nil
	}
	for _, next := range []func(*rand.Rand) *testcase.Case{g.resuming, g.belated, g.afterwards,
		g.supposed.Next, g.presumedText} {
		if c := next(r); c != nil {
			return c
		}
	}
	return nil
}

// failing reports whether an operation never succeeded and is not left out.
func (g *guesses) failing(op *api.Operation) bool {
	return g.preparation.standing.never(op) && !g.openings.leavesOut(op)
}

// seeking reports whether an operation never succeeded and may, by all that is known.
func (g *guesses) seeking(op *api.Operation) bool {
	s := g.preparation.standing
	return g.failing(op) && s.ready(op) && !s.hopeless(op)
}

// handed returns a test that hands an operation that never succeeded what another operation
// succeeded with that sends nearly the same: all of it, as it was. It returns nil if nothing is
// left to be handed. Bodies with many parts hardly become alike by chance.
func (g *guesses) handed(r *rand.Rand) *testcase.Case {
	p := g.preparation
	known := p.pool.Values()
	for _, op := range p.api.Ops {
		if !g.failing(op) || !p.standing.ready(op) {
			continue
		}
		calls := known.Handed(op)
		if len(calls) == 0 {
			continue
		}
		from := calls[len(calls)-1]
		next := p.drafts.bare(r, op)
		if !known.Hand(r, next, from) {
			continue
		}
		next.User, next.Follow.Enabled, next.Follow.Own = from.User, op.Chained, 0
		earlier := p.groundwork(r, op)
		if len(earlier) == 0 {
			earlier = cloned(calls[:len(calls)-1], p.maxCalls-1)
		}
		return &testcase.Case{Actions: append(earlier, next)}
	}
	return nil
}

// belated returns a test that tries an operation which never succeeded in a manner in which the first samples could
// not: what the operation needs was not there then, or nobody was let in. It returns nil if no manner is left.
func (g *guesses) belated(r *rand.Rand) *testcase.Case {
	p := g.preparation
	for _, i := range r.Perm(len(p.api.Ops)) {
		op := p.api.Ops[i]
		left := g.openings.manners[op]
		if len(left) == 0 || !g.seeking(op) {
			continue
		}
		m := left[0]
		g.openings.tries(op, m)
		earlier := p.needed(r, op, nil)
		return p.insisting(r, p.test(r, earlier, p.drafts.usualOfAny(r, op, m)))
	}
	return nil
}

// resuming returns a test in which whoever changed something calls an operation that never succeeded on the same thing,
// by the same path or one beside it: what one user began, such as to follow somebody, this user alone may end. It
// returns nil if every change was tried.
func (g *guesses) resuming(r *rand.Rand) *testcase.Case {
	p := g.preparation
	for _, op := range p.api.Ops {
		if !g.failing(op) {
			continue
		}
		for _, first := range op.Siblings {
			kept, tries := p.pool.Kept(first), g.resumed[pair{first, op}]
			if len(kept) == 0 || tries == maxResumed || !goesOn(first, op) {
				continue
			}
			g.resumed[pair{first, op}]++
			earlier := cloned(kept[tries%len(kept)], p.maxCalls-1)
			next := p.drafts.usualOfAny(r, op, genotype.Manner{Parts: genotype.RequiredParts})
			action.OnSame(next, earlier[len(earlier)-1].(*action.Call))
			return &testcase.Case{Actions: append(earlier, next)}
		}
	}
	return nil
}

// goesOn reports whether an operation may need that another one was called on the same thing before: at the same path,
// or at one beside it below the same element.
func goesOn(first, op *api.Operation) bool {
	switch at := op.Spec.Path; {
	case first == op || first.Spec.Method == http.MethodDelete:
		return false
	case first.Spec.Path == at:
		return true
	default:
		return !strings.HasSuffix(at, "}") && path.Dir(first.Spec.Path) == path.Dir(at)
	}
}

// afterwards returns a test that calls an operation, which was refused as things were and never succeeded, in the state
// that another operation left: that of the longest tests first, with values that the answers had, and in turns by those
// who made the calls before. It returns nil if every state was tried.
func (g *guesses) afterwards(r *rand.Rand) *testcase.Case {
	p := g.preparation
	for _, i := range r.Perm(len(p.api.Ops)) {
		op := p.api.Ops[i]
		if !g.seeking(op) || !p.standing.conflicts(op) {
			continue
		}
		first, kept := g.latest(op)
		if first == nil {
			continue
		}
		tries := g.behind[pair{first, op}]
		g.behind[pair{first, op}]++
		earlier := cloned(kept[tries%len(kept)], p.maxCalls-1)
		next := p.drafts.usualOfAny(r, op, genotype.Manner{Parts: genotype.RequiredParts})
		p.pool.Values().Inform(r, next, func(string) bool { return false })
		if user := earlier[tries%len(earlier)].(*action.Call).User.Index; op.Admission.Admits(user) {
			next.User.Index = user
		}
		return p.test(r, earlier, next)
	}
	return nil
}

// latest returns the operation of which the longest tests are kept, of those that change something and that another
// operation was not called after as often as may be. It returns nil if none is left.
func (g *guesses) latest(op *api.Operation) (first *api.Operation, kept [][]*action.Call) {
	longest := 0
	for _, other := range g.preparation.api.Ops {
		all := g.preparation.pool.Kept(other)
		reads := other.Spec.Method == http.MethodGet || other.Spec.Method == http.MethodHead
		if reads || other == op || len(all) == 0 || g.behind[pair{other, op}] == maxResumed {
			continue
		}
		if n := len(all[0]); n > longest {
			first, kept, longest = other, all, n
		}
	}
	return first, kept
}

// presumed returns a test in which an operation that never succeeded names in its path what another operation
// answered, though no name of the schema says that the two have to do with each other. It returns nil if nothing is
// left to be tried.
func (g *guesses) presumed(r *rand.Rand) *testcase.Case {
	for _, op := range g.preparation.api.Ops {
		if !g.failing(op) || g.preparation.standing.hopeless(op) {
			continue
		}
		for _, name := range g.unsure(op) {
			i := slices.IndexFunc(op.Template.Params, func(p genotype.Param) bool {
				return p.InPath() && p.Spec.Name == name
			})
			in := pool.Input{Name: name, Place: action.Taker{Name: name, Param: i}.Place(), InPath: true}
			if c := g.presuming(r, op, in); c != nil {
				return c
			}
		}
	}
	return nil
}

// presumedText returns the same for one of the texts that such an operation requires.
func (g *guesses) presumedText(r *rand.Rand) *testcase.Case {
	ops := g.preparation.api.Ops
	for _, i := range r.Perm(len(ops)) {
		op := ops[i]
		if !g.seeking(op) {
			continue
		}
		all := g.supposed.Texts(r, op)
		if len(all) > derive.MaxOpen {
			continue
		}
		for _, t := range all {
			if c := g.presuming(r, op, pool.Input{Name: t.Name, Place: t.Place()}); c != nil {
				return c
			}
		}
	}
	return nil
}

// unsure returns the parameters of an operation's path of which it is not known who makes
// what they name, the last first: what earlier ones name is mostly known sooner.
func (g *guesses) unsure(op *api.Operation) (out []string) {
	s := g.preparation.standing
	for _, p := range op.Spec.Parameters {
		if p.In != openapi.InPath {
			continue
		}
		collection := api.ElementsOf(op, p.Name)
		makes := func(m *api.Operation) bool { return m != op && api.AddsTo(m.Spec, collection) }
		known := slices.ContainsFunc(op.Creators, makes) && (s.tally[op.Index].Calls < doubtful || !s.ready(op))
		if !g.preparation.api.IsGiven(collection) && !known {
			out = append(out, p.Name)
		}
	}
	slices.Reverse(out)
	return out
}

// presuming makes the test: the calls whose last answer has the id, and the call that takes it. It returns nil if no
// id is left for the input.
func (g *guesses) presuming(r *rand.Rand, op *api.Operation, in pool.Input) *testcase.Case {
	p := g.preparation
	calls, from, ok := p.pool.IDs().Presumed(op, in)
	if !ok {
		return nil
	}
	next := p.drafts.bare(r, op)
	has := func(t action.Taker) bool { return t.Place() == in.Place && !value.IsAbsent(t.Value()) }
	if !slices.ContainsFunc(action.Takers(next), has) {
		next.Genotype.Fill(r, genotype.Manner{Parts: genotype.AllParts})
	}
	next.User, next.Follow.Enabled, next.Follow.Own = calls[len(calls)-1].User, op.Chained, 0
	earlier := cloned(calls, p.maxCalls-1)
	if !in.InPath && p.maxCalls-1 > len(earlier) {
		earlier = p.needed(r, op, earlier)
	}
	c := p.test(r, earlier, next)
	for _, t := range action.Takers(next) {
		if t.Place() == in.Place {
			next.Claim(t, from)
		}
	}
	return c
}
