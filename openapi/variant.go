package openapi

import (
	"net/url"
	"slices"
	"strings"
)

// variant makes parameters of the templates behind the path: of "?q={word}", the one that
// the document calls q or word. It returns the fixed values that stand there, as those of
// "?beta=true" and of "#Action=List".
func (o *Operation) variant() (fixed []piece) {
	query, fragment, _ := strings.Cut(o.Variant, "#")
	pairs := strings.Split(strings.TrimPrefix(query, "?"), "&")
	if strings.Contains(fragment, "=") { // else it is a name that tells operations apart
		pairs = append(pairs, strings.Split(fragment, "&")...)
	}
	for _, pair := range pairs {
		name, text, _ := strings.Cut(pair, "=")
		if template := strings.Trim(text, "{}"); text == "{"+template+"}" && template != "" {
			o.inQuery(unescaped(name), template)
		} else if name != "" {
			fixed = append(fixed, piece{name: unescaped(name), text: unescaped(text)})
		}
	}
	return fixed
}

func unescaped(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// inQuery has an operation send a parameter in the query that its path names there.
func (o *Operation) inQuery(name, template string) {
	for _, p := range o.Parameters {
		if p.In == InQuery && p.Name == name {
			return
		}
		if p.Name == template && (p.In == InQuery || p.In == InPath && !strings.Contains(o.Path, "{"+template+"}")) {
			p.Name, p.In, p.Style, p.Explode = name, InQuery, "form", true
			return
		}
	}
	s := NewSchema()
	s.Types = []string{"string"}
	o.Parameters = append(o.Parameters, &Parameter{Name: name, In: InQuery, Required: true, Style: "form", Schema: s})
}

// fix has a parameter, of the query if none is declared, send one value.
func (o *Operation) fix(name, text string) {
	i := slices.IndexFunc(o.Parameters, func(p *Parameter) bool { return p.Name == name && p.In != InPath })
	if i < 0 {
		i = len(o.Parameters)
		o.Parameters = append(o.Parameters, &Parameter{Name: name, In: InQuery, Style: "form", Explode: true})
	}
	s := NewSchema()
	s.Const, s.HasConst = text, true
	p := o.Parameters[i]
	p.Schema, p.Required, p.Fixed, p.AllowEmpty, p.Examples = s, true, true, false, nil
}
