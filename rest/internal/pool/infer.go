package pool

import (
	"encoding/json"
	"slices"

	"github.com/evoke-go/evoke/value"
)

// maxMembers is the largest number of members of an object whose values are described. A text has at most maxExamples
// examples, each of at most maxExample bytes.
const maxMembers, maxExamples, maxExample = 300, 3, 60

// shape describes the values at one place of the samples.
type shape struct {
	seen, longest int // number of values; length of the longest text (characters) or list (elements)
	kinds         []string
	members       []*member
	items         *shape
	examples      []any
}

type member struct {
	name string
	shape
}

// schemaOf returns a JSON Schema that describes the given values.
func schemaOf(values []any) string {
	var s shape
	for _, v := range values {
		s.add(v)
	}
	return string(value.AppendJSON(nil, s.schema()))
}

func (s *shape) kind(name string) {
	if !slices.Contains(s.kinds, name) {
		s.kinds = append(s.kinds, name)
	}
}

func (s *shape) add(v any) {
	s.seen++
	switch v := v.(type) {
	case nil:
		s.kind("null")
	case bool:
		s.kind("boolean")
	case int64:
		s.kind("integer")
	case float64, json.Number:
		s.kind("number")
	case string:
		s.kind("string")
		s.longest = max(s.longest, len([]rune(v)))
		if !isUnknown(v) && len(v) <= maxExample && v != "" && len(s.examples) < maxExamples &&
			!slices.Contains(s.examples, any(v)) {
			s.examples = append(s.examples, v)
		}
	case []any:
		s.kind("array")
		s.longest = max(s.longest, len(v))
		if s.items == nil {
			s.items = &shape{}
		}
		for _, e := range v {
			s.items.add(e)
		}
	case value.Object:
		s.kind("object")
		for _, m := range v {
			if at := s.member(m.Name); at != nil {
				at.add(m.Value)
			}
		}
	}
}

// member returns the shape of a member, nil if the object has too many members.
func (s *shape) member(name string) *shape {
	for _, m := range s.members {
		if m.name == name {
			return &m.shape
		}
	}
	if len(s.members) == maxMembers {
		return nil
	}
	s.members = append(s.members, &member{name: name})
	return &s.members[len(s.members)-1].shape
}

// defaultLength is the length of texts and lists up to which the schema needs no maximum.
const defaultLength = 16

func (s *shape) schema() value.Object {
	var out value.Object
	add := func(name string, v any) { out = append(out, value.Member{Name: name, Value: v}) }
	var kinds []any
	for _, k := range s.kinds {
		if k != "integer" || !slices.Contains(s.kinds, "number") {
			kinds = append(kinds, k)
		}
	}
	switch len(kinds) {
	case 0:
		return value.Object{}
	case 1:
		add("type", kinds[0])
	default:
		add("type", kinds)
	}
	if properties, required := s.properties(); len(properties) > 0 {
		add("properties", properties)
		if len(required) > 0 && len(s.kinds) == 1 {
			add("required", required)
		}
	}
	if s.items != nil {
		add("items", s.items.schema())
		add("maxItems", int64(max(defaultLength, 2*s.longest)))
	} else if s.longest > defaultLength {
		add("maxLength", int64(2*s.longest))
	}
	if len(s.examples) > 0 && len(kinds) == 1 {
		add("examples", s.examples)
	}
	return out
}

// properties returns the schemas of the members, and the names of the members that every object has.
func (s *shape) properties() (all value.Object, required []any) {
	for _, m := range s.members {
		all = append(all, value.Member{Name: m.name, Value: m.schema()})
		if m.seen == s.seen {
			required = append(required, m.name)
		}
	}
	return all, required
}
