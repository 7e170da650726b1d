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

// parse turns JSON or YAML into one tree.
//
// JSON has a decoder of its own. The YAML parser would need several times the time
// and memory, and cannot say where a truncated document ends.
func parse(data []byte) (*yaml.Node, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return nil, errors.New("the document is empty")
	case looksLikeHTML(text):
		return nil, errors.New("this is an HTML page, not a schema (is it the page that shows the schema?)")
	case text[0] != '{' && text[0] != '[':
		return parseYAML(data)
	}
	root, err := parseJSON(data)
	if err == nil || errors.Is(err, errTrailing) {
		return root, err
	}
	// A flow mapping of YAML also starts with a brace.
	if root, yerr := parseYAML(data); yerr == nil {
		return root, nil
	}
	return nil, err
}

func looksLikeHTML(text []byte) bool {
	head := strings.ToLower(string(text[:min(len(text), 512)]))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html") ||
		strings.HasPrefix(head, "<") && strings.Contains(head, "<html")
}

func parseYAML(data []byte) (*yaml.Node, error) {
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
	return unwrap(info.RootNode), nil
}

// errTrailing is the error of a text that would pass as YAML but is no single
// document.
var errTrailing = errors.New("text after the end of the document")

func parseJSON(data []byte) (*yaml.Node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	root, err := decodeJSON(d)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errTrailing
		}
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
func decodeJSON(d *json.Decoder) (*yaml.Node, error) {
	var stack []*yaml.Node
	for {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		done := token == json.Delim('}') || token == json.Delim(']')
		var n *yaml.Node
		if done {
			n, stack = stack[len(stack)-1], stack[:len(stack)-1]
		} else {
			n = jsonNode(token)
			if len(stack) > 0 {
				top := stack[len(stack)-1]
				top.Content = append(top.Content, n)
			}
			if n.Kind != yaml.ScalarNode {
				stack = append(stack, n)
				continue
			}
		}
		if len(stack) == 0 {
			return n, nil
		}
	}
}

func jsonNode(token json.Token) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode}
	switch t := token.(type) {
	case json.Delim:
		n.Kind, n.Tag = yaml.MappingNode, "!!map"
		if t == '[' {
			n.Kind, n.Tag = yaml.SequenceNode, "!!seq"
		}
	case string:
		n.Tag, n.Value = "!!str", t
	case json.Number:
		n.Tag, n.Value = "!!int", string(t)
		if strings.ContainsAny(n.Value, ".eE") {
			n.Tag = "!!float"
		}
	case bool:
		n.Tag, n.Value = "!!bool", fmt.Sprint(t)
	default:
		n.Tag, n.Value = "!!null", "null"
	}
	return n
}

// oneLine folds white space, because each message is shown on one line.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + "..."
	}
	return s
}
