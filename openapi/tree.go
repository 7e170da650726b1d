package openapi

import (
	"iter"
)

// at is a place in a document: a node, and the file with the node, where its references start.
type at struct {
	*node // nil if there is no value
	file  *source
}

// node is a value of a document. It has a quarter of the size of a node of the YAML library. An alias is the node that
// it refers to, so nodes may form cycles.
type node struct {
	Kind nodeKind
	Tag  tag // for a scalar
	// Value is the text of a scalar.
	Value string
	// Content are the elements of a list, or the keys and values of a mapping in turn.
	Content []*node
}

// nodeKind is the sort of a node.
type nodeKind uint8

const (
	scalarNode nodeKind = iota
	mapping
	sequence
)

// tag is the type of a scalar.
type tag uint8

const (
	tagOther tag = iota // for example a date, which is a string in JSON
	tagNull
	tagBool
	tagInt
	tagFloat
	tagString
	tagMerge
)

// ok reports whether there is a value other than null.
func (n *node) ok() bool { return n != nil && !n.isNull() }

func (n *node) isNull() bool { return n.Kind == scalarNode && n.Tag == tagNull }

func (n *node) isMap() bool { return n != nil && n.Kind == mapping }

func (n *node) isList() bool { return n != nil && n.Kind == sequence }

func (n *node) isScalar() bool { return n.ok() && n.Kind == scalarNode }

func (n *node) isBool() bool { return n.isScalar() && n.Tag == tagBool }

func (n *node) isString() bool { return n.isScalar() && n.Tag == tagString }

// text returns the text of a scalar, or "" for other nodes.
func (n *node) text() string {
	if !n.isScalar() {
		return ""
	}
	return n.Value
}

// kind returns a name for the kind of value in messages.
func (n *node) kind() string {
	switch {
	case !n.ok():
		return "null"
	case n.isMap():
		return "an object"
	case n.isList():
		return "a list"
	}
	switch n.Tag {
	case tagBool:
		return "a boolean"
	case tagInt, tagFloat:
		return "a number"
	}
	return "a string"
}

// get returns a member of a mapping, or a place that is not ok.
func (a at) get(key string) at {
	if !a.isMap() {
		return at{file: a.file}
	}
	c := a.node.Content
	merged := false
	for i := 0; i+1 < len(c); i += 2 {
		if c[i].Value == key {
			return at{c[i+1], a.file}
		}
		merged = merged || isMerge(c[i])
	}
	if merged {
		for k, v := range a.members() {
			if k == key {
				return v
			}
		}
	}
	return at{file: a.file}
}

// members yields the members of a mapping in order. The members of a merge key ("<<") come at its position, unless the
// mapping itself has them.
func (a at) members() iter.Seq2[string, at] {
	return func(yield func(string, at) bool) { a.walk(yield, 0, nil) }
}

func (a at) walk(yield func(string, at) bool, depth int, own map[string]bool) bool {
	if !a.isMap() || depth > maxMerges {
		return true
	}
	c := a.node.Content
	for i := 0; i+1 < len(c); i += 2 {
		if !a.file.meter.step() {
			return false
		}
		v := at{c[i+1], a.file}
		if isMerge(c[i]) {
			if !v.merge(yield, depth+1, a.keys(own)) {
				return false
			}
			continue
		}
		if own[c[i].Value] {
			continue
		}
		if !yield(c[i].Value, v) {
			return false
		}
	}
	return true
}

// merge yields the members of a merge key's value: a mapping or a list of mappings.
func (a at) merge(yield func(string, at) bool, depth int, own map[string]bool) bool {
	if !a.isList() {
		return a.walk(yield, depth, own)
	}
	for v := range a.items() {
		if !v.walk(yield, depth, own) {
			return false
		}
		own = v.keys(own)
	}
	return true
}

// keys returns more with the keys of the mapping itself.
func (a at) keys(more map[string]bool) map[string]bool {
	a.file.meter.left -= len(more) // a copy counts as one step for each key
	all := make(map[string]bool, len(more))
	for k := range more {
		all[k] = true
	}
	if a.isMap() {
		for i := 0; i+1 < len(a.node.Content); i += 2 {
			all[a.node.Content[i].Value] = true
		}
	}
	return all
}

func isMerge(key *node) bool {
	return key.Value == "<<" && key.Tag == tagMerge
}

// items yields the elements of a sequence.
func (a at) items() iter.Seq[at] {
	return func(yield func(at) bool) {
		if !a.isList() {
			return
		}
		for _, n := range a.node.Content {
			if !a.file.meter.step() || !yield(at{n, a.file}) {
				return
			}
		}
	}
}

// meter bounds the work of reading. A few bytes of YAML aliases or references can expand to more nodes than fit into
// memory.
type meter struct {
	left int
	// cut says that a value was cut off.
	cut bool
	// nodes is how many nodes may still be read.
	nodes int
	// stop ends the work when it is closed.
	stop    <-chan struct{}
	stopped bool
}

// stopCheckSteps is after how many steps the stop channel is checked.
const stopCheckSteps = 1024

// step counts one visited node. It returns false after too many nodes, or when the reading is stopped.
func (m *meter) step() bool {
	m.left--
	if m.left%stopCheckSteps == 0 {
		select {
		case <-m.stop:
			m.left, m.stopped = 0, true
		default:
		}
	}
	return m.left > 0
}
