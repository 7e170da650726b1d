package genotype

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// maxUndeclared is the greatest number of undeclared members of an object.
const maxUndeclared = 3

// undescribedText is the usual value of a member that is required and has no schema: a text that may be a number.
const undescribedText = "1"

// makeObject returns the gene of an object. It leaves out members that only answers have.
func (b *schemaBuilder) makeObject(s *openapi.Schema) gene.Gene {
	properties := requestProperties(s)
	if len(properties) == 0 {
		return b.makeDictionary(s)
	}
	var fields []gene.Field
	for i, p := range properties {
		required := s.IsRequired(p.Name)
		b.name = p.Name
		g := b.makeMember(p.Schema, required, len(properties)-i)
		if g == nil {
			continue
		}
		if isCycle(g) {
			if required {
				return g // an object without the member is invalid
			}
			continue
		}
		switch {
		case !required:
			g = gene.NewOptional(g)
		case p.Schema == nil:
			g = gene.NewSeeded(g, undescribedText)
		}
		fields = append(fields, gene.Field{Name: p.Name, Gene: g})
	}
	o := gene.NewObject(fields...)
	b.name = ""
	if s.Additional != nil {
		if g := b.makeMember(s.Additional, false, 1); g != nil && !isCycle(g) {
			o.SetAdditional(g, maxUndeclared)
		}
	}
	if s.MinProperties > 0 || s.MaxProperties >= 0 {
		o.SetCount(max(0, s.MinProperties), s.MaxProperties)
	}
	return o
}

// requestProperties returns the properties that a request may have, also those that are required and have no schema. A
// name without a schema that differs only in its spelling from a property has the schema of the property, because many
// decoders accept both spellings.
func requestProperties(s *openapi.Schema) []openapi.Property {
	var out []openapi.Property
	for _, p := range s.Properties {
		if p.Schema == nil || !message.Flatten(p.Schema).ReadOnly {
			out = append(out, p)
		}
	}
	for _, name := range s.Required {
		known := func(p openapi.Property) bool { return p.Name == name }
		if !slices.ContainsFunc(s.Properties, known) && !slices.ContainsFunc(out, known) {
			out = append(out, openapi.Property{Name: name, Schema: schemaOfSpelling(s, name)})
		}
	}
	return out
}

// schemaOfSpelling returns the schema of the property whose name differs from a name only in case and separators. It
// returns the schema of undeclared members if there is none.
func schemaOfSpelling(s *openapi.Schema, name string) *openapi.Schema {
	plain := func(name string) string { return strings.NewReplacer("_", "", "-", "").Replace(name) }
	for _, p := range s.Properties {
		if strings.EqualFold(plain(p.Name), plain(name)) {
			return p.Schema
		}
	}
	return s.Additional
}

// makeMember returns the gene of a part of an object or array. All siblings share the genes that optional parts may
// still have. It returns nil if an optional part is left out because the tree is large enough.
func (b *schemaBuilder) makeMember(s *openapi.Schema, required bool, siblings int) gene.Gene {
	before := b.left
	share := before / max(1, siblings)
	if !required && (share < 1 || b.depth > maxDepth) {
		return nil
	}
	b.left = share
	g := b.makeGene(s)
	b.left += before - share
	return g
}

// makeDictionary returns the gene of an object without declared members.
func (b *schemaBuilder) makeDictionary(s *openapi.Schema) gene.Gene {
	least := b.capLimit(s.MinProperties, maxDistinct, "minProperties")
	most := max(least, maxUndeclared)
	if s.MaxProperties >= 0 {
		most = min(most, max(least, s.MaxProperties))
	}
	key, value := b.makeKey(s), s.Additional
	if value == nil && len(s.PatternProperties) > 0 {
		value = s.PatternProperties[0].Schema
	}
	if s.NoAdditional && len(s.PatternProperties) == 0 || most == 0 {
		return gene.NewObject()
	}
	if value == nil && len(s.Properties) > 0 { // all are read-only
		return gene.NewObject()
	}
	before := b.forced
	g := b.makeMember(value, least > 0, 1)
	if fits := b.bookForced(least, b.forced-before+1); fits < least {
		b.warnTaken("minProperties", least, fits)
		least, most = fits, fits
	}
	switch {
	case g == nil || isCycle(g) && least == 0:
		return gene.NewObject()
	case isCycle(g):
		return g
	}
	return gene.NewMap(key, g, least, most)
}

