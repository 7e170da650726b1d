package genotype

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
)

const (
	// maxRecursions is the number of schemas that have genes for values inside values of the same schema. Further
	// schemas are cut there.
	maxRecursions = 200
	// levelGenes is the number of genes that the optional parts of one level share.
	levelGenes = 300
)

// recursions has the recursive schemas: their values may hold values of the same schema.
type recursions struct {
	of   map[*openapi.Schema]*recursion // nil for a schema whose every value would hold another without end
	open []*openapi.Schema              // recursive schemas whose gene for further levels is not made yet
	cut  bool                           // the genes at hand hold no values of their own schema
}

// recursion is a recursive schema.
type recursion struct {
	*gene.Recursion
	size account // size of a value that holds no value of its own schema
}

// unfolder makes the genes of recursive schemas, one level after the other.
type unfolder struct{ *schemaBuilder }

// makeWhole returns the gene of a parameter or body, with all levels.
func (b unfolder) makeWhole(s *openapi.Schema) gene.Gene {
	g := b.makeGene(s)
	b.unfold()
	return g
}

// makeWithin returns the gene of a value inside a value of the same schema. It returns nil if the value has to be cut.
func (b unfolder) makeWithin(s *openapi.Schema) gene.Gene {
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

// recursion returns the recursion of a schema. It returns nil if no value of the schema comes to an end, or if there
// are too many recursive schemas.
func (b unfolder) recursion(s *openapi.Schema) *recursion {
	k, known := b.of[s]
	if known || len(b.of) >= maxRecursions {
		return k
	}
	g, size := b.makeAside(s, true)
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

// unfold makes the genes for the further levels of recursive schemas.
func (b unfolder) unfold() {
	for len(b.open) > 0 {
		s := b.open[0]
		b.open = b.open[1:]
		if g, _ := b.makeAside(s, false); !isCycle(g) {
			b.of[s].Close(g)
		}
	}
}

// makeAside returns the gene of one level of a schema, and its size. The account of the operation does not change.
func (b unfolder) makeAside(s *openapi.Schema, cut bool) (gene.Gene, account) {
	before := *b.schemaBuilder
	b.cut, b.nested = cut, map[*openapi.Schema]int{}
	b.depth, b.total, b.volume, b.forced = 0, 0, 0, 0
	b.beginPart("", false)
	b.left = min(b.left, levelGenes)
	g := b.makeGene(s)
	size := b.account
	all, of, open, warned, large := b.all, b.of, b.open, b.warned, before.large || b.large
	*b.schemaBuilder = before
	b.all, b.of, b.open, b.warned, b.large = all, of, open, warned, large
	return g, size
}
