package auth

import (
	"slices"
	"strings"
)

// authReader reads texts from nodes and keeps the first error.
type authReader struct{ err error }

func (r *authReader) fail(n *authNode, format string, args ...any) {
	if r.err == nil {
		r.err = n.errorf(format, args...)
	}
}

// object reports whether n is an object whose members are all known, and records an error otherwise.
func (r *authReader) object(n *authNode, known ...string) bool {
	if !n.isObject() {
		r.fail(n, "has to be an object")
		return false
	}
	for _, m := range n.members {
		if !slices.Contains(known, m.name) {
			r.fail(m, "unknown field; known are %s", strings.Join(known, ", "))
			return false
		}
	}
	return true
}

// list returns the items of a member.
func (r *authReader) list(n *authNode, name string) []*authNode {
	m := n.member(name)
	if m == nil {
		return nil
	}
	if !m.isList {
		r.fail(m, "has to be a list")
	}
	return m.items
}

// text returns the text of a member, or "" if there is none.
func (r *authReader) text(n *authNode, name string) string {
	m := n.member(name)
	if m == nil {
		return ""
	}
	if !m.isText {
		r.fail(m, "has to be a text")
	}
	return m.text
}

// required is like text, but the member must exist.
func (r *authReader) required(n *authNode, name string) string {
	if n.member(name) == nil {
		r.fail(n, "%s is required", name)
	}
	return r.text(n, name)
}

// flag returns a member that is true or false, or false if there is none.
func (r *authReader) flag(n *authNode, name string) bool {
	switch text := r.text(n, name); strings.ToLower(text) {
	case "true":
		return true
	case "", "false":
	default:
		r.fail(n.member(name), "%q is neither true nor false", text)
	}
	return false
}

// oneOf is like required, but the text must be one of a few words.
func (r *authReader) oneOf(n *authNode, name string, words ...string) string {
	text := r.required(n, name)
	if r.err == nil && !slices.Contains(words, text) {
		r.fail(n.member(name), "%q is none of %s", text, strings.Join(words, ", "))
	}
	return text
}

// one returns the name of the one of two members that exists. It records an error and returns "" if none or both exist.
func (r *authReader) one(n *authNode, a, b string) string {
	hasA, hasB := n.member(a) != nil, n.member(b) != nil
	switch {
	case hasA && hasB:
		r.fail(n.member(b), "only one of %s and %s can be given", a, b)
	case hasA:
		return a
	case hasB:
		return b
	default:
		r.fail(n, "%s or %s is required", a, b)
	}
	return ""
}
