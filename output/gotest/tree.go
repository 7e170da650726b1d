package gotest

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// checkTree holds checks in the form of the value that they are about. Checks that
// together describe a value can then be written as one JSON text.
type checkTree struct {
	pointer, name string
	below         []*checkTree
	own           *suite.Check // of the value itself
}

// newCheckTree makes a tree of checks. Those that have no place in it, because
// another check is there or above, are left.
func newCheckTree(cs []suite.Check) (tree *checkTree, left []suite.Check) {
	tree = &checkTree{}
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

// at returns the node of a pointer, nil if a node above it is compared as a whole.
func (n *checkTree) at(pointer string) *checkTree {
	for _, name := range value.Steps(pointer) {
		if n.own != nil && n.own.Op == suite.Equal {
			return nil
		}
		i := slices.IndexFunc(n.below, func(b *checkTree) bool { return b.name == name })
		if i < 0 {
			i = len(n.below)
			n.below = append(n.below, &checkTree{pointer: value.Below(n.pointer, name), name: name})
		}
		n = n.below[i]
	}
	return n
}

// leaves is how many checks are in the tree.
func (n *checkTree) leaves() int {
	count := 0
	if n.own != nil {
		count++
	}
	for _, b := range n.below {
		count += b.leaves()
	}
	return count
}

// plain returns the value that the checks of a tree describe; ok is false if they
// do not describe the whole of it.
func (n *checkTree) plain() (v any, ok bool) {
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

// object is a value with members. A name of digits may be an index, so it is none
// of a member.
func (n *checkTree) object() (any, bool) {
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

// isMember reports whether a name cannot be one of an element.
func isMember(name string) bool {
	return name != suite.Element && strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
}

// array is a value with all of its elements.
func (n *checkTree) array(size int64) (any, bool) {
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

// elements is an array of which the first element is described.
func (n *checkTree) elements() (any, bool) {
	if len(n.below) != 1 || n.below[0].name != suite.Element {
		return nil, false
	}
	v, ok := n.below[0].plain()
	return []any{v}, ok
}

// write calls one for each check that stands alone, and all for each value that
// several checks describe together.
func (n *checkTree) write(one func(suite.Check), all func(pointer string, v any)) {
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
		b.write(one, all)
	}
}

// together writes the members of an object that can stand together so, and then
// the others.
func (n *checkTree) together(one func(suite.Check), all func(pointer string, v any)) {
	whole := &checkTree{pointer: n.pointer, name: n.name}
	var others []*checkTree
	for _, b := range n.below {
		if _, ok := b.plain(); ok && isMember(b.name) {
			whole.below = append(whole.below, b)
		} else {
			others = append(others, b)
		}
	}
	if len(whole.below) > 0 {
		whole.write(one, all)
	}
	for _, b := range others {
		b.write(one, all)
	}
}

// last is the pointer of the first leaf.
func (n *checkTree) last() string {
	for len(n.below) > 0 {
		n = n.below[0]
	}
	return n.pointer
}
