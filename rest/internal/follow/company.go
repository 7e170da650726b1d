package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxElements is the number of elements of one kind that such a test creates. maxNaming is the number of calls
	// that refer to them.
	maxElements, maxNaming = 3, 5
)

// kinds are the kinds of elements, by the noun of their collection, in the order of the schema. Each has the
// operations that create such elements, and those that refer to them.
type kinds struct {
	nouns  map[string]bool
	all    []string
	makers map[string][]*api.Operation
	naming map[string][]*api.Operation
}

func kindsOf(ops []*api.Operation) kinds {
	k := kinds{nouns: map[string]bool{}, makers: map[string][]*api.Operation{}, naming: map[string][]*api.Operation{}}
	for _, op := range ops {
		if noun := op.Adds(); noun != "" {
			k.nouns[noun], k.makers[noun] = true, append(k.makers[noun], op)
		}
	}
	for _, op := range ops {
		for in, name := range api.Inputs(op.Spec) {
			noun := api.NounOf(op.Spec.Path, in, name, k.nouns)
			if noun != "" && !op.Own(in, name) && !slices.Contains(k.naming[noun], op) {
				k.naming[noun] = append(k.naming[noun], op)
			}
		}
	}
	for _, op := range ops {
		if noun := op.Adds(); noun != "" && len(k.naming[noun]) > 0 && !slices.Contains(k.all, noun) {
			k.all = append(k.all, noun)
		}
	}
	return k
}

// Company makes tests with several elements of one kind.
type Company struct {
	Source
	kinds kinds
}

// NewCompany returns a Company whose calls come from a source.
func NewCompany(from Source) *Company { return &Company{from, kindsOf(from.Ops)} }

// company is a test in the making, with the ids of the elements that its calls create, by kind.
type company struct {
	*Company
	r     *rand.Rand
	c     *testcase.Case
	names map[string][]any
}

// Next returns a test that creates several elements of one kind. Then it makes calls that refer to them, of operations
// on them or on elements that refer to them, in any order, each after the other calls that it needs. It returns nil if
// no such element was created yet. Otherwise two elements and a relation between them would appear in a test only by
// chance.
func (f *Company) Next(r *rand.Rand) *testcase.Case {
	if f == nil || len(f.kinds.all) == 0 {
		return nil
	}
	noun := f.kinds.all[r.IntN(len(f.kinds.all))]
	makers := slices.DeleteFunc(slices.Clone(f.kinds.makers[noun]), func(op *api.Operation) bool {
		return len(f.Kept(op)) == 0
	})
	if len(makers) == 0 {
		return nil
	}
	t := &company{Company: f, r: r, c: &testcase.Case{}, names: map[string][]any{}}
	kept := f.Kept(makers[r.IntN(len(makers))])
	calls := kept[r.IntN(len(kept))]
	for _, c := range calls[max(0, len(calls)-f.MaxCalls+1):] {
		t.add(c.Clone().(*action.Call))
	}
	for range r.IntN(maxElements) {
		t.another(calls[len(calls)-1])
	}
	for range 1 + r.IntN(maxNaming) {
		t.naming(f.kinds.naming[noun])
	}
	t.c.Actions = t.c.Actions[:min(len(t.c.Actions), f.MaxCalls)]
	return t.c
}

// add adds a call, and records the id that the call chooses itself.
func (t *company) add(c *action.Call) {
	t.c.Actions = append(t.c.Actions, c)
	if own, ok := owned(c); ok {
		c.Keep(own)
		noun := c.Op.Adds()
		t.names[noun] = append(t.names[noun], own.Value())
	}
}

// owned returns the input with which a call chooses the id of the element that it creates.
func owned(c *action.Call) (action.Taker, bool) {
	for _, input := range action.Takers(c) {
		if c.Op.Own(placed(c, input), input.Name) {
			return input, true
		}
	}
	return action.Taker{}, false
}

// placed returns the place of an input, "" for the body.
func placed(c *action.Call, input action.Taker) string {
	if input.Param == genotype.InBody {
		return ""
	}
	return c.Genotype.Params[input.Param].Spec.In
}

// another creates one more element with a copy of a call, under a different id if the call chooses the id.
func (t *company) another(maker *action.Call) {
	c := maker.Clone().(*action.Call)
	c.Follow.Enabled = c.Op.Chained
	if own, ok := owned(c); ok {
		genotype.Usual(t.r, own.Gene)
	}
	t.add(c)
}

// naming adds a call of an operation that refers to elements, after calls that create the other elements that it
// needs.
func (t *company) naming(ops []*api.Operation) {
	op := ops[t.r.IntN(len(ops))]
	t.provide(op)
	c := t.New(t.r, op)
	if kept := t.Kept(op); len(kept) > 0 && chance.Evenly(t.r) {
		calls := kept[t.r.IntN(len(kept))]
		c = calls[len(calls)-1].Clone().(*action.Call)
	}
	c.Follow.Enabled, c.Follow.Own = op.Chained, 0
	t.name(c)
	t.add(c)
}

// provide creates the resources on the path of an operation that no call of the test has created.
func (t *company) provide(op *api.Operation) {
	for _, in := range op.Template.Params {
		if in.Spec.In != openapi.InPath {
			continue
		}
		noun := api.NounOf(op.Spec.Path, openapi.InPath, in.Spec.Name, t.kinds.nouns)
		made := func(a testcase.Action) bool { return a.(*action.Call).Op.Adds() == noun }
		if noun == "" || noun == op.Adds() || slices.ContainsFunc(t.c.Actions, made) {
			continue
		}
		for _, maker := range t.kinds.makers[noun] {
			if kept := t.Kept(maker); len(kept) > 0 {
				c := kept[0][len(kept[0])-1].Clone().(*action.Call)
				c.Follow.Enabled, c.Follow.Own = maker.Chained, 0
				t.name(c)
				t.add(c)
				break
			}
		}
	}
}

// name makes the inputs of a call refer to elements of earlier calls, each to any element of its kind.
func (t *company) name(c *action.Call) {
	for _, input := range action.Takers(c) {
		in := placed(c, input)
		names := t.names[api.NounOf(c.Op.Spec.Path, in, input.Name, t.kinds.nouns)]
		if len(names) == 0 || c.Op.Own(in, input.Name) {
			continue
		}
		if gene.Assign(input.Gene, t.spelled(names[t.r.IntN(len(names))])) {
			c.Keep(input)
		}
	}
}

// spelled returns an id. A text gets a different case now and then.
func (t *company) spelled(name any) any {
	text, isText := name.(string)
	if !isText || !chance.Rarely(t.r) {
		return name
	}
	if upper := strings.ToUpper(text); upper != text {
		return upper
	}
	return strings.ToLower(text)
}
