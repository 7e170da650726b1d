package value

import (
	"fmt"
	"strings"

	"github.com/go-openapi/jsonpointer"
)

// At returns the part of a value that a JSON pointer (RFC 6901) leads to. The
// empty pointer leads to the whole value. It also follows pointers into values
// as package encoding/json makes them.
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

// JSONLookup returns the member of a name for [At]. It implements
// [jsonpointer.JSONPointable].
func (m Object) JSONLookup(name string) (any, error) {
	v, ok := m.Get(name)
	if !ok || IsAbsent(v) {
		return nil, fmt.Errorf("there is no member %q", name)
	}
	return v, nil
}

// Below returns the pointer that leads one step further: to the member of a
// name, or to the element whose number is the name.
func Below(pointer, name string) string { return pointer + "/" + jsonpointer.Escape(name) }

// Above returns the pointer to what has the member or element that a pointer
// leads to, and the name of that one. The pointer must not be empty.
func Above(pointer string) (parent, name string) {
	i := max(strings.LastIndexByte(pointer, '/'), 0)
	return pointer[:i], jsonpointer.Unescape(strings.TrimPrefix(pointer[i:], "/"))
}

// Steps returns the names along a pointer.
func Steps(pointer string) []string {
	p, err := jsonpointer.New(pointer)
	if err != nil {
		return nil
	}
	return p.DecodedTokens()
}

// IsPointer tells whether a text is a JSON pointer: nothing, or names with a
// slash before each, where ~ only stands in ~0 and ~1.
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
