package openapi

import (
	"net/url"
	"slices"
	"strings"
)

// operation reads an operation, whose name is already set.
func (r *operationReader) operation(o *Operation, item, v at) {
	o.ID = r.text(v.get("operationId"), "operationId")
	o.Tags = r.texts(v.get("tags"), "tags")
	o.Deprecated = r.flag(v.get("deprecated"), "deprecated")
	o.Text = strings.TrimSpace(described(v.get("summary")) + "\n" + described(v.get("description")))
	o.Security = r.inherited
	if own, declared := r.security.requirements(v.get("security")); declared {
		o.Security = own
	}
	r.servers.of(o, item, v)
	if v.get("callbacks").ok() {
		r.warn("callbacks are not supported")
	}
	declared := r.declaredParameters(item, v)
	r.messages.inputs(o, v, declared)
	fixed := o.variant()
	r.matchPath(o)
	r.responses(o, v)
	r.links.addNode(o, v)
	r.all = append(r.all, o)
	r.schemas.drain()
	for _, f := range fixed {
		o.fix(f.name, f.text)
	}
}

// declaredParameters returns the parameters of a path and its operation. A parameter of the operation replaces the
// path's parameter with the same name and place.
func (r *operationReader) declaredParameters(item, op at) []at {
	own, named := r.parameterList(op.get("parameters"))
	var all []at
	shared, _ := r.parameterList(item.get("parameters"))
	for _, p := range shared {
		if !named[identityOf(p)] {
			all = append(all, p)
		}
	}
	return append(all, own...)
}

// identity identifies a parameter of an operation.
type identity struct{ in, name string }

func identityOf(p at) identity {
	in := p.get("in").text()
	if in == "body" { // an operation has one body, whatever its name is
		return identity{in: in}
	}
	return identity{in, p.get("name").text()}
}

// parameterList returns the parameters of a list, and the set of their identities.
func (r *operationReader) parameterList(list at) (all []at, named map[identity]bool) {
	named = map[identity]bool{}
	if list.ok() && !list.isList() {
		r.warn("parameters is %s, not a list", list.kind())
	}
	for p := range r.first(list, maxParameters, "parameters").items() {
		if _, isRef := p.ref(); !p.isMap() {
			r.warn("a parameter is %s, not an object", p.kind())
			continue
		} else if p = r.deref(p, "a parameter"); !p.isMap() {
			if p.ok() || !isRef {
				r.warn("a parameter is %s, not an object", p.kind())
			}
			continue
		}
		name := p.get("name").text()
		if name == "" {
			r.warn("a parameter has no name; it is left out")
			continue
		}
		if named[identityOf(p)] {
			r.warn("the parameter %s is declared twice; the first one counts", name)
			continue
		}
		named[identityOf(p)] = true
		all = append(all, p)
	}
	return all, named
}

// matchPath adds and removes path parameters so that they match the template. Otherwise no request could be sent.
func (r *operationReader) matchPath(o *Operation) {
	names, declared := map[string]bool{}, map[string]bool{}
	for _, p := range pieces(o.Path) {
		if p.name != "" {
			names[p.name] = true
		}
	}
	o.Parameters = slices.DeleteFunc(o.Parameters, func(p *Parameter) bool {
		if p.In != InPath || names[p.Name] {
			declared[p.Name] = declared[p.Name] || p.In == InPath
			return false
		}
		r.warn("the path has no place for the parameter %s; it is left out", p.Name)
		return true
	})
	for _, p := range pieces(o.Path) {
		if p.name == "" || !names[p.name] {
			continue
		}
		names[p.name] = false
		if !declared[p.name] {
			r.warn("the path parameter %s is not declared; it is taken as a string", p.name)
			s := NewSchema()
			s.Types, s.MinLength = []string{"string"}, 1
			o.Parameters = append(o.Parameters, &Parameter{Name: p.name, In: InPath, Required: true,
				Style: "simple", Schema: s})
		}
	}
}

func (r *operationReader) responses(o *Operation, op at) {
	list := op.get("responses")
	if list.ok() && !list.isMap() {
		r.warn("responses is %s, not an object", list.kind())
	}
	seen := map[string]bool{}
	for key, v := range list.members() {
		if strings.HasPrefix(key, "x-") {
			continue
		}
		status, ok := statusKey(key)
		if !ok {
			r.warn("the response %q is no status; it is left out", key)
			continue
		}
		if seen[status] {
			r.warn("the response %s is declared twice; the first one counts", key)
			continue
		}
		seen[status] = true
		o.Responses = append(o.Responses, r.response(o, op, status, v))
	}
}

// statusKey normalises the key of a response: "200", "2xx" and "default".
func statusKey(key string) (string, bool) {
	if strings.EqualFold(key, "default") {
		return "default", true
	}
	if len(key) != 3 || key[0] < '1' || key[0] > '5' {
		return "", false
	}
	rest := strings.ToUpper(key[1:])
	digits := rest[0] >= '0' && rest[0] <= '9' && rest[1] >= '0' && rest[1] <= '9'
	return key[:1] + rest, digits || rest == "XX"
}

func (r *operationReader) response(o *Operation, op at, status string, v at) *Response {
	v = r.deref(v, "the response "+status)
	if v.ok() && !v.isMap() {
		r.warn("the response %s is %s, not an object", status, v.kind())
	}
	res := &Response{Status: status, Description: described(v.get("description"))}
	res.Headers = headers(r.files, v.get("headers"), r.messages.describe)
	res.Content = r.messages.answer(op, v, status)
	if !r.swagger {
		res.Links = r.links.of(o, status, v)
	}
	return res
}

// variant splits the variant of a path. A template such as "?q={word}" becomes the query parameter q, declared as q or
// word. It returns the fixed values, such as those of "?beta=true" and "#Action=List".
func (o *Operation) variant() (fixed []piece) {
	query, fragment, _ := strings.Cut(o.Variant, "#")
	pairs := strings.Split(strings.TrimPrefix(query, "?"), "&")
	if strings.Contains(fragment, "=") { // otherwise the fragment is only a name that distinguishes operations
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

// inQuery makes a parameter that the variant contains as a template a query parameter. It adds the parameter if none is
// declared.
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

// fix restricts a parameter to one value. It adds a query parameter if none is declared.
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
