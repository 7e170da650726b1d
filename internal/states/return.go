package states

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/js"
)

// Return is the type and the shape of what a call returned: "number", "array of string",
// "Cart{items array, total number}". A call that threw "throws", and one that nobody saw end is "".
func Return(exit *js.Exit) string {
	switch {
	case exit == nil:
		return ""
	case exit.Ended == "threw":
		return "throws"
	}
	return shape(exit.Value, deepest)
}

// deepest is how many levels of a value its shape has.
const deepest = 4

// shape is the type of a value, with what it is made of.
func shape(value json.RawMessage, levels int) string {
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return "undefined"
	}
	switch value[0] {
	case '{':
		return objectShape(value, levels)
	case '[':
		return arrayShape(value, levels)
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func arrayShape(value json.RawMessage, levels int) string {
	var elements []json.RawMessage
	if json.Unmarshal(value, &elements) != nil || len(elements) == 0 || levels == 0 {
		return "array"
	}
	var kinds []string
	for _, e := range elements {
		kinds = append(kinds, shape(e, levels-1))
	}
	slices.Sort(kinds)
	return "array of " + strings.Join(slices.Compact(kinds), " or ")
}

// objectShape is the class of an object and its members; tagged values have their type.
func objectShape(value json.RawMessage, levels int) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil {
		return "object"
	}
	name := tag(members, "$type")
	if class := tag(members, "$class"); class != "" {
		name = class
	}
	if _, ok := members["$ref"]; ok {
		return "object known"
	}
	if name != "" && tag(members, "$type") != "object" || levels == 0 {
		return cmp.Or(name, "object")
	}
	var list []string
	for key, member := range members {
		if !strings.HasPrefix(key, "$") || strings.HasPrefix(key, "$$") {
			list = append(list, key+" "+shape(member, levels-1))
		}
	}
	slices.Sort(list)
	return cmp.Or(name, "object") + "{" + strings.Join(list, ", ") + "}"
}

// tag is a tag of an object, "" if it has none.
func tag(members map[string]json.RawMessage, name string) string {
	var text string
	_ = json.Unmarshal(members[name], &text)
	return text
}
