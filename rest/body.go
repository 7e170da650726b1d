package rest

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// addBody writes a value as a body of a media type.
func (e *encoded) addBody(m *openapi.MediaType, v any) {
	e.HasBody = true
	e.ContentType = concrete(m.Type)
	switch kindOf(m.Type) {
	case bodyJSON:
		e.Body = value.AppendJSON(e.Body, v)
		e.JSONBody = true
	case bodyXML:
		e.Body = appendXML(e.Body, m.Schema, v)
	case bodyForm:
		e.addForm(m, v)
	case bodyMultipart:
		e.addMultipart(m, v)
	default:
		e.Body = append(e.Body, text(v)...)
	}
}

// addForm writes an application/x-www-form-urlencoded body.
func (e *encoded) addForm(m *openapi.MediaType, v any) {
	members, ok := v.(value.Object)
	if !ok {
		e.Body = append(e.Body, text(v)...)
		return
	}
	for _, member := range members {
		if member.Value != value.Absent {
			e.form = appendField(e.form, m, member)
		}
	}
	for i, f := range e.form {
		if i > 0 {
			e.Body = append(e.Body, '&')
		}
		e.Body = appendQueryText(e.Body, f.Name, false)
		e.Body = append(e.Body, '=')
		e.Body = appendQueryText(e.Body, f.Value, false)
	}
}

// appendField writes one property by its encoding. Without one, arrays repeat
// the name and objects are JSON (OpenAPI 3.1.1, 4.8.15).
func appendField(dst []pair, m *openapi.MediaType, member value.Member) []pair {
	enc, declared := m.Encoding[member.Name]
	if !declared || enc.Style == "" {
		p := openapi.Parameter{ContentType: enc.ContentType}
		if enc.ContentType != "" && kindOf(enc.ContentType) == bodyJSON {
			return append(dst, pair{Name: member.Name, Value: contentText(enc.ContentType, member.Value)})
		}
		return appendMember(dst, &p, member.Name, member.Value)
	}
	p := openapi.Parameter{Name: member.Name, Style: enc.Style, Explode: enc.Explode}
	return appendPairs(dst, &p, member.Value)
}
