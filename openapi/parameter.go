package openapi

import (
	"slices"
	"strings"
)

// styles returns the styles that a place allows, the default first. It returns nil for an unknown place.
func styles(in string) []string {
	switch in {
	case InPath:
		return []string{"simple", "label", "matrix"}
	case InQuery:
		return []string{"form", "spaceDelimited", "pipeDelimited", "deepObject"}
	case InHeader:
		return []string{"simple"}
	case InCookie:
		return []string{"form"}
	}
	return nil
}

// parameter reads a parameter of OpenAPI 3. It returns nil if the parameter cannot be sent.
func (r *messageReader) parameter(v at) *Parameter {
	p := &Parameter{Name: v.get("name").text(), In: r.text(v.get("in"), "in of a parameter")}
	if styles(p.In) == nil {
		r.warn("the parameter %s is in %q, which is unknown; it is left out", p.Name, p.In)
		return nil
	}
	if p.In == InHeader && isReserved(p.Name) {
		return nil // the specification ignores these
	}
	r.describe(p, v)
	return p
}

// isReserved reports whether a header is described elsewhere in a document, by content types and security.
func isReserved(header string) bool {
	h := strings.ToLower(header)
	return h == "accept" || h == "content-type" || h == "authorization"
}

// describe fills the fields of a parameter except for name and place. It also reads the headers of responses and parts.
func (r *messageReader) describe(p *Parameter, v at) {
	label := "the parameter " + p.Name + ": "
	p.Description = described(v.get("description"))
	p.Required = p.In == InPath || r.flag(v.get("required"), label+"required")
	p.AllowReserved = r.flag(v.get("allowReserved"), label+"allowReserved")
	p.AllowEmpty = r.flag(v.get("allowEmptyValue"), label+"allowEmptyValue")
	p.Style = styles(p.In)[0]
	if style := r.text(v.get("style"), label+"style"); slices.Contains(styles(p.In), style) {
		p.Style = style
	} else if style != "" {
		r.warn("%sthe style %q does not exist in %s; %s is used", label, style, p.In, p.Style)
	}
	p.Explode = p.Style == "form" || p.Style == "deepObject"
	if e := v.get("explode"); e.ok() {
		p.Explode = r.flag(e, label+"explode")
	}
	r.schemas.later(func() { p.Examples = exampleValues(r.files, v, p.Schema) })
	for mediaType, content := range v.get("content").members() {
		p.ContentType = mediaType
		p.Schema = r.schemas.orAny(content.get("schema"), p.Name)
		r.schemas.later(func() { p.Examples = append(p.Examples, exampleValues(r.files, content, p.Schema)...) })
		return // content has exactly one media type
	}
	p.Schema = r.schemas.orAny(v.get("schema"), p.Name)
}

// headers reads the headers of a response or a part.
func headers(f *files, v at, describe func(*Parameter, at)) []*Parameter {
	var all []*Parameter
	for name, h := range f.first(v, maxHeaders, "headers").members() {
		h = f.deref(h, "the header "+name)
		if !h.isMap() || strings.EqualFold(name, "content-type") {
			continue
		}
		p := &Parameter{Name: name, In: InHeader}
		describe(p, h)
		all = append(all, p)
	}
	return all
}
