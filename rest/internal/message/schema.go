package message

import (
	"cmp"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// Flatten returns the schema with its allOf merged into it: the conjunction of all parts. It returns a schema without
// allOf unchanged.
func Flatten(s *openapi.Schema) *openapi.Schema {
	if len(s.AllOf) == 0 {
		return s
	}
	out := *s
	out.AllOf = nil
	out.Properties = slices.Clone(s.Properties)
	nullable := true
	for _, part := range Parts(s) {
		merge(&out, part)
		nullable = nullable && part.Nullable
		if d := part.Discriminator; d != nil {
			Tag(&out, d, s)
		}
	}
	out.Nullable = s.Nullable || nullable
	return &out
}

// The greatest numbers of parts and properties that are merged into one schema. Further ones are left out.
const maxParts, maxProperties = 1000, 5000

// Parts returns the schemas in the allOf of a schema, at any depth, each once.
func Parts(s *openapi.Schema) []*openapi.Schema {
	var out []*openapi.Schema
	seen := map[*openapi.Schema]bool{}
	var visit func(*openapi.Schema)
	visit = func(s *openapi.Schema) {
		for _, part := range s.AllOf {
			if part != nil && !seen[part] && len(out) < maxParts {
				seen[part] = true
				out = append(out, part)
				visit(part)
			}
		}
	}
	visit(s)
	return slices.DeleteFunc(out, func(part *openapi.Schema) bool { return part == s })
}

// merge narrows out by the constraints of m.
func merge(out, m *openapi.Schema) {
	out.Ref = cmp.Or(out.Ref, m.Ref)
	out.Types = intersectTypes(out.Types, m.Types)
	out.Format = cmp.Or(out.Format, m.Format)
	out.Never = out.Never || m.Never
	mergeValues(out, m)
	mergeNumbers(out, m)
	mergeTexts(out, m)
	mergeArrays(out, m)
	mergeObjects(out, m)
	mergeUnions(out, m)
	out.ReadOnly = out.ReadOnly || m.ReadOnly
	out.WriteOnly = out.WriteOnly || m.WriteOnly
	if out.XML == nil && out.Ref == m.Ref { // a derived schema has its own name
		out.XML = m.XML
	}
}

// intersectTypes keeps the types of both; a contradiction keeps the first.
func intersectTypes(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return append(slices.Clip(a), b...)
	}
	var both []string
	for _, t := range a {
		switch {
		case slices.Contains(b, t):
			both = append(both, t)
		case t == "number" && slices.Contains(b, "integer"):
			both = append(both, "integer")
		case t == "integer" && slices.Contains(b, "number"):
			both = append(both, "integer")
		}
	}
	if len(both) == 0 {
		return a
	}
	return both
}

func mergeValues(out, m *openapi.Schema) {
	if !out.HasConst && m.HasConst {
		out.Const, out.HasConst = m.Const, true
	}
	if !out.HasDefault && m.HasDefault {
		out.Default, out.HasDefault = m.Default, true
	}
	out.Examples = append(slices.Clip(out.Examples), m.Examples...)
	out.EnumMore = out.EnumMore || m.EnumMore
	out.Description = cmp.Or(out.Description, m.Description)
	if len(out.Enum) == 0 {
		out.Enum = m.Enum
		return
	}
	if len(m.Enum) == 0 {
		return
	}
	both := slices.DeleteFunc(slices.Clone(out.Enum), func(v any) bool {
		return !slices.ContainsFunc(m.Enum, func(w any) bool { return value.Equal(v, w) })
	})
	if len(both) > 0 {
		out.Enum = both
	}
}

func mergeNumbers(out, m *openapi.Schema) {
	if isTighter(out.Minimum, m.Minimum, 1) {
		out.Minimum, out.ExclusiveMinimum = m.Minimum, m.ExclusiveMinimum
	}
	if isTighter(out.Maximum, m.Maximum, -1) {
		out.Maximum, out.ExclusiveMaximum = m.Maximum, m.ExclusiveMaximum
	}
	out.MultipleOf = cmp.Or(out.MultipleOf, m.MultipleOf)
}

// isTighter reports whether limit b replaces a: it is there and lies in the
// direction of sign.
func isTighter(a, b json.Number, sign int) bool {
	x, hasX := Rational(a)
	y, hasY := Rational(b)
	return hasY && (!hasX || y.Cmp(x)*sign > 0)
}

func mergeTexts(out, m *openapi.Schema) {
	out.MinLength = max(out.MinLength, m.MinLength)
	out.MaxLength = lowerLimit(out.MaxLength, m.MaxLength)
	out.Pattern = cmp.Or(out.Pattern, m.Pattern)
	out.ContentEncoding = cmp.Or(out.ContentEncoding, m.ContentEncoding)
	out.ContentMediaType = cmp.Or(out.ContentMediaType, m.ContentMediaType)
}

