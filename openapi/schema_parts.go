package openapi

import (
	"slices"
	"strings"
)

// describe reads keywords about the type and the meaning of a value. It returns false for any other keyword.
func (d *draft) describe(key string, v at) bool {
	s := d.schema
	switch key {
	case "type":
		d.kinds(v)
	case "format":
		d.format(v)
	case "description":
		s.Description = described(v)
	case "nullable", "x-nullable":
		s.Nullable = s.Nullable || d.r.flag(v, d.name(key))
	case "readOnly":
		s.ReadOnly = d.r.flag(v, d.name(key))
	case "writeOnly":
		s.WriteOnly = d.r.flag(v, d.name(key))
	case "contentEncoding":
		s.ContentEncoding = v.text()
	case "contentMediaType":
		s.ContentMediaType = v.text()
	case "xml":
		s.XML = readXML(d.r.notes, v)
	default:
		return d.values(key, v)
	}
	return true
}

// name returns the name of a keyword of the schema for messages.
func (d *draft) name(key string) string { return "schema " + d.trail.String() + ": " + key }

// maxDescription is how many bytes of a description are kept.
const maxDescription = 2000

// described returns the beginning of a description.
func described(v at) string {
	text := v.text()
	return strings.ToValidUTF8(text[:min(len(text), maxDescription)], "")
}

// values postpones keywords that hold values until all types are known. It returns false for any other keyword.
func (d *draft) values(key string, v at) bool {
	switch key {
	case "enum", "const", "default", "example", "x-example", "examples":
		d.r.later(func() { readValue(d, key, v) })
		return true
	}
	return false
}

// readValue reads a keyword that holds values, such as default.
func readValue(d *draft, key string, v at) {
	s := d.schema
	switch key {
	case "enum":
		if !v.isList() {
			d.warn(key, v, "a list")
			break
		}
		kept := d.r.first(v, maxEnum, d.name(key))
		s.Enum, s.EnumMore = kept.valuesOf(s), kept.node != v.node
		if !d.r.modern && slices.Contains(s.Enum, nil) {
			// Before 3.1 the null in an enum also needs "nullable", which authors often forget.
			s.Nullable = true
		}
	case "const":
		s.Const, s.HasConst = v.valueOf(s), true
	case "default":
		s.Default, s.HasDefault = v.valueOf(s), true
	case "examples":
		d.examples(v)
	default:
		s.Examples = slices.Insert(s.Examples, 0, v.valueOf(s))
	}
}

// examples reads "examples": a list, as JSON Schema has it, or a map of named examples, as a media type has it. Some
// authors write the map in a schema, too.
func (d *draft) examples(v at) {
	s := d.schema
	switch {
	case v.isList():
		s.Examples = append(s.Examples, d.r.first(v, maxExamples, d.name("examples")).valuesOf(s)...)
	case v.isMap():
		for _, e := range namedExamples(d.r.files, v, s) {
			s.Examples = append(s.Examples, e.Value)
		}
	default:
		d.warn("examples", v, "a list")
	}
}

// kinds reads "type": one name or, since 3.1, a list of names.
func (d *draft) kinds(v at) {
	names := []string{v.text()}
	if v.isList() {
		names = nil
		for name := range v.items() {
			names = append(names, name.text())
		}
	} else if !v.isScalar() {
		// An unquoted null in YAML means the type name.
		if !v.ok() && v.node != nil && d.r.modern {
			names = []string{"null"}
		} else {
			d.warn("type", v, "a name")
			return
		}
	}
	s := d.schema
	known := true
	for _, name := range names {
		known = d.kind(name) && known
	}
	if !known {
		// The values may have the unknown type.
		s.Types, s.Partial = nil, true
		return
	}
	if len(s.Types) == 0 && s.Nullable && len(names) > 0 &&
		!slices.ContainsFunc(names, func(n string) bool { return n != "null" }) {
		// Only null is allowed: a schema without types would accept any value.
		s.Const, s.HasConst = nil, true
	}
}

// kind adds one type. It returns false for an unknown name.
func (d *draft) kind(name string) bool {
	s := d.schema
	switch name {
	case "null":
		s.Nullable = true
	case "file": // of Swagger
		s.Types = append(s.Types, "string")
		s.Format = "binary"
	case "any":
	case "object", "array", "string", "number", "integer", "boolean":
		if !s.Is(name) {
			s.Types = append(s.Types, name)
		}
	default:
		d.r.warn("schema %s: the type %q is unknown; it is ignored", d.trail, name)
		return false
	}
	return true
}

func (d *draft) format(v at) {
	if !v.isScalar() {
		d.warn("format", v, "a string")
		return
	}
	if d.schema.Format == "" {
		d.schema.Format = v.text()
	}
}

