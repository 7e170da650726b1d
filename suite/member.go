package suite

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// member is a named value of a step: a query parameter, a path parameter or a member of the body of a call, or an
// argument.
type member struct {
	place string // unique among the members of a step
	name  string
	value string // a text as it is, other values as JSON
	text  bool   // the value is a text
	plain string // the value as a part of a name; "" if a name cannot contain it
}

func newMember(place, name, value string, text bool) member {
	return member{place: place, name: name, value: value, text: text, plain: plainWords(value)}
}

// members returns the members of the query and the body. It leaves out values that are known only when the test runs.
func (r *Request) members() (out []member) {
	for _, q := range r.Query {
		if value, ok := q.Value.Literal(); ok {
			out = append(out, newMember("?"+q.Name, q.Name, value, true))
		}
	}
	if r.Body == nil {
		return out
	}
	body, ok := r.Body.Text.Literal()
	switch {
	case !ok:
	case r.Body.JSON:
		out = append(out, jsonMembers("", []byte(body))...)
	case r.HasForm():
		out = append(out, formMembers(body)...)
	}
	return out
}

// segments splits a path at its slashes.
func (t Text) segments() []Text {
	out := []Text{nil}
	for _, piece := range t {
		if piece.Var != "" {
			out[len(out)-1] = append(out[len(out)-1], piece)
			continue
		}
		for i, literal := range strings.Split(piece.Literal, "/") {
			if i > 0 {
				out = append(out, nil)
			}
			if literal != "" {
				out[len(out)-1] = append(out[len(out)-1], Piece{Literal: literal})
			}
		}
	}
	return out
}

// HasForm reports whether the body is a form. Writers escape the values of variables in a form, except those of
// secrets.
func (r *Request) HasForm() bool {
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return strings.HasPrefix(h.Value.String(), "application/x-www-form-urlencoded")
		}
	}
	return false
}

func formMembers(body string) (out []member) {
	for _, pair := range strings.Split(body, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		value, valueErr := url.QueryUnescape(value)
		if err == nil && valueErr == nil && name != "" {
			out = append(out, newMember("/"+name, name, value, true))
		}
	}
	return out
}

// jsonMembers returns the members of a JSON object. A member that is an object is replaced by its own members. For
// other JSON it returns nothing.
func jsonMembers(place string, object []byte) (out []member) {
	d := json.NewDecoder(bytes.NewReader(object))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return out
		}
		if inner := jsonMembers(place+"/"+name, value); len(inner) > 0 {
			out = append(out, inner...)
			continue
		}
		out = append(out, jsonMember(place+"/"+name, name, value))
	}
	return out
}

func jsonMember(place, name string, value json.RawMessage) member {
	var text string
	if value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return newMember(place, name, text, true)
	}
	m := newMember(place, name, string(value), false)
	if m.value == "[]" || m.value == "{}" {
		m.plain = "empty"
	}
	return m
}

// plainText matches a short text that is readable in a name.
var plainText = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$`)

// plainWords returns a value as words for a name, or "" if a name cannot contain it.
func plainWords(value string) string {
	if value == "" {
		return "empty"
	}
	if number, ok := strings.CutPrefix(value, "-"); ok && plainText().MatchString(number) {
		return "minus " + number
	}
	return plainText().FindString(value)
}
