package genotype

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/wire"
)

// Detail gives a call a body with members that the program was seen to read, where the schema declares no member of the
// body. The new body has the same media type and leaves out all optional members. Detail reports whether it changed the
// body.
func Detail(c *Call) bool {
	b := c.Body
	if b == nil || !b.On || c.Invalid != nil || b.media >= c.plan.contents {
		return false
	}
	if slices.ContainsFunc(Leaves(c), func(l Leaf) bool { return l.In == "" }) {
		return false
	}
	kind := wire.Essence(c.plan.bodies[b.media].Type)
	for i := c.plan.contents; i < len(b.Contents); i++ {
		if wire.Essence(c.plan.bodies[i].Type) == kind {
			b.SetMedia(i)
			for _, l := range slices.Concat(Wholes(c), Leaves(c)) {
				if g, ok := l.Gene.(gene.Switch); ok && l.In == "" {
					g.Set(false)
				}
			}
			return true
		}
	}
	return false
}
