package openapi

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/pb33f/libopenapi/datamodel"
	"go.yaml.in/yaml/v4"
)

// parseYAML turns YAML into a tree. Nothing can stop its parser. So the size says
// first that it will be done within seconds, and whoever wants to stop does not
// wait for it.
func parseYAML(data []byte, m *meter) (*node, error) {
	if len(data) > maxYAMLBytes {
		return nil, fmt.Errorf("%w for YAML, which may have %d bytes; JSON may have %d", errNodes, maxYAMLBytes, defaultMaxBytes)
	}
	if mayHold(data) > maxYAMLNodes {
		return nil, fmt.Errorf("%w for YAML: it may hold more than %d values; JSON may hold %d", errNodes, maxYAMLNodes, maxNodes)
	}
	type result struct {
		root *yaml.Node
		err  error
	}
	done := make(chan result, 1)
	go func() {
		root, err := loadYAML(data)
		done <- result{root, err}
	}()
	select {
	case <-m.stop:
		m.stopped = true
		return nil, errStopped
	case r := <-done:
		if r.err != nil {
			return nil, r.err
		}
		t := treeReader{meter: m, anchored: map[*yaml.Node]*node{}}
		root := t.node(r.root)
		return root, t.err
	}
}

// mayHold is how many values a text may hold at most: each has a mark before it
// or behind it.
func mayHold(data []byte) int {
	n := 0
	for _, mark := range []string{"\n", ",", "[", "{", ": ", "- ", "? "} {
		n += bytes.Count(data, []byte(mark))
	}
	return n
}

// loadYAML calls the parser. A panic of it must not end the user's program.
func loadYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, errors.New("not valid YAML: the parser fails on it")
		}
	}()
	info, err := datamodel.ExtractSpecInfoWithConfig(data, &datamodel.DocumentConfiguration{
		// The tree is all that is wanted: no copy as JSON, no metadata.
		SkipJSONConversion:     true,
		SkipMetadataCollection: true,
		Logger:                 slog.New(slog.DiscardHandler),
	})
	if info == nil || info.RootNode == nil {
		return nil, fmt.Errorf("not valid YAML: %s", oneLine(strings.TrimPrefix(err.Error(), "unable to parse specification: ")))
	}
	// Other complaints are about the version, which the reader judges itself;
	// referenced files have none.
	return info.RootNode, nil
}

// treeReader takes over the tree of the YAML library. The parser bounds its depth.
type treeReader struct {
	meter *meter
	// anchored are the nodes that aliases may name.
	anchored map[*yaml.Node]*node
	err      error
}

// node returns a node with all that is below it, nil if there is none.
func (t *treeReader) node(n *yaml.Node) *node {
	switch {
	case n == nil || t.err != nil:
		return nil
	case n.Kind == yaml.AliasNode:
		if known := t.anchored[n.Alias]; known != nil {
			return known
		}
		return t.node(n.Alias)
	case n.Kind == yaml.DocumentNode && len(n.Content) > 0:
		return t.node(n.Content[0])
	case n.Kind == yaml.DocumentNode:
		return nil
	}
	if t.err = t.meter.node(); t.err != nil {
		return nil
	}
	out := &node{Value: n.Value}
	if n.Anchor != "" {
		t.anchored[n] = out
	}
	switch n.Kind {
	case yaml.MappingNode:
		out.Kind = mapping
	case yaml.SequenceNode:
		out.Kind = sequence
	default:
		out.Tag = tagOf(n)
		return out
	}
	out.Content = make([]*node, 0, len(n.Content))
	for _, c := range n.Content {
		if child := t.node(c); child != nil {
			out.Content = append(out.Content, child)
		}
	}
	return out
}

// tagOf returns the type of a scalar.
func tagOf(n *yaml.Node) tag {
	switch n.ShortTag() {
	case "!!null":
		return tagNull
	case "!!bool":
		return tagBool
	case "!!int":
		return tagInt
	case "!!float":
		return tagFloat
	case "!!str":
		return tagString
	case "!!merge":
		return tagMerge
	}
	return tagOther
}
