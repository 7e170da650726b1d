package openapi

import (
	"slices"
	"strings"
)

const (
	urlencoded = "application/x-www-form-urlencoded"
	multipart  = "multipart/form-data"
)

// swaggerReader implements messages for Swagger 2.0, in terms of OpenAPI 3.
type swaggerReader struct {
	*files
	schemas *schemaReader
}

// inputs splits the parameters of Swagger into parameters and bodies.
func (r *swaggerReader) inputs(o *Operation, op at, declared []at) {
	var form []at
	for _, v := range declared {
		name, in := v.get("name").text(), v.get("in").text()
		switch in {
		case "body":
			r.body(o, op, v)
		case "formData":
			form = append(form, v)
		case InPath, InQuery, InHeader:
			if in == InHeader && isReserved(name) {
				continue
			}
			p := &Parameter{Name: name, In: in}
			r.describe(p, v)
			o.Parameters = append(o.Parameters, p)
		default:
			r.warn("the parameter %s is in %q, which is unknown; it is left out", name, in)
		}
	}
	if len(form) > 0 && len(o.Bodies) > 0 {
		r.warn("it has both a body and form parameters; the form is left out")
	} else if len(form) > 0 {
		r.form(o, op, form)
	}
}

// describe fills the fields of a parameter except for name and place. A Swagger parameter is itself a schema.
func (r *swaggerReader) describe(p *Parameter, v at) {
	p.Required = p.In == InPath || r.flag(v.get("required"), "required of "+p.Name)
	p.AllowEmpty = r.flag(v.get("allowEmptyValue"), "allowEmptyValue of "+p.Name)
	p.Schema = r.schemas.ofParameter(p.Name, v)
	p.Style, p.Explode = r.collection(p.Name, v)
	if p.In != InQuery && p.Style == "form" {
		p.Style = "simple"
	}
	for _, key := range []string{"x-example", "example"} {
		if e := v.get(key); e.node != nil {
			r.schemas.later(func() { p.Examples = []any{e.valueOf(p.Schema)} })
			break
		}
	}
}

// collection translates Swagger's collectionFormat to a style.
func (r *swaggerReader) collection(name string, v at) (style string, explode bool) {
	switch format := r.text(v.get("collectionFormat"), "collectionFormat of "+name); format {
	case "ssv":
		return "spaceDelimited", false
	case "tsv":
		return "tabDelimited", false
	case "pipes":
		return "pipeDelimited", false
	case "multi":
		return "form", true
	case "", "csv":
	default:
		r.warn("the parameter %s has the unknown collectionFormat %q; csv is used", name, format)
	}
	return "form", false
}

// mimes returns the media types that an operation, or else the document, consumes or produces.
func (r *swaggerReader) mimes(op at, key string) []string {
	list := op.get(key)
	if !list.ok() {
		list = r.top().get(key)
	}
	return r.texts(list, key)
}

func (r *swaggerReader) body(o *Operation, op, v at) {
	o.BodyRequired = r.flag(v.get("required"), "required of the body")
	types := slices.DeleteFunc(r.mimes(op, "consumes"), isForm)
	if len(types) == 0 {
		types = []string{"application/json"}
	}
	schema := r.schemas.orAny(v.get("schema"), "the body")
	named := v.get("x-examples")
	for _, t := range types {
		m := &MediaType{Type: t, Schema: schema}
		r.example(m, named)
		o.Bodies = append(o.Bodies, m)
	}
}

// example reads the example of a media type from a Swagger mapping of examples by media type.
func (r *swaggerReader) example(m *MediaType, list at) {
	if e := list.get(m.Type); e.node != nil {
		r.schemas.later(func() { m.Examples = []Example{{Value: e.valueOf(m.Schema)}} })
	}
}

func isForm(mediaType string) bool {
	t := strings.ToLower(mediaType)
	return strings.HasPrefix(t, urlencoded) || strings.HasPrefix(t, multipart)
}

// form makes a body from form parameters.
func (r *swaggerReader) form(o *Operation, op at, form []at) {
	schema := NewSchema()
	schema.Types = []string{"object"}
	encoding := map[string]Encoding{}
	files := false
	for _, v := range form {
		name := v.get("name").text()
		files = files || v.get("type").text() == "file"
		schema.Properties = append(schema.Properties, Property{name, r.schemas.ofParameter(name, v)})
		if r.flag(v.get("required"), "required of "+name) {
			schema.Required = append(schema.Required, name)
			o.BodyRequired = true
		}
		if v.get("type").text() == "array" {
			style, explode := r.collection(name, v)
			encoding[name] = Encoding{Style: style, Explode: explode}
		}
	}
	types := slices.DeleteFunc(r.mimes(op, "consumes"), func(t string) bool { return !isForm(t) })
	if files { // files cannot be sent urlencoded
		types = []string{multipart}
	}
	if len(types) == 0 {
		types = []string{urlencoded}
	}
	for _, t := range types {
		o.Bodies = append(o.Bodies, &MediaType{Type: t, Schema: schema, Encoding: encoding})
	}
}

// answer returns the content of a response. Without "produces" the media type is unknown, so any is allowed.
func (r *swaggerReader) answer(op, res at, status string) []*MediaType {
	declared := res.get("schema")
	if !declared.ok() {
		return nil
	}
	schema := r.schemas.schema(declared, &trail{key: "the response " + status})
	types := r.mimes(op, "produces")
	if len(types) == 0 {
		types = []string{"*/*"}
	}
	examples := res.get("examples")
	var all []*MediaType
	for _, t := range types {
		m := &MediaType{Type: t, Schema: schema}
		r.example(m, examples)
		all = append(all, m)
	}
	return all
}
