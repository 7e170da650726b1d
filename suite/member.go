package suite

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// member is a query parameter of a call, or a member of its body.
type member struct {
	place string // tells members apart
	name  string
	value string // a text as it is, anything else as JSON
	text  bool   // the value is a text
	plain string // the value for a name, "" for what that cannot hold
}

func newMember(place, name, value string, text bool) member {
	return member{place: place, name: name, value: value, text: text, plain: plainWords(value)}
}

// members returns what the query and the body of a call hold. It leaves out
// values that are only known when the test runs.
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

// HasForm reports whether the body is that of a form. Writers escape the values of variables in it, but secrets, which
// are sent as they are.
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

// jsonMembers returns the members of an object. A member that is an object
// itself is replaced by its own members. The result is empty for anything but an
// object.
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

// plainText is a short text that reads well in a name.
var plainText = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$`)

// plainWords spells a value as words for a name. It returns "" for a value that a
// name cannot hold.
func plainWords(value string) string {
	if value == "" {
		return "empty"
	}
	if number, ok := strings.CutPrefix(value, "-"); ok && plainText().MatchString(number) {
		return "minus " + number
	}
	return plainText().FindString(value)
}
