package openapi

// maxSearched is how many schemas are asked at most what they say of one value.
const maxSearched = 100

// kind is the type of JSON Schema that a scalar without quotes has, "" for a text and
// for null.
func (t tag) kind() string {
	switch t {
	case tagBool:
		return "boolean"
	case tagInt:
		return "integer"
	case tagFloat:
		return "number"
	}
	return ""
}

// asText reports whether a scalar without quotes stands where only a text can be.
func (a at) asText(s *Schema) bool {
	kind := a.node.Tag.kind()
	if kind == "" || s == nil {
		return false
	}
	p := parts{left: maxSearched}
	defer func() { a.file.meter.left -= maxSearched - p.left }()
	return !p.take(s, kind) && p.take(s, "string")
}

// member returns the schema of a member, nil if there is none.
func (a at) member(s *Schema, name string) *Schema {
	return a.find(s, func(s *Schema) *Schema {
		for i := range s.Properties {
			if s.Properties[i].Name == name {
				return s.Properties[i].Schema
			}
		}
		return s.Additional
	})
}

// element returns the schema of an element of a list, nil if there is none.
func (a at) element(s *Schema, i int) *Schema {
	return a.find(s, func(s *Schema) *Schema {
		if i < len(s.PrefixItems) {
			return s.PrefixItems[i]
		}
		return s.Items
	})
}

// find returns the first schema that is found in one or in what it combines.
func (a at) find(s *Schema, in func(*Schema) *Schema) *Schema {
	p := parts{left: maxSearched}
	found := p.find(s, in)
	a.file.meter.left -= maxSearched - p.left
	return found
}

// parts visits a schema and what it combines, which may be a circle.
type parts struct{ left int }

// take reports whether values of a type can fit a schema.
func (p *parts) take(s *Schema, kind string) bool {
	if p.left--; p.left < 0 {
		return true
	}
	if len(s.Types) > 0 && !s.Is(kind) && (kind != "integer" || !s.Is("number")) {
		return false
	}
	for _, part := range s.AllOf {
		if p.left < 0 || !p.take(part, kind) {
			return p.left < 0
		}
	}
	return p.anyTakes(s.OneOf, kind) && p.anyTakes(s.AnyOf, kind)
}

// anyTakes reports whether one of the alternatives takes values of a type, or there are
// none.
func (p *parts) anyTakes(list []*Schema, kind string) bool {
	for _, s := range list {
		if p.left < 0 || p.take(s, kind) {
			return true
		}
	}
	return len(list) == 0
}

func (p *parts) find(s *Schema, in func(*Schema) *Schema) *Schema {
	if p.left--; s == nil || p.left < 0 {
		return nil
	}
	if found := in(s); found != nil {
		return found
	}
	for _, list := range [][]*Schema{s.AllOf, s.OneOf, s.AnyOf} {
		for _, part := range list {
			if found := p.find(part, in); found != nil || p.left < 0 {
				return found
			}
		}
	}
	return nil
}
