package openapi

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// plain converts a node to plain data, see [Example]. It leaves out values beyond maxParts.
func (a at) plain() any { return a.valueOf(nil) }

// valueOf converts a node to plain data as a value of a schema that has been read. An unquoted YAML scalar becomes a
// string if the schema allows only strings.
func (a at) valueOf(s *Schema) any {
	left := maxParts
	out := a.plainAt(s, 0, &left)
	if left <= 0 {
		a.file.meter.cut = true
	}
	return out
}

// plainAt converts a node. left is the number of values that may still be converted.
func (a at) plainAt(s *Schema, depth int, left *int) any {
	switch {
	case a.node == nil || depth > maxDepth:
		return nil
	case a.isMap():
		m := value.Object{}
		for k, v := range a.members() {
			if *left--; *left <= 0 {
				break
			}
			m = append(m, value.Member{Name: k, Value: v.plainAt(memberSchema(a.file.meter, s, k), depth+1, left)})
		}
		return m
	case a.isList():
		list := []any{}
		for v := range a.items() {
			if *left--; *left <= 0 {
				break
			}
			list = append(list, v.plainAt(elementSchema(a.file.meter, s, len(list)), depth+1, left))
		}
		return list
	}
	if asText(a, s) {
		return a.node.Value
	}
	return scalar(a.node)
}

// valuesOf converts the elements of a list as values of a schema; nil if the node is no list.
func (a at) valuesOf(s *Schema) []any {
	var all []any
	for v := range a.items() {
		all = append(all, v.valueOf(s))
	}
	return all
}

func scalar(n *node) any {
	switch n.Tag {
	case tagNull:
		return nil
	case tagBool:
		return strings.EqualFold(n.Value, "true")
	case tagInt:
		if i, err := strconv.ParseInt(n.Value, 10, 64); err == nil {
			return i
		}
		return numeric(n.Value)
	case tagFloat:
		if number, ok := jsonNumber(n.Value); ok {
			if f, err := number.Float64(); err == nil && !math.IsInf(f, 0) {
				return f
			}
			return number
		}
	}
	// JSON has no dates and similar types, so these become text.
	return n.Value
}

// numeric returns an integer in a YAML notation as a number, or any other text unchanged.
func numeric(text string) any {
	number, ok := jsonNumber(text)
	if !ok {
		return text
	}
	if i, err := number.Int64(); err == nil {
		return i
	}
	return number
}

// jsonNumber returns a number in the notation of JSON. It keeps a text that is a JSON number, and translates the
// notations of YAML ("0x1F", "1_000", ".5").
func jsonNumber(text string) (json.Number, bool) {
	if text == "" || len(text) > maxDigits {
		return "", false
	}
	if c := text[len(text)-1]; c >= '0' && c <= '9' && json.Valid([]byte(text)) {
		return json.Number(text), true
	}
	clean := strings.ReplaceAll(text, "_", "")
	if i, ok := new(big.Int).SetString(clean, 0); ok {
		return json.Number(i.String()), true
	}
	f, err := strconv.ParseFloat(clean, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return "", false
	}
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64)), true
}

// compare compares two numbers exactly. It returns false if the exponent of one is too large.
func compare(a, b json.Number) (order int, ok bool) {
	x, okX := rational(a)
	y, okY := rational(b)
	if !okX || !okY {
		return 0, false
	}
	return x.Cmp(y), true
}

// rational converts a number. It refuses exponents that would need too much memory.
func rational(n json.Number) (*big.Rat, bool) {
	if i := strings.IndexAny(string(n), "eE"); i >= 0 {
		if e, err := strconv.Atoi(string(n[i+1:])); err != nil || e > 400 || e < -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(string(n))
}

// examples reads the keywords example and examples, as values of a schema.
func examples(f *files, v at, s *Schema) []Example {
	var all []Example
	if e := v.get("example"); e.node != nil {
		all = append(all, Example{Value: e.valueOf(s)})
	}
	if list := f.first(v.get("examples"), maxExamples, "examples"); list.isList() { // a list, as in JSON Schema
		for _, e := range list.valuesOf(s) {
			all = append(all, Example{Value: e})
		}
	} else {
		all = append(all, namedExamples(f, list, s)...)
	}
	return all
}

func namedExamples(f *files, v at, s *Schema) []Example {
	var all []Example
	for name, e := range v.members() {
		e = f.deref(e, "the example "+name)
		value := e.get("value")
		if value.node == nil {
			value = e.get("dataValue") // since OpenAPI 3.2
		}
		switch {
		case value.node != nil:
			all = append(all, Example{Name: name, Value: value.valueOf(s)})
		case e.get("externalValue").ok():
			f.warn("the example %s is in another file, which is not read", name)
		}
	}
	return all
}

func exampleValues(f *files, v at, s *Schema) []any {
	var all []any
	for _, e := range examples(f, v, s) {
		all = append(all, e.Value)
	}
	return all
}

// maxSearched bounds the schemas that are searched for the type of one value.
const maxSearched = 100

// kind returns the JSON Schema type of an unquoted scalar; "" for a string and for null.
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

// asText reports whether an unquoted scalar is a string, because the schema allows only strings.
func asText(a at, s *Schema) bool {
	kind := a.node.Tag.kind()
	if kind == "" || s == nil {
		return false
	}
	p := parts{left: maxSearched}
	defer func() { a.file.meter.left -= maxSearched - p.left }()
	return !p.take(s, kind) && p.take(s, "string")
}

// memberSchema returns the schema of a member, or nil.
func memberSchema(m *meter, s *Schema, name string) *Schema {
	return findSchema(m, s, func(s *Schema) *Schema {
		for i := range s.Properties {
			if s.Properties[i].Name == name {
				return s.Properties[i].Schema
			}
		}
		return s.Additional
	})
}

// elementSchema returns the schema of an element of a list, or nil.
func elementSchema(m *meter, s *Schema, i int) *Schema {
	return findSchema(m, s, func(s *Schema) *Schema {
		if i < len(s.PrefixItems) {
			return s.PrefixItems[i]
		}
		return s.Items
	})
}

// findSchema returns the first non-nil result of in for a schema and the schemas that it combines.
func findSchema(m *meter, s *Schema, in func(*Schema) *Schema) *Schema {
	p := parts{left: maxSearched}
	found := p.find(s, in)
	m.left -= maxSearched - p.left
	return found
}

// parts visits a schema and the schemas that it combines, which may form a cycle, up to a number of schemas.
type parts struct{ left int }

// take reports whether a schema may accept values of a type.
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

// anyTakes reports whether an alternative may accept values of a type, or there are no alternatives.
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
