package genotype

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// maxCovered is how deep two schemas are compared.
const maxCovered = 6

// namer knows the names of the members of schemas, of their alternatives, and of those
// that extend them by a discriminator.
type namer struct {
	known []*openapi.Schema
	xml   bool // the names are those of elements and attributes
	free  bool // names that a schema leaves open count
}

// below is the namer of other schemas.
func (n namer) below(known []*openapi.Schema) namer {
	n.known = known
	return n
}

// covers reports whether there are all members of another schema. It takes them in
// any case, as encoding/json does.
func (n namer) covers(s *openapi.Schema, depth int) bool {
	if depth == 0 || len(n.known) == 0 || s == nil {
		return true
	}
	s = message.Flatten(s)
	for _, p := range s.Properties {
		of := n.member(p.Name)
		if len(of) == 0 || !n.below(of).covers(p.Schema, depth-1) {
			return false
		}
	}
	if items := n.elements(0); s.Items != nil && len(items) > 0 {
		return n.below(items).covers(s.Items, depth-1)
	}
	return true
}

// leads reports whether steps lead to a part of a value: the names of members and the
// numbers of elements, "" for any element.
func (n namer) leads(steps []string) bool {
	if len(steps) == 0 {
		return true
	}
	next := n.member(steps[0])
	if i, err := strconv.Atoi(steps[0]); err == nil || steps[0] == "" {
		next = append(next, n.elements(i)...)
	}
	return len(next) > 0 && n.below(next).leads(steps[1:])
}

// member returns the schemas of a member, in any case of its name.
func (n namer) member(name string) (out []*openapi.Schema) {
	n.visit(func(s *openapi.Schema) {
		before := len(out)
		for _, p := range s.Properties {
			if slices.ContainsFunc(n.spellings(p), func(of string) bool { return strings.EqualFold(of, name) }) {
				out = append(out, p.Schema)
			}
		}
		if n.free && len(out) == before {
			out = append(out, open(s, name)...)
		}
	})
	return out
}

// open returns the schemas of a member that a schema does not name.
func open(s *openapi.Schema, name string) (out []*openapi.Schema) {
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

// spellings are the names of a property: in XML that of its element, and of the elements
// of an array.
func (n namer) spellings(p openapi.Property) []string {
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

// elements returns the schemas of an element.
func (n namer) elements(i int) (out []*openapi.Schema) {
	n.visit(func(s *openapi.Schema) {
		if i < len(s.PrefixItems) {
			out = append(out, s.PrefixItems[i])
		} else if s.Items != nil {
			out = append(out, s.Items)
		}
	})
	return out
}

// visit calls a function with each of the schemas, each once.
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
