package conformance

import (
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// pointer writes the path to a value. Indices and undeclared names become "*", because they change from one response to
// the next.
func pointer(way []string, val any, s *openapi.Schema) string {
	out := ""
	at := []*openapi.Schema{s}
	for _, key := range way {
		list, isList := val.([]any)
		if isList {
			out = value.Below(out, "*")
			if i, err := strconv.Atoi(key); err == nil && i < len(list) {
				val = list[i]
			}
			at = elements(aspects(at))
			continue
		}
		members, _ := val.(map[string]any)
		val = members[key]
		var declared bool
		if at, declared = member(aspects(at), key); !declared {
			key = "*"
		}
		out = value.Below(out, key)
	}
	return out
}

// maxAspects bounds the schemas that are looked at for one value.
const maxAspects = 200

// aspects returns the schemas together with all schemas of which they are composed.
func aspects(all []*openapi.Schema) []*openapi.Schema {
	seen := map[*openapi.Schema]bool{}
	var out []*openapi.Schema
	for len(all) > 0 && len(out) < maxAspects {
		s := all[0]
		all = all[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		out = append(out, s)
		all = append(append(append(all[:len(all):len(all)], s.AllOf...), s.AnyOf...), s.OneOf...)
		if s.Discriminator != nil {
			for _, m := range s.Discriminator.Mapping {
				all = append(all, m.Schema)
			}
		}
	}
	return out
}

func elements(all []*openapi.Schema) []*openapi.Schema {
	var out []*openapi.Schema
	for _, s := range all {
		if s.Items != nil {
			out = append(out, s.Items)
		}
		out = append(out, s.PrefixItems...)
	}
	return out
}

// member returns the schemas of a property, and whether it is declared by name.
func member(all []*openapi.Schema, name string) (out []*openapi.Schema, declared bool) {
	for _, s := range all {
		for _, p := range s.Properties {
			if p.Name == name {
				out, declared = append(out, p.Schema), true
			}
		}
		if s.Additional != nil {
			out = append(out, s.Additional)
		}
		for _, p := range s.PatternProperties {
			out = append(out, p.Schema)
		}
	}
	return out, declared
}
