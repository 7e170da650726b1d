package conformance

import (
	"bytes"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

const eventStream = "text/event-stream"

// isSequence reports whether a body of a media type is a sequence of values.
func isSequence(kind string) bool {
	switch kind {
	case eventStream, "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
		"application/jsonlines",
		"application/x-jsonlines", "application/json-seq", "application/stream+json", "application/json+stream",
		"text/x-ndjson", "text/jsonl":
		return true
	}
	return false
}

// maxElements bounds the elements of a sequence that are checked.
const maxElements = 1000

// sequence checks each element of a sequence by the schema, or by the schema of its elements if it is that of an array.
// The schema of a string describes the whole body, so the elements are not checked.
func (c *Checker) sequence(op *openapi.Operation, s *openapi.Schema, kind string, body []byte,
	partial bool) (found []Violation) {
	element := s
	for _, part := range aspects([]*openapi.Schema{s}) {
		if part.Is("array") && part.Items != nil {
			element = part.Items
		}
	}
	if isOpen(element) || element == s && isText(s) {
		return nil
	}
	judge := func(text string, last bool) []Violation {
		return c.json(element, []byte(text), "an element of "+kind+" is not valid JSON")
	}
	var all []string
	if kind == eventStream {
		all = events(string(body))
		judge = func(text string, last bool) []Violation { return c.event(element, text, last) }
	} else {
		all = lines(body, partial)
	}
	if len(all) > maxElements {
		c.note(op, "elements of long sequences")
		all = all[:maxElements]
	}
	for i, text := range all {
		for _, v := range judge(text, i == len(all)-1) {
			if v.Kind == SchemaMismatch {
				v.Pointer = "/*" + v.Pointer
			}
			if !slices.Contains(found, v) && len(found) < maxViolations {
				found = append(found, v)
			}
		}
	}
	return found
}

// lines returns the values of NDJSON, and of JSON text sequences (RFC 7464), which have a mark before each.
func lines(body []byte, partial bool) (out []string) {
	if partial {
		body = body[:bytes.LastIndexByte(body, '\n')+1] // the last line is not complete
	}
	for line := range strings.Lines(string(body)) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "\x1e")); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// events returns the blocks of server-sent events that have data. A block without an empty line after it is incomplete,
// and clients ignore it (HTML, 9.2.6).
func events(body string) (out []string) {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(body, "\ufeff"))
	for {
		block, rest, ended := strings.Cut(body, "\n\n")
		if !ended {
			return out
		}
		if strings.HasPrefix(block, "data") || strings.Contains(block, "\ndata") {
			out = append(out, block)
		}
		body = rest
	}
}

// fields returns the fields of a block of server-sent events.
func fields(block string) object {
	out := object{}
	for line := range strings.SplitSeq(block, "\n") {
		name, text, _ := strings.Cut(line, ":")
		text = strings.TrimPrefix(text, " ")
		if before, ok := out[name].(string); ok && name == "data" {
			text = before + "\n" + text
		}
		if name != "" {
			out[name] = text
		}
	}
	return out
}

// event checks the data of an event. The schema may also describe the whole event, with its data as a member. The last
// event may be a word, with which many services mark the end.
func (c *Checker) event(s *openapi.Schema, block string, last bool) []Violation {
	whole := fields(block)
	data, _ := whole["data"].(string)
	value, err := decode([]byte(data))
	var found []Violation
	switch {
	case err == nil:
		found = c.schemas.check(s, value)
	case isText(s):
		found = c.schemas.check(s, data)
	default:
		found = []Violation{malformed("the data of an event is not valid JSON")}
	}
	if len(found) == 0 {
		return nil
	}
	if of, declared := member(aspects([]*openapi.Schema{s}), "data"); declared {
		if err == nil && !slices.ContainsFunc(of, isText) {
			whole["data"] = value
		}
		found = c.schemas.check(s, whole)
	}
	if err != nil && last {
		return nil
	}
	return found
}
