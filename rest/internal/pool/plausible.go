package pool

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Arrange gives inputs of a call values that make sense together: dates near each other, ids that refer to elements,
// spans that begin before they end. It does not change calls with invalid data. It reports whether it changed anything.
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

// Order puts the beginning of each span before its end, unless the schema has a default or an example of an input. It
// changes nothing else. It reports whether it changed anything.
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

// arrangement is the state of [Arrange] for one call.
type arrangement struct {
	r       *rand.Rand
	call    *action.Call
	leaves  []genotype.Leaf
	changed bool
	// referring has the genes that hold the id of a list element.
	referring map[gene.Gene]bool
	takers    map[gene.Gene]action.Taker // made on first use
	cautious  bool                       // texts that are no moments do not change
}

func newArrangement(r *rand.Rand, c *action.Call) *arrangement {
	return &arrangement{r: r, call: c, leaves: genotype.Leaves(c.Genotype), referring: map[gene.Gene]bool{}}
}

// set gives a leaf a value and has the call keep it. It reports whether the leaf accepts the value.
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
