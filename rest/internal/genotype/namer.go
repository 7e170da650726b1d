package genotype

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// maxCovered is the depth to which two schemas are compared.
const maxCovered = 6

// namer knows the names of the members of schemas, of their alternatives, and of the schemas that extend them by a
// discriminator.
type namer struct {
	known []*openapi.Schema
	xml   bool // the names are those of elements and attributes
	free  bool // names that a schema leaves open count
}

// forSchemas returns the namer of other schemas.
func (n namer) forSchemas(known []*openapi.Schema) namer {
	n.known = known
	return n
}

// coversMembers reports whether the known schemas have all members of another schema. It ignores the case of names, as
// encoding/json does.
func (n namer) coversMembers(s *openapi.Schema, depth int) bool {
	if depth == 0 || len(n.known) == 0 || s == nil {
		return true
	}
	s = message.Flatten(s)
	for _, p := range s.Properties {
		of := n.schemasOf(p.Name)
		if len(of) == 0 || !n.forSchemas(of).coversMembers(p.Schema, depth-1) {
			return false
		}
	}
	if items := n.schemasOfElement(0); s.Items != nil && len(items) > 0 {
		return n.forSchemas(items).coversMembers(s.Items, depth-1)
	}
	return true
}

// leadsTo reports whether steps lead to a part of a value. A step is the name of a member, the index of an element, or
// "" for any element.
func (n namer) leadsTo(steps []string) bool {
	if len(steps) == 0 {
		return true
	}
	next := n.schemasOf(steps[0])
	if i, err := strconv.Atoi(steps[0]); err == nil || steps[0] == "" {
		next = append(next, n.schemasOfElement(i)...)
	}
	return len(next) > 0 && n.forSchemas(next).leadsTo(steps[1:])
}

// schemasOf returns the schemas of a member. It ignores the case of the name.
func (n namer) schemasOf(name string) (out []*openapi.Schema) {
	n.visit(func(s *openapi.Schema) {
		before := len(out)
		for _, p := range s.Properties {
			if slices.ContainsFunc(n.namesOf(p), func(of string) bool { return strings.EqualFold(of, name) }) {
				out = append(out, p.Schema)
			}
		}
		if n.free && len(out) == before {
			out = append(out, openMembers(s, name)...)
		}
	})
	return out
}

// openMembers returns the schemas of a member that a schema does not name.
func openMembers(s *openapi.Schema, name string) (out []*openapi.Schema) {
	for _, p := range s.PatternProperties {
		if re, err := value.CompilePattern(p.Name); err == nil && re.MatchString(name) {
			out = append(out, p.Schema)
		}
	}
	if s.Additional != nil && len(out) == 0 {
		out = append(out, s.Additional)
	}
	return out
}

// namesOf returns the names of a property. In XML these are the names of its element and of the elements of an array.
func (n namer) namesOf(p openapi.Property) []string {
	if !n.xml {
		return []string{p.Name}
	}
	own, out := message.Flatten(p.Schema), []string{p.Name}
	if own.XML != nil && own.XML.Name != "" {
		out = []string{own.XML.Name}
	}
	if own.Items != nil {
		if items := message.Flatten(own.Items); items.XML != nil && items.XML.Name != "" {
			out = append(out, items.XML.Name)
		}
	}
	return out
}

// schemasOfElement returns the schemas of the element with an index.
func (n namer) schemasOfElement(i int) (out []*openapi.Schema) {
	n.visit(func(s *openapi.Schema) {
		if i < len(s.PrefixItems) {
			out = append(out, s.PrefixItems[i])
		} else if s.Items != nil {
			out = append(out, s.Items)
		}
	})
	return out
}

// visit calls f once for each schema: the known ones, their alternatives, and the schemas that a discriminator names.
func (n namer) visit(f func(s *openapi.Schema)) {
	seen := map[*openapi.Schema]bool{}
	var visit func(list []*openapi.Schema, depth int)
	visit = func(list []*openapi.Schema, depth int) {
		for _, s := range list {
			if s == nil || seen[s] || depth == 0 {
				continue
			}
			seen[s] = true
			flat := message.Flatten(s)
			f(flat)
			visit(flat.OneOf, depth-1)
			visit(flat.AnyOf, depth-1)
			if d := flat.Discriminator; d != nil {
				for _, p := range d.Mapping {
					visit([]*openapi.Schema{p.Schema}, depth-1)
				}
			}
		}
	}
	visit(n.known, maxCovered)
}
