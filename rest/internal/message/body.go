package message

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// AddBody encodes a value as a body of a media type.
func (e *Request) AddBody(m *openapi.MediaType, v any) {
	e.HasBody = true
	e.ContentType = Concrete(m.Type)
	switch KindOf(m.Type) {
	case JSON:
		e.Body = value.AppendJSON(e.Body, v)
		e.JSONBody = true
	case XML:
		e.Body = appendXML(e.Body, m.Schema, v)
	case Form:
		e.addForm(m, v)
	case Multipart:
		e.addMultipart(m, v)
	default:
		e.Body = append(e.Body, Text(v)...)
	}
}

// Named reports whether the body has named members whose values can be replaced: it is JSON or a form.
func (e *Request) Named() bool { return e.JSONBody || e.Form != nil }

// SetValue encodes another value as the body. The body has to be [Request.Named].
func (e *Request) SetValue(v any) {
	e.Value, e.Body, e.form = v, e.Body[:0], e.form[:0]
	if e.Form != nil {
		e.addForm(e.Form, v)
		return
	}
	e.Body = value.AppendJSON(e.Body, v)
}

// addForm encodes a value as an application/x-www-form-urlencoded body.
func (e *Request) addForm(m *openapi.MediaType, v any) {
	members, ok := v.(value.Object)
	if !ok {
		e.Body = append(e.Body, Text(v)...)
		return
	}
	e.Form = m
	for _, member := range members {
		if member.Value != value.Absent {
			e.form = appendField(e.form, m, member)
		}
	}
	for i, f := range e.form {
		if i > 0 {
			e.Body = append(e.Body, '&')
		}
		e.Body = AppendQueryText(e.Body, f.Name, false)
		e.Body = append(e.Body, '=')
		e.Body = AppendQueryText(e.Body, f.Value, false)
	}
}

// appendField encodes one property by its declared encoding. Without one, an
// array repeats the name and an object is JSON (OpenAPI 3.1.1, 4.8.15).
func appendField(dst []Pair, m *openapi.MediaType, member value.Member) []Pair {
	enc, declared := m.Encoding[member.Name]
	if !declared || enc.Style == "" {
		p := openapi.Parameter{ContentType: enc.ContentType}
		if enc.ContentType != "" && KindOf(enc.ContentType) == JSON {
			return append(dst, Pair{Name: member.Name, Value: contentText(enc.ContentType, member.Value)})
		}
		return appendMember(dst, &p, member.Name, member.Value)
	}
	p := openapi.Parameter{Name: member.Name, Style: enc.Style, Explode: enc.Explode}
	return appendPairs(dst, &p, member.Value)
}
