package message

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// appendXML writes a value as an XML document by the XML metadata of its
// schema (OpenAPI 3.1.1, 4.8.26).
func appendXML(dst []byte, s *openapi.Schema, v any) []byte {
	w := bytes.NewBuffer(dst)
	x := xmlWriter{xml.NewEncoder(w)}
	name := "root"
	if s != nil && s.Ref != "" {
		name = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	}
	x.writeRoot(name, s, v)
	// The tokens are balanced and the names valid, so nothing can fail here.
	_ = x.enc.Close()
	return w.Bytes()
}

type xmlWriter struct{ enc *xml.Encoder }

// writeRoot writes the one element of a document. An array gets an element around
// it, wrapped or not, as a document cannot have several roots.
func (x xmlWriter) writeRoot(name string, s *openapi.Schema, v any) {
	meta, s := xmlOf(s)
	if list, ok := v.([]any); ok {
		x.writeWrapped(startElement(name, meta), "item", s, list)
		return
	}
	x.writeElement(name, meta, s, v)
}

// writeNamed writes one value under the name of its own schema or else name. An array becomes its elements, one after
// the other. A wrapped array becomes an element with its name around them. The name of an unwrapped array is ignored.
func (x xmlWriter) writeNamed(name string, s *openapi.Schema, v any) {
	meta, s := xmlOf(s)
	list, ok := v.([]any)
	switch {
	case !ok:
		x.writeElement(name, meta, s, v)
	case meta.Wrapped:
		x.writeWrapped(startElement(name, meta), name, s, list)
	default:
		for _, e := range list {
			x.writeNamed(name, Items(s), e)
		}
	}
}

// writeWrapped writes an element around the elements of an array. Each of these has the name of its own schema or else
// item.
func (x xmlWriter) writeWrapped(start xml.StartElement, item string, s *openapi.Schema, list []any) {
	x.writeToken(start)
	for _, e := range list {
		x.writeNamed(item, Items(s), e)
	}
	x.writeToken(start.End())
}

// writeElement writes an object, with its attributes, or a single value.
func (x xmlWriter) writeElement(name string, meta openapi.XML, s *openapi.Schema, v any) {
	start := startElement(name, meta)
	members, ok := v.(value.Object)
	if !ok {
		x.writeToken(start)
		x.writeToken(xml.CharData(validXML(Text(v))))
		x.writeToken(start.End())
		return
	}
	seen := map[string]bool{}
	for _, m := range members {
		attr, ok := attributeOf(m, Property(s, m.Name))
		if ok && !seen[attr.Name.Local] { // a name twice would not be well-formed
			seen[attr.Name.Local] = true
			start.Attr = append(start.Attr, attr)
			start.Attr = declareNamespace(start.Attr, Property(s, m.Name))
		}
	}
	x.writeToken(start)
	for _, m := range members {
		p := Property(s, m.Name)
		if _, isAttr := attributeOf(m, p); !isAttr && m.Value != value.Absent {
			x.writeNamed(m.Name, p, m.Value)
		}
	}
	x.writeToken(start.End())
}

// declareNamespace adds the namespace of an attribute's prefix unless it is there.
func declareNamespace(attrs []xml.Attr, s *openapi.Schema) []xml.Attr {
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

// attributeOf returns a member as an attribute if it is one.
func attributeOf(m value.Member, s *openapi.Schema) (xml.Attr, bool) {
	meta, _ := xmlOf(s)
	if !meta.Attribute || m.Value == value.Absent {
		return xml.Attr{}, false
	}
	start := startElement(m.Name, openapi.XML{Name: meta.Name, Prefix: meta.Prefix})
	return xml.Attr{Name: start.Name, Value: validXML(Text(m.Value))}, true
}

func (x xmlWriter) writeToken(t xml.Token) {
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

// xmlName makes a valid name without a colon. Characters that a name may not have become "_".
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
