package message

import (
	"encoding/xml"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// sliceWriter appends to a slice.
type sliceWriter struct{ b []byte }

func (w *sliceWriter) Write(p []byte) (int, error) {
	w.b = append(w.b, p...)
	return len(p), nil
}

// appendXML writes a value as an XML document by the XML metadata of its
// schema (OpenAPI 3.1.1, 4.8.26).
func appendXML(dst []byte, s *openapi.Schema, v any) []byte {
	w := sliceWriter{dst}
	x := xmlWriter{xml.NewEncoder(&w)}
	name := "root"
	if s != nil && s.Ref != "" {
		name = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	}
	x.root(name, s, v)
	// The tokens are balanced and the names valid, so nothing can fail here.
	_ = x.enc.Close()
	return w.b
}

type xmlWriter struct{ enc *xml.Encoder }

// root writes the one element of a document. An array gets an element around
// it, wrapped or not, as a document cannot have several roots.
func (x xmlWriter) root(name string, s *openapi.Schema, v any) {
	meta, s := xmlOf(s)
	list, ok := v.([]any)
	if !ok {
		x.element(name, meta, s, v)
		return
	}
	start := startElement(name, meta)
	x.token(start)
	for _, e := range list {
		x.named("item", Items(s), e)
	}
	x.token(start.End())
}

// named writes one value under the name of its own schema or else name.
func (x xmlWriter) named(name string, s *openapi.Schema, v any) {
	meta, s := xmlOf(s)
	if _, ok := v.([]any); ok {
		x.array(name, meta, s, v.([]any))
		return
	}
	x.element(name, meta, s, v)
}

// array writes the elements one after the other; when wrapped, inside of an
// element of the array's name. The name of an unwrapped array is ignored.
func (x xmlWriter) array(name string, meta openapi.XML, s *openapi.Schema, list []any) {
	if !meta.Wrapped {
		for _, e := range list {
			x.named(name, Items(s), e)
		}
		return
	}
	start := startElement(name, meta)
	x.token(start)
	for _, e := range list {
		x.named(name, Items(s), e)
	}
	x.token(start.End())
}

// element writes an object, with its attributes, or a single value.
func (x xmlWriter) element(name string, meta openapi.XML, s *openapi.Schema, v any) {
	start := startElement(name, meta)
	members, ok := v.(value.Object)
	if !ok {
		x.token(start)
		x.token(xml.CharData(validXML(Text(v))))
		x.token(start.End())
		return
	}
	seen := map[string]bool{}
	for _, m := range members {
		attr, ok := attribute(m, Property(s, m.Name))
		if ok && !seen[attr.Name.Local] { // a name twice would not be well-formed
			seen[attr.Name.Local] = true
			start.Attr = append(start.Attr, attr)
			start.Attr = declare(start.Attr, Property(s, m.Name))
		}
	}
	x.token(start)
	for _, m := range members {
		p := Property(s, m.Name)
		if _, isAttr := attribute(m, p); !isAttr && m.Value != value.Absent {
			x.named(m.Name, p, m.Value)
		}
	}
	x.token(start.End())
}

// declare adds the namespace of an attribute's prefix unless it is there.
func declare(attrs []xml.Attr, s *openapi.Schema) []xml.Attr {
	meta, _ := xmlOf(s)
	if meta.Prefix == "" || meta.Namespace == "" {
		return attrs
	}
	ns := startElement("x", meta).Attr[0]
	for _, a := range attrs {
		if a.Name == ns.Name {
			return attrs
		}
	}
	return append(attrs, ns)
}

// attribute returns a member as an attribute if it is one.
func attribute(m value.Member, s *openapi.Schema) (xml.Attr, bool) {
	meta, _ := xmlOf(s)
	if !meta.Attribute || m.Value == value.Absent {
		return xml.Attr{}, false
	}
	start := startElement(m.Name, openapi.XML{Name: meta.Name, Prefix: meta.Prefix})
	return xml.Attr{Name: start.Name, Value: validXML(Text(m.Value))}, true
}

func (x xmlWriter) token(t xml.Token) {
	_ = x.enc.EncodeToken(t) // see appendXML
}

// startElement makes the opening tag. Prefixes are written out, as
// encoding/xml would invent its own.
func startElement(name string, meta openapi.XML) xml.StartElement {
	if meta.Name != "" {
		name = meta.Name
	}
	local := xmlName(name)
	var attrs []xml.Attr
	if meta.Prefix != "" {
		prefix := xmlName(meta.Prefix)
		local = prefix + ":" + local
		if meta.Namespace != "" {
			attrs = append(attrs, xml.Attr{Name: xml.Name{Local: "xmlns:" + prefix}, Value: validXML(meta.Namespace)})
		}
	} else if meta.Namespace != "" {
		attrs = append(attrs, xml.Attr{Name: xml.Name{Local: "xmlns"}, Value: validXML(meta.Namespace)})
	}
	return xml.StartElement{Name: xml.Name{Local: local}, Attr: attrs}
}

// xmlName makes a valid name without a colon: what no name may contain
// becomes "_".
func xmlName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, s)
	if s == "" || !unicode.IsLetter(rune(s[0])) && s[0] != '_' || strings.HasPrefix(strings.ToLower(s), "xml") {
		s = "_" + s
	}
	return s
}

// validXML drops the characters that XML 1.0 cannot hold at all.
func validXML(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return -1
	}, s)
}

// xmlOf returns the XML metadata and the merged schema; both may be empty.
func xmlOf(s *openapi.Schema) (openapi.XML, *openapi.Schema) {
	if s == nil {
		return openapi.XML{}, nil
	}
	s = Flatten(s)
	if s.XML == nil {
		return openapi.XML{}, s
	}
	return *s.XML, s
}
