package genotype

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// The limits of the genes of one operation. Schemas are graphs that may have circles. The trees of genes must end.
const (
	// maxNested is how often a schema may occur on a path of the tree, if it has no gene for recursive values.
	maxNested = 2
	// maxDepth is the depth from which on optional parts are left out, and hardDepth the same for required parts.
	maxDepth, hardDepth = 10, 24
	// maxGenes is the number of genes that the optional parts of an operation share. From hardGenes on, required parts
	// are left out too.
	maxGenes, hardGenes = 1500, 10000
	// If all operations together have allGenes genes, the optional parts of a further operation share fewGenes, and
	// hardFew takes the place of hardGenes.
	allGenes, fewGenes, hardFew = 500_000, 50, 300
	// maxSize caps the least length of texts and arrays. maxDistinct caps the least length of collections that compare
	// their elements with each other.
	maxSize, maxDistinct = 10000, 100
	// maxForced caps the values that each call of an operation has. Every charsOfValue characters of a text count as a
	// value.
	maxForced, charsOfValue = 300, 100
	// An array whose elements have up to smallElement genes may have any number of elements. The elements of any other
	// array may have maxVolume genes together, if there are more than two elements.
	smallElement, maxVolume = 20, 200
)

// schemaBuilder makes genes for schemas. It keeps account of the size of the genes of an operation.
type schemaBuilder struct {
	// custom makes genes for schemas by their format. It takes precedence over the built-in formats.
	custom   map[string]func(*openapi.Schema) gene.Gene
	formats  map[string]bool // formats of all schemas
	builtIn  formatGenes
	where    string // the operation, for warnings
	warned   []string
	listings listings
	answered map[string][]any // values that answers of the operation list, by member

	nested map[*openapi.Schema]int // number of occurrences of a schema between the gene at hand and the root
	account
	recursions

	large   bool   // the part at hand was cut because of its size
	segment bool   // the value is a segment of a path
	name    string // name of the parameter or member at hand
}

// account counts the genes of an operation.
type account struct {
	depth  int // depth of the gene at hand
	total  int // genes made for this operation
	left   int // genes that optional parts may still have
	volume int // genes of a value whose arrays are all full
	forced int // genes of a value whose arrays all have the least number of elements
	all    int // genes made for all operations
	stop   <-chan struct{}
}

// begin starts the account of an operation.
func (b *schemaBuilder) begin(where string) {
	b.where, b.depth, b.total, b.volume, b.forced = where, 0, 0, 0, 0
	b.nested = map[*openapi.Schema]int{}
	b.beginPart("", false)
}

// beginPart starts the account of a part of an operation: a parameter with a name, which may be a segment of the path,
// or a body.
func (b *schemaBuilder) beginPart(name string, segment bool) {
	b.left, b.name, b.segment, b.large = maxGenes, name, segment, false
	if b.all > allGenes {
		b.left = fewGenes
	}
}

// isFull reports whether the operation has too many genes for another gene, or whether the making of genes is stopped.
func (b *account) isFull() bool {
	select {
	case <-b.stop:
		return true
	default:
		return b.depth > hardDepth || b.total > hardGenes || b.all > allGenes && b.total > hardFew
	}
}

