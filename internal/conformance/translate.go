package conformance

import (
	"encoding/json"
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// maxInline bounds how deep schemas are written into each other before they
// become resources of their own. Through YAML aliases unnamed schemas may be
// shared so often that all of them written out would fill the memory.
const maxInline = 6

// translation writes schemas of the model as JSON Schema 2020-12.
type translation struct {
	c          *compiler
	open, bare bool // see resource
}

type object = map[string]any

// whole translates a schema that describes a value alone.
func (t translation) whole(s *openapi.Schema, depth int) any {
	return translation{c: t.c}.reference(s, depth)
}

// aspect translates a schema that describes a value together with others.
func (t translation) aspect(s *openapi.Schema, depth int) any {
	return translation{t.c, true, t.bare}.reference(s, depth)
}

func (t translation) reference(s *openapi.Schema, depth int) any {
	if s.Ref != "" || depth >= maxInline {
		return object{"$ref": t.c.address(resource{s, t.open, t.bare})}
	}
	return t.body(s, depth)
}

// body translates the keywords of a schema itself.
func (t translation) body(s *openapi.Schema, depth int) any {
	if s.Always {
		return true
	}
	if s.Never {
		return false
	}
	out := object{}
	t.values(out, s)
	limits(out, s)
	t.lists(out, s, depth)
	t.members(out, s, depth)
	t.choices(out, s, depth)
	t.discriminated(out, s)
	if s.Nullable {
		return nullable(out)
	}
	return out
}

// nullable allows null too. If keywords other than the type would reject null, it becomes an alternative.
func nullable(out object) any {
	for _, key := range []string{"enum", "const", "allOf", "anyOf", "not", "if"} {
		if _, ok := out[key]; ok {
			return object{"anyOf": []any{object{"type": "null"}, out}}
		}
	}
	if types, ok := out["type"].([]any); ok {
		out["type"] = append(types, "null")
	}
	return out
}

func (t translation) values(out object, s *openapi.Schema) {
	if len(s.Types) > 0 {
		types := make([]any, len(s.Types))
		for i, k := range s.Types {
			types[i] = k
		}
		out["type"] = types
	}
	if len(s.Enum) > 0 && !s.EnumMore {
		var all []any
		for _, e := range s.Enum {
			all = append(all, coerce(jsonValue(e), s))
		}
		out["enum"] = all
	}
	if s.HasConst {
		out["const"] = coerce(jsonValue(s.Const), s)
	}
	if isChecked(s.Format) {
		out["format"] = s.Format
	}
	if s.Pattern != "" && t.c.patterns[s.Pattern] != nil {
		out["pattern"] = s.Pattern
	}
}

// coerce converts values to the type of the schema. In YAML "1" and 1 look much alike, and "on" and dates are not
// always strings.
func coerce(value any, s *openapi.Schema) any {
	if len(s.Types) != 1 {
		return value
	}
	text, isText := value.(string)
	switch kind := s.Types[0]; {
	case kind == "string" && !isText:
		switch v := value.(type) {
		case bool, int64, float64, json.Number:
			b, _ := json.Marshal(v)
			return string(b)
		}
	case isText && (kind == "integer" || kind == "number"):
		if _, err := strconv.ParseFloat(text, 64); err == nil && json.Valid([]byte(text)) {
			return json.Number(text)
		}
	case isText && kind == "boolean":
		if text == "true" || text == "false" {
			return text == "true"
		}
	}
	return value
}

// jsonValue turns plain data of the model into that of encoding/json.
func jsonValue(plain any) any {
	switch v := plain.(type) {
	case value.Object:
		out := make(object, len(v))
		for _, p := range v {
			out[p.Name] = jsonValue(p.Value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = jsonValue(v[i])
		}
		return out
	}
	return plain
}

func limits(out object, s *openapi.Schema) {
	bound(out, "minimum", "exclusiveMinimum", s.Minimum, s.ExclusiveMinimum)
	bound(out, "maximum", "exclusiveMaximum", s.Maximum, s.ExclusiveMaximum)
	if s.MultipleOf != "" && tameNumber(s.MultipleOf) != any(json.Number("0.5")) {
		out["multipleOf"] = s.MultipleOf
	}
	for _, c := range []struct {
		key   string
		count int
	}{
		{"minLength", s.MinLength}, {"maxLength", s.MaxLength}, {"minItems", s.MinItems}, {"maxItems", s.MaxItems},
		{"minProperties", s.MinProperties}, {"maxProperties", s.MaxProperties},
	} {
		if c.count >= 0 {
			out[c.key] = c.count
		}
	}
}

func bound(out object, inclusive, exclusive string, limit json.Number, isExclusive bool) {
	switch {
	case limit == "" || tameNumber(limit) == any(json.Number("0.5")):
	case isExclusive:
		out[exclusive] = limit
	default:
		out[inclusive] = limit
	}
}

func (t translation) lists(out object, s *openapi.Schema, depth int) {
	if s.Items != nil {
		out["items"] = t.whole(s.Items, depth+1)
	}
	if len(s.PrefixItems) > 0 {
		var all []any
		for _, p := range s.PrefixItems {
			all = append(all, t.whole(p, depth+1))
		}
		out["prefixItems"] = all
	}
	if s.Contains != nil && !s.Partial {
		out["contains"] = t.whole(s.Contains, depth+1)
	}
	if s.UniqueItems {
		out["uniqueItems"] = true
	}
}
