package genotype

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// maxFree is the most members beyond the declared ones.
const maxFree = 3

// undescribed is the usual value of a member that is required and not described: a text that
// may be a number.
const undescribed = "1"

// object is the gene of an object. What only answers hold is left out.
func (b *schemaBuilder) object(s *openapi.Schema) gene.Gene {
	properties := requestProperties(s)
	if len(properties) == 0 {
		return b.dictionary(s)
	}
	var fields []gene.Field
	for i, p := range properties {
		required := s.IsRequired(p.Name)
		b.name = p.Name
		g := b.member(p.Schema, required, len(properties)-i)
		if g == nil {
			continue
		}
		if isCycle(g) {
			if required {
				return g // without the member the object would be invalid
			}
			continue
		}
		switch {
		case !required:
			g = gene.NewOptional(g)
		case p.Schema == nil:
			g = gene.NewSeeded(g, undescribed)
		}
		fields = append(fields, gene.Field{Name: p.Name, Gene: g})
	}
	o := gene.NewObject(fields...)
	b.name = ""
	if s.Additional != nil {
		if g := b.member(s.Additional, false, 1); g != nil && !isCycle(g) {
			o.SetAdditional(g, maxFree)
		}
	}
	if s.MinProperties > 0 || s.MaxProperties >= 0 {
		o.SetCount(max(0, s.MinProperties), s.MaxProperties)
	}
	return o
}

// requestProperties are the properties that a request may have, those that
// are required but not described included. One of these that differs from a described one
// only in its spelling has the schema of that: many decoders take one for the other.
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
			out = append(out, openapi.Property{Name: name, Schema: respelt(s, name)})
		}
	}
	return out
}

// respelt returns the schema of the property that is spelt like a name but for case and
// separators, or else that of undescribed ones.
func respelt(s *openapi.Schema, name string) *openapi.Schema {
	plain := func(name string) string { return strings.NewReplacer("_", "", "-", "").Replace(name) }
	for _, p := range s.Properties {
		if strings.EqualFold(plain(p.Name), plain(name)) {
			return p.Schema
		}
	}
	return s.Additional
}

// member is the gene of a part of an object or array, given its fair share of
// the genes that are left: one of siblings. nil says that an optional part is
// left out because the tree is big enough.
func (b *schemaBuilder) member(s *openapi.Schema, required bool, siblings int) gene.Gene {
	before := b.left
	share := before / max(1, siblings)
	if !required && (share < 1 || b.depth > maxDepth) {
		return nil
	}
	b.left = share
	g := b.gene(s)
	b.left += before - share
	return g
}

// dictionary is the gene of an object without declared members.
func (b *schemaBuilder) dictionary(s *openapi.Schema) gene.Gene {
	least := b.size(s.MinProperties, maxDistinct, "minProperties")
	most := max(least, maxFree)
	if s.MaxProperties >= 0 {
		most = min(most, max(least, s.MaxProperties))
	}
	key, value := b.key(s), s.Additional
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
	g := b.member(value, least > 0, 1)
	if fits := b.afford(least, b.forced-before+1); fits < least {
		b.taken("minProperties", least, fits)
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

// key is the gene of the names of a dictionary.
func (b *schemaBuilder) key(s *openapi.Schema) gene.Gene {
	if s.PropertyNames != nil {
		named := *message.Flatten(s.PropertyNames)
		if len(named.Types) == 0 {
			named.Types = []string{"string"}
		}
		named.MinLength = max(1, named.MinLength)
		return b.unseeded(&named, s.PropertyNames)
	}
	if len(s.PatternProperties) > 0 && s.Additional == nil {
		if g, err := gene.NewRegex(s.PatternProperties[0].Name); err == nil {
			return g.WithLength(1, -1)
		}
	}
	return freeKey()
}

// array is the gene of an array or, with prefixItems, of a tuple.
func (b *schemaBuilder) array(s *openapi.Schema) gene.Gene {
	if len(s.PrefixItems) > 0 {
		return b.tuple(s)
	}
	size := maxSize
	if s.UniqueItems {
		size = maxDistinct
	}
	least := b.size(s.MinItems, size, "minItems")
	limits := gene.ArrayLimits{Min: least, Max: s.MaxItems, Unique: s.UniqueItems}
	if s.MaxItems >= 0 {
		limits.Max = max(least, s.MaxItems)
	}
	before, forced := b.volume, b.forced
	g := b.member(s.Items, least > 0, 1)
	if fits := b.afford(least, b.forced-forced); fits < least {
		b.taken("minItems", least, fits)
		least, limits.Min, limits.Max = fits, fits, fits
	}
	limits.Max = b.fill(b.volume-before, least, limits.Max)
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

// afford returns how many elements an array or object of at least so many may
// have, whose parts are so many forced values each.
func (b *account) afford(least, element int) int {
	if least < 2 {
		return least
	}
	left := max(0, maxForced-b.forced)
	fits := min(least, 1+left/max(1, element))
	b.forced += (fits - 1) * element
	return fits
}

// taken warns of a limit that a call would be too large with.
func (b *schemaBuilder) taken(keyword string, least, fits int) {
	b.warn("%s %d is taken for %d, as a call has at most %d values", keyword, least, fits, maxForced)
}

// fill takes an array into the account of the volume and returns the most
// elements it may have. Arrays in arrays in arrays, five elements each, would
// make bodies of megabytes.
func (b *account) fill(element, least, most int) int {
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

func (b *schemaBuilder) tuple(s *openapi.Schema) gene.Gene {
	genes := make([]gene.Gene, len(s.PrefixItems))
	for i, item := range s.PrefixItems {
		genes[i] = b.member(item, true, len(s.PrefixItems)-i)
		if isCycle(genes[i]) {
			return genes[i]
		}
	}
	return gene.NewTuple(genes...)
}
