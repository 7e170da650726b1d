package reduce

import (
	"context"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/shrink"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// SimplifyAction gives the genes of an action simple values if the targets of the test do not depend on them, while
// more returns true. It tries all genes at once, then gene by gene, parents first. It repeats this until nothing
// changes, since the value that one gene needs may depend on others.
func (m *Minimiser) SimplifyAction(ctx context.Context, c *Candidate, at int, more func() bool) error {
	plain, simpler := c.Test.Clone(), false
	for root := range plain.Actions[at].Genes() {
		simpler = simplest(root) || simpler
	}
	if simpler && more() {
		if _, err := m.Adopt(ctx, c, plain); err != nil {
			return err
		}
	}
	for changed := true; changed; {
		changed = false
		for n := 0; ; n++ {
			ok, err := m.simplifyGene(ctx, c, at, n, more)
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

// simplifyGene makes the value of the gene with an index small, and reports whether that changed it.
func (m *Minimiser) simplifyGene(
	ctx context.Context, c *Candidate, at, n int, more func() bool,
) (changed bool, err error) {
	g := nth(c.Test.Actions[at], n)
	if g == nil {
		return false, nil
	}
	left := m.Shrinks
	holds := func(v any) (ok bool) {
		if left--; err == nil && left >= 0 && more() {
			ok, err = m.try(ctx, c, at, n, v)
		}
		changed = changed || ok
		return ok
	}
	if !slices.ContainsFunc(zeros(g), holds) && isPlain(g) {
		shrink.Value(g.Value(), shrink.Hints{Constants: numbers(m.Constants, c)}, holds)
	}
	return changed, err
}

// try gives a gene of an action a value. If the test then loses a target, it gives the value to all genes with the same
// old value: the test may need them to be equal.
func (m *Minimiser) try(ctx context.Context, c *Candidate, at, n int, v any) (bool, error) {
	one := c.Test.Clone()
	g := nth(one.Actions[at], n)
	old := g.Value()
	if !assign(g, v) {
		return false, nil
	}
	if ok, err := m.Adopt(ctx, c, one); ok || err != nil {
		return ok, err
	}
	several := one.Clone()
	if !assignEqual(several.Actions[at], old, v) {
		return false, nil
	}
	return m.Adopt(ctx, c, several)
}

// assignEqual gives all genes of an action that have the value old the value v, and reports whether there are any.
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

// nth returns a gene of an action by its index, nil if there are not so many.
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

// simplest gives a gene and all its parts the simplest values that they accept. It reports whether any value changed.
func simplest(g gene.Gene) (simpler bool) {
	tries := zeros(g)
	if s, ok := g.(gene.Simplifier); ok {
		tries = append(tries, s.Simpler()...)
	}
	for _, v := range tries {
		if assign(g, v) {
			simpler = true
			break
		}
	}
	if p, ok := g.(gene.Parent); ok {
		for child := range p.Children() {
			simpler = simplest(child) || simpler
		}
	}
	return simpler
}
