package openapi

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// describe reads the keywords that say what a value is. It reports whether
// the keyword is one of them.
func (d *draft) describe(r *reader, key string, v at) bool {
	s := d.schema
	switch key {
	case "type":
		d.kinds(r, v)
	case "title":
		s.Title = v.text()
	case "description":
		s.Description = v.text()
	case "format":
		d.format(r, v)
	case "nullable", "x-nullable":
		s.Nullable = s.Nullable || r.flag(v, d.name(key))
	case "readOnly":
		s.ReadOnly = r.flag(v, d.name(key))
	case "writeOnly":
		s.WriteOnly = r.flag(v, d.name(key))
	case "contentEncoding":
		s.ContentEncoding = v.text()
	case "contentMediaType":
		s.ContentMediaType = v.text()
	case "xml":
		s.XML = r.xml(v)
	default:
		return d.values(r, key, v)
	}
	return true
}

// name names a keyword of the schema in messages.
func (d *draft) name(key string) string { return "schema " + d.trail.String() + ": " + key }

// values reads the keywords that hold values.
func (d *draft) values(r *reader, key string, v at) bool {
	s := d.schema
	switch key {
	case "enum":
		if !v.isList() {
			d.warn(r, key, v, "a list")
			break
		}
		s.Enum = r.plains(v)
	case "const":
		s.Const, s.HasConst = r.plain(v), true
	case "default":
		s.Default, s.HasDefault = r.plain(v), true
	case "example", "x-example":
		s.Examples = slices.Insert(s.Examples, 0, r.plain(v))
	case "examples":
		d.examples(r, v)
	default:
		return false
	}
	return true
}

// examples is a list in JSON Schema; some write named examples, as media types have.
func (d *draft) examples(r *reader, v at) {
	switch {
	case v.isList():
		d.schema.Examples = append(d.schema.Examples, r.plains(v)...)
	case v.isMap():
		for _, e := range r.namedExamples(v) {
			d.schema.Examples = append(d.schema.Examples, e.Value)
		}
	default:
		d.warn(r, "examples", v, "a list")
	}
}

// kinds reads "type", which is one name or, since 3.1, a list of names.
func (d *draft) kinds(r *reader, v at) {
	names := []string{v.text()}
	if v.isList() {
		names = nil
		for name := range v.items() {
			names = append(names, name.text())
		}
	} else if !v.isScalar() {
		// An unquoted null in YAML is meant as the name.
		if !v.ok() && v.node != nil && r.modern {
			names = []string{"null"}
		} else {
			d.warn(r, "type", v, "a name")
			return
		}
	}
	s := d.schema
	known := true
	for _, name := range names {
		known = d.kind(r, name) && known
	}
	if !known {
		// One of several may be what the values are.
		s.Types, s.Partial = nil, true
		return
	}
	if len(s.Types) == 0 && s.Nullable && len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return n != "null" }) {
		// Nothing but null: without types the schema would accept anything.
		s.Const, s.HasConst = nil, true
	}
}

// kind adds one type. It is false if there is none of that name.
func (d *draft) kind(r *reader, name string) bool {
	s := d.schema
	switch name {
	case "null":
		s.Nullable = true
	case "file": // Swagger
		s.Types = append(s.Types, "string")
		s.Format = "binary"
	case "any":
	case "object", "array", "string", "number", "integer", "boolean":
		if !s.Is(name) {
			s.Types = append(s.Types, name)
		}
	default:
		r.warn("schema %s: the type %q is unknown; it is ignored", d.trail, name)
		return false
	}
	return true
}

func (d *draft) format(r *reader, v at) {
	if !v.isScalar() {
		d.warn(r, "format", v, "a string")
		return
	}
	if d.schema.Format == "" {
		d.schema.Format = v.text()
	}
}

func (r *reader) xml(v at) *XML {
	if !v.isMap() {
		return nil
	}
	return &XML{
		Name: v.get("name").text(), Namespace: v.get("namespace").text(), Prefix: v.get("prefix").text(),
		Attribute: r.flag(v.get("attribute"), "xml attribute"),
		Wrapped:   r.flag(v.get("wrapped"), "xml wrapped"),
	}
}

