package genotype

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// The limits of what is built for one operation. Schemas are graphs that may
// unfold without end; a gene tree must not.
const (
	// maxNested is how often a schema may occur on one path of the tree, where
	// there is no gene for values within their own kind.
	maxNested = 2
	// maxDepth is the depth at which optional parts are left out, and
	// hardDepth that at which required ones are.
	maxDepth, hardDepth = 10, 24
	// maxGenes is the number of genes that the optional parts of an operation
	// share, and hardGenes that at which required ones are left out too.
	maxGenes, hardGenes = 1500, 10000
	// allGenes is the number of genes of all operations from which on each part of
	// an operation has fewGenes to share, and hardFew is then what hardGenes is.
	allGenes, fewGenes, hardFew = 500_000, 50, 300
	// maxSize caps the least length of texts and arrays, and maxDistinct that of
	// what compares its elements with each other.
	maxSize, maxDistinct = 10000, 100
	// maxForced caps the values that one call of an operation has to have, where
	// each charsOfValue characters of a text count as a value.
	maxForced, charsOfValue = 300, 100
	// smallElement is the number of genes up to which an array has as many
	// elements as it likes, and maxVolume the number that the elements of any
	// other array may come to together, if there are more than two.
	smallElement, maxVolume = 20, 200
)

// schemaBuilder makes genes for schemas. It keeps account of how large the genes
// of one operation get.
type schemaBuilder struct {
	// custom make genes for schemas by their format. They go before the
	// built-in ones.
	custom   map[string]func(*openapi.Schema) gene.Gene
	formats  map[string]bool // of all schemas
	builtIn  *formatGenes
	where    string // the operation, for warnings
	warned   []string
	listings *listings
	answered map[string][]any // values that answers of the operation list, by member

	nested map[*openapi.Schema]int // occurrences on the path to the root
	account
	recursions

	large   bool   // what is made had to be cut because of its size
	segment bool   // the value is a segment of a path
	name    string // of the parameter or member that is made
}

// account is how large the genes of one operation get.
type account struct {
	depth  int
	total  int // genes made for this operation
	left   int // genes that optional parts may still have
	volume int // genes of the values when all arrays are full
	forced int // genes of the values when all arrays have the least elements
	all    int // genes made for all operations
	stop   <-chan struct{}
}

// begin starts the account of an operation.
func (b *schemaBuilder) begin(where string) {
	b.where, b.depth, b.total, b.volume, b.forced = where, 0, 0, 0, 0
	b.nested = map[*openapi.Schema]int{}
	b.part("", false)
}

// part starts the account of one part of an operation: a parameter, which has a
// name and may be a segment of the path, or a body.
func (b *schemaBuilder) part(name string, segment bool) {
	b.left, b.name, b.segment, b.large = maxGenes, name, segment, false
	if b.all > allGenes {
		b.left = fewGenes
	}
}

// full reports whether the genes of an operation are too many for any more, or
// whether nobody waits for them.
func (b *account) full() bool {
	select {
	case <-b.stop:
		return true
	default:
		return b.depth > hardDepth || b.total > hardGenes || b.all > allGenes && b.total > hardFew
	}
}

// none says that there is no gene for a part of an operation, and why.
func (b *schemaBuilder) none(what string) {
	if b.large {
		const limits = "each value of its schema has more than %d parts or is nested deeper than %d"
		b.warn("%s: "+limits+"; other values are sent", what, hardGenes, hardDepth)
		return
	}
	b.warn("%s: no value fits its schema", what)
}

func (b *schemaBuilder) warn(format string, args ...any) {
	w := b.where + ": " + fmt.Sprintf(format, args...)
	if !slices.Contains(b.warned, w) {
		b.warned = append(b.warned, w)
	}
}

