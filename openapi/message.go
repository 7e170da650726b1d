package openapi

import "strings"

// messages reads the parts of requests and answers that Swagger 2.0 and OpenAPI 3 write in different ways.
type messages interface {
	// inputs fills the parameters and bodies of an operation.
	inputs(o *Operation, op at, declared []at)
	// answer returns the content of a response of an operation.
	answer(op, response at, status string) []*MediaType
	// describe fills the fields of a parameter or header, except for its name and place.
	describe(p *Parameter, v at)
}

// messageReader implements messages for OpenAPI 3.
type messageReader struct {
	*files
	schemas *schemaReader
}

// inputs reads the parameters and bodies of an operation.
func (r *messageReader) inputs(o *Operation, v at, declared []at) {
	for _, p := range declared {
		if param := r.parameter(p); param != nil {
			o.Parameters = append(o.Parameters, param)
		}
	}
	body := r.deref(v.get("requestBody"), "the request body")
	if !body.ok() {
		return
	}
	if !body.isMap() {
		r.warn("the request body is %s, not an object", body.kind())
		return
	}
	o.BodyRequired = r.flag(body.get("required"), "required of the request body")
	o.Bodies = r.content(body.get("content"), "the request body")
	if len(o.Bodies) == 0 {
		r.warn("the request body has no content; it is left out")
		o.BodyRequired = false
	}
}

func (r *messageReader) answer(_, response at, status string) []*MediaType {
	return r.content(response.get("content"), "the response "+status)
}

// content reads the media types of a body or a response.
func (r *messageReader) content(v at, what string) []*MediaType {
	if v.ok() && !v.isMap() {
		r.warn("the content of %s is %s, not an object", what, v.kind())
	}
	var all []*MediaType
	for name, m := range r.first(v, maxMediaTypes, "the content of "+what).members() {
		if strings.HasPrefix(name, "x-") && !strings.Contains(name, "/") {
			continue
		}
		m = r.deref(m, "the content of "+what)
		if m.ok() && !m.isMap() {
			r.warn("the content %s of %s is %s, not an object", name, what, m.kind())
			continue
		}
		media := &MediaType{
			Type:     strings.TrimSpace(name),
			Schema:   r.schemas.orAny(m.get("schema"), what),
			Encoding: r.encodings(m.get("encoding")),
		}
		r.schemas.later(func() { media.Examples = examples(r.files, m, media.Schema) })
		all = append(all, media)
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
