package refusal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/value"
)

// statement is one message of an answer, and what stands beside it.
type statement struct {
	field []string // what it is about, if the form of the answer says so
	text  string
	more  value.Object // the members beside the message
	given string       // what the part was given, as far as the sentence says that before all else
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

// messages are the members that hold texts for people, the best first.
var messages = []string{"message", "msg", "defaultmessage", "detail", "reason", "error", "error_description", "errordescription", "description", "title", "text"}

// titles are those of the messages that are parts of calls as often: what stands below
// them, rather than in them, is about such a part.
var titles = []string{"title", "text", "description", "reason"}

// locations are the members that say which part a message is about.
var locations = []string{"field", "pointer", "instancepath", "location", "loc", "path", "propertypath", "property", "param", "parameter", "attribute", "fieldname", "datapath", "source", "name", "key", "target"}

// containers are the members around messages that name no part of a call.
var containers = []string{"errors", "error", "details", "detail", "fields", "violations", "invalidparams", "invalid_params", "data", "meta", "fielderrors", "validationerrors",
	"validation", "causes", "issues", "response", "result", "properties", "non_field_errors", "body", "extra", "constraints", "exception", "json", "querystring"}

// silent are the members that say nothing about what is wrong.
var silent = []string{"type", "@type", "status", "statuscode", "code", "errorcode", "timestamp", "time", "requestid", "request_id", "traceid", "trace_id", "instance", "success", "ok", "url", "input", "value", "rejectedvalue", "ctx", "params",
	"keyword", "schemapath", "objectname", "method", "trace", "label", "codes", "arguments", "bindingfailure", "help", "documentation_url", "id", "tag", "rule"}

// plain is a member's name in small letters without dashes.
func plain(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "") }

// maxNested is how deep messages are looked for.
const maxNested = 12

// visit looks for messages in a value below some members.
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
		if !c.message(v, within) {
			for _, m := range v {
				c.member(m, within)
			}
		}
	}
}

func (c *collector) member(m value.Member, within []string) {
	name := plain(m.Name)
	switch {
	case slices.Contains(silent, name) && isScalar(m.Value):
	case slices.Contains(titles, name) && !isText(m.Value):
		c.visit(m.Value, append(slices.Clip(within), m.Name))
	case slices.Contains(containers, name), slices.Contains(messages, name):
		c.visit(m.Value, within)
	default:
		c.visit(m.Value, append(slices.Clip(within), steps(m.Name)...))
	}
}

// dotted matches names of members that are paths: of elements, of objects of a program, or
// of the whole document.
var dotted = lazyregexp.New(`^\$\.|^\w+(?:[.\[]\w+\]?)+$`)

// steps returns the name of a member, or the steps of the path that it is.
func steps(name string) []string {
	if dotted().MatchString(name) {
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
func (c *collector) message(o value.Object, within []string) bool {
	field := within
	found := false
	for _, name := range locations {
		if path := located(get(o, name)); len(path) > 0 && !(name == "path" && isRequest(o)) {
			field, found = path, true
			break
		}
	}
	if !found && len(within) == 0 {
		return false
	}
	if code, ok := get(o, "code").(string); ok && !slices.ContainsFunc(messages, func(name string) bool { return isText(get(o, name)) }) {
		c.add(statement{field: field, text: strings.ReplaceAll(code, "_", " "), more: o})
		return true
	}
	if !found {
		return false
	}
	for _, name := range messages {
		if text, ok := get(o, name).(string); ok && text != "" {
			c.add(statement{field: field, text: text, more: o})
			c.below(o, name, within)
			return true
		}
	}
	return false
}

// isRequest reports whether the path in the object is that of the request that failed.
func isRequest(o value.Object) bool {
	text, _ := get(o, "path").(string)
	return strings.HasPrefix(text, "/") && (get(o, "timestamp") != nil || get(o, "status") != nil || get(o, "statuscode") != nil)
}

// below looks for further messages in the lists beside a message.
func (c *collector) below(o value.Object, but string, within []string) {
	for _, m := range o {
		if name := plain(m.Name); name != but && !isScalar(m.Value) && slices.Contains(containers, name) {
			c.visit(m.Value, within)
		}
	}
}

func get(o value.Object, name string) any {
	for _, m := range o {
		if plain(m.Name) == name {
			return m.Value
		}
	}
	return nil
}

// located reads the place that a member names: a name, a path with dots or slashes, a
// list of names, or an object with a pointer or parameter.
func located(v any) []string {
	switch v := v.(type) {
	case string:
		if slices.Contains(places[:wholes], strings.ToLower(v)) {
			return nil // all of it
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
		for _, name := range []string{"pointer", "parameter", "header"} {
			if text, ok := get(v, name).(string); ok {
				return path(text)
			}
		}
	}
	return nil
}

// inPath are the letters of a path, and places the first steps that name a part of a
// request and not a member.
var (
	inPath = lazyregexp.New(`^[#$/]*[\pL\pN_.\-\[\]/'"$*]+$`)
	places = []string{"body", "query", "header", "cookie", "request", "path", "params", "data", "attributes", "form"}
)

// wholes is how many of the places stand for all that is there.
const wholes = 5

// path splits a path and leaves out indexes and what only names the part of the request.
func path(text string) []string {
	if !inPath().MatchString(text) {
		return nil
	}
	split := func(r rune) bool { return strings.ContainsRune(`#/.[]'"$*`, r) }
	steps := strings.FieldsFunc(text, split)
	steps = slices.DeleteFunc(steps, func(s string) bool { return strings.Trim(s, "0123456789") == "" })
	for len(steps) > 1 && slices.Contains(places, strings.ToLower(steps[0])) {
		steps = steps[1:]
	}
	if len(steps) == 1 && len(text) > len(steps[0]) && slices.Contains(places, steps[0]) {
		return nil
	}
	return steps
}

// These are what a class leaves out.
var (
	quoted  = lazyregexp.New("\"[^\"]*\"|'[^']*'|`[^`]*`|\u201c[^\u201d]*\u201d")
	hex     = lazyregexp.New(`\b[0-9a-fA-F]{8}[0-9a-fA-F-]*\b|\b[0-9A-Za-z_\-]{24,}\b`)
	numbers = lazyregexp.New(`[-+]?\d+([.,:]\d+)*`)
)

// masked puts a sign in place of what changes from call to call.
func masked(text string) string {
	text = quoted().ReplaceAllString(text, "#")
	text = hex().ReplaceAllString(text, "#")
	return strings.ToLower(numbers().ReplaceAllString(text, "#"))
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
