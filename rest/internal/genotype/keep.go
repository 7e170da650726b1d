package genotype

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
)

// keep gives a gene the values of those members of an older one that both have. What
// was found out of a content holds for the next one, which is mostly the same with some
// members that the schema does not declare.
func keep(older, next gene.Gene) {
	from, to := record(older), record(next)
	if from == nil || to == nil {
		return
	}
	known := map[string]gene.Gene{}
	for name, g := range from.Members() {
		known[name] = g
	}
	for name, g := range to.Members() {
		if k := known[name]; k != nil && !gene.Assign(g, k.Value()) {
			keep(k, g)
		}
	}
}

// record returns the gene with members that a gene is or has in it now, or nil.
func record(g gene.Gene) gene.Record {
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

// Borrow copies the content of the body from into the body b: the whole content where b accepts it, or else the members
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
	if record(older) == nil || record(next) == nil {
		return false
	}
	keep(older, next)
	return true
}

// Hand has a body be the first of its contents that takes the whole content of the body of
// another call, and gives it that. It reports whether a content does.
func Hand(r *rand.Rand, b, from *Body) bool {
	if b == nil || from == nil || !from.On {
		return false
	}
	whole := from.Inner().Value()
	before := b.media
	for i := range b.Contents {
		b.use(i, r)
		if gene.Assign(b.Inner(), whole) {
			b.Set(true)
			return true
		}
	}
	b.use(before, r)
	return false
}
