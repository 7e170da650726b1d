package rest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
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

// untried returns a test for an operation that never succeeded of what may help and was not tried yet, or nil.
func untried(s *sampler, r *rand.Rand) *testcase.Case {
	for _, next := range []func(*sampler, *rand.Rand) *testcase.Case{handed, presumed, belated, supposing} {
		if c := next(s, r); c != nil {
			return c
		}
	}
	return nil
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
	if s.opening() {
		return nil
	}
	for _, op := range s.api.Ops {
		if !s.never(op) || len(s.manners[op]) == 0 || s.tried[op.Index] >= len(s.first) || !s.ready(op) || hopeless(s.tally[op.Index].Last) {
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

// presumed returns a test in which an operation that never succeeded names in its path what
// another one answered, though no name of the schema says that the two have to do with each
// other. It returns nil if nothing is left to be tried.
func presumed(s *sampler, r *rand.Rand) *testcase.Case {
	for _, op := range s.api.Ops {
		if !s.never(op) || s.tried[op.Index] >= len(s.first) || hopeless(s.tally[op.Index].Last) {
			continue
		}
		for _, param := range unsure(s, op) {
			if calls, from, ok := s.memory.Accepted().Presumed(op, param); ok {
				return presuming(s, r, op, param, calls, from)
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
func presuming(s *sampler, r *rand.Rand, op *api.Operation, param string, calls []*action.Call, from action.Source) *testcase.Case {
	next := action.New(op, s.users, 0)
	next.Randomize(r)
	genotype.FillContent(r, next.Genotype)
	next.User, next.Follow.Enabled, next.Follow.Own = calls[len(calls)-1].User, op.Chained, 0
	earlier := cloned(calls, s.maxCalls-1)
	next.Bind(r, s.api, earlier)
	for _, t := range action.Takers(next) {
		if t.Name == param && t.Param != genotype.InBody && next.Genotype.Params[t.Param].InPath() {
			next.Claim(t, from)
		}
	}
	return &testcase.Case{Actions: append(earlier, next)}
}

// Where neither a name of the schema nor a refusal tells that an input names an element of a collection, it is supposed: of an operation
// that never succeeded, first what is called like the elements ("author" beside /authors, an id within "author"), then
// each collection for all texts that the operation requires ("from" and "to" of a transfer).

// supposition has inputs of an operation take ids of elements.
type supposition []supposed

// supposed is an input by its place, and the collection whose elements it names.
type supposed struct{ place, collection string }

// suppositions are those of the operations that never succeeded.
type suppositions struct {
	list map[*api.Operation][]supposition
	made map[*api.Operation]int // how many tests
	// running is the last of these tests, with what it supposes.
	running *testcase.Case
	about   supposition
	// tell is told what an operation succeeded with, nil where nothing is remembered.
	tell func(op *api.Operation, place, collection string)
}

const (
	// triesOfSupposition is how often each is tried: with what is required only, and with all that the schema declares.
	triesOfSupposition = 2
	// maxSupposed is how many required texts may all be ids, and maxCollections how many collections are tried for them.
	maxSupposed, maxCollections = 3, 4
)

// supposing returns a test of a supposition about an operation that never succeeded, or nil if none is left.
func supposing(s *sampler, r *rand.Rand) *testcase.Case {
	if s.goals.tell == nil || s.opening() {
		return nil
	}
	for _, op := range s.api.Ops {
		if !s.never(op) || s.tried[op.Index] >= len(s.first) || !s.ready(op) || hopeless(s.tally[op.Index].Last) {
			continue
		}
		all := suppositionsOf(s, r, op)
		if n := s.goals.made[op]; n < triesOfSupposition*len(all) {
			s.goals.made[op]++
			s.goals.about = all[n/triesOfSupposition]
			parts := [triesOfSupposition]genotype.Parts{genotype.RequiredParts, genotype.AllParts}[n%triesOfSupposition]
			s.goals.running = supposedTest(s, r, op, parts)
			return s.goals.running
		}
	}
	return nil
}

// supposedTest makes the test: what makes the elements, each made anew, and the call that names them.
func supposedTest(s *sampler, r *rand.Rand, op *api.Operation, parts genotype.Parts) *testcase.Case {
	next := s.usual(r, op, opening{user: s.newCall(r, op).User.Index, manner: genotype.Manner{Parts: parts}})
	earlier := needed(s, r, op, nil)
	for _, input := range s.goals.about {
		if room := s.maxCalls - 1 - len(earlier); room > 0 {
			earlier = append(earlier, made(s, r, s.api.Makers(input.collection), earlier, room)...)
		}
	}
	for _, t := range action.Takers(next) {
		if i := slices.IndexFunc(s.goals.about, func(in supposed) bool { return in.place == t.Place() }); i >= 0 {
			next.Claim(t, action.Source{Collection: s.goals.about[i].collection})
		}
	}
	for _, a := range earlier {
		if before := a.(*action.Call); before.Op.Admission.Admits(next.User.Index) {
			before.User = next.User
		}
	}
	return &testcase.Case{Actions: append(earlier, next)}
}

// supposed tells what turned out to be so, after a test was evaluated.
func (g *goals) supposed(c *testcase.Case, succeeded func(*api.Operation) bool) {
	if c == nil || c != g.running {
		return
	}
	if op := c.Actions[len(c.Actions)-1].(*action.Call).Op; succeeded(op) {
		for _, input := range g.about {
			g.tell(op, input.place, input.collection)
		}
	}
	g.running = nil
}

// suppositionsOf lists what may be supposed of an operation. More comes as more collections get elements.
func suppositionsOf(s *sampler, r *rand.Rand, op *api.Operation) []supposition {
	if s.goals.list == nil {
		s.goals.list, s.goals.made = map[*api.Operation][]supposition{}, map[*api.Operation]int{}
	}
	if len(s.goals.list[op]) > 0 && s.goals.made[op] < triesOfSupposition*len(s.goals.list[op]) {
		return s.goals.list[op]
	}
	add := func(sup supposition) {
		same := func(known supposition) bool { return slices.Equal(known, sup) }
		if len(sup) > 0 && !slices.ContainsFunc(s.goals.list[op], same) {
			s.goals.list[op] = append(s.goals.list[op], sup)
		}
	}
	var named supposition
	for _, in := range inputsOf(s, r, op, genotype.AllParts) {
		if collection := calledLike(s, op, in); collection != "" {
			named = append(named, supposed{in.Place(), collection})
		}
	}
	add(named)
	if required := inputsOf(s, r, op, genotype.RequiredParts); len(required) <= maxSupposed {
		for _, collection := range elementsMade(s) {
			var all supposition
			for _, in := range required {
				all = append(all, supposed{in.Place(), collection})
			}
			add(all)
		}
	}
	return s.goals.list[op]
}

// inputsOf returns the inputs of an operation that take any id and of which it is not known what they name, each place once.
func inputsOf(s *sampler, r *rand.Rand, op *api.Operation, parts genotype.Parts) (out []action.Taker) {
	c := action.New(op, s.users, 0)
	c.Genotype.Fill(r, genotype.Manner{Parts: parts})
	for _, t := range action.Takers(c) {
		known := op.ReferenceOf(t.Param, t.Name) != nil || slices.ContainsFunc(op.Told, func(told api.Told) bool { return told.Place == t.Place() })
		if t.Param != genotype.InBody {
			spec := c.Genotype.Params[t.Param].Spec
			known = spec.In == openapi.InCookie || spec.In == openapi.InPath && !slices.Contains(unsure(s, op), spec.Name) || known
		}
		twice := slices.ContainsFunc(out, func(o action.Taker) bool { return o.Place() == t.Place() })
		if !known && !twice && takesIDs(t.Gene) {
			out = append(out, t)
		}
	}
	return out
}

// takesIDs reports whether a gene takes texts that look like ids, or any number.
func takesIDs(g gene.Gene) bool {
	g = g.Clone()
	return gene.Assign(g, "9c1f0a7e5b3d42") && gene.Assign(g, "Qz7") || gene.Assign(g, int64(90_017)) && gene.Assign(g, int64(3))
}

// calledLike returns the collection like whose elements an input is called, or the member around it, "" for none. Elements of
// it can be made.
func calledLike(s *sampler, op *api.Operation, in action.Taker) string {
	names := strings.Split(in.Place(), "/")[1:]
	slices.Reverse(names)
	for i, name := range names {
		if collection := s.api.CalledLike(name); slices.Contains(elementsMade(s), collection) {
			return collection
		}
		if plain := api.PlainName(name); i > 0 && !api.Enveloping(plain) || i == 0 && !slices.Contains(bare, plain) {
			return ""
		}
	}
	return ""
}

// bare are plain names of ids that say of what only where they stand.
var bare = []string{"id", "uuid", "guid", "key", "ref", "name", "slug"}

// elementsMade returns the collections of which an operation that succeeded makes elements, the first few.
func elementsMade(s *sampler) (out []string) {
	for _, op := range s.api.Ops {
		if collection := op.Spec.Path; op.Spec.Method == "POST" && api.LastParam(collection) == "" && s.succeeded(op) && len(out) < maxCollections {
			out = append(out, collection)
		}
	}
	return out
}
