package openapi

import (
	"iter"
)

// at is a place in a document: a node, and the file it stands in, from which
// its references start.
type at struct {
	*node // nil: there is none
	file  *source
}

// node is a value of a document. It is a quarter of the size of a node of the YAML
// library, and its aliases are the nodes that they name, so that there may be
// cycles.
type node struct {
	Kind nodeKind
	Tag  tag // of a scalar
	// Value is the text of a scalar.
	Value string
	// Content are the elements of a list, or the keys and values of a mapping.
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
	tagOther tag = iota // such as a date, which is text in JSON
	tagNull
	tagBool
	tagInt
	tagFloat
	tagString
	tagMerge
)

// ok reports whether there is a value that is not null.
func (n *node) ok() bool { return n != nil && !n.isNull() }

func (n *node) isNull() bool { return n.Kind == scalarNode && n.Tag == tagNull }

func (n *node) isMap() bool { return n != nil && n.Kind == mapping }

func (n *node) isList() bool { return n != nil && n.Kind == sequence }

func (n *node) isScalar() bool { return n.ok() && n.Kind == scalarNode }

func (n *node) isBool() bool { return n.isScalar() && n.Tag == tagBool }

func (n *node) isString() bool { return n.isScalar() && n.Tag == tagString }

// text is the value of a scalar, and "" for everything else.
func (n *node) text() string {
	if !n.isScalar() {
		return ""
	}
	return n.Value
}

// kind names the sort of value for messages.
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

// members yields the members of a mapping in order. Those of a merge key ("<<")
// come where it stands, unless the mapping has its own.
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

// merge walks what a merge key names: a mapping or a list of mappings.
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

// keys returns the given names and those of the mapping itself.
func (a at) keys(more map[string]bool) map[string]bool {
	a.file.meter.left -= len(more) // a copy costs as much as so many steps
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

// meter bounds the work of reading. A few bytes of YAML aliases or references can
// stand for more nodes than fit into memory.
type meter struct {
	left int
	// cut says that a value was too large.
	cut bool
	// nodes is how many nodes may still be read.
	nodes int
	// stop ends the work when it is closed.
	stop    <-chan struct{}
	stopped bool
}

// heed is how many steps may pass until somebody who wants to stop is heeded.
const heed = 1024

// step counts one visited node. It returns false when there were too many, or when
// somebody wants to stop.
func (m *meter) step() bool {
	m.left--
	if m.left%heed == 0 {
		select {
		case <-m.stop:
			m.left, m.stopped = 0, true
		default:
		}
	}
	return m.left > 0
}
