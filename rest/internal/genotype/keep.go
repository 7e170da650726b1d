package genotype

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
)

// keepCommon gives the members of a gene the values that they have in an older gene, as far as both have them. So the
// next content keeps the values that the search found for an older content: most contents differ only in undeclared
// members.
func keepCommon(older, next gene.Gene) {
	from, to := recordIn(older), recordIn(next)
	if from == nil || to == nil {
		return
	}
	known := map[string]gene.Gene{}
	for name, g := range from.Members() {
		known[name] = g
	}
	for name, g := range to.Members() {
		if k := known[name]; k != nil && !gene.Assign(g, k.Value()) {
			keepCommon(k, g)
		}
	}
}

// recordIn returns the gene if it has members, or else the gene with members inside of it. It returns nil for none.
func recordIn(g gene.Gene) gene.Record {
	for g != nil {
		if r, ok := g.(gene.Record); ok {
			return r
		}
		w, ok := g.(gene.Wrapper)
		if !ok {
			return nil
		}
		g = w.Inner()
	}
	return nil
}

// Borrow copies the content of the body "from" into the body b: the whole content if b accepts it, or else the members
// that both bodies have. It reports whether b changed.
func Borrow(b, from *Body) bool {
	if b == nil || from == nil || !from.On {
		return false
	}
	b.Set(true)
	if !b.On {
		return false
	}
	older, next := from.Inner(), b.Inner()
	if gene.Assign(next, older.Value()) {
		return true
	}
	if recordIn(older) == nil || recordIn(next) == nil {
		return false
	}
	keepCommon(older, next)
	return true
}

// Hand copies the whole content of the body "from" into the first content of the body b that accepts it, and brings
// this content into use. It reports whether a content accepts it.
func Hand(r *rand.Rand, b, from *Body) bool {
	if b == nil || from == nil || !from.On {
		return false
	}
	whole := from.Inner().Value()
	before := b.media
	for i := range b.Contents {
		b.drawContent(i, r)
		if gene.Assign(b.Inner(), whole) {
			b.Set(true)
			return true
		}
	}
	b.drawContent(before, r)
	return false
}
