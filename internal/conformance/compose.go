package conformance

import (
	"slices"

	"github.com/evoke-go/evoke/openapi"
)

// members translates the keywords for objects.
func (t translation) members(out object, s *openapi.Schema, depth int) {
	if len(s.Properties) > 0 {
		out["properties"] = t.named(s.Properties, depth)
	}
	if patterns := t.known(s.PatternProperties); len(patterns) > 0 {
		out["patternProperties"] = t.named(patterns, depth)
	}
	if required := requiredInResponse(s); len(required) > 0 {
		out["required"] = required
	}
	if s.PropertyNames != nil {
		out["propertyNames"] = t.whole(s.PropertyNames, depth+1)
	}
	unknown := len(t.known(s.PatternProperties)) < len(s.PatternProperties)
	switch {
	case t.open || unknown || isComposed(s):
		// This part alone does not tell which names are additional.
	case s.Additional != nil:
		out["additionalProperties"] = t.whole(s.Additional, depth+1)
	case s.NoAdditional:
		out["additionalProperties"] = false
	}
}

func isComposed(s *openapi.Schema) bool { return len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0 }

func (t translation) named(all []openapi.Property, depth int) object {
	out := make(object, len(all))
	for _, p := range all {
		out[p.Name] = t.whole(p.Schema, depth+1)
	}
	return out
}

// known leaves out properties with patterns that cannot be matched.
func (t translation) known(all []openapi.Property) []openapi.Property {
	return slices.DeleteFunc(slices.Clone(all), func(p openapi.Property) bool { return t.c.patterns[p.Name] == nil })
}

// requiredInResponse leaves out the properties that only clients send.
func requiredInResponse(s *openapi.Schema) []any {
	if len(s.Required) == 0 {
		return nil
	}
	hidden := map[string]bool{}
	writeOnly(s, hidden, 0)
	var out []any
	for _, name := range s.Required {
		if !hidden[name] {
			out = append(out, name)
		}
	}
	return out
}

// writeOnly collects the properties that responses need not have.
func writeOnly(s *openapi.Schema, into map[string]bool, depth int) {
	if depth > maxInline {
		return
	}
	for _, p := range s.Properties {
		if p.Schema.WriteOnly || len(p.Schema.AllOf) == 1 && p.Schema.AllOf[0].WriteOnly {
			into[p.Name] = true
		}
	}
	for _, part := range s.AllOf {
		writeOnly(part, into, depth+1)
	}
}

// choices translates allOf, anyOf, oneOf and not.
//
// A value that matches several alternatives of oneOf shows that the schema is
// ambiguous, not that the response is wrong. So oneOf is read as anyOf.
func (t translation) choices(out object, s *openapi.Schema, depth int) {
	parts := len(s.AllOf)
	alone := len(s.Properties) == 0 && len(s.Required) == 0
	var all []any
	for _, p := range s.AllOf {
		if parts == 1 && alone && len(s.AnyOf)+len(s.OneOf) == 0 {
			all = append(all, t.reference(p, depth+1))
			continue
		}
		// the part has the discriminator for schemas that extend it
		all = append(all, translation{t.c, true, true}.reference(p, depth+1))
	}
	for _, group := range [][]*openapi.Schema{s.AnyOf, s.OneOf} {
		if len(group) == 0 || s.Partial {
			continue // one of the alternatives may have been left out
		}
		var any []any
		for _, p := range group {
			if alone && parts == 0 && len(s.AnyOf)*len(s.OneOf) == 0 {
				any = append(any, t.reference(p, depth+1))
				continue
			}
			any = append(any, t.aspect(p, depth+1))
		}
		all = append(all, object{"anyOf": any})
	}
	if len(all) == 1 && parts == 0 {
		out["anyOf"] = all[0].(object)["anyOf"]
	} else if len(all) > 0 {
		out["allOf"] = all
	}
	if s.Not != nil && isPlain(s.Not) {
		out["not"] = t.aspect(s.Not, depth+1)
	}
}

// discriminated makes the value of a discriminator choose the schema. An unknown value chooses none: the alternatives
// stay, and it is a violation unless the document lists the value elsewhere.
func (t translation) discriminated(out object, s *openapi.Schema) {
	d := s.Discriminator
	if d == nil || t.bare || s.Partial || len(d.Mapping) == 0 {
		return
	}
	var names, chosen []any
	is := func(test object) object {
		return object{"type": "object", "required": []any{d.Property}, "properties": object{d.Property: test}}
	}
	for _, m := range d.Mapping {
		names = append(names, m.Name)
		address := t.c.address(resource{m.Schema, t.open, true})
		chosen = append(chosen, object{"if": is(object{"const": m.Name}), "then": object{"$ref": address}})
	}
	out["if"], out["then"] = is(object{"enum": names}), object{"allOf": chosen}
	otherwise := object{}
	if alternatives, ok := out["anyOf"]; ok {
		otherwise["anyOf"] = alternatives
		delete(out, "anyOf")
	}
	if !d.Open {
		schemas := object{"type": "string", "not": object{"enum": texts(d.Names)}}
		known := object{"properties": object{d.Property: object{"if": schemas,
			"then": object{"enum": listed(s, names)}}}}
		otherwise = object{"if": known, "then": otherwise, "else": known}
	}
	out["else"] = otherwise
}

// listed adds the values that the schemas of a discriminator's member list to the mapped ones.
func listed(s *openapi.Schema, out []any) []any {
	of, _ := member(aspects([]*openapi.Schema{s}), s.Discriminator.Property)
	for _, a := range aspects(of) {
		for _, v := range a.Enum {
			out = append(out, jsonValue(v))
		}
		if a.HasConst {
			out = append(out, jsonValue(a.Const))
		}
	}
	return out
}

func texts(all []string) []any {
	out := make([]any, len(all))
	for i, text := range all {
		out[i] = text
	}
	return out
}

// isPlain reports whether the translation of a schema is exact. Under "not", a check that is left out would forbid too
// much.
func isPlain(s *openapi.Schema) bool {
	return !s.Partial && !s.Nullable && !s.Always && !isComposed(s) && s.Not == nil && s.Discriminator == nil &&
		len(s.Properties)+len(s.PatternProperties)+len(s.PrefixItems) == 0 &&
		s.Additional == nil && !s.NoAdditional && s.Items == nil && s.Contains == nil && s.PropertyNames == nil &&
		s.Format == "" && s.Pattern == "" &&
		(len(s.Types)+len(s.Enum)+len(s.Required) > 0 || s.HasConst || s.Never)
}
