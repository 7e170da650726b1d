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

// doubtful is the number of calls without a success after which the known creators of the resources in a path are
// doubted.
const doubtful = 50

// maxResumed is how often an operation that never succeeded is called after the same other operation on the same
// resource.
const maxResumed = 3

// guesses makes tests for operations that never succeeded. Each test tries something that may help and was not tried
// yet.
type guesses struct {
	preparation *preparation
	openings    *openings
	supposed    *derive.Suppositions   // nil without memory
	resumed     map[pair]int           // number of calls of next after first on the same resource
	behind      map[pair]int           // number of calls of next in the state that first left
	turn        int                    // the index of the operation that has the next turn of those
	unlocked    map[*api.Operation]int // number of tests of unlocking
}

// pair is two operations. The second never succeeded.
type pair struct{ first, next *api.Operation }

// newGuesses returns guesses that use the given preparation.
func newGuesses(p *preparation, o *openings) *guesses {
	return &guesses{preparation: p, openings: o, resumed: map[pair]int{}, behind: map[pair]int{},
		unlocked: map[*api.Operation]int{}}
}

// suppose makes guesses suppose references of inputs. tell is called with a reference that led to a success.
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

// next returns a test that tries a guess, nil for none.
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
		g.supposed.Next, g.presumedText, g.unlocking} {
		if c := next(r); c != nil {
			return c
		}
	}
	return nil
}

// maxUnlocked is the number of tests that try to unlock an operation.
const maxUnlocked = 100

// unlocking returns a test for an operation that is locked, nil for none. The call has values that helped in undeclared
// inputs before. Earlier calls create resources: their answers may contain the credential with which the program
// compares an input.
func (g *guesses) unlocking(r *rand.Rand) *testcase.Case {
	p := g.preparation
	locked := api.Select(p.api.Ops, func(op *api.Operation) bool {
		return g.failing(op) && p.standing.locked(op) && g.unlocked[op] < maxUnlocked
	})
	makers := api.Select(p.api.Ops, func(m *api.Operation) bool {
		return m.Spec.Method == http.MethodPost && p.standing.succeeded(m)
	})
	if len(locked) == 0 || len(makers) == 0 || p.maxCalls < 2 {
		return nil
	}
	op := locked[r.IntN(len(locked))]
	g.unlocked[op]++
	next := action.New(op, p.drafts.users, 0)
	next.Randomize(r)
	maker := p.api.Named(p.drafts.inputs.Unlock(r, next))
	if maker == nil {
		maker = makers[r.IntN(len(makers))]
		p.drafts.inputs.Remind(r, next)
	}
	earlier := p.groundwork(r, op)
	if room := p.maxCalls - 1 - len(earlier); room > 0 {
		earlier = append(p.helpful(r, maker, room), earlier...)
	}
	return p.test(r, earlier, next)
}

// failing reports whether an operation never succeeded and is not left out of the search.
func (g *guesses) failing(op *api.Operation) bool {
	return g.preparation.standing.never(op) && !g.openings.leavesOut(op)
}

// seeking reports whether an operation never succeeded but may: its needs can be met, and other values may change its
// last answer.
func (g *guesses) seeking(op *api.Operation) bool {
	s := g.preparation.standing
	return g.failing(op) && s.ready(op) && !s.hopeless(op)
}

// handed returns a test in which an operation that never succeeded sends all values with which another operation
// succeeded that sends nearly the same inputs. Large bodies hardly ever become equal by chance. It returns nil if no
// such values are left.
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

// belated returns a test that tries an operation that never succeeded in a manner that the first samples could not try:
// the resources it needs were missing then, or no user was let in. It returns nil if no manner is left.
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

// resuming returns a test that continues a successful change of a resource: the same user calls an operation that never
// succeeded on the same resource, at the same path or at a neighbouring path. Only the user who began to follow
// somebody can stop to follow. It returns nil if every change was tried.
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

// goesOn reports whether an operation may need an earlier call of the operation first on the same resource: both have
// the same path, or paths that differ in the last segment.
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

// afterwards returns a test that calls an operation in the state that another operation left. The operation never
// succeeded, and the state of the system was the reason for refusals. It begins with the other operation whose tests
// are longest. The call has values of earlier answers, and in turn the users of the earlier calls. It returns nil if
// every state was tried.
func (g *guesses) afterwards(r *rand.Rand) *testcase.Case {
	p := g.preparation
	for n := range p.api.Ops {
		op := p.api.Ops[(g.turn+n)%len(p.api.Ops)]
		if !g.seeking(op) || !p.standing.conflicts(op) {
			continue
		}
		first, kept := g.latest(op)
		if first == nil {
			continue
		}
		tries := g.behind[pair{first, op}]
		g.behind[pair{first, op}]++
		g.turn = op.Index + 1
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

// latest returns the changing operation whose kept tests are longest, among those after which op was called fewer than
// maxResumed times. It returns nil if none is left.
func (g *guesses) latest(op *api.Operation) (first *api.Operation, kept [][]*action.Call) {
	longest := 0
	for _, other := range g.preparation.api.Ops {
		all := g.preparation.pool.Kept(other)
		if api.IsSafe(other.Spec.Method) || other == op || len(all) == 0 || g.behind[pair{other, op}] == maxResumed {
			continue
		}
		if n := len(all[0]); n > longest {
			first, kept, longest = other, all, n
		}
	}
	return first, kept
}

// presumed returns a test in which a path parameter of an operation that never succeeded takes an id from an answer of
// another operation, although no name in the schema connects the two. It returns nil if no id is left to try.
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

// presumedText is like presumed for a text that the operation requires outside of its path.
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

// unsure returns the path parameters for whose elements no reliable creator is known. The last parameter comes first,
// because the elements of earlier parameters usually become known sooner.
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

// presuming returns a test of calls whose last answer has a possible id, and of a call whose input takes the id. It
// returns nil if no id is left for the input.
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