// gene returns a gene for the values of a schema, or a *gene.Cycle where the tree
// of genes has to be cut.
func (b *schemaBuilder) gene(s *openapi.Schema) gene.Gene {
	if s == nil {
		return anything()
	}
	b.large = b.large || b.full()
	if s.Never || b.full() || b.cut && b.nested[s] > 0 {
		return gene.NewCycle()
	}
	if b.nested[s] > 0 {
		if g := (unfolder{b}).within(s); g != nil {
			return g
		}
	}
	if b.nested[s] >= maxNested {
		return gene.NewCycle()
	}
	b.nested[s]++
	b.depth++
	b.total++
	b.volume++
	b.forced++
	b.all++
	b.left--
	defer func() { b.nested[s]--; b.depth-- }()
	flat := message.Flatten(s)
	g := b.unseeded(flat, s)
	if isCycle(g) {
		if flat.Nullable {
			return gene.NewConst(nil)
		}
		return g
	}
	g = seeded(b.listings.described(g, flat, b.answered[b.name]), flat)
	if flat.Nullable && !slices.Contains(flat.Enum, nil) {
		return gene.NewNullable(g)
	}
	return g
}

// unseeded is gene without defaults, examples and null.
func (b *schemaBuilder) unseeded(flat, original *openapi.Schema) gene.Gene {
	b.formats[flat.Format] = true
	if make := b.custom[flat.Format]; make != nil {
		if g := make(flat); g != nil {
			return g
		}
		b.warn("format %s: the custom format gives no gene", flat.Format)
	}
	switch {
	case flat.HasConst:
		return gene.NewConst(flat.Const)
	case len(flat.Enum) > 0:
		return enum(flat.Enum)
	case len(flat.OneOf)+len(flat.AnyOf) > 0:
		return b.union(flat)
	case derived(flat, original):
		return b.children(flat, original)
	}
	if flat.Not != nil {
		b.warn("not is left out of account")
	}
	return b.typed(flat)
}

func enum(values []any) gene.Gene {
	if len(values) == 1 {
		return gene.NewConst(values[0])
	}
	return gene.NewEnum(slices.Clone(values)...)
}

// seeded lets a gene start from the default and the examples.
func seeded(g gene.Gene, s *openapi.Schema) gene.Gene {
	if s.HasConst || len(s.Enum) > 0 {
		return g
	}
	var seeds []any
	if s.HasDefault {
		seeds = append(seeds, s.Default)
	}
	return withSeeds(g, append(seeds, s.Examples...))
}

func withSeeds(g gene.Gene, seeds []any) gene.Gene {
	var list []any
	for _, v := range seeds {
		if v != nil {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return g
	}
	return gene.NewSeeded(g, list...)
}

// typed returns a gene by the types of a schema, or by the type that its
// keywords hint at.
func (b *schemaBuilder) typed(s *openapi.Schema) gene.Gene {
	kinds := s.Types
	if len(kinds) == 0 {
		if kind := hinted(s); kind != "" {
			kinds = []string{kind}
		}
	}
	var genes []gene.Gene
	for _, kind := range kinds {
		if g := b.kind(kind, s); !isCycle(g) {
			genes = append(genes, g)
		}
	}
	switch {
	case len(kinds) == 0:
		return anything()
	case len(genes) == 0:
		return gene.NewCycle()
	case len(genes) == 1:
		return genes[0]
	}
	return gene.NewChoice(genes...)
}

func (b *schemaBuilder) kind(kind string, s *openapi.Schema) gene.Gene {
	switch kind {
	case "boolean":
		return gene.NewBool()
	case "integer":
		return integer(s)
	case "number":
		return number(s)
	case "string":
		return b.text(s)
	case "file":
		return fileFor(b.where+" "+b.name, "", 0, -1)
	case "array":
		return b.array(s)
	case "object":
		return b.object(s)
	case "null":
		return gene.NewConst(nil)
	}
	b.warn("type %q is not known", kind)
	return anything()
}

// hinted is the type that the keywords of a schema without types speak of.
func hinted(s *openapi.Schema) string {
	switch {
	case len(s.Properties) > 0, s.Additional != nil, len(s.Required) > 0,
		len(s.PatternProperties) > 0, s.MinProperties > 0:
		return "object"
	case s.Items != nil, len(s.PrefixItems) > 0, s.MinItems > 0, s.UniqueItems:
		return "array"
	case s.Pattern != "", s.MinLength > 0, s.MaxLength >= 0, s.ContentEncoding != "", s.ContentMediaType != "":
		return "string"
	case s.Format == "int32" || s.Format == "int64":
		return "integer"
	case s.Minimum != "", s.Maximum != "", s.MultipleOf != "", s.Format == "float", s.Format == "double":
		return "number"
	case s.Format != "":
		return "string"
	}
	return ""
}

// anything is the gene of a value that no schema describes.
func anything() gene.Gene {
	word := gene.NewString(gene.StringLimits{MaxLength: 16})
	return gene.NewChoice(
		word,
		gene.NewInt32(),
		gene.NewBool(),
		gene.NewDouble(gene.FloatLimits{}),
		gene.NewArray(word.Clone(), gene.ArrayLimits{Max: 3}),
		gene.NewMap(freeKey(), word.Clone(), 0, 3),
	)
}

// freeKey is the gene of a name that nothing describes.
func freeKey() gene.Gene {
	return gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 8, Alphabet: "abcdefghijklmnopqrstuvwxyz"})
}