// makeKey returns the gene of the names in a dictionary.
func (b *schemaBuilder) makeKey(s *openapi.Schema) gene.Gene {
	if s.PropertyNames != nil {
		named := *message.Flatten(s.PropertyNames)
		if len(named.Types) == 0 {
			named.Types = []string{"string"}
		}
		named.MinLength = max(1, named.MinLength)
		return b.makeUnseeded(&named, s.PropertyNames)
	}
	if len(s.PatternProperties) > 0 && s.Additional == nil {
		if g, err := gene.NewRegex(s.PatternProperties[0].Name); err == nil {
			return g.WithLength(1, -1)
		}
	}
	return makeKeyOfAnything()
}

// makeArray returns the gene of an array or, with prefixItems, of a tuple.
func (b *schemaBuilder) makeArray(s *openapi.Schema) gene.Gene {
	if len(s.PrefixItems) > 0 {
		return b.makeTuple(s)
	}
	size := maxSize
	if s.UniqueItems {
		size = maxDistinct
	}
	least := b.capLimit(s.MinItems, size, "minItems")
	limits := gene.ArrayLimits{Min: least, Max: s.MaxItems, Unique: s.UniqueItems}
	if s.MaxItems >= 0 {
		limits.Max = max(least, s.MaxItems)
	}
	before, forced := b.volume, b.forced
	g := b.makeMember(s.Items, least > 0, 1)
	if fits := b.bookForced(least, b.forced-forced); fits < least {
		b.warnTaken("minItems", least, fits)
		least, limits.Min, limits.Max = fits, fits, fits
	}
	limits.Max = b.bookArray(b.volume-before, least, limits.Max)
	if g == nil {
		g = gene.NewCycle()
	}
	if isCycle(g) && least > 0 {
		return g
	}
	if s.Contains != nil {
		b.warn("contains is left out of account")
	}
	return gene.NewArray(g, limits)
}

// bookForced returns how many elements an array or object may have that needs the least number, if each element has a
// number of forced values. It adds these values to the account.
func (b *account) bookForced(least, element int) int {
	if least < 2 {
		return least
	}
	left := max(0, maxForced-b.forced)
	fits := min(least, 1+left/max(1, element))
	b.forced += (fits - 1) * element
	return fits
}

// warnTaken warns of a limit that would make a call too large, and names the limit that is taken in its place.
func (b *schemaBuilder) warnTaken(keyword string, least, fits int) {
	b.warn("%s %d is taken for %d, as a call has at most %d values", keyword, least, fits, maxForced)
}

// bookArray adds an array to the account of the volume, and returns the greatest number of elements that the array may
// have. Without this bound, arrays in arrays in arrays would make bodies of megabytes.
func (b *account) bookArray(element, least, most int) int {
	count := gene.DefaultMaxElements
	if element > smallElement {
		count = min(count, max(2, maxVolume/element))
		if most >= 0 {
			count = min(count, most)
		}
		count = max(count, least)
		most = count
	}
	b.volume += element * (min(max(count, least), maxSize) - 1)
	b.volume = min(b.volume, 1<<30)
	return most
}

// makeTuple returns the gene of an array with prefixItems.
func (b *schemaBuilder) makeTuple(s *openapi.Schema) gene.Gene {
	genes := make([]gene.Gene, len(s.PrefixItems))
	for i, item := range s.PrefixItems {
		genes[i] = b.makeMember(item, true, len(s.PrefixItems)-i)
		if isCycle(genes[i]) {
			return genes[i]
		}
	}
	return gene.NewTuple(genes...)
}
