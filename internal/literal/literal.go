// Package literal makes values that were recorded in a page again: as expressions of JavaScript.
package literal

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/output/escape"
)

// longestLiteral is how long an expression for a value may be.
const longestLiteral = 600

// Detail is how much an expression makes again.
type Detail int

const (
	Asserted Detail = iota // what a test may compare with the value
	Typed                  // objects of classes, jQuery objects, and events of their kinds
	Aimed                  // events at their elements, with their details
	Most                   // events as they come to a listener, and that it may cancel
)

// Of is a value of a record as an expression of JavaScript that a test may compare it with. It reports false for
// one that no short expression makes again, such as a function or an object of a class.
func Of(raw json.RawMessage) (string, bool) { return With(raw, Asserted) }

// With is such a value with more detail than a test may compare.
func With(raw json.RawMessage, d Detail) (string, bool) {
	text, ok := d.expression(bytes.TrimSpace(raw))
	return text, ok && len(text) <= longestLiteral
}

func (d Detail) expression(raw json.RawMessage) (string, bool) {
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
		return d.listed("[", list, "]")
	case '{':
		return d.object(raw)
	}
	return string(raw), true
}

// listed are the elements of a list between brackets.
func (d Detail) listed(before string, list []json.RawMessage, after string) (string, bool) {
	parts := make([]string, len(list))
	for i, e := range list {
		var ok bool
		if parts[i], ok = d.expression(e); !ok {
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

func (d Detail) object(raw json.RawMessage) (string, bool) {
	var t tags
	_ = json.Unmarshal(raw, &t) // members of the program's may have other types
	switch {
	case t.Type == "object" && t.Class != "" && d > Asserted && t.More == 0 && plainName().MatchString(t.Class):
		return Instance(raw, t.Class, "Object.create("+t.Class+".prototype)", d)
	case t.Ref != "" || t.More > 0 || t.Class != "" && t.Type != "host":
		return "", false
	case t.Type == "":
		return d.members(raw)
	}
	return d.tagged(&t)
}

// tagged is a value with a tag.
func (d Detail) tagged(t *tags) (string, bool) {
	value, ok := d.expression(t.Value)
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
		value, ok = d.expression(t.Entries)
		return "new Map(" + value + ")", ok
	case "Set":
		value, ok = d.expression(t.Values)
		return "new Set(" + value + ")", ok
	case "host":
		var h host
		err := json.Unmarshal(t.Value, &h)
		text := d.host(&h)
		return text, err == nil && text != ""
	}
	return "", false
}

// host is an object of the page, or of its jQuery, as the visitor tells of it: elements are paths.
type host struct {
	Document        bool
	Element         string
	Elements        []string
	Event, Kind     string
	Details         json.RawMessage
	Target, Current string
}

// host is an object of the page as an expression, "" for none.
func (d Detail) host(h *host) string {
	switch {
	case h.Document:
		return "document"
	case h.Element != "":
		return element(h.Element)
	case d == Asserted, h.Event == "" && h.Elements == nil: // nor is it in the document
		return ""
	case h.Event == "" && h.Elements != nil:
		var all []string
		for _, path := range h.Elements {
			all = append(all, element(path))
		}
		return "jQuery([" + strings.Join(all, ", ") + "])"
	}
	return d.event(h)
}

// event is an event as an expression.
func (d Detail) event(h *host) string {
	made := escape.JSString(h.Event)
	details, ok := d.members(h.Details)
	if d == Most {
		details = "{ bubbles: true, cancelable: true, " + strings.TrimPrefix(details, "{")
		details = strings.Replace(details, ", }", " }", 1)
	}
	if ok && d > Typed && details != "{}" {
		made += ", " + details
	}
	if made = h.Kind + "(" + made + ")"; h.Kind != "jQuery.Event" {
		made = "new " + made
	}
	var at []string
	if h.Target != "" && d > Typed {
		at = append(at, "target: { value: "+element(h.Target)+" }")
	}
	if h.Current != "" && d == Most {
		at = append(at, "currentTarget: { value: "+element(h.Current)+" }")
	}
	if len(at) == 0 {
		return made
	}
	return "Object.defineProperties(" + made + ", { " + strings.Join(at, ", ") + " })"
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
func (d Detail) members(raw json.RawMessage) (string, bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return "", false
	}
	var parts []string
	for name, v := range object {
		value, ok := d.expression(v)
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

// Members are the members of an object that have names and are no functions.
func Members(raw json.RawMessage) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all) // else there are none
	maps.DeleteFunc(all, func(name string, v json.RawMessage) bool {
		var t tags
		_ = json.Unmarshal(v, &t)
		return !plainName().MatchString(name) || name[0] == '$' || t.Type == "function" || t.Type == "accessor"
	})
	return all
}

// Instance is an object of a class as an expression, without some members, from a new object that is made of the class.
func Instance(raw json.RawMessage, class, made string, d Detail, without ...string) (string, bool) {
	if !IsInstance(raw, class) {
		return "", false
	}
	members := Members(raw)
	for _, name := range without {
		delete(members, name)
	}
	own, err := json.Marshal(members)
	if err != nil {
		return "", false
	}
	text, ok := With(own, d)
	if text == "{}" {
		return made, true
	}
	return "Object.assign(" + made + ", " + text + ")", ok
}

// IsInstance reports whether a value is an object of a class, by what the class ends with.
func IsInstance(raw json.RawMessage, class string) bool {
	var t tags
	_ = json.Unmarshal(raw, &t) // members of the program's may have other types
	return t.Type == "object" && t.Class == class[strings.LastIndexByte(class, '.')+1:]
}
