package openapi

import (
	"iter"

	"go.yaml.in/yaml/v4"
)

// at is a place in a document: a node, and the file it stands in, from which
// its references start.
type at struct {
	node *yaml.Node
	file *source
}

// unwrap follows documents and aliases to a node with content, nil if there is none.
func unwrap(n *yaml.Node) *yaml.Node {
	for range 100 {
		switch {
		case n == nil:
			return nil
		case n.Kind == yaml.AliasNode:
			n = n.Alias
		case n.Kind == yaml.DocumentNode && len(n.Content) > 0:
			n = n.Content[0]
		case n.Kind == yaml.DocumentNode:
			return nil
		default:
			return n
		}
	}
	return nil
}

// ok reports whether there is a value that is not null.
func (a at) ok() bool { return a.node != nil && !a.isNull() }

func (a at) isNull() bool {
	return a.node.Kind == yaml.ScalarNode && a.node.ShortTag() == "!!null"
}

func (a at) isMap() bool { return a.node != nil && a.node.Kind == yaml.MappingNode }

func (a at) isList() bool { return a.node != nil && a.node.Kind == yaml.SequenceNode }

func (a at) isScalar() bool { return a.ok() && a.node.Kind == yaml.ScalarNode }

func (a at) isBool() bool { return a.isScalar() && a.node.ShortTag() == "!!bool" }

func (a at) isString() bool { return a.isScalar() && a.node.ShortTag() == "!!str" }

// text is the value of a scalar, and "" for everything else.
func (a at) text() string {
	if !a.isScalar() {
		return ""
	}
	return a.node.Value
}

// kind names the sort of value for messages.
func (a at) kind() string {
	switch {
	case !a.ok():
		return "null"
	case a.isMap():
		return "an object"
	case a.isList():
		return "a list"
	}
	switch a.node.ShortTag() {
	case "!!bool":
		return "a boolean"
	case "!!int", "!!float":
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
			return at{unwrap(c[i+1]), a.file}
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

// maxMerges bounds how deep merge keys may nest, because YAML lets them form
// cycles.
const maxMerges = 20

func (a at) walk(yield func(string, at) bool, depth int, own map[string]bool) bool {
	if !a.isMap() || depth > maxMerges {
		return true
	}
	c := a.node.Content
	for i := 0; i+1 < len(c); i += 2 {
		if !a.file.meter.step() {
			return false
		}
		v := at{unwrap(c[i+1]), a.file}
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

func isMerge(key *yaml.Node) bool {
	return key.Value == "<<" && key.ShortTag() == "!!merge"
}

// items yields the elements of a sequence.
func (a at) items() iter.Seq[at] {
	return func(yield func(at) bool) {
		if !a.isList() {
			return
		}
		for _, n := range a.node.Content {
			if !a.file.meter.step() || !yield(at{unwrap(n), a.file}) {
				return
			}
		}
	}
}

// meter bounds the work of reading. A few bytes of YAML aliases or references can
// stand for more nodes than fit into memory.
type meter struct{ left int }

// step counts one visited node. It returns false when there were too many.
func (m *meter) step() bool {
	m.left--
	return m.left > 0
}
