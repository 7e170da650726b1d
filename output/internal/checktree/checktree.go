// Package checktree groups the checks of one answer, so that checks that together describe a value are written as one.
package checktree

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// leastTogether is the number of assertions about one value that are written as one.
const leastTogether = 3

// Tree holds checks in the shape of the value that they describe. Checks that together describe a whole value can then
// be written as one JSON text.
type Tree struct {
	pointer, name string
	below         []*Tree
	own           *suite.Check // check of the value itself
}

// New returns a tree of checks. left are the checks that have no place in the tree, because there is another check of
// the same value or of a value around it.
func New(cs []suite.Check) (tree *Tree, left []suite.Check) {
	tree = &Tree{}
	for i := range cs {
		at := tree.at(cs[i].Pointer)
		if at == nil || at.own != nil || cs[i].Op == suite.Equal && len(at.below) > 0 {
			left = append(left, cs[i])
			continue
		}
		at.own = &cs[i]
	}
	return tree, left
}

// at returns the node for a pointer; nil if a node above it is compared as a whole.
func (n *Tree) at(pointer string) *Tree {
	for _, name := range value.Steps(pointer) {
		if n.own != nil && n.own.Op == suite.Equal {
			return nil
		}
		i := slices.IndexFunc(n.below, func(b *Tree) bool { return b.name == name })
		if i < 0 {
			i = len(n.below)
			n.below = append(n.below, &Tree{pointer: value.Below(n.pointer, name), name: name})
		}
		n = n.below[i]
	}
	return n
}

// leaves returns the number of checks in the tree.
func (n *Tree) leaves() int {
	count := 0
	if n.own != nil {
		count++
	}
	for _, b := range n.below {
		count += b.leaves()
	}
	return count
}

// plain returns the value that the checks of a tree describe. ok is false if they do not describe the whole value.
func (n *Tree) plain() (v any, ok bool) {
	switch {
	case n.own == nil && len(n.below) == 1 && n.below[0].name == suite.Element:
		return n.elements()
	case n.own == nil:
		return n.object()
	case n.own.Op == suite.Length:
		return n.array(n.own.Value.(int64)) // Validate checked the type
	case n.own.Op == suite.HasType && n.own.Value == suite.TypeArray && len(n.below) > 0:
		return n.elements()
	case n.own.Op == suite.HasType && n.own.Value == suite.TypeObject && len(n.below) > 0:
		return n.object()
	case n.own.Op == suite.Equal || n.own.Op == suite.HasType:
		return n.own.Value, len(n.below) == 0
	}
	return nil, false
}

// object returns the value as an object. It returns false if a name consists of digits, because that may be an index.
func (n *Tree) object() (any, bool) {
	out := value.Object{}
	for _, b := range n.below {
		v, ok := b.plain()
		if !ok || !isMember(b.name) {
			return nil, false
		}
		out = append(out, value.Member{Name: b.name, Value: v})
	}
	return out, len(out) > 0
}

// isMember reports whether a name is certainly the name of a member, and not an index.
func isMember(name string) bool {
	return name != suite.Element && strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
}

// array returns the value as an array with all of its elements.
func (n *Tree) array(size int64) (any, bool) {
	out := []any{}
	for i, b := range n.below {
		v, ok := b.plain()
		if !ok || b.name != strconv.Itoa(i) {
			return nil, false
		}
		out = append(out, v)
	}
	return out, int64(len(out)) == size
}

// elements returns the value as an array whose elements are described from the first on.
func (n *Tree) elements() (any, bool) {
	if len(n.below) != 1 || n.below[0].name != suite.Element {
		return nil, false
	}
	v, ok := n.below[0].plain()
	return []any{v}, ok
}

// Write calls one for each check to be written alone, and all for each value that several checks describe together.
func (n *Tree) Write(one func(suite.Check), all func(pointer string, v any)) {
	v, ok := n.plain()
	switch {
	case ok && (n.leaves() >= leastTogether || strings.Contains(n.last(), "/"+suite.Element)):
		all(n.pointer, v)
		return
	case n.own != nil:
		one(*n.own)
	case !ok:
		n.together(one, all)
		return
	}
	for _, b := range n.below {
		b.Write(one, all)
	}
}

// together writes the members of an object that can be written as one value, and then the other members.
func (n *Tree) together(one func(suite.Check), all func(pointer string, v any)) {
	whole := &Tree{pointer: n.pointer, name: n.name}
	var others []*Tree
	for _, b := range n.below {
		if _, ok := b.plain(); ok && isMember(b.name) {
			whole.below = append(whole.below, b)
		} else {
			others = append(others, b)
		}
	}
	if len(whole.below) > 0 {
		whole.Write(one, all)
	}
	for _, b := range others {
		b.Write(one, all)
	}
}

// last returns the pointer of the first leaf.
func (n *Tree) last() string {
	for len(n.below) > 0 {
		n = n.below[0]
	}
	return n.pointer
}