// warnNone warns that a part of an operation has no gene, and says why.
func (b *schemaBuilder) warnNone(what string) {
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

// makeGene returns a gene for the values of a schema. It returns a *gene.Cycle if the tree of genes has to be cut.
func (b *schemaBuilder) makeGene(s *openapi.Schema) gene.Gene {
	if s == nil {
		return makeAnything()
	}
	b.large = b.large || b.isFull()
	if s.Never || b.isFull() || b.cut && b.nested[s] > 0 {
		return gene.NewCycle()
	}
	if b.nested[s] > 0 {
		if g := (unfolder{b}).makeWithin(s); g != nil {
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
	g := b.makeUnseeded(flat, s)
	if isCycle(g) {
		if flat.Nullable {
			return gene.NewConst(nil)
		}
		return g
	}
	g = withSeedsOf(b.listings.withDescribed(g, flat, b.answered[b.name]), flat)
	if flat.Nullable && !slices.Contains(flat.Enum, nil) {
		return gene.NewNullable(g)
	}
	return g
}

// makeUnseeded returns a gene like makeGene, without defaults, examples and null.
func (b *schemaBuilder) makeUnseeded(flat, original *openapi.Schema) gene.Gene {
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
	case len(flat.Enum) == 1:
		return gene.NewConst(flat.Enum[0])
	case len(flat.Enum) > 0:
		return gene.NewEnum(slices.Clone(flat.Enum)...)
	case len(flat.OneOf)+len(flat.AnyOf) > 0:
		return b.makeUnion(flat)
	case isBase(flat, original):
		return b.makeChildren(flat, original)
	}
	if flat.Not != nil {
		b.warn("not is left out of account")
	}
	return b.makeTyped(flat)
}

// withSeedsOf returns a gene that starts from the default and the examples of a schema.
func withSeedsOf(g gene.Gene, s *openapi.Schema) gene.Gene {
	if s.HasConst || len(s.Enum) > 0 {
		return g
	}
	var seeds []any
	if s.HasDefault {
		seeds = append(seeds, s.Default)
	}
	return withSeeds(g, append(seeds, s.Examples...))
}

// withSeeds returns a gene that starts from values. It leaves out nil.
func withSeeds(g gene.Gene, seeds []any) gene.Gene {
	list := slices.DeleteFunc(slices.Clone(seeds), func(v any) bool { return v == nil })
	if len(list) == 0 {
		return g
	}
	return gene.NewSeeded(g, list...)
}

// makeTyped returns a gene by the types of a schema, or else by the type that its keywords imply.
func (b *schemaBuilder) makeTyped(s *openapi.Schema) gene.Gene {
	kinds := s.Types
	if len(kinds) == 0 {
		if kind := hintedType(s); kind != "" {
			kinds = []string{kind}
		}
	}
	if len(kinds) == 0 {
		return makeAnything()
	}
	var genes []gene.Gene
	for _, kind := range kinds {
		genes = append(genes, b.makeKind(kind, s))
	}
	return chooseAmong(genes)
}

// chooseAmong returns a gene that chooses between some genes, without cycles. It returns a single gene itself, and a
// *gene.Cycle if all genes are cycles.
func chooseAmong(genes []gene.Gene) gene.Gene {
	switch genes = slices.DeleteFunc(genes, isCycle); len(genes) {
	case 0:
		return gene.NewCycle()
	case 1:
		return genes[0]
	}
	return gene.NewChoice(genes...)
}

func (b *schemaBuilder) makeKind(kind string, s *openapi.Schema) gene.Gene {
	switch kind {
	case "boolean":
		return gene.NewBool()
	case "integer":
		return makeInteger(s)
	case "number":
		return makeNumber(s)
	case "string":
		return b.makeText(s)
	case "file":
		return makeFile(b.where+" "+b.name, "", 0, -1)
	case "array":
		return b.makeArray(s)
	case "object":
		return b.makeObject(s)
	case "null":
		return gene.NewConst(nil)
	}
	b.warn("type %q is not known", kind)
	return makeAnything()
}

// hintedType returns the type that the keywords of a schema imply, "" for none.
func hintedType(s *openapi.Schema) string {
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

// makeAnything returns the gene of a value that no schema describes.
func makeAnything() gene.Gene {
	word := gene.NewString(gene.StringLimits{MaxLength: 16})
	return gene.NewChoice(
		word,
		gene.NewInt32(),
		gene.NewBool(),
		gene.NewDouble(gene.FloatLimits{}),
		gene.NewArray(word.Clone(), gene.ArrayLimits{Max: 3}),
		gene.NewMap(makeKeyOfAnything(), word.Clone(), 0, 3),
	)
}

// makeKeyOfAnything returns the gene of a name that no schema describes: letters, or a name that the program looks for.
func makeKeyOfAnything() gene.Gene {
	return gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 32, Alphabet: "abcdefghijklmnopqrstuvwxyz",
		Rare: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."})
}

func isCycle(g gene.Gene) bool {
	_, ok := g.(*gene.Cycle)
	return ok
}

// makeUnion returns a gene that chooses between the alternatives of oneOf, else of anyOf. The other keywords of the
// schema hold for each alternative.
func (b *schemaBuilder) makeUnion(s *openapi.Schema) gene.Gene {
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
		genes = append(genes, b.makeAlternative(s.Discriminator, &base, alone, alternative))
	}
	return chooseAmong(genes)
}

// makeAlternative returns the gene of an alternative of a union. base has the other keywords of the union; alone says
// that there are none.
func (b *schemaBuilder) makeAlternative(
	d *openapi.Discriminator, base *openapi.Schema, alone bool, s *openapi.Schema,
) gene.Gene {
	if s == nil {
		return gene.NewCycle()
	}
	if alone && d == nil {
		return b.makeGene(s)
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
		merged.Discriminator = nil // the discriminator of a union inside the alternative stays
	}
	if d != nil {
		message.Tag(merged, d, s)
	}
	return b.makeGene(merged)
}

// isBare reports whether a schema has no keyword that restricts values.
func isBare(s *openapi.Schema) bool {
	return hintedType(s) == "" && s.Format == "" && len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0 && s.Not == nil &&
		len(s.Types) == 0
}

// isBase reports whether a schema is the base of other schemas that its discriminator lists.
func isBase(flat, original *openapi.Schema) bool {
	d := flat.Discriminator
	return d != nil && slices.ContainsFunc(d.Mapping, func(p openapi.Property) bool {
		return inherits(p.Schema, original)
	})
}

func inherits(s, base *openapi.Schema) bool {
	return s != nil && s != base && slices.Contains(message.Parts(s), base)
}

// makeChildren returns a gene that chooses between the schemas that inherit from a base.
func (b *schemaBuilder) makeChildren(flat, base *openapi.Schema) gene.Gene {
	var genes []gene.Gene
	var seen []*openapi.Schema
	for _, p := range flat.Discriminator.Mapping {
		if !inherits(p.Schema, base) || slices.Contains(seen, p.Schema) {
			continue
		}
		seen = append(seen, p.Schema)
		genes = append(genes, b.makeGene(p.Schema))
	}
	return chooseAmong(genes)
}
