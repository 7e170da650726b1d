package message

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// boundary separates the parts of a multipart body. It is fixed, so that equal
// calls have equal bytes. If a part contains it, a number is added.
const boundary = "evoke-boundary"

// addMultipart writes a multipart body.
func (e *Request) addMultipart(m *openapi.MediaType, v any) {
	start := len(e.Body)
	for try := 0; ; try++ {
		mark := boundary
		if try > 0 {
			mark += "-" + strconv.Itoa(try)
		}
		w := partWriter{out: e.Body[:start], mark: mark}
		w.writeParts(m, v)
		w.out = append(append(append(w.out, "--"...), mark...), "--\r\n"...)
		e.Body = w.out
		if bytes.Count(e.Body[start:], []byte("--"+mark)) == w.count+1 {
			kind := Essence(m.Type)
			if strings.HasSuffix(kind, "*") {
				kind = "multipart/form-data"
			}
			e.ContentType = HeaderText(kind) + "; boundary=" + mark
			return
		}
	}
}

// partWriter writes the parts of a multipart body.
type partWriter struct {
	out   []byte
	mark  string
	count int
}

func (w *partWriter) writeParts(m *openapi.MediaType, v any) {
	members, ok := v.(value.Object)
	if !ok {
		w.writePart("value", "", contentTypeOf(v), []byte(Text(v)))
		return
	}
	for _, member := range members {
		if member.Value == value.Absent {
			continue
		}
		w.writeField(m, member)
	}
}

// writeField writes one property. An array becomes one part for each element.
func (w *partWriter) writeField(m *openapi.MediaType, member value.Member) {
	enc := m.Encoding[member.Name]
	s := Property(m.Schema, member.Name)
	kind := firstType(enc.ContentType)
	list, ok := member.Value.([]any)
	if !ok || kind != "" && KindOf(kind) == JSON {
		w.writeValue(member.Name, s, kind, member.Value)
		return
	}
	for _, e := range list {
		w.writeValue(member.Name, Items(s), kind, e)
	}
}

func (w *partWriter) writeValue(name string, schema *openapi.Schema, kind string, v any) {
	file := ""
	if isFile(schema) || kind != "" && KindOf(kind) == Bytes {
		found, ending := FileType([]byte(Text(v)))
		file = name + cmp.Or(Endings[Essence(kind)], ending)
		kind = cmp.Or(kind, found)
	}
	if kind == "" {
		kind = contentTypeOf(v)
	}
	if kind != "" && KindOf(kind) == JSON {
		w.writePart(name, file, kind, value.AppendJSON(nil, v))
		return
	}
	w.writePart(name, file, kind, []byte(Text(v)))
}

// writePart writes one part. It writes no Content-Type if kind is "".
func (w *partWriter) writePart(name, file, kind string, data []byte) {
	w.count++
	w.out = append(append(append(w.out, "--"...), w.mark...), "\r\nContent-Disposition: form-data; name=\""...)
	w.out = append(appendQuoted(w.out, name), '"')
	if file != "" {
		w.out = append(appendQuoted(append(w.out, "; filename=\""...), file), '"')
	}
	if kind != "" {
		w.out = append(append(w.out, "\r\nContent-Type: "...), HeaderText(kind)...)
	}
	w.out = append(append(append(w.out, "\r\n\r\n"...), data...), "\r\n"...)
}

// appendQuoted escapes a name for a Content-Disposition as mime/multipart does.
// It escapes other characters that no header may contain as browsers escape
// line breaks.
func appendQuoted(dst []byte, name string) []byte {
	for i := range len(name) {
		switch b := name[i]; {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < ' ' || b == 0x7f:
			dst = append(dst, '%', UpperHex[b>>4], UpperHex[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return dst
}

// contentTypeOf returns the default content type of a part: JSON for objects,
// none for texts.
func contentTypeOf(v any) string {
	if IsComposite(v) {
		return "application/json"
	}
	return ""
}

// firstType returns the first of a comma-separated list of media types, with
// wildcards replaced. It returns "" for none.
func firstType(list string) string {
	first, _, _ := strings.Cut(list, ",")
	if first = strings.TrimSpace(first); first == "" {
		return ""
	}
	return Concrete(first)
}

// isFile reports whether a property of a multipart body is a file.
func isFile(s *openapi.Schema) bool {
	if s == nil {
		return false
	}
	s = Flatten(s)
	return s.Format == "binary" || s.Is("file") || s.ContentEncoding != "" ||
		s.ContentMediaType != "" && KindOf(s.ContentMediaType) != PlainText
}
