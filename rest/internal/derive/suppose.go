package derive

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// triesOfEach is how often each supposition about references is tried: with what is required only, and with all
	// that the schema declares.
	triesOfEach = 2
	// MaxOpen is how many required texts may all be ids, and maxCollections how many collections are tried for them.
	MaxOpen, maxCollections = 3, 4
)

// Source is what the tests are made of.
type SuppositionSource struct {
	API *api.API
	// Seeking reports whether an operation never succeeded and may, by all that is known, and Succeeded whether it did.
	Seeking, Succeeded func(op *api.Operation) bool
	// Usual makes a call with usual values that follows earlier answers.
	Usual func(r *rand.Rand, op *api.Operation, parts genotype.Parts) *action.Call
	// Needed returns calls that make what an operation needs.
	Needed func(r *rand.Rand, op *api.Operation) []testcase.Action
	// Made returns calls that make one more of the things that some operations make, at most room of them.
	Made func(r *rand.Rand, makers []*api.Operation, earlier []testcase.Action, room int) []testcase.Action
	// Unsure are the parameters of an operation's path of which it is not known who makes what they name.
	Unsure func(op *api.Operation) []string
	// Tell is told that an input, by its place, takes the ids of a collection's elements.
	Tell     func(op *api.Operation, place, collection string)
	MaxCalls int
}

// Suppositions are those about the operations of an API. A nil Suppositions makes no tests. It is not safe for
// concurrent use.
type Suppositions struct {
	from  SuppositionSource
	list  map[*api.Operation][]supposition
	made  map[*api.Operation]int // how many tests
	forms map[*api.Operation]int // how many forms of texts were tried
	// one more than how many collections had elements when the list was made, 0 for no list
	seen map[*api.Operation]int
	open map[request][]action.Taker
	// running is the last test of a supposition about references, and about what it supposes.
	running *testcase.Case
	about   supposition
}

// request is which inputs of an operation are asked for.
type request struct {
	op    *api.Operation
	parts genotype.Parts
}

// supposition has inputs of an operation take ids of elements.
type supposition []supposed

// supposed is an input by its place, and the collection whose elements it names.
type supposed struct{ place, collection string }

// New returns Suppositions of which none was tried.
func NewSuppositions(s SuppositionSource) *Suppositions {
	return &Suppositions{from: s, list: map[*api.Operation][]supposition{}, made: map[*api.Operation]int{},
		forms: map[*api.Operation]int{}, seen: map[*api.Operation]int{}, open: map[request][]action.Taker{}}
}

// Next returns the next test, for an operation for which the fewest were made, or nil if none is left.
func (p *Suppositions) Next(r *rand.Rand) *testcase.Case {
	if p == nil {
		return nil
	}
	ops := slices.DeleteFunc(slices.Clone(p.from.API.Ops), func(op *api.Operation) bool { return !p.from.Seeking(op) })
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return p.made[a] + p.forms[a] - p.made[b] - p.forms[b] })
	for _, op := range ops {
		if c := p.referring(r, op); c != nil {
			return c
		}
		if c := p.formed(r, op); c != nil {
			return c
		}
	}
	return nil
}

// Evaluated tells what turned out to be so. It is called with each test that was evaluated.
func (p *Suppositions) Evaluated(c *testcase.Case) {
	if p == nil || c != p.running || c == nil {
		return
	}
	if op := c.Actions[len(c.Actions)-1].(*action.Call).Op; p.from.Succeeded(op) {
		for _, in := range p.about {
			p.from.Tell(op, in.place, in.collection)
		}
	}
	p.running = nil
}

// referring returns a test in which inputs of an operation name elements: what is called like these first, then all
// texts that it requires, for each collection.
func (p *Suppositions) referring(r *rand.Rand, op *api.Operation) *testcase.Case {
	all := p.of(r, op)
	n := p.made[op]
	if n >= triesOfEach*len(all) {
		return nil
	}
	p.made[op]++
	p.about = all[n/triesOfEach]
	parts := [triesOfEach]genotype.Parts{genotype.RequiredParts, genotype.AllParts}[n%triesOfEach]
	p.running = p.test(r, op, parts)
	return p.running
}

// test makes the test: what makes the elements, each made anew by who makes the call, and the call that names them.
func (p *Suppositions) test(r *rand.Rand, op *api.Operation, parts genotype.Parts) *testcase.Case {
	next, earlier := p.from.Usual(r, op, parts), p.from.Needed(r, op)
	for _, t := range action.Takers(next) { // the elements of a list are several
		i := slices.IndexFunc(p.about, func(in supposed) bool { return in.place == t.Place() })
		if i < 0 || value.IsAbsent(t.Value()) {
			continue
		}
		next.Claim(t, action.Source{Collection: p.about[i].collection})
		if room := p.from.MaxCalls - 1 - len(earlier); room > 0 {
			earlier = append(earlier, p.from.Made(r, p.from.API.Makers(p.about[i].collection), earlier, room)...)
		}
	}
	for _, a := range earlier {
		if before := a.(*action.Call); before.Op.Admission.Admits(next.User.Index) {
			before.User = next.User
		}
	}
	return &testcase.Case{Actions: append(earlier, next)}
}

