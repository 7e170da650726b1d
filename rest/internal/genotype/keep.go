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

// Borrow gives the body of a call the content of another call's body: all of it if it
// takes that, or else the members that both have. It reports whether it did.
func Borrow(c, from *Call) bool {
	if c.Body == nil || from.Body == nil || !from.Body.On {
		return false
	}
	c.Body.Set(true)
	if !c.Body.On {
		return false
	}
	older, next := from.Body.Inner(), c.Body.Inner()
	if gene.Assign(next, older.Value()) {
		return true
	}
	if record(older) == nil || record(next) == nil {
		return false
	}
	keep(older, next)
	return true
}

// Hand has a call send its body as the first of its contents that takes the whole content of
// another call's body, and gives it that. It reports whether one does.
func Hand(r *rand.Rand, c, from *Call) bool {
	if c.Body == nil || from.Body == nil || !from.Body.On {
		return false
	}
	whole := from.Body.Inner().Value()
	before := c.Body.media
	for i := range c.Body.Contents {
		c.Body.use(i, r)
		if gene.Assign(c.Body.Inner(), whole) {
			c.Body.Set(true)
			return true
		}
	}
	c.Body.use(before, r)
	return false
}
