package genotype

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
)

const (
	// maxRecursions is the number of schemas with genes for values within their own
	// kind. Others are cut.
	maxRecursions = 200
	// levelGenes is the number of genes that the optional parts of one level share.
	levelGenes = 300
)

// recursions are the schemas whose values hold values of their own kind.
type recursions struct {
	of   map[*openapi.Schema]*recursion // nil where there is no value without end
	open []*openapi.Schema              // those that are not closed
	// cut says that values hold no values of their own kind.
	cut bool
}

// recursion is a schema whose values hold values of their own kind.
type recursion struct {
	*gene.Recursion
	size account // of a value that holds no other one
}

// unfolder makes the genes of values within their own kind, a level at a time.
type unfolder struct{ *schemaBuilder }

// whole returns the gene of a parameter or body.
func (b unfolder) whole(s *openapi.Schema) gene.Gene {
	g := b.gene(s)
	b.unfold()
	return g
}

// within returns the gene of a value that lies in a value of its own kind, or nil
// where it has to be cut.
func (b unfolder) within(s *openapi.Schema) gene.Gene {
	k := b.recursion(s)
	if k == nil || k.size.total > b.left {
		return nil
	}
	b.left -= k.size.total
	b.total += k.size.total
	b.all += k.size.total
	b.volume += k.size.volume
	b.forced += k.size.forced
	return k.Gene()
}

// recursion returns what the genes of a schema share, or nil if it has no values that
// come to an end, or if there are too many such schemas.
func (b unfolder) recursion(s *openapi.Schema) *recursion {
	k, known := b.of[s]
	if known || len(b.of) >= maxRecursions {
		return k
	}
	g, size := b.aside(s, true)
	if !isCycle(g) {
		k = &recursion{gene.NewRecursion(g), size}
		b.open = append(b.open, s)
	}
	if b.of == nil {
		b.of = map[*openapi.Schema]*recursion{}
	}
	b.of[s] = k
	return k
}

// unfold makes the genes of the values that hold others.
func (b unfolder) unfold() {
	for len(b.open) > 0 {
		s := b.open[0]
		b.open = b.open[1:]
		if g, _ := b.aside(s, false); !isCycle(g) {
			b.of[s].Close(g)
		}
	}
}

// aside makes the gene of one level of a schema, outside of the account of the
// operation, and returns how large it is.
func (b unfolder) aside(s *openapi.Schema, cut bool) (gene.Gene, account) {
	before := *b.schemaBuilder
	b.cut, b.nested = cut, map[*openapi.Schema]int{}
	b.depth, b.total, b.volume, b.forced = 0, 0, 0, 0
	b.part("", false)
	b.left = min(b.left, levelGenes)
	g := b.gene(s)
	size := b.account
	all, of, open, warned, large := b.all, b.of, b.open, b.warned, before.large || b.large
	*b.schemaBuilder = before
	b.all, b.of, b.open, b.warned, b.large = all, of, open, warned, large
	return g, size
}
