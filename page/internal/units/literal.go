package units

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/output/escape"
)

// longestLiteral is how long an expression for a value may be.
const longestLiteral = 600

// literal is a value of a record as an expression of JavaScript. It reports false for one that no short expression
// makes again, such as a function or an object of a class.
func literal(raw json.RawMessage) (string, bool) {
	text, ok := expression(bytes.TrimSpace(raw))
	return text, ok && len(text) <= longestLiteral
}

func expression(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 {
		return "undefined", true
	}
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return escape.JSString(s), err == nil
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return "", false
		}
		return listed("[", list, "]")
	case '{':
		return objectExpression(raw)
	}
	return string(raw), true
}

// listed are the elements of a list between brackets.
func listed(before string, list []json.RawMessage, after string) (string, bool) {
	parts := make([]string, len(list))
	for i, e := range list {
		var ok bool
		if parts[i], ok = expression(e); !ok {
			return "", false
		}
	}
	return before + strings.Join(parts, ", ") + after, true
}

// tags are those of a value that JSON lacks.
type tags struct {
	Type    string          `json:"$type"`
	Class   string          `json:"$class"`
	Ref     string          `json:"$ref"`
	More    int             `json:"$more"`
	Value   json.RawMessage `json:"value"`
	Values  json.RawMessage `json:"values"`
	Entries json.RawMessage `json:"entries"`
	Source  string          `json:"source"`
	Flags   string          `json:"flags"`
}

func objectExpression(raw json.RawMessage) (string, bool) {
	var t tags
	_ = json.Unmarshal(raw, &t) // members of the program's may have other types
	switch {
	case t.Ref != "" || t.More > 0 || t.Class != "" && t.Type != "host":
		return "", false
	case t.Type == "":
		return members(raw)
	}
	return tagged(&t)
}

// tagged is a value with a tag.
func tagged(t *tags) (string, bool) {
	value, ok := expression(t.Value)
	switch t.Type {
	case "undefined":
		return "undefined", true
	case "global":
		return "window", true
	case "number", "bigint":
		number := strings.Trim(value, `'"`)
		if t.Type == "bigint" {
			number += "n"
		}
		return number, ok
	case "Date":
		return "new Date(" + value + ")", ok && value != "null"
	case "RegExp":
		return "/" + t.Source + "/" + t.Flags, true
	case "Map":
		value, ok = expression(t.Entries)
		return "new Map(" + value + ")", ok
	case "Set":
		value, ok = expression(t.Values)
		return "new Set(" + value + ")", ok
	case "host":
		var of struct{ Element string }
		if json.Unmarshal(t.Value, &of) != nil || of.Element == "" {
			return "", false
		}
		return element(of.Element), true
	}
	return "", false
}

// fixtureID is that of the element that the fixture is in, as QUnit has it.
const fixtureID = "#qunit-fixture"

// element finds an element of a page in its fixture.
func element(path string) string {
	if rest, of := strings.CutPrefix(path, "body"); of {
		path = fixtureID + rest
	}
	return "document.querySelector(" + escape.JSString(path) + ")"
}

var plainName = lazyregexp.New(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// members are those of a plain object.
func members(raw json.RawMessage) (string, bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return "", false
	}
	var parts []string
	for name, v := range object {
		value, ok := expression(v)
		if !ok {
			return "", false
		}
		if name = unescaped(name); !plainName().MatchString(name) {
			name = escape.JSString(name)
		}
		parts = append(parts, name+": "+value)
	}
	if len(parts) == 0 {
		return "{}", true
	}
	slices.Sort(parts)
	return "{ " + strings.Join(parts, ", ") + " }", true
}

// unescaped is the name of a member without the $ that keeps it from being a tag.
func unescaped(name string) string {
	if strings.HasPrefix(name, "$") {
		return name[1:]
	}
	return name
}

// instance is an object of a class as an expression.
func instance(raw json.RawMessage, class string) (string, bool) {
	var object map[string]json.RawMessage
	var t tags
	if json.Unmarshal(raw, &object) != nil || json.Unmarshal(raw, &t) != nil || t.Type != "object" || t.Class != class {
		return "", false
	}
	delete(object, "$type")
	delete(object, "$class")
	own, err := json.Marshal(object)
	if err != nil {
		return "", false
	}
	text, ok := literal(own)
	return "Object.assign(Object.create(" + class + ".prototype), " + text + ")", ok
}
