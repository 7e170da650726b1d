package refusal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/value"
)

// statement is one message of an answer, with the members beside it.
type statement struct {
	field []string // the part of the call that the message is about, if the form of the answer states it
	text  string
	more  members // the members beside the message
	given string  // the value that the part got, if the sentence begins with it
}

// collector finds the messages of an answer in JSON.
type collector struct{ statements []statement }

func (c *collector) add(s statement) {
	if len(c.statements) < maxStatements && strings.TrimSpace(s.text) != "" {
		if len(s.text) > maxText {
			s.text = strings.ToValidUTF8(s.text[:maxText], "")
		}
		c.statements = append(c.statements, s)
	}
}

// maxNested is the depth to which messages are searched.
const maxNested = 12

// visit looks for messages in a value. within has the members around the value.
func (c *collector) visit(v any, within []string) {
	if len(within) > maxNested {
		return
	}
	switch v := v.(type) {
	case string:
		c.add(statement{field: within, text: v})
	case []any:
		for _, element := range v {
			c.visit(element, within)
		}
	case value.Object:
		if !c.message(membersOf(v), within) {
			for _, m := range v {
				c.member(m, within)
			}
		}
	}
}

func (c *collector) member(m value.Member, within []string) {
	name := words.Plain(m.Name)
	switch {
	case words.Silent.Has(name) && isScalar(m.Value):
	case words.Titles.Has(name) && !isText(m.Value):
		c.visit(m.Value, append(slices.Clip(within), m.Name))
	case (words.Containers + words.Messages).Has(name):
		c.visit(m.Value, within)
	default:
		c.visit(m.Value, append(slices.Clip(within), steps(m.Name)...))
	}
}

// dotted matches names of members that are paths: in lists, in objects of a program, or in the whole document.
var dotted = lazyregexp.New(`^\$\.|^\w+(?:[.\[]\w+\]?)+$`)

// steps returns the segments of a name that is a path, or the name itself.
func steps(name string) []string {
	if strings.ContainsAny(name, ".[") && dotted().MatchString(name) {
		if out := path(name); len(out) > 0 {
			return out
		}
	}
	return []string{name}
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

func isScalar(v any) bool {
	switch v.(type) {
	case []any, value.Object:
		return false
	}
	return true
}

// message reads an object that has a text and the part that it is about.
func (c *collector) message(o members, within []string) bool {
	field := within
	found := false
	for name := range words.Locations.All() {
		if path := located(o.get(name)); len(path) > 0 && !(name == "path" && isRequest(o)) {
			field, found = path, true
			break
		}
	}
	if !found && len(within) == 0 {
		return false
	}
	if code, ok := o.get("code").(string); ok &&
		!slices.ContainsFunc(slices.Collect(words.Messages.All()),
			func(name string) bool { return isText(o.get(name)) }) {
		c.add(statement{field: field, text: strings.ReplaceAll(code, "_", " "), more: o})
		return true
	}
	if !found {
		return false
	}
	for name := range words.Messages.All() {
		if text, ok := o.get(name).(string); ok && text != "" {
			c.add(statement{field: field, text: text, more: o})
			c.below(o, name, within)
			return true
		}
	}
	return false
}

// isRequest reports whether the path in the object is that of the request that failed.
func isRequest(o members) bool {
	text, _ := o.get("path").(string)
	return strings.HasPrefix(text, "/") &&
		(o.get("timestamp") != nil || o.get("status") != nil || o.get("statuscode") != nil)
}

// below looks for further messages in the lists beside a message.
func (c *collector) below(o members, but string, within []string) {
	for _, m := range o {
		if m.Name != but && !isScalar(m.Value) && words.Containers.Has(m.Name) {
			c.visit(m.Value, within)
		}
	}
}

// members are the members of an object, with their names in plain spelling.
type members []value.Member

// membersOf returns the members of a value, or none if it is no object.
func membersOf(v any) members {
	o, _ := v.(value.Object)
	out := make(members, len(o))
	for i, m := range o {
		out[i] = value.Member{Name: words.Plain(m.Name), Value: m.Value}
	}
	return out
}

// get returns the value of a member, or nil if there is none.
func (o members) get(name string) any {
	for i := range o {
		if o[i].Name == name {
			return o[i].Value
		}
	}
	return nil
}

// located reads the place that a member names: a name, a path with dots or slashes, a
// list of names, or an object with a pointer or parameter.
func located(v any) []string {
	switch v := v.(type) {
	case string:
		if words.Wholes.Has(v) {
			return nil // the whole call
		}
		return path(v)
	case []any:
		var steps []string
		for _, step := range v {
			if name, ok := step.(string); ok {
				steps = append(steps, name)
			}
		}
		return located(strings.Join(steps, "/"))
	case value.Object:
		members := membersOf(v)
		for _, name := range []string{"pointer", "parameter", "header"} {
			if text, ok := members.get(name).(string); ok {
				return path(text)
			}
		}
	}
	return nil
}

// inPath matches paths.
var inPath = lazyregexp.New(`^[#$/]*[\pL\pN_.\-\[\]/'"$*]+$`)

// path splits a path into its segments. It leaves out indexes, and names of the parts of a request such as "body".
func path(text string) []string {
	if !inPath().MatchString(text) {
		return nil
	}
	split := func(r rune) bool { return strings.ContainsRune(`#/.[]'"$*`, r) }
	steps := strings.FieldsFunc(text, split)
	steps = slices.DeleteFunc(steps, func(s string) bool { return strings.Trim(s, "0123456789") == "" })
	for len(steps) > 1 && words.Places.Has(steps[0]) {
		steps = steps[1:]
	}
	if len(steps) == 1 && len(text) > len(steps[0]) && words.Places.Has(steps[0]) {
		return nil
	}
	return steps
}

// quotes are the characters that begin a quotation.
const quotes = "\"'`\u201c"

// These match the parts of a text that its class leaves out.
var (
	quoted  = lazyregexp.New("\"[^\"]*\"|'[^']*'|`[^`]*`|\u201c[^\u201d]*\u201d")
	hex     = lazyregexp.New(`\b[0-9a-fA-F]{8}[0-9a-fA-F-]*\b|\b[0-9A-Za-z_\-]{24,}\b`)
	numbers = lazyregexp.New(`[-+]?\d+([.,:]\d+)*`)
)

// masked replaces the parts of a text that change from call to call by a sign.
func masked(text string) string {
	if strings.ContainsAny(text, quotes) {
		text = quoted().ReplaceAllString(text, "#")
	}
	text = hex().ReplaceAllString(text, "#")
	if strings.ContainsAny(text, "0123456789") {
		text = numbers().ReplaceAllString(text, "#")
	}
	return strings.ToLower(text)
}

// texts returns a value that members hold as texts.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case nil, value.Object:
	case []any:
		for _, element := range v {
			if isScalar(element) {
				out = append(out, texts(element)...)
			}
		}
	case string:
		out = append(out, v)
	case json.Number:
		out = append(out, v.String())
	default:
		out = append(out, fmt.Sprint(v))
	}
	return out
}