// part reads the keywords that hold schemas.
func (d *draft) part(r *reader, key string, v at) bool {
	s := d.schema
	sub := func() *Schema { return r.schema(v, d.trail.down(key)) }
	switch key {
	case "items":
		if v.isList() { // of JSON Schema before 2020
			s.PrefixItems = d.list(r, key, v)
			break
		}
		s.Items = sub()
	case "prefixItems":
		s.PrefixItems = d.list(r, key, v)
	case "contains":
		s.Contains = sub()
	case "propertyNames":
		s.PropertyNames = sub()
	case "not":
		s.Not = sub()
	case "allOf":
		s.AllOf = d.list(r, key, v)
	case "anyOf":
		s.AnyOf = d.alternatives(r, key, v)
	case "oneOf":
		s.OneOf = d.alternatives(r, key, v)
	default:
		return d.member(r, key, v)
	}
	return true
}

// member reads the keywords about the members of objects.
func (d *draft) member(r *reader, key string, v at) bool {
	s := d.schema
	switch key {
	case "properties":
		s.Properties = d.named(r, key, v)
	case "patternProperties":
		s.PatternProperties = d.named(r, key, v)
	case "required":
		d.required(r, v)
	case "additionalProperties":
		switch {
		case v.isBool():
			s.NoAdditional = v.text() == "false"
		case v.isMap():
			s.Additional = r.schema(v, d.trail.down(key))
		default:
			d.warn(r, key, v, "a schema")
		}
	case "discriminator":
		d.discriminator(r, v)
	default:
		return false
	}
	return true
}

// required is a list of names. Before 2010 it was a flag of the property,
// and some still write it there.
func (d *draft) required(r *reader, v at) {
	if !v.isList() {
		if !d.ofParameter {
			d.warn(r, "required", v, "a list of names")
		}
		return
	}
	for _, name := range r.texts(v, d.name("required")) {
		if !d.schema.IsRequired(name) {
			d.schema.Required = append(d.schema.Required, name)
		}
	}
}

func (d *draft) list(r *reader, key string, v at) []*Schema {
	if !v.isList() {
		d.warn(r, key, v, "a list of schemas")
		return nil
	}
	var all []*Schema
	for e := range v.items() {
		if e.isMap() || e.isBool() {
			all = append(all, r.schema(e, d.trail.down(key)))
			continue
		}
		d.warn(r, key, e, "a schema")
		d.schema.Partial = true
	}
	return all
}

// alternatives turns a choice of null into Nullable, which is how documents
// of 3.1 say that a reference may be null.
func (d *draft) alternatives(r *reader, key string, v at) []*Schema {
	kept := at{node: v.node, file: v.file}
	if v.isList() {
		copied := *v.node
		copied.Content = slices.DeleteFunc(slices.Clone(v.node.Content), func(n *yaml.Node) bool {
			return isNullOnly(at{unwrap(n), v.file})
		})
		if n := len(copied.Content); n > 0 && n < len(v.node.Content) {
			kept.node = &copied
			d.schema.Nullable = true
		}
	}
	return d.list(r, key, kept)
}

func isNullOnly(a at) bool {
	kind := a.get("type")
	if kind.isList() && len(kind.node.Content) == 1 {
		kind = kind.child("0")
	}
	return a.isMap() && kind.node != nil && (kind.text() == "null" || kind.isNull())
}

func (d *draft) named(r *reader, key string, v at) []Property {
	if !v.isMap() {
		if v.ok() {
			d.warn(r, key, v, "an object")
		}
		return nil
	}
	trail := d.trail.down(key)
	all := make([]Property, 0, len(v.node.Content)/2)
	seen := make(map[string]bool, len(v.node.Content)/2)
	for name, sub := range v.members() {
		switch {
		case seen[name]:
			r.warn("schema %s: %s is declared twice; the first one counts", trail, name)
			continue
		case !sub.isMap() && !sub.isBool():
			if sub.ok() && !strings.HasPrefix(name, "x-") {
				r.warn("schema %s: %s is %s, not a schema", trail, name, sub.kind())
			}
			sub = at{file: v.file}
		}
		seen[name] = true
		all = append(all, Property{name, r.schema(sub, trail.down(name))})
	}
	return all
}
