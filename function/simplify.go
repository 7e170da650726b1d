package function

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/internal/shrink"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxSimplifications bounds the executions that go into one test, and
	// maxShrinks those that go into one value.
	maxSimplifications = 300
	maxShrinks         = 80
)

// simplifier makes the arguments of tests simple. It executes each change, to see
// whether the test still shows what it is there for.
type simplifier struct{ *harvester }

// simplify makes the arguments of a test simple where its targets do not depend
// on them. The last call, which the test is about, comes first: with plain
// arguments it may need fewer calls before it.
func (h *simplifier) simplify(ctx context.Context, c *reduce.Candidate, allow func() bool) error {
	left := maxSimplifications
	more := func() bool { left--; return left >= 0 && allow() }
	if err := h.simplifyCall(ctx, c, len(c.Test.Actions)-1, more); err != nil {
		return err
	}
	if err := h.dropCalls(ctx, c); err != nil {
		return err
	}
	for i := len(c.Test.Actions) - 2; i >= 0; i-- {
		if err := h.simplifyCall(ctx, c, i, more); err != nil {
			return err
		}
	}
	return nil
}

// simplifyCall tries all arguments at once, then gene by gene, parents first. It
// goes over them until nothing is left to change: what one needs may depend on
// another.
func (h *simplifier) simplifyCall(ctx context.Context, c *reduce.Candidate, at int, more func() bool) error {
	if more() {
		plain := c.Test.Clone()
		for root := range plain.Actions[at].Genes() {
			simplest(root)
		}
		if _, err := h.adopt(ctx, c, plain); err != nil {
			return err
		}
	}
	for changed := true; changed; {
		changed = false
		for n := 0; ; n++ {
			ok, err := h.simplifyGene(ctx, c, at, n, more)
			if err != nil {
				return err
			}
			if changed = changed || ok; nth(c.Test.Actions[at], n) == nil {
				break
			}
		}
	}
	return nil
}

// simplifyGene makes the value of the gene with an index small, and reports
// whether that changed it.
func (h *simplifier) simplifyGene(
	ctx context.Context, c *reduce.Candidate, at, n int, more func() bool,
) (changed bool, err error) {
	g := nth(c.Test.Actions[at], n)
	if g == nil {
		return false, nil
	}
	left := maxShrinks
	holds := func(v any) (ok bool) {
		if left--; err == nil && left >= 0 && more() {
			ok, err = h.try(ctx, c, at, n, v)
		}
		changed = changed || ok
		return ok
	}
	if !slices.ContainsFunc(zeros(g), holds) && isPlain(g) {
		shrink.Value(g.Value(), shrink.Hints{Constants: numbers(h.executor.inside.known.Values, c)}, holds)
	}
	return changed, err
}

// try gives a gene of a call a value, and if that alone is not enough, all that
// are equal to it: that may be what the test is about.
func (h *simplifier) try(ctx context.Context, c *reduce.Candidate, at, n int, v any) (bool, error) {
	one := c.Test.Clone()
	g := nth(one.Actions[at], n)
	old := g.Value()
	if !assign(g, v) {
		return false, nil
	}
	if ok, err := h.adopt(ctx, c, one); ok || err != nil {
		return ok, err
	}
	several := one.Clone()
	if !assignEqual(several.Actions[at], old, v) {
		return false, nil
	}
	return h.adopt(ctx, c, several)
}

// assignEqual gives all genes of a call that have one value another one, and
// reports whether there are any.
func assignEqual(a testcase.Action, old, v any) (any bool) {
	for root := range a.Genes() {
		for g := range gene.Walk(root) {
			if _, parent := g.(gene.Parent); !parent && value.Equal(g.Value(), old) && assign(g, v) {
				any = true
			}
		}
	}
	return any
}

// nth returns a gene of a call by its index, nil if there are not so many.
func nth(a testcase.Action, n int) gene.Gene {
	for root := range a.Genes() {
		for g := range gene.Walk(root) {
			if n == 0 {
				return g
			}
			n--
		}
	}
	return nil
}

// simplest gives a gene and all in it the simplest values that they take.
func simplest(g gene.Gene) {
	tries := zeros(g)
	if s, ok := g.(gene.Simplifier); ok {
		tries = append(tries, s.Simpler()...)
	}
	for _, v := range tries {
		if assign(g, v) {
			break
		}
	}
	if p, ok := g.(gene.Parent); ok {
		for child := range p.Children() {
			simplest(child)
		}
	}
}