func readXML(n *notes, v at) *XML {
	if !v.isMap() {
		return nil
	}
	return &XML{
		Name: v.get("name").text(), Namespace: v.get("namespace").text(), Prefix: v.get("prefix").text(),
		Attribute: n.flag(v.get("attribute"), "xml attribute"),
		Wrapped:   n.flag(v.get("wrapped"), "xml wrapped"),
	}
}

// part reads keywords that contain schemas. It returns false for any other keyword.
func (d *draft) part(key string, v at) bool {
	s := d.schema
	sub := func() *Schema { return d.r.schema(v, d.trail.down(key)) }
	switch key {
	case "items":
		if v.isList() { // JSON Schema before 2020
			s.PrefixItems = d.list(key, v)
			break
		}
		s.Items = sub()
	case "prefixItems":
		s.PrefixItems = d.list(key, v)
	case "contains":
		s.Contains = sub()
	case "propertyNames":
		s.PropertyNames = sub()
	case "not":
		s.Not = sub()
	case "allOf":
		s.AllOf = d.list(key, v)
	case "anyOf":
		s.AnyOf = d.alternatives(key, v)
	case "oneOf":
		s.OneOf = d.alternatives(key, v)
	default:
		return d.member(key, v)
	}
	return true
}

// member reads keywords about the members of objects. It returns false for any other keyword.
func (d *draft) member(key string, v at) bool {
	s := d.schema
	switch key {
	case "properties":
		s.Properties = d.named(key, v)
	case "patternProperties":
		s.PatternProperties = d.named(key, v)
	case "required":
		d.required(v)
	case "additionalProperties":
		switch {
		case v.isBool():
			s.NoAdditional = v.text() == "false"
		case v.isMap():
			s.Additional = d.r.schema(v, d.trail.down(key))
		default:
			d.warn(key, v, "a schema")
		}
	case "discriminator":
		d.discriminator(v)
	default:
		return false
	}
	return true
}

// required reads a list of names. In the JSON Schema of 2010 it was a boolean of the property, which some authors still
// use.
func (d *draft) required(v at) {
	if !v.isList() {
		if !d.ofParameter {
			d.warn("required", v, "a list of names")
		}
		return
	}
	known := map[string]bool{}
	for _, name := range d.r.texts(d.r.first(v, maxProperties, d.name("required")), d.name("required")) {
		if !known[name] {
			known[name] = true
			d.schema.Required = append(d.schema.Required, name)
		}
	}
}

func (d *draft) list(key string, v at) []*Schema {
	if !v.isList() {
		d.warn(key, v, "a list of schemas")
		return nil
	}
	var all []*Schema
	for e := range d.r.first(v, maxAlternatives, d.name(key)).items() {
		if e.isMap() || e.isBool() {
			all = append(all, d.r.schema(e, d.trail.down(key)))
			continue
		}
		d.warn(key, e, "a schema")
		d.schema.Partial = true
	}
	return all
}

// alternatives reads a list of schemas. It replaces the alternative null by Nullable, because documents of 3.1 write
// nullable references in this way.
func (d *draft) alternatives(key string, v at) []*Schema {
	kept := at{node: v.node, file: v.file}
	if v.isList() {
		copied := *v.node
		copied.Content = slices.DeleteFunc(slices.Clone(v.node.Content), func(n *node) bool {
			return isNullOnly(at{n, v.file})
		})
		if n := len(copied.Content); n > 0 && n < len(v.node.Content) {
			kept.node = &copied
			d.schema.Nullable = true
		}
	}
	return d.list(key, kept)
}

func isNullOnly(a at) bool {
	kind := a.get("type")
	if kind.isList() && len(kind.node.Content) == 1 {
		kind = kind.child("0")
	}
	return a.isMap() && kind.node != nil && (kind.text() == "null" || kind.isNull())
}

func (d *draft) named(key string, v at) []Property {
	if !v.isMap() {
		if v.ok() {
			d.warn(key, v, "an object")
		}
		return nil
	}
	v = d.r.first(v, maxProperties, d.name(key))
	trail := d.trail.down(key)
	all := make([]Property, 0, len(v.node.Content)/2)
	seen := make(map[string]bool, len(v.node.Content)/2)
	for name, sub := range v.members() {
		switch {
		case seen[name]:
			d.r.warn("schema %s: %s is declared twice; the first one counts", trail, name)
			continue
		case !sub.isMap() && !sub.isBool():
			if sub.ok() && !strings.HasPrefix(name, "x-") {
				d.r.warn("schema %s: %s is %s, not a schema", trail, name, sub.kind())
			}
			sub = at{file: v.file}
		}
		seen[name] = true
		all = append(all, Property{name, d.r.schema(sub, trail.down(name))})
	}
	return all
}
