package openapi

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/value"
)

const (
	urlencoded = "application/x-www-form-urlencoded"
	multipart  = "multipart/form-data"
)

// swaggerInputs sorts Swagger's parameters into parameters and bodies.
func (r *reader) swaggerInputs(o *Operation, op at, declared []at) {
	var form []at
	for _, v := range declared {
		name, in := v.get("name").text(), v.get("in").text()
		switch in {
		case "body":
			r.swaggerBody(o, op, v)
		case "formData":
			form = append(form, v)
		case InPath, InQuery, InHeader:
			if in == InHeader && isReserved(name) {
				continue
			}
			p := &Parameter{Name: name, In: in}
			r.swaggerParameter(p, v)
			o.Parameters = append(o.Parameters, p)
		default:
			r.warn("the parameter %s is in %q, which is unknown; it is left out", name, in)
		}
	}
	if len(form) > 0 && len(o.Bodies) > 0 {
		r.warn("it has both a body and form parameters; the form is left out")
	} else if len(form) > 0 {
		r.swaggerForm(o, op, form)
	}
}

// swaggerParameter fills all but name and place. The parameter is a schema itself.
func (r *reader) swaggerParameter(p *Parameter, v at) {
	p.Required = p.In == InPath || r.flag(v.get("required"), "required of "+p.Name)
	p.AllowEmpty = r.flag(v.get("allowEmptyValue"), "allowEmptyValue of "+p.Name)
	p.Schema = r.swaggerSchema(p.Name, v)
	p.Style, p.Explode = r.collection(p.Name, v)
	if p.In != InQuery && p.Style == "form" {
		p.Style = "simple"
	}
	if e := v.get("x-example"); e.node != nil {
		p.Examples = []any{r.plain(e)}
	} else if e := v.get("example"); e.node != nil {
		p.Examples = []any{r.plain(e)}
	}
}

func (r *reader) swaggerSchema(name string, v at) *Schema {
	if s := v.get("schema"); s.isMap() { // as in OpenAPI 3, often written by mistake
		return r.schema(s, &trail{key: name})
	}
	if s, ok := r.schemas[v.node]; ok {
		return s
	}
	s := NewSchema()
	r.schemas[v.node] = s
	r.pending = append(r.pending, &draft{schema: s, at: v, trail: &trail{key: name}, ofParameter: true})
	return s
}

// collection translates Swagger's collectionFormat.
func (r *reader) collection(name string, v at) (style string, explode bool) {
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

// mimes returns what an operation or else the document consumes or produces.
func (r *reader) mimes(op at, key string) []string {
	list := op.get(key)
	if !list.ok() {
		list = at{r.root.root, r.root}.get(key)
	}
	return r.texts(list, key)
}

func (r *reader) swaggerBody(o *Operation, op, v at) {
	o.BodyRequired = r.flag(v.get("required"), "required of the body")
	types := slices.DeleteFunc(r.mimes(op, "consumes"), isForm)
	if len(types) == 0 {
		types = []string{"application/json"}
	}
	schema := r.schemaOrAny(v.get("schema"), "the body")
	var named value.Object
	if m, ok := r.plain(v.get("x-examples")).(value.Object); ok {
		named = m
	}
	for _, t := range types {
		m := &MediaType{Type: t, Schema: schema}
		for _, e := range named {
			if e.Name == t {
				m.Examples = append(m.Examples, Example{Value: e.Value})
			}
		}
		o.Bodies = append(o.Bodies, m)
	}
}

func isForm(mediaType string) bool {
	t := strings.ToLower(mediaType)
	return strings.HasPrefix(t, urlencoded) || strings.HasPrefix(t, multipart)
}

// swaggerForm builds the body that form parameters describe.
func (r *reader) swaggerForm(o *Operation, op at, form []at) {
	schema := NewSchema()
	schema.Types = []string{"object"}
	encoding := map[string]Encoding{}
	files := false
	for _, v := range form {
		name := v.get("name").text()
		files = files || v.get("type").text() == "file"
		schema.Properties = append(schema.Properties, Property{name, r.swaggerSchema(name, v)})
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
	if files { // cannot be sent urlencoded
		types = []string{multipart}
	}
	if len(types) == 0 {
		types = []string{urlencoded}
	}
	for _, t := range types {
		o.Bodies = append(o.Bodies, &MediaType{Type: t, Schema: schema, Encoding: encoding})
	}
}

// swaggerContent builds the content of a response. Without "produces" the
// type is not known, so that any is right.
func (r *reader) swaggerContent(op, res at, status string) []*MediaType {
	declared := res.get("schema")
	if !declared.ok() {
		return nil
	}
	schema := r.schema(declared, &trail{key: "the response " + status})
	types := r.mimes(op, "produces")
	if len(types) == 0 {
		types = []string{"*/*"}
	}
	examples := res.get("examples")
	var all []*MediaType
	for _, t := range types {
		m := &MediaType{Type: t, Schema: schema}
		if e := examples.get(t); e.node != nil {
			m.Examples = []Example{{Value: r.plain(e)}}
		}
		all = append(all, m)
	}
	return all
}
