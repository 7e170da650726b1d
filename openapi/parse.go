package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/pb33f/libopenapi/datamodel"
	"go.yaml.in/yaml/v4"
)

// parse parses JSON or YAML into one tree.
//
// JSON has its own decoder, because the YAML parser would need several times the time and memory, and cannot say where
// a truncated document ends.
//
// The meter bounds the number of nodes. It also stops the parsing when its stop channel closes.
func parse(data []byte, m *meter) (*node, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return nil, errors.New("the document is empty")
	case looksLikeHTML(text):
		return nil, errors.New("this is an HTML page, not a schema (is it the page that shows the schema?)")
	case text[0] != '{' && text[0] != '[':
		return parseYAML(data, m)
	}
	root, err := parseJSON(data, m)
	if err == nil || errors.Is(err, errTrailing) || errors.Is(err, errNodes) || m.stopped {
		return root, err
	}
	// A YAML flow mapping also begins with a brace.
	if root, yerr := parseYAML(data, m); yerr == nil {
		return root, nil
	}
	return nil, err
}

func looksLikeHTML(text []byte) bool {
	head := strings.ToLower(string(text[:min(len(text), 512)]))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html") ||
		strings.HasPrefix(head, "<") && strings.Contains(head, "<html")
}

// parseYAML parses YAML into a tree. Its parser cannot be stopped. So the size is checked first, which bounds the time
// to a few seconds, and after a stop nobody waits for the parser.
func parseYAML(data []byte, m *meter) (*node, error) {
	if len(data) > maxYAMLBytes {
		return nil, fmt.Errorf("%w for YAML, which may have %d bytes; JSON may have %d", errNodes,
			maxYAMLBytes, defaultMaxBytes)
	}
	if mayHold(data) > maxYAMLNodes {
		return nil, fmt.Errorf("%w for YAML: it may hold more than %d values; JSON may hold %d",
			errNodes, maxYAMLNodes, maxNodes)
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

// mayHold returns an upper bound of the values in a text: each value has a mark before or behind it.
func mayHold(data []byte) int {
	n := 0
	for _, mark := range []string{"\n", ",", "[", "{", ": ", "- ", "? "} {
		n += bytes.Count(data, []byte(mark))
	}
	return n
}

// loadYAML calls the YAML parser, and turns a panic into an error, because a panic must not end the user's program.
func loadYAML(data []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, errors.New("not valid YAML: the parser fails on it")
		}
	}()
	info, err := datamodel.ExtractSpecInfoWithConfig(data, &datamodel.DocumentConfiguration{
		// Only the tree is needed: no copy as JSON, no metadata.
		SkipJSONConversion:     true,
		SkipMetadataCollection: true,
		Logger:                 slog.New(slog.DiscardHandler),
	})
	if info == nil || info.RootNode == nil {
		return nil, fmt.Errorf("not valid YAML: %s",
			oneLine(strings.TrimPrefix(err.Error(), "unable to parse specification: ")))
	}
	// Other errors are about the version, which this package checks itself; referenced files have no version.
	return info.RootNode, nil
}

// treeReader converts the tree of the YAML library to nodes. The parser bounds the depth.
type treeReader struct {
	meter *meter
	// anchored are the nodes with anchors, which aliases refer to.
	anchored map[*yaml.Node]*node
	err      error
}

// node converts a node with all nodes below it. It returns nil for nil.
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

// errNodes is the error for a document with too many values.
var errNodes = errors.New("the document is too large")

// errTrailing is the error for a text with more than one document.
var errTrailing = errors.New("text after the end of the document")

func parseJSON(data []byte, m *meter) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	root, err := decodeJSON(d, m)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errTrailing
		}
	}
	if errors.Is(err, errNodes) {
		return nil, err
	}
	if err != nil {
		line, column := position(data, int(d.InputOffset()))
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends too early (truncated?)")
		}
		return nil, fmt.Errorf("not valid JSON: line %d, column %d: %w", line, column, err)
	}
	return root, nil
}

func position(data []byte, offset int) (line, column int) {
	before := data[:min(offset, len(data))]
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n')
}

// decodeJSON decodes one value. It keeps its own stack, so that deep nesting cannot overflow the stack of the
// goroutine.
func decodeJSON(d *json.Decoder, m *meter) (*node, error) {
	var stack []*node
	for {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		done := token == json.Delim('}') || token == json.Delim(']')
		var n *node
		if done {
			n, stack = stack[len(stack)-1], stack[:len(stack)-1]
		} else {
			if err := m.node(); err != nil {
				return nil, err
			}
			n = jsonNode(token)
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				top.Content = append(top.Content, n)
			}
			if n.Kind != scalarNode {
				stack = append(stack, n)
				continue
			}
		}
		if len(stack) == 0 {
			return n, nil
		}
	}
}

// node counts one parsed node. It returns an error if there are too many.
func (m *meter) node() error {
	if m.nodes--; m.nodes < 0 {
		return fmt.Errorf("%w: it has more than %d values", errNodes, maxNodes)
	}
	if m.nodes%stopCheckSteps == 0 {
		select {
		case <-m.stop:
			m.stopped = true
			return errStopped
		default:
		}
	}
	return nil
}

// errStopped is the error when the caller stopped the reading.
var errStopped = errors.New("stopped")

func jsonNode(token json.Token) *node {
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			return &node{Kind: sequence}
		}
		return &node{Kind: mapping}
	case string:
		return &node{Tag: tagString, Value: t}
	case json.Number:
		if strings.ContainsAny(string(t), ".eE") {
			return &node{Tag: tagFloat, Value: string(t)}
		}
		return &node{Tag: tagInt, Value: string(t)}
	case bool:
		return &node{Tag: tagBool, Value: fmt.Sprint(t)}
	}
	return &node{Tag: tagNull, Value: "null"}
}

// oneLine replaces white space by single spaces, because each message is shown on one line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "..."
	}
	return s
}
