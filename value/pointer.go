package value

import (
	"fmt"
	"strings"

	"github.com/go-openapi/jsonpointer"
)

// At returns the part of a value at a JSON pointer (RFC 6901). The empty pointer means the whole value. At also follows
// pointers into values that package encoding/json makes. It returns an error if there is no such part.
func At(v any, pointer string) (any, error) {
	p, err := jsonpointer.New(pointer)
	if err != nil {
		return nil, fmt.Errorf("follow %q: %w", pointer, err)
	}
	part, _, err := p.Get(v)
	if err != nil {
		return nil, fmt.Errorf("follow %q: %w", pointer, err)
	}
	return part, nil
}

// JSONLookup returns the member with a name, for [At]. It implements [jsonpointer.JSONPointable].
func (m Object) JSONLookup(name string) (any, error) {
	v, ok := m.Get(name)
	if !ok || IsAbsent(v) {
		return nil, fmt.Errorf("there is no member %q", name)
	}
	return v, nil
}

// Below returns the pointer to a child: the member with the name, or the element whose index is the name.
func Below(pointer, name string) string { return pointer + "/" + jsonpointer.Escape(name) }

// Above splits a pointer into the pointer to the parent and the name or index of the child. The pointer must not be
// empty.
func Above(pointer string) (parent, name string) {
	i := max(strings.LastIndexByte(pointer, '/'), 0)
	return pointer[:i], jsonpointer.Unescape(strings.TrimPrefix(pointer[i:], "/"))
}

// Steps returns the unescaped names along a pointer.
func Steps(pointer string) []string {
	p, err := jsonpointer.New(pointer)
	if err != nil {
		return nil
	}
	return p.DecodedTokens()
}

// IsPointer reports whether a text is a JSON pointer: empty, or names with a slash before each, where ~ occurs only in
// ~0 and ~1.
func IsPointer(text string) bool {
	if _, err := jsonpointer.New(text); err != nil {
		return false
	}
	again := ""
	for _, name := range Steps(text) {
		again = Below(again, name)
	}
	return again == text
}
