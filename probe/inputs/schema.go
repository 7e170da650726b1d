package inputs

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// node is a JSON Schema with the members that Go types need.
type node struct {
	Ref string `json:"$ref,omitempty"`
	// Type is a string, or a list that includes "null".
	Type                 any              `json:"type,omitempty"`
	Format               string           `json:"format,omitempty"`
	Items                *node            `json:"items,omitempty"`
	AdditionalProperties *node            `json:"additionalProperties,omitempty"`
	Properties           properties       `json:"properties,omitempty"`
	Required             []string         `json:"required,omitempty"`
	XML                  *xmlNode         `json:"xml,omitempty"`
	Defs                 map[string]*node `json:"$defs,omitempty"`
	limits
}

// xmlNode is the xml object of OpenAPI.
type xmlNode struct {
	Name      string `json:"name,omitempty"`
	Attribute bool   `json:"attribute,omitempty"`
}

// property is a member of an object.
type property struct {
	name string
	node *node
}

// properties are an object that keeps the order of the fields in JSON.
type properties []property

// MarshalJSON implements json.Marshaler.
func (p properties) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range p {
		if i > 0 {
			out = append(out, ',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		of, err := json.Marshal(m.node)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, name...), ':'), of...)
	}
	return append(out, '}'), nil
}

// described is a type together with the struct tags that count: the key of a schema.
type described struct {
	t   reflect.Type
	tag string
}

// schemas caches the texts by type, so that reflection looks at each type once.
var schemas sync.Map

// Schema returns the JSON Schema of the values that can be decoded into a type. tag is the key of the tags with the
// names of fields, such as "json"; the tags validate and binding give limits. Schema returns "" if nothing can be
// decoded into the type.
func Schema(t reflect.Type, tag string) string {
	if t == nil {
		return ""
	}
	key := described{t, tag}
	if text, ok := schemas.Load(key); ok {
		return text.(string)
	}
	text := ""
	s := schemer{tag: tag, open: map[reflect.Type]string{}, defs: map[string]*node{}}
	if n := s.of(indirect(t)); n != nil {
		if len(s.defs) > 0 {
			n = &node{Ref: n.Ref, Type: n.Type, Properties: n.Properties, Required: n.Required, Items: n.Items,
				AdditionalProperties: n.AdditionalProperties, XML: n.XML, Defs: s.defs}
		}
		if data, err := json.Marshal(n); err == nil {
			text = string(data)
		}
	}
	schemas.Store(key, text)
	return text
}

func indirect(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// maxNodes bounds the parts of one schema. Parts beyond it may be anything.
const maxNodes = 2000

// schemer makes the schema of one type.
type schemer struct {
	tag   string
	open  map[reflect.Type]string // the structs around the current type, by their names in defs
	defs  map[string]*node        // recursive structs
	nodes int
}

// of returns the schema of a type, or nil if nothing is decoded into it.
func (s *schemer) of(t reflect.Type) *node {
	if s.nodes++; s.nodes > maxNodes {
		return &node{}
	}
	if n, ok := s.special(t); ok {
		return n
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(s.of(t.Elem()))
	case reflect.Struct:
		return s.object(t)
	case reflect.Map:
		return s.dictionary(t)
	case reflect.Slice, reflect.Array:
		return s.list(t)
	case reflect.Interface:
		return &node{}
	}
	return scalar(t)
}

// scalar returns the schema of a type with one plain value.
func scalar(t reflect.Type) *node {
	switch t.Kind() {
	case reflect.Bool:
		return &node{Type: "boolean"}
	case reflect.String:
		return &node{Type: "string"}
	case reflect.Float32:
		return &node{Type: "number", Format: "float"}
	case reflect.Float64:
		return &node{Type: "number", Format: "double"}
	case reflect.Int, reflect.Int64:
		return &node{Type: "integer", Format: "int64"}
	case reflect.Int32:
		return &node{Type: "integer", Format: "int32"}
	case reflect.Int8, reflect.Int16:
		half := float64(int64(1) << (t.Bits() - 1))
		return &node{Type: "integer", limits: limits{Minimum: number(-half), Maximum: number(half - 1)}}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return &node{Type: "integer",
			limits: limits{Minimum: number(0), Maximum: number(float64(uint64(1)<<t.Bits() - 1))}}
	case reflect.Uint, reflect.Uint64, reflect.Uintptr:
		return &node{Type: "integer", Format: "int64", limits: limits{Minimum: number(0)}}
	}
	return nil
}

// special returns the schema of a type that has its own methods for decoding.
func (s *schemer) special(t reflect.Type) (n *node, ok bool) {
	own := reflect.PointerTo(t)
	switch {
	case t == reflect.TypeFor[time.Time]():
		return &node{Type: "string", Format: "date-time"}, true
	case t == reflect.TypeFor[json.Number]():
		return &node{Type: "number"}, true
	case s.tag == "json" && own.Implements(reflect.TypeFor[json.Unmarshaler]()),
		s.tag == "xml" && own.Implements(reflect.TypeFor[xml.Unmarshaler]()):
		return &node{}, true
	case own.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return &node{Type: "string", Format: formats[t.Name()]}, true
	}
	return nil, false
}

// formats are the formats of types that read strings, by the names of these types.
var formats = map[string]string{"UUID": "uuid", "IP": "ipv4", "Addr": "ipv4"}

// nullable returns a schema that also takes null.
func nullable(n *node) *node {
	if n == nil {
		return nil
	}
	if kind, one := n.Type.(string); one && n.Ref == "" {
		n.Type = []string{kind, "null"}
	}
	return n
}

func (s *schemer) list(t reflect.Type) *node {
	if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
		return &node{Type: "string", Format: "byte"}
	}
	items := s.of(t.Elem())
	if items == nil {
		return nil
	}
	n := &node{Type: "array", Items: items}
	if t.Kind() == reflect.Array {
		n.MinItems, n.MaxItems = whole(t.Len()), whole(t.Len())
	}
	return n
}

func (s *schemer) dictionary(t reflect.Type) *node {
	values := s.of(t.Elem())
	if values == nil {
		return nil
	}
	return &node{Type: "object", AdditionalProperties: values}
}

// object returns the schema of a struct. A recursive struct becomes a definition, and its schema refers to that.
func (s *schemer) object(t reflect.Type) *node {
	if name, around := s.open[t]; around {
		if name == "" { // an anonymous struct, which cannot be a definition
			return &node{}
		}
		s.defs[name] = nil
		return &node{Ref: "#/$defs/" + name}
	}
	name := t.Name() + strconv.Itoa(len(s.open))
	s.open[t] = name
	defer delete(s.open, t)
	n := &node{Type: "object"}
	for _, f := range s.fields(t) {
		of := s.field(f)
		if of == nil {
			continue
		}
		if f.required {
			n.Required = append(n.Required, f.name)
		}
		n.Properties = append(n.Properties, property{f.name, of})
	}
	if root, ok := t.FieldByName("XMLName"); ok && s.tag == "xml" {
		n.XML = &xmlNode{Name: lastWord(root.Tag.Get("xml"), t.Name())}
	}
	if _, refers := s.defs[name]; refers {
		s.defs[name] = n
		return &node{Ref: "#/$defs/" + name}
	}
	return n
}

// field returns the schema of one field, with the limits of its tags.
func (s *schemer) field(f field) *node {
	n := s.of(f.t)
	if n == nil {
		return nil
	}
	if f.quoted && s.tag == "json" {
		n = &node{Type: "string", limits: limits{Pattern: "^-?[0-9]{1,9}$"}}
	}
	if f.attribute {
		n.XML = &xmlNode{Attribute: true}
	}
	n.limit(f.rules)
	return n
}

// field is a field of a struct that a decoder fills.
type field struct {
	name                        string
	t                           reflect.Type
	rules                       []string // of the tags validate and binding
	required, quoted, attribute bool
	tagged                      bool // the tag has its name
}

// fields returns the fields of a struct that a decoder fills, including those of embedded structs.
func (s *schemer) fields(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get(s.tag), ",")
		inner := indirect(f.Type)
		switch {
		case name == "-" && options == "", f.Name == "XMLName":
			continue
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct:
			if _, around := s.open[inner]; !around {
				s.open[inner] = ""
				out = append(out, s.fields(inner)...)
				delete(s.open, inner)
			}
			continue
		case !f.IsExported(), strings.Contains(options, "chardata"), strings.Contains(options, "innerxml"):
			continue
		}
		rules := slices.Concat(split(f.Tag.Get("validate")), split(f.Tag.Get("binding")))
		out = append(out, field{
			name: named(name, f.Name), t: f.Type, rules: rules, required: slices.Contains(rules, "required"),
			quoted: contains(options, "string"), attribute: contains(options, "attr"), tagged: name != "",
		})
	}
	return slices.CompactFunc(out, func(a, b field) bool { return a.name == b.name })
}

