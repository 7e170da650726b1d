package message

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// node is an element of an XML document.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
	Text    string     `xml:",chardata"`
}

// maxXMLDepth bounds how deep elements lie.
const maxXMLDepth = 64

var errDepth = errors.New("its elements lie too deep")

// ParseXML reads a document as the plain value that is written as one like it, by the
// XML metadata of a schema (OpenAPI 3.1.1, 4.8.26). Elements that the schema does not
// declare are members too.
func ParseXML(s *openapi.Schema, data []byte) (any, error) {
	if err := checkDepth(data); err != nil {
		return nil, fmt.Errorf("xml: %w", err)
	}
	var root node
	if err := xml.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("xml: %w", err)
	}
	_, s = xmlOf(s)
	if s != nil && s.Is("array") && Items(s) != nil {
		return root.readList(Items(s)), nil
	}
	return root.readValue(s), nil
}

// checkDepth returns an error if the elements lie too deep for xml.Unmarshal.
func checkDepth(data []byte) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		t, err := d.RawToken()
		if err != nil {
			return nil //nolint:nilerr // xml.Unmarshal tells
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if depth > maxXMLDepth {
			return errDepth
		}
	}
}

func (n *node) readList(items *openapi.Schema) []any {
	_, items = xmlOf(items)
	out := []any{}
	for i := range n.Nodes {
		out = append(out, n.Nodes[i].readValue(items))
	}
	return out
}

// readValue reads an element by its schema, nil for none.
func (n *node) readValue(s *openapi.Schema) any {
	n.Attrs = slices.DeleteFunc(n.Attrs, func(a xml.Attr) bool {
		return a.Name.Space == "xmlns" || a.Name.Local == "xmlns"
	})
	if len(n.Nodes) == 0 && len(n.Attrs) == 0 && (s == nil || !s.Is("object")) {
		return Typed(s, n.Text)
	}
	var out value.Object
	for _, a := range n.Attrs {
		name, p := propertyFor(s, a.Name.Local)
		out = append(out, value.Member{Name: name, Value: Typed(p, a.Value)})
	}
	for i := range n.Nodes {
		child := &n.Nodes[i]
		name, p := propertyFor(s, child.XMLName.Local)
		meta, p := xmlOf(p)
		if p == nil || !p.Is("array") {
			out = append(out, value.Member{Name: name, Value: child.readValue(p)})
			continue
		}
		var more []any
		if meta.Wrapped {
			more = child.readList(Items(p))
		} else {
			_, items := xmlOf(Items(p))
			more = []any{child.readValue(items)}
		}
		if at := slices.IndexFunc(out, func(m value.Member) bool { return m.Name == name }); at >= 0 {
			out[at].Value = append(out[at].Value.([]any), more...)
		} else {
			out = append(out, value.Member{Name: name, Value: more})
		}
	}
	return out
}

// propertyFor returns the property that an element or attribute stands for.
func propertyFor(s *openapi.Schema, element string) (string, *openapi.Schema) {
	if s == nil {
		return element, nil
	}
	for _, p := range s.Properties {
		meta, flat := xmlOf(p.Schema)
		name := p.Name
		if meta.Name != "" {
			name = meta.Name
		}
		if flat != nil && flat.Is("array") && !meta.Wrapped { // its elements have the name of their own schema
			if items, _ := xmlOf(Items(flat)); items.Name != "" {
				name = items.Name
			}
		}
		if name == element {
			return p.Name, p.Schema
		}
	}
	return element, Property(s, element)
}

// Typed returns the value that a text stands for where a schema has a value that is
// no text: a number or bool. All else is the text.
func Typed(s *openapi.Schema, text string) any {
	if s == nil {
		return text
	}
	s = Flatten(s)
	trimmed := strings.TrimSpace(text)
	switch {
	case s.Is("string"):
	case s.Is("boolean") && (trimmed == "true" || trimmed == "false"):
		return trimmed == "true"
	case s.Is("integer"), s.Is("number"):
		if n, err := strconv.ParseInt(trimmed, 10, 64); err == nil {
			return n
		}
		if n, err := value.ParseJSON([]byte(trimmed)); err == nil && s.Is("number") && value.IsNumber(trimmed) {
			return n
		}
	}
	return text
}
