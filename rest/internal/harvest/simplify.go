package harvest

import (
	"cmp"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// maxSimplifications bounds the executions that go into one test.
const maxSimplifications = 80

// simplifier makes tests easy to read. It executes each change, to see whether
// the test still shows what it is there for.
type simplifier struct{ *Harvester }

// simplifyAll makes the tests easy to read and returns them, with one more
// where one would be about two things. When it is its turn, a test has to show
// only what no other does at that moment: those with invalid data come first,
// then the longest, so that each is left with what it is about, and what was
// covered on the way is the business of the plainer tests.
func (h *simplifier) simplifyAll(ctx context.Context, cs []*candidate, allow func() bool) ([]*candidate, error) {
	s := h.share(cs)
	order := slices.Clone(cs)
	slices.SortStableFunc(order, func(a, b *candidate) int {
		return cmp.Or(b.invalid()-a.invalid(), len(b.test.Actions)-len(a.test.Actions))
	})
	for i := 0; i < len(order) && allow(); i++ {
		c := order[i]
		if own := slices.Collect(s.own(c)); len(own) > 0 {
			c.need = own
		}
		valid, err := h.divide(ctx, c)
		if err != nil {
			return nil, err
		}
		if valid != nil {
			cs, order = append(cs, valid), append(order, valid)
			s.add(valid, 1)
		}
		s.add(c, -1)
		if err := h.simplify(ctx, c, allow); err != nil {
			return nil, err
		}
		s.add(c, 1)
	}
	for _, c := range cs {
		c.need = nil
	}
	h.inherit(cs, s.wanted)
	return cs, nil
}

// divide makes a test without the invalid data of another, which is then only
// needed for what takes invalid data. It gives nil where one test will do.
func (h *simplifier) divide(ctx context.Context, c *candidate) (*candidate, error) {
	valid := &candidate{test: c.test.Clone()}
	last := valid.test.Actions[len(valid.test.Actions)-1].(*action.Call)
	if !last.Genotype.IsInvalid() {
		return nil, nil
	}
	last.Genotype.MakeValid()
	scores, err := h.rerun(ctx, c, valid.test)
	if err != nil {
		return nil, err
	}
	valid.scores = covered(scores)
	var left []fitness.ID
	for _, id := range c.need {
		if h.showsAll(valid, []fitness.ID{id}) {
			valid.need = append(valid.need, id)
		} else {
			left = append(left, id)
		}
	}
	if len(left) == 0 || len(valid.need) == 0 {
		return nil, nil
	}
	c.need = left
	return valid, nil
}

// invalid counts the calls that are invalid on purpose.
func (c *candidate) invalid() (n int) {
	for _, a := range c.test.Actions {
		if a.(*action.Call).Genotype.IsInvalid() {
			n++
		}
	}
	return n
}

// simplify makes a test easy to read where its targets do not depend on what
// it sends: no calls, users, invalid data and optional parts that are not
// needed, the schema's examples, short values. The last call, which the test
// is about, comes first: with plain values it may need fewer calls before it.
func (h *simplifier) simplify(ctx context.Context, c *candidate, allow func() bool) error {
	left := maxSimplifications
	more := func() bool { left--; return left >= 0 && allow() }
	if err := h.simplifyCall(ctx, c, len(c.test.Actions)-1, more); err != nil {
		return err
	}
	if err := h.dropCalls(ctx, c); err != nil {
		return err
	}
	for i := len(c.test.Actions) - 2; i >= 0; i-- {
		if err := h.simplifyCall(ctx, c, i, more); err != nil {
			return err
		}
	}
	return nil
}

// simplifyCall tries all ways on one call of a test, while there is more.
func (h *simplifier) simplifyCall(ctx context.Context, c *candidate, at int, more func() bool) error {
	for _, w := range ways {
		for n := 0; ; {
			smaller := c.test.Clone()
			changes := w(smaller, at)
			if n >= len(changes) || !more() {
				break
			}
			changes[n]()
			if err := h.adopt(ctx, c, smaller); err != nil {
				return err
			}
			if c.test != smaller { // else the next one has taken its place
				n++
			}
		}
	}
	return nil
}

// way lists what can be simpler about a call of a test; each change takes
// itself off the list, at the latest when it was made a few times.
type way func(test *testcase.Case, at int) []func()

// ways are tried one after the other. The second tries all values at once,
// which mostly spares those behind it.
var ways = []way{
	simplerUse, allValues, each(example), each(exampleMembers), each(fewer), each(without), each(shorter),
	each(halved), each(filled), each(rounder(1)), each(rounder(10)),
}

// simplerUse takes away invalid data and the user, or takes one that makes
// another call of the test, so that it logs in once less.
func simplerUse(test *testcase.Case, at int) (out []func()) {
	c := test.Actions[at].(*action.Call)
	if c.Genotype.IsInvalid() {
		out = append(out, c.Genotype.MakeValid)
	}
	if c.User.Index == auth.Anonymous {
		return out
	}
	out = append(out, func() { c.User.Index = auth.Anonymous })
	for _, a := range test.Actions {
		// One before it in the list of users, lest two calls swap for ever.
		if other := a.(*action.Call).User.Index; other != auth.Anonymous && other < c.User.Index {
			return append(out, func() { c.User.Index = other })
		}
	}
	return out
}

// allValues makes all values of a call simpler at once.
func allValues(test *testcase.Case, at int) []func() {
	single := []way{each(example), each(fewer), each(shorter)}
	n := 0
	for _, w := range single {
		n += len(w(test, at))
	}
	if n < 2 {
		return nil
	}
	return []func(){func() {
		for _, w := range single {
			for _, change := range w(test, at) {
				change()
			}
		}
	}}
}

// plainPaths makes the ids in paths as simple as they can be, and reports
// whether that changed any.
func plainPaths(test *testcase.Case) (changed bool) {
	for _, a := range test.Actions {
		genes := a.(*action.Call).Genotype
		for i, param := range genes.Params {
			if param.Spec.In == openapi.InPath && plainParam(genes, i) {
				changed = true
			}
		}
	}
	return changed
}

func plainParam(genes *genotype.Call, param int) (changed bool) {
	if genes.IsInvalid() && genes.Invalid.Param == param {
		genes.MakeValid()
		changed = true
	}
	visit(genes.Params[param].Gene, false, func(g gene.Gene, inExample bool) {
		for _, change := range slices.Concat(example(g, inExample), shorter(g, inExample)) {
			change()
			changed = true
		}
	})
	return changed
}

// each makes a way of what can be simpler about single genes.
func each(simpler func(g gene.Gene, inExample bool) []func()) way {
	return func(test *testcase.Case, at int) (out []func()) {
		for root := range test.Actions[at].(*action.Call).Genotype.Genes() {
			visit(root, false, func(g gene.Gene, inExample bool) { out = append(out, simpler(g, inExample)...) })
		}
		return out
	}
}

// visit walks over a gene and those below it. It tells which are parts of a
// value with an example, or are one: these read well as they are.
func visit(g gene.Gene, inExample bool, f func(g gene.Gene, inExample bool)) {
	f(g, inExample)
	parent, ok := g.(gene.Parent)
	if !ok {
		return
	}
	if _, ok := g.(gene.Settler); ok {
		inExample = inExample || !action.IsScalar(g.Value()) || settled(g)
	}
	for child := range parent.Children() {
		visit(child, inExample, f)
	}
}