// named returns the name of a field: from its tag, or else its own. For a path to an element, as in XML, it is the last
// word.
func named(tag, own string) string {
	if tag == "" {
		return own
	}
	return lastWord(tag, own)
}

// lastWord returns the text after the last space or ">", or the text or if that is empty.
func lastWord(text, or string) string {
	if at := strings.LastIndexAny(text, " >"); at >= 0 {
		text = text[at+1:]
	}
	if text == "" {
		return or
	}
	return text
}

func split(tag string) []string {
	if tag == "" || tag == "-" {
		return nil
	}
	return strings.Split(tag, ",")
}

func contains(options, one string) bool { return slices.Contains(strings.Split(options, ","), one) }

// member is a field of a struct that is decoded from a parameter.
type member struct{ name, text string }

// members returns the fields of a struct as parameters, named by their tags. With tagged, it leaves out fields without
// the tag.
func members(t reflect.Type, tag string, tagged bool) []member {
	if t == nil || indirect(t).Kind() != reflect.Struct {
		return nil
	}
	s := schemer{tag: tag, open: map[reflect.Type]string{}, defs: map[string]*node{}}
	var out []member
	for _, f := range s.fields(indirect(t)) {
		n := s.field(f)
		if n == nil || tagged && !f.tagged {
			continue
		}
		if data, err := json.Marshal(n); err == nil && len(s.defs) == 0 {
			out = append(out, member{f.name, string(data)})
		}
	}
	return out
}
