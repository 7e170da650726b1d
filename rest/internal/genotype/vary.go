package genotype

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Examples returns the number of declared parts of a call that have an example or a default, with the parts of all
// contents of the body. Lists in the body have one element.
func Examples(c *Call) int {
	n := 0
	for _, p := range c.Params.declared() {
		n += countSeeded(p.Gene)
	}
	for i := range c.Body.countContents() {
		content := c.Body.Contents[i].Clone()
		Manner{Parts: AllParts}.fillGene(rand.New(rand.NewPCG(0, 0)), content)
		n += countSeeded(content)
	}
	return n
}

// FillContent fills a call in a random manner, see [Call.Fill], with a random declared content of the body.
func FillContent(r *rand.Rand, c *Call) {
	m := Manner{Parts: Parts(r.IntN(int(AllParts) + 1))}
	if n := c.Body.countContents(); n > 1 {
		m.Content = r.IntN(n)
	}
	c.Fill(r, m)
}

// Vary changes some parts of a call that has usual values. It switches an optional part on, with usual values in it, or
// off. It adds an element to a list, or removes one. It draws another value for any other part. The other parts stay,
// so most relations between parts still hold.
func Vary(r *rand.Rand, c *Call, changes int) {
	for range changes {
		var all parts
		for _, g := range c.declaredGenes() {
			all.add(g)
		}
		if len(all) == 0 {
			return
		}
		varyPart(r, all[r.IntN(len(all))])
	}
}

// parts are the parts of a gene that can change without the others.
type parts []gene.Gene

// add adds the parts of a gene.
func (p *parts) add(g gene.Gene) {
	switch each := g.(type) {
	case *gene.Optional, *gene.Array:
		*p = append(*p, g)
	case gene.Wrapper:
		if !message.IsComposite(g.Value()) {
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
		*p = append(*p, g)
		return
	}
	for child := range parent.Children() {
		p.add(child)
	}
}

// varyPart changes a part of a call.
func varyPart(r *rand.Rand, g gene.Gene) {
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
