package cell

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// json computes a function or an operator that reads a part of a JSON document. Ok is false for any other name. The
// operators -> and #> return JSON, ->> and #>> the text of a JSON string. All of them return a number as a number. A
// text that is no JSON has no parts.
func (r Rules) json(name string, args []any) (out any, ok bool) {
	switch name {
	case "json_unquote":
		if len(args) != 1 {
			return Unknown{}, true
		}
		if v, valid := jsonOf(args[0]); valid {
			return scalar(v, name), true
		}
		return args[0], true
	case "@>":
		if list, isList := args[0].(List); isList {
			part, known := Array(args[1])
			if !known {
				return Unknown{}, true
			}
			return truth(!slices.ContainsFunc(part, func(v any) bool { return !r.has(list, v) })), true
		}
		part, known := jsonOf(args[1])
		if !known {
			return Unknown{}, true
		}
		whole, _ := jsonOf(args[0])
		return truth(contains(whole, part)), true
	case "->", "->>", "#>", "#>>", "json_extract", "json_value":
		if len(args) != 2 {
			return Unknown{}, true
		}
		path, known := Path(args[1])
		if !known {
			return Unknown{}, true
		}
		doc, _ := jsonOf(args[0])
		for _, key := range path {
			doc = child(doc, key)
		}
		return scalar(doc, name), true
	}
	return nil, false
}

// jsonOf returns the value of a JSON document.
func jsonOf(v any) (out any, ok bool) {
	text, isText := v.(string)
	if !isText {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&out) != nil {
		return nil, false
	}
	_, err := d.Token()
	return out, err == io.EOF
}

// child returns a member of an object, or an element of a list; nil for none.
func child(doc any, key string) any {
	switch doc := doc.(type) {
	case map[string]any:
		return doc[key]
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(doc) {
			return doc[i]
		}
	}
	return nil
}

// scalar returns a part of a document in the form in which a function or an operator, by its name, returns parts.
func scalar(v any, name string) any {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		if name != "->" && name != "#>" {
			return v
		}
	case bool:
		if name == "json_extract" {
			return truth(v)
		}
	case json.Number:
		if n, ok := Number(v.String()); ok {
			return n
		}
	}
	return written(v)
}

// written returns a value as a JSON document, without spaces.
func written(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// has reports whether a list has an item.
func (r Rules) has(list List, v any) bool {
	return slices.ContainsFunc(list, func(own any) bool {
		return Equal(Operand{Value: own}, Operand{Value: v}, r).OfTrue == 1
	})
}

// mostKeys bounds the depth of a path.
const mostKeys = 16

// Path returns the keys and indices on the way to a part of a JSON document. The path is written as $.a.b[0], as
// {a,b,0}, or as a single key or index.
func Path(path any) (keys []string, ok bool) {
	text, isText := AsText(path).(string)
	switch {
	case !isText || text == "":
		return nil, false
	case text == "{}":
		return nil, true
	case strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}"):
		keys = strings.Split(text[1:len(text)-1], ",")
	case text[0] == '$':
		text = strings.NewReplacer("[", ".", "]", "", `"`, "").Replace(text[1:])
		if !strings.HasPrefix(text, ".") {
			return nil, text == ""
		}
		keys = strings.Split(text[1:], ".")
	default:
		keys = []string{text}
	}
	return keys, len(keys) <= mostKeys
}

// Document returns a JSON document with a value at the end of a path, and with no other part. The value may be the
// JSON of a bool, an object or a list: the document then has the bool, object or list in place of the text.
func Document(path []string, v any) any {
	switch whole, _ := jsonOf(v); whole.(type) {
	case bool, map[string]any, []any:
		v = whole
	}
	if IsUnknown(v) || v == nil {
		return Unknown{}
	}
	for i := len(path) - 1; i >= 0; i-- {
		if n, err := strconv.Atoi(path[i]); err == nil && n >= 0 && n < mostKeys {
			list := make([]any, n+1)
			list[n] = v
			v = list
			continue
		}
		v = map[string]any{path[i]: v}
	}
	return written(v)
}

// Merged returns the JSON object with the members of a and of b. A member of both has the value of b. Ok is false
// where a or b is no JSON object.
func Merged(a, b any) (out any, ok bool) {
	x, _ := jsonOf(a)
	y, _ := jsonOf(b)
	of, isObject := x.(map[string]any)
	with, areObjects := y.(map[string]any)
	if !isObject || !areObjects {
		return nil, false
	}
	return written(merged(of, with)), true
}

func merged(x, y map[string]any) map[string]any {
	out := maps.Clone(x)
	for key, v := range y {
		old, isObject := out[key].(map[string]any)
		own, areObjects := v.(map[string]any)
		if isObject && areObjects {
			v = merged(old, own)
		}
		out[key] = v
	}
	return out
}

// contains reports whether a document has all parts of another document.
func contains(whole, part any) bool {
	switch part := part.(type) {
	case map[string]any:
		of, ok := whole.(map[string]any)
		for key, v := range part {
			own, there := of[key]
			ok = ok && there && contains(own, v)
		}
		return ok
	case []any:
		of, ok := whole.([]any)
		for _, v := range part {
			found := false
			for _, own := range of {
				found = found || contains(own, v)
			}
			ok = ok && found
		}
		return ok
	}
	return written(whole) == written(part)
}