func isCycle(g gene.Gene) bool {
	_, ok := g.(*gene.Cycle)
	return ok
}

// union chooses between the alternatives of oneOf, else of anyOf; what stands
// beside them holds for each.
func (b *schemaBuilder) union(s *openapi.Schema) gene.Gene {
	base := *s
	list := s.OneOf
	if len(list) == 0 {
		list = s.AnyOf
		base.AnyOf = nil
	}
	base.OneOf, base.Discriminator = nil, nil
	base.HasDefault, base.Examples, base.Nullable = false, nil, false
	alone := isBare(&base)
	var genes []gene.Gene
	for _, alternative := range list {
		if g := b.alternative(s.Discriminator, &base, alone, alternative); !isCycle(g) {
			genes = append(genes, g)
		}
	}
	switch len(genes) {
	case 0:
		return gene.NewCycle()
	case 1:
		return genes[0]
	}
	return gene.NewChoice(genes...)
}

func (b *schemaBuilder) alternative(
	d *openapi.Discriminator, base *openapi.Schema, alone bool, s *openapi.Schema,
) gene.Gene {
	if s == nil {
		return gene.NewCycle()
	}
	if alone && d == nil {
		return b.gene(s)
	}
	if b.nested[s] >= maxNested {
		return gene.NewCycle()
	}
	b.nested[s]++ // the merged schema below has no identity of its own
	defer func() { b.nested[s]-- }()
	merged := openapi.NewSchema()
	merged.AllOf = []*openapi.Schema{base, s}
	merged = message.Flatten(merged)
	if merged.Discriminator == d || len(merged.OneOf)+len(merged.AnyOf) == 0 {
		merged.Discriminator = nil // that of a union within stays
	}
	if d != nil {
		message.Tag(merged, d, s)
	}
	return b.gene(merged)
}

// isBare reports whether a schema says nothing of its own but a type.
func isBare(s *openapi.Schema) bool {
	bare := *s
	return hinted(&bare) == "" && s.Format == "" && len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0 &&
		s.Not == nil && len(s.Types) == 0
}

// derived reports whether a schema is the base of others that a discriminator
// without oneOf lists.
func derived(flat, original *openapi.Schema) bool {
	d := flat.Discriminator
	return d != nil && slices.ContainsFunc(d.Mapping, func(p openapi.Property) bool {
		return inherits(p.Schema, original)
	})
}

func inherits(s, base *openapi.Schema) bool {
	return s != nil && s != base && slices.Contains(message.Parts(s), base)
}

// children chooses between the schemas that inherit from a base.
func (b *schemaBuilder) children(flat, base *openapi.Schema) gene.Gene {
	var genes []gene.Gene
	var seen []*openapi.Schema
	for _, p := range flat.Discriminator.Mapping {
		if !inherits(p.Schema, base) || slices.Contains(seen, p.Schema) {
			continue
		}
		seen = append(seen, p.Schema)
		if g := b.gene(p.Schema); !isCycle(g) {
			genes = append(genes, g)
		}
	}
	switch len(genes) {
	case 0:
		return gene.NewCycle()
	case 1:
		return genes[0]
	}
	return gene.NewChoice(genes...)
}
