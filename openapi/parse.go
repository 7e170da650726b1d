package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// parse turns JSON or YAML into one tree.
//
// JSON has a decoder of its own. The YAML parser would need several times the time
// and memory, and cannot say where a truncated document ends.
//
// The meter bounds the number of nodes, and stops the parsing.
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
	// A flow mapping of YAML also starts with a brace.
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

// errNodes is the error of a document with more values than fit into memory.
var errNodes = errors.New("the document is too large")

// errTrailing is the error of a text that would pass as YAML but is no single
// document.
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

// decodeJSON reads one value. It keeps its own stack, so that deep nesting
// costs memory in proportion and nothing else.
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

// node counts one node that is read.
func (m *meter) node() error {
	if m.nodes--; m.nodes < 0 {
		return fmt.Errorf("%w: it has more than %d values", errNodes, maxNodes)
	}
	if m.nodes%heed == 0 {
		select {
		case <-m.stop:
			m.stopped = true
			return errStopped
		default:
		}
	}
	return nil
}

// errStopped ends the reading of a document that nobody waits for any more.
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

// oneLine folds white space, because each message is shown on one line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "..."
	}
	return s
}
