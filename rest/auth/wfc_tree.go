package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

const (
	maxAuthFile  = 1 << 20 // in bytes
	maxAuthDepth = 20      // levels of nesting
	maxAuthNodes = 10_000  // after anchors are expanded
)

// authNode is a part of an authentication file: a text, a list or an object. Anchors are expanded, and null is left
// out.
type authNode struct {
	at      string // "auth[0].name"
	name    string // of a member, "" for other nodes
	line    int    // 0 if unknown
	text    string
	isText  bool
	isList  bool
	items   []*authNode
	members []*authNode
}

// errorf returns an error that begins with the place of the node.
func (n *authNode) errorf(format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	if n.at != "" {
		message = n.at + ": " + message
	}
	if n.line > 0 {
		message = fmt.Sprintf("%s (line %d)", message, n.line)
	}
	return errors.New(message)
}

// isObject reports whether the node has members.
func (n *authNode) isObject() bool { return !n.isText && !n.isList }

// member returns the named member, or nil if there is none.
func (n *authNode) member(name string) *authNode {
	i := slices.IndexFunc(n.members, func(m *authNode) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return n.members[i]
}

// readAuthTree parses YAML or JSON.
func readAuthTree(data []byte) (*authNode, error) {
	if len(data) > maxAuthFile {
		return nil, fmt.Errorf("longer than %d bytes", maxAuthFile)
	}
	plain, isJSON := plainJSON(data)
	var doc yaml.Node
	if err := yaml.Unmarshal(plain, &doc); err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(line)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, errors.New("empty")
	}
	b := treeBuilder{lines: !isJSON}
	root, err := b.build(doc.Content[0], "", 0)
	if err != nil {
		return nil, err
	}
	if root == nil || !root.isObject() {
		return nil, errors.New("has no list auth at its top")
	}
	return root, nil
}

// plainJSON rewrites JSON so that YAML reads the same data, because YAML does not accept all \u escapes and tabs of
// JSON. It returns false for data that is not JSON.
func plainJSON(data []byte) ([]byte, bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var doc any
	if d.Decode(&doc) != nil || d.More() {
		return data, false
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(doc) != nil {
		return data, false
	}
	return out.Bytes(), true
}

// treeBuilder converts YAML nodes to authNodes.
type treeBuilder struct {
	lines bool
	nodes int
}

func (b *treeBuilder) build(y *yaml.Node, at string, depth int) (*authNode, error) {
	for y.Kind == yaml.AliasNode && y.Alias != nil {
		y = y.Alias
	}
	n := &authNode{at: at}
	if b.lines {
		n.line = y.Line
	}
	if b.nodes++; depth > maxAuthDepth || b.nodes > maxAuthNodes {
		return nil, n.errorf("nested too deeply or too large")
	}
	switch y.Kind {
	case yaml.ScalarNode:
		if y.Tag == "!!null" {
			return nil, nil
		}
		n.text, n.isText = y.Value, true
		return n, nil
	case yaml.SequenceNode:
		n.isList = true
		return n, b.list(n, y, depth)
	case yaml.MappingNode:
		return n, b.object(n, y, depth)
	}
	return nil, n.errorf("not a text, a list or an object")
}

func (b *treeBuilder) list(n *authNode, y *yaml.Node, depth int) error {
	for i, item := range y.Content {
		child, err := b.build(item, fmt.Sprintf("%s[%d]", n.at, i), depth+1)
		if err != nil {
			return err
		}
		if child != nil {
			n.items = append(n.items, child)
		}
	}
	return nil
}

func (b *treeBuilder) object(n *authNode, y *yaml.Node, depth int) error {
	var merged []*authNode
	for i := 0; i+1 < len(y.Content); i += 2 {
		name := y.Content[i].Value
		at := name
		if n.at != "" {
			at = n.at + "." + name
		}
		child, err := b.build(y.Content[i+1], at, depth+1)
		switch {
		case err != nil:
			return err
		case child == nil:
		case y.Content[i].Tag == "!!merge":
			merged = append(merged, child)
		case n.member(name) != nil:
			return child.errorf("given twice")
		default:
			child.name = name
			n.members = append(n.members, child)
		}
	}
	for _, from := range merged {
		n.merge(from)
	}
	return nil
}

// merge adds the members that n lacks, from an object or from a list of objects.
func (n *authNode) merge(from *authNode) {
	for _, item := range from.items {
		n.merge(item)
	}
	for _, m := range from.members {
		if n.member(m.name) == nil {
			n.members = append(n.members, m)
		}
	}
}

// fill adds the parts that n lacks from a template, for each member and at every depth.
func (n *authNode) fill(template *authNode) *authNode {
	if !n.isObject() || !template.isObject() {
		return n
	}
	out := *n
	out.members = slices.Clone(n.members)
	for i, m := range out.members {
		if t := template.member(m.name); t != nil {
			out.members[i] = m.fill(t)
		}
	}
	out.merge(template)
	return &out
}