// of lists what is supposed of an operation. More comes as more collections get elements.
func (p *Suppositions) of(r *rand.Rand, op *api.Operation) []supposition {
	collections := p.collections()
	if p.made[op] < triesOfEach*len(p.list[op]) || p.seen[op] == 1+len(collections) {
		return p.list[op]
	}
	p.seen[op] = 1 + len(collections)
	add := func(s supposition) {
		same := func(known supposition) bool { return slices.Equal(known, s) }
		if len(s) > 0 && !slices.ContainsFunc(p.list[op], same) {
			p.list[op] = append(p.list[op], s)
		}
	}
	var named supposition
	for _, in := range p.Open(r, op, genotype.AllParts) {
		if collection := p.calledLike(in); collection != "" {
			named = append(named, supposed{in.Place(), collection})
		}
	}
	add(named)
	if required := p.Texts(r, op); len(required) <= MaxOpen {
		for _, collection := range collections {
			var all supposition
			for _, in := range required {
				all = append(all, supposed{in.Place(), collection})
			}
			add(all)
		}
	}
	return p.list[op]
}

// Texts returns the inputs of an operation that it requires, as Open does, and all of them where it requires none: many
// schemas do not say what is required.
func (p *Suppositions) Texts(r *rand.Rand, op *api.Operation) []action.Taker {
	if required := p.Open(r, op, genotype.RequiredParts); len(required) > 0 {
		return required
	}
	return p.Open(r, op, genotype.AllParts)
}

// Open returns the inputs of an operation that take any id and of which it is not known what they name, each place
// once. They are those of when it was asked first.
func (p *Suppositions) Open(r *rand.Rand, op *api.Operation, parts genotype.Parts) (out []action.Taker) {
	if known, ok := p.open[request{op, parts}]; ok {
		return known
	}
	defer func() { p.open[request{op, parts}] = out }()
	c := action.New(op, 0, 0)
	c.Genotype.Fill(r, genotype.Manner{Parts: parts})
	for _, t := range action.Takers(c) {
		known := op.References.Of(t.Param, t.Name) != nil ||
			slices.ContainsFunc(op.Told, func(told api.Told) bool { return told.Place == t.Place() })
		if t.Param != genotype.InBody {
			spec := c.Genotype.Params[t.Param].Spec
			known = known || spec.In == openapi.InCookie ||
				spec.In == openapi.InPath && !slices.Contains(p.from.Unsure(op), spec.Name)
		}
		twice := slices.ContainsFunc(out, func(o action.Taker) bool { return o.Place() == t.Place() })
		if !known && !twice && !value.IsAbsent(t.Value()) && takesIDs(t.Gene) {
			out = append(out, t)
		}
	}
	return out
}

// takesIDs reports whether a gene takes texts that look like ids, or any number.
func takesIDs(g gene.Gene) bool {
	g = g.Clone()
	return gene.Assign(g, "9c1f0a7e5b3d42") && gene.Assign(g, "Qz7") ||
		gene.Assign(g, int64(90_017)) && gene.Assign(g, int64(3))
}

// calledLike returns the collection like whose elements an input is called, or the member around it, "" for none.
// Elements of it can be made.
func (p *Suppositions) calledLike(in action.Taker) string {
	names := strings.Split(in.Place(), "/")[1:]
	slices.Reverse(names)
	for i, name := range names {
		if collection := p.from.API.CalledLike(name); slices.Contains(p.collections(), collection) {
			return collection
		}
		if plain := words.Plain(name); i > 0 && !words.Envelopes.Has(plain) || i == 0 && !words.Named.Has(plain) {
			return ""
		}
	}
	return ""
}

// collections returns those of which an operation that succeeded makes elements, the first few.
func (p *Suppositions) collections() (out []string) {
	for _, op := range p.from.API.Ops {
		if op.Spec.Method == "POST" && api.LastParam(op.Spec.Path) == "" && p.from.Succeeded(op) &&
			len(out) < maxCollections {
			out = append(out, op.Spec.Path)
		}
	}
	return out
}

// formed returns a test in which the texts that an operation requires all have one form, each form once.
func (p *Suppositions) formed(r *rand.Rand, op *api.Operation) *testcase.Case {
	for p.forms[op] < pool.Forms() {
		form := p.forms[op]
		p.forms[op]++
		open, parts := p.Texts(r, op), genotype.RequiredParts
		if len(p.Open(r, op, parts)) == 0 {
			parts = genotype.AllParts
		}
		next := p.from.Usual(r, op, parts)
		inputs := slices.DeleteFunc(action.Takers(next), func(t action.Taker) bool {
			return !slices.ContainsFunc(open, func(o action.Taker) bool { return o.Place() == t.Place() })
		})
		earlier := p.from.Needed(r, op)
		next.Bind(r, p.from.API, earlier)
		if pool.Form(r, next, inputs, form) {
			return &testcase.Case{Actions: append(earlier, next)}
		}
	}
	return nil
}
