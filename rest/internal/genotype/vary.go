package genotype

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// Examples counts the parts of what the schema declares that have an example or a
// default, those of all contents, lists drawn with one element.
func Examples(c *Call) int {
	n := 0
	count := func(g gene.Gene) {
		for each := range gene.Walk(g) {
			if s, ok := each.(*gene.Seeded); ok && len(s.Seeds()) > 0 {
				n++
			}
		}
	}
	for _, p := range c.Params.declared() {
		count(p.Gene)
	}
	for i := range c.Body.contents() {
		content := c.Body.Contents[i].Clone()
		Manner{Parts: AllParts}.fill(rand.New(rand.NewPCG(0, 0)), content)
		count(content)
	}
	return n
}

// FillContent is [Call.Fill] in a manner drawn at random, with any of the declared
// contents of the body.
func FillContent(r *rand.Rand, c *Call) {
	m := Manner{Parts: Parts(r.IntN(int(AllParts) + 1))}
	if n := c.Body.contents(); n > 1 {
		m.Content = r.IntN(n)
	}
	c.Fill(r, m)
}

// Vary changes some parts of a call that has usual values: what may be left out comes,
// with usual values in it, or goes; a list gets one element more, or one less; any other
// part gets another value. The rest stays, so that what the parts have to do with each
// other mostly holds.
func Vary(r *rand.Rand, c *Call, changes int) {
	for range changes {
		var all parts
		for _, g := range c.declaredGenes() {
			all.add(g)
		}
		if len(all) == 0 {
			return
		}
		vary(r, all[r.IntN(len(all))])
	}
}

// parts are what can change on its own in the value of a gene.
type parts []gene.Gene

func (p *parts) add(g gene.Gene) {
	switch each := g.(type) {
	case *gene.Optional, *gene.Array:
		*p = append(*p, g)
	case gene.Wrapper:
		if !composite(g.Value()) {
			*p = append(*p, g) // with all its alternatives
			return
		}
		if inner := each.Inner(); inner != nil {
			p.add(inner)
			return
		}
	}
	parent, ok := g.(gene.Parent)
	if !ok {
		if _, optional := g.(*gene.Optional); !optional {
			*p = append(*p, g)
		}
		return
	}
	for child := range parent.Children() {
		p.add(child)
	}
}

func composite(v any) bool {
	switch v.(type) {
	case value.Object, []any:
		return true
	}
	return false
}

// vary changes one part.
func vary(r *rand.Rand, g gene.Gene) {
	switch g := g.(type) {
	case *gene.Optional:
		if !g.Set(!g.On()) || !g.On() {
			return
		}
		Manner{Parts: Parts(r.IntN(int(AllParts) + 1))}.fillInner(r, g)
	case *gene.Array:
		all := g.Value().([]any)
		if n := len(all); n > 0 && r.IntN(2) == 0 {
			gene.Assign(g, all[:n-1])
		} else if n > 0 {
			gene.Assign(g, append(all[:n:n], all[r.IntN(n)]))
		}
	default:
		before := g.Value()
		for n := 0; n < maxDraws && value.Equal(before, g.Value()); n++ {
			g.Randomize(r)
		}
	}
}
