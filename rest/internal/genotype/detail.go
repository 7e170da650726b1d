package genotype

import (
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/wire"
)

// Detail gives a call the body that the program was seen to read, where the schema tells no member of the one it sends:
// in the same media type, with all left out that can be. It reports whether the call has another body now.
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
