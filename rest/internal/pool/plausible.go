package pool

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Arrange gives inputs of a call values that make sense together. It leaves calls alone
// that are invalid on purpose. It reports whether it changed anything.
func Arrange(r *rand.Rand, c *action.Call) bool {
	if c.Genotype.IsInvalid() {
		return false
	}
	a := newArrangement(r, c)
	if chance.Evenly(r) {
		a.moments()
	}
	if chance.Evenly(r) {
		a.refer()
	}
	a.spans()
	return a.changed
}

// Order puts the beginnings of spans before their ends where the schema has no example of
// either, and leaves all else as it is. It reports whether it changed anything.
func Order(r *rand.Rand, c *action.Call) bool {
	if c.Genotype.IsInvalid() {
		return false
	}
	a := newArrangement(r, c)
	a.leaves = slices.DeleteFunc(a.leaves, func(l genotype.Leaf) bool { return hasExample(l.Gene) })
	a.cautious = true
	a.spans()
	return a.changed
}

// arrangement is the work on one call.
type arrangement struct {
	r       *rand.Rand
	call    *action.Call
	leaves  []genotype.Leaf
	changed bool
	// referring are the leaves that say the id of an element.
	referring map[gene.Gene]bool
	takers    map[gene.Gene]action.Taker // made when it is needed
	cautious  bool                       // texts that are no moments stay
}

func newArrangement(r *rand.Rand, c *action.Call) *arrangement {
	return &arrangement{r: r, call: c, leaves: genotype.Leaves(c.Genotype), referring: map[gene.Gene]bool{}}
}

// set gives a leaf a value that it then keeps. It reports whether the leaf takes it.
func (a *arrangement) set(l *genotype.Leaf, v any) bool {
	if !gene.Assign(l.Gene, v) {
		return false
	}
	a.changed = true
	if a.takers == nil {
		a.takers = map[gene.Gene]action.Taker{}
		for _, t := range action.Takers(a.call) {
			a.takers[t.Gene] = t
		}
	}
	if t, ok := a.takers[l.Gene]; ok {
		a.call.Keep(t)
	}
	return true
}

// hasExample reports whether the schema has a default or an example of a gene.
func hasExample(g gene.Gene) bool {
	for each := range gene.Walk(g) {
		if s, ok := each.(*gene.Seeded); ok && len(s.Seeds()) > 0 {
			return true
		}
	}
	return false
}
