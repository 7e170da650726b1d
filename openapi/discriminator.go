package openapi

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// discriminator reads the discriminator of a union: an object, or in Swagger only the name of the property.
func (d *draft) discriminator(v at) {
	if v.isString() {
		d.schema.Discriminator = &Discriminator{Property: v.text()}
		return
	}
	name := v.get("propertyName")
	if !name.isScalar() {
		d.r.warn("schema %s: the discriminator has no propertyName; it is ignored", d.trail)
		return
	}
	disc := &Discriminator{Property: name.text(), Open: v.get("defaultMapping").ok()}
	for value, target := range v.get("mapping").members() {
		if s := d.mapped(target); s != nil {
			disc.Mapping = append(disc.Mapping, Property{value, s})
		} else {
			d.r.warn("schema %s: the discriminator maps %q to the unknown schema %q", d.trail, value, target.text())
		}
	}
	d.schema.Discriminator = disc
}

// mapped returns the schema that an entry of a mapping names, by a reference or by its plain name.
func (d *draft) mapped(target at) *Schema {
	text := target.text()
	if text == "" {
		return nil
	}
	if !strings.ContainsAny(text, "#/") {
		if named := d.r.components().get(text); named.ok() {
			return d.r.refTo(value.Below(d.r.componentsPath(), text), at{named.node, d.r.root})
		}
	}
	if _, _, err := d.r.follow(text, d.at.file); err != nil {
		return nil
	}
	return d.r.refTo(text, at{target.node, d.at.file})
}

// refTo returns the schema at a reference that is only a text, without a "$ref" node.
func (r *schemaReader) refTo(text string, from at) *Schema {
	return r.target(text, from, &trail{key: text})
}

func (r *schemaReader) components() at {
	if r.swagger {
		return r.top().get("definitions")
	}
	return r.top().get("components").get("schemas")
}

func (r *schemaReader) componentsPath() string {
	if r.swagger {
		return "#/definitions"
	}
	return "#/components/schemas"
}

// implicitMapping adds the values that a discriminator has by default: the name of each alternative, or, if there are
// no alternatives, of each schema that extends this one by allOf.
func (d *draft) implicitMapping() {
	s := d.schema
	choices := slices.Concat(s.OneOf, s.AnyOf)
	if len(choices) == 0 {
		for _, child := range d.r.inheritance()[d.at.node] {
			choices = append(choices, d.r.refTo(value.Below(d.r.componentsPath(), child), d.r.top()))
		}
	}
	known := map[*Schema]bool{}
	for _, p := range s.Discriminator.Mapping {
		known[p.Schema] = true
	}
	disc := s.Discriminator
	for _, c := range choices {
		disc.Open = disc.Open || !known[c] && !strings.HasPrefix(c.Ref, d.r.componentsPath())
		if c.Ref != "" && !known[c] {
			known[c] = true
			_, name := value.Above(c.Ref)
			disc.Mapping = append(disc.Mapping, Property{name, c})
		}
	}
	if disc.Names = d.r.names(); d.at.file != d.r.root {
		disc.Open = true // a value may be the name of a schema of the reference's own file
	}
}

// names returns the names of all schemas of the document.
func (r *schemaReader) names() []string {
	if r.named == nil {
		for name := range r.components().members() {
			r.named = append(r.named, name)
		}
	}
	return r.named
}

// inheritance maps the node of each schema to the names of the schemas that extend it by allOf.
func (r *schemaReader) inheritance() map[*node][]string {
	if r.children != nil {
		return r.children
	}
	r.children = map[*node][]string{}
	for name, s := range r.components().members() {
		for parent := range s.get("allOf").items() {
			text, ok := parent.ref()
			if !ok {
				continue
			}
			if target, _, err := r.follow(text, parent.file); err == nil {
				r.children[target.node] = append(r.children[target.node], name)
			}
		}
	}
	return r.children
}