// lowerLimit returns the smaller of two upper limits. -1 stands for no limit.
func lowerLimit(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

func mergeArrays(out, m *openapi.Schema) {
	out.MinItems = max(out.MinItems, m.MinItems)
	out.MaxItems = lowerLimit(out.MaxItems, m.MaxItems)
	out.UniqueItems = out.UniqueItems || m.UniqueItems
	out.Items = conjoin(out.Items, m.Items)
	if len(out.PrefixItems) == 0 {
		out.PrefixItems = m.PrefixItems
	}
	if out.Contains == nil {
		out.Contains = m.Contains
	}
}

// conjoin returns the schema of the values that fit a and b.
func conjoin(a, b *openapi.Schema) *openapi.Schema {
	if a == nil || a == b {
		return b
	}
	if b == nil {
		return a
	}
	s := openapi.NewSchema()
	s.AllOf = []*openapi.Schema{a, b}
	return s
}

func mergeObjects(out, m *openapi.Schema) {
	for _, p := range m.Properties {
		if len(out.Properties) >= maxProperties {
			break
		}
		i := slices.IndexFunc(out.Properties, func(q openapi.Property) bool { return q.Name == p.Name })
		if i < 0 {
			out.Properties = append(out.Properties, p)
			continue
		}
		out.Properties[i].Schema = conjoin(out.Properties[i].Schema, p.Schema)
	}
	out.Required = append(slices.Clip(out.Required), m.Required...)
	out.Additional = conjoin(out.Additional, m.Additional)
	out.NoAdditional = out.NoAdditional || m.NoAdditional
	out.PatternProperties = append(slices.Clip(out.PatternProperties), m.PatternProperties...)
	out.PropertyNames = conjoin(out.PropertyNames, m.PropertyNames)
	out.MinProperties = max(out.MinProperties, m.MinProperties)
	out.MaxProperties = lowerLimit(out.MaxProperties, m.MaxProperties)
}

// mergeUnions keeps one oneOf and one anyOf; a third set of alternatives is
// left to chance.
func mergeUnions(out, m *openapi.Schema) {
	for _, union := range [][]*openapi.Schema{m.OneOf, m.AnyOf} {
		switch {
		case len(union) == 0:
		case len(out.OneOf) == 0:
			out.OneOf = union
		case len(out.AnyOf) == 0:
			out.AnyOf = union
		}
	}
	if out.Discriminator == nil && len(m.OneOf)+len(m.AnyOf) > 0 {
		out.Discriminator = m.Discriminator
	}
}

// Tag gives the discriminating property of a schema the values that d maps to
// original, the schema before merging.
func Tag(s *openapi.Schema, d *openapi.Discriminator, original *openapi.Schema) {
	names := namesTagged(d, original)
	if d.Property == "" || len(names) == 0 {
		return
	}
	value := openapi.NewSchema()
	value.Types, value.Enum = []string{"string"}, names
	s.Properties = slices.Clone(s.Properties)
	i := slices.IndexFunc(s.Properties, func(p openapi.Property) bool { return p.Name == d.Property })
	if i < 0 {
		s.Properties = append(s.Properties, openapi.Property{Name: d.Property, Schema: value})
	} else {
		s.Properties[i].Schema = value
	}
	if !s.IsRequired(d.Property) {
		s.Required = append(slices.Clip(s.Required), d.Property)
	}
}

// namesTagged returns the names that a discriminator has for a schema: those of the mapping, else the name of the
// schema.
func namesTagged(d *openapi.Discriminator, s *openapi.Schema) []any {
	var names []any
	for _, p := range d.Mapping {
		if p.Schema == s {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 && s.Ref != "" {
		names = append(names, s.Ref[strings.LastIndexByte(s.Ref, '/')+1:])
	}
	return names
}

// Property returns the schema of a member, or nil if it is not declared.
func Property(s *openapi.Schema, name string) *openapi.Schema {
	return propertyAt(s, name, 0)
}

// maxUnionDepth bounds the nesting of unions that is searched for a property.
const maxUnionDepth = 4

func propertyAt(s *openapi.Schema, name string, depth int) *openapi.Schema {
	if s == nil || depth > maxUnionDepth {
		return nil
	}
	s = Flatten(s)
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Schema
		}
	}
	for _, alternative := range slices.Concat(s.OneOf, s.AnyOf) {
		if p := propertyAt(alternative, name, depth+1); p != nil {
			return p
		}
	}
	return s.Additional
}

// Items returns the schema of the elements of an array, or nil if it is not declared.
func Items(s *openapi.Schema) *openapi.Schema {
	if s == nil {
		return nil
	}
	return Flatten(s).Items
}

// Rational parses a limit. It returns false for limits that no number in a message can reach: the digits of an
// exponent of millions would need too much memory.
func Rational(n json.Number) (*big.Rat, bool) {
	f, err := strconv.ParseFloat(string(n), 64)
	if n == "" || err != nil || math.Abs(f) > 1e300 {
		return nil, false
	}
	if math.Abs(f) < 1e-300 {
		return new(big.Rat), true
	}
	return new(big.Rat).SetString(string(n))
}
