package rest

import (
	"context"

	"github.com/evoke-go/evoke/gene"
)

const (
	// maxSimplifications bounds the executions that go into one test.
	maxSimplifications = 80
	// longText is what a text may have before it is worth shortening.
	longText = 12
	// shortText is what is left of it.
	shortText = 4
)

// simplify makes the values of a test easy to read where its targets do not
// depend on them: no user, no invalid data, no optional parts, the schema's examples, short
// texts.
func (p *Problem) simplify(ctx context.Context, c *candidate, allow func() bool) error {
	tries := 0
	for i := range c.test.Actions {
		for n := 0; tries < maxSimplifications && allow(); n++ {
			smaller := c.test.Clone()
			if !simpler(smaller.Actions[i].(*call), n) {
				break
			}
			tries++
			before := c.test
			if err := p.adopt(ctx, c, smaller); err != nil {
				return err
			}
			if c.test != before {
				n-- // the next one has taken its number
			}
		}
	}
	return nil
}

// simpler makes the n-th simplification of a call and reports whether there is one.
func simpler(c *call, n int) bool {
	if c.user.user != anonymous {
		if n == 0 {
			c.user.user = anonymous
			return true
		}
		n--
	}
	if c.genes.corrupted() {
		if n == 0 {
			c.genes.clearCorruption()
			return true
		}
		n--
	}
	for root := range c.genes.Genes() {
		for g := range gene.Walk(root) {
			if apply := simplification(g); apply != nil {
				if n == 0 {
					apply()
					return true
				}
				n--
			}
		}
	}
	return false
}

// simplification returns what makes the value of a gene simpler, nil if it is
// simple already.
func simplification(g gene.Gene) func() {
	switch g := g.(type) {
	case *gene.Optional:
		if g.On() {
			return func() { g.Set(false) }
		}
	case *gene.Seeded:
		if g.Clone().(*gene.Seeded).Settle() {
			return func() { g.Settle() }
		}
	case *gene.String:
		if text, ok := g.Value().(string); ok && len(text) > longText {
			short := string([]rune(text)[:min(shortText, len([]rune(text)))])
			if gene.Assign(g.Clone(), short) {
				return func() { gene.Assign(g, short) }
			}
		}
	}
	return nil
}
