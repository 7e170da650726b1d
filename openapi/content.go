package openapi

import "strings"

// content reads the media types of a body or a response.
func (r *messageReader) content(v at, what string) []*MediaType {
	if v.ok() && !v.isMap() {
		r.warn("the content of %s is %s, not an object", what, v.kind())
	}
	var all []*MediaType
	for name, m := range v.members() {
		if strings.HasPrefix(name, "x-") && !strings.Contains(name, "/") {
			continue
		}
		m = r.deref(m, "the content of "+what)
		if m.ok() && !m.isMap() {
			r.warn("the content %s of %s is %s, not an object", name, what, m.kind())
			continue
		}
		all = append(all, &MediaType{
			Type:     strings.TrimSpace(name),
			Schema:   r.schemas.orAny(m.get("schema"), what),
			Examples: examples(r.files, m),
			Encoding: r.encodings(m.get("encoding")),
		})
	}
	return all
}

// examples reads the one example and the named ones beside it.
func examples(f *files, v at) []Example {
	var all []Example
	if e := v.get("example"); e.node != nil {
		all = append(all, Example{Value: e.plain()})
	}
	if list := v.get("examples"); list.isList() { // as in JSON Schema
		for _, e := range list.plains() {
			all = append(all, Example{Value: e})
		}
	} else {
		all = append(all, namedExamples(f, list)...)
	}
	return all
}

func namedExamples(f *files, v at) []Example {
	var all []Example
	for name, e := range v.members() {
		e = f.deref(e, "the example "+name)
		value := e.get("value")
		if value.node == nil {
			value = e.get("dataValue") // since 3.2
		}
		switch {
		case value.node != nil:
			all = append(all, Example{Name: name, Value: value.plain()})
		case e.get("externalValue").ok():
			f.warn("the example %s is in another file, which is not read", name)
		}
	}
	return all
}

func exampleValues(f *files, v at) []any {
	var all []any
	for _, e := range examples(f, v) {
		all = append(all, e.Value)
	}
	return all
}

func (r *messageReader) encodings(v at) map[string]Encoding {
	if !v.isMap() {
		return nil
	}
	all := map[string]Encoding{}
	for name, e := range v.members() {
		style := r.text(e.get("style"), "the style of "+name)
		explode := style == "" || style == "form" || style == "deepObject"
		if x := e.get("explode"); x.ok() {
			explode = r.flag(x, "explode of "+name)
		}
		all[name] = Encoding{
			ContentType: r.text(e.get("contentType"), "the content type of "+name),
			Style:       style, Explode: explode,
			Headers: headers(r.files, e.get("headers"), r.describe),
		}
	}
	return all
}
