package effects

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/value"
)

// ids returns the values of the members that identify a resource: members of an object, of the object in its envelope,
// or of the elements of a list.
func ids(v any, named bool) []string {
	return idsBy(v, func(_ value.Object, plain string) bool { return identifies(plain, named) })
}

// idsBy returns the values of the members whose plain names the function accepts.
func idsBy(v any, names func(of value.Object, plain string) bool) (out []string) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			plain := words.Plain(m.Name)
			if text, ok := scalar(m.Value); ok && names(v, plain) {
				out = append(out, text)
			} else if !ok && words.Envelopes.Has(plain) {
				out = append(out, idsBy(m.Value, names)...)
			}
		}
	case []any:
		for _, e := range v[:min(len(v), maxElements)] {
			if text, ok := scalar(e); ok {
				out = append(out, text)
			} else {
				out = append(out, idsBy(e, names)...)
			}
		}
	}
	return out
}

// identifies reports whether a member with a plain name usually identifies the resource that contains it. If named is
// set, names count as well as ids.
func identifies(plain string, named bool) bool {
	return (words.IDs + " slug").Ends(plain) || named && words.Named.Ends(plain)
}

func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, v != ""
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// each visits the scalar members of a value, at any depth.
func each(v any, f func(member, text string)) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			if text, ok := scalar(m.Value); ok {
				f(m.Name, text)
				continue
			}
			each(m.Value, f)
		}
	case []any:
		for _, e := range v {
			each(e, f)
		}
	}
}

// pointerToID returns a JSON pointer to the id in a body, which may be in an envelope.
func pointerToID(body any) (at string, ok bool) {
	if _, ok := scalar(body); ok {
		return "", true
	}
	members, _ := body.(value.Object)
	isID := func(plain string) bool { return plain == "id" }
	mayIdentify := func(plain string) bool { return identifies(plain, false) }
	for _, wanted := range []func(plain string) bool{isID, mayIdentify} {
		for _, m := range members {
			if _, ok := scalar(m.Value); ok && wanted(words.Plain(m.Name)) {
				return value.Below("", m.Name), true
			}
		}
	}
	for _, m := range members {
		if _, envelope := m.Value.(value.Object); envelope && words.Envelopes.Has(m.Name) {
			if at, ok := pointerToID(m.Value); ok {
				return value.Below("", m.Name) + at, true
			}
		}
	}
	return "", false
}

// memberNames returns the names of the members of a body that is an object.
func memberNames(body any) []string {
	members, _ := body.(value.Object)
	out := make([]string, 0, len(members))
	for _, m := range members {
		out = append(out, m.Name)
	}
	return out
}

func number(text string) bool { return strings.Trim(text, "0123456789") == "" }

// maxElements bounds the elements of an answer whose ids are read.
const maxElements = 200
