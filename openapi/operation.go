package openapi

import (
	"slices"
	"strings"
)

func (r *operationReader) operation(method, path string, item, v at) {
	o := &Operation{
		ID:         r.text(v.get("operationId"), "operationId"),
		Method:     strings.ToUpper(method),
		Path:       path,
		Tags:       r.texts(v.get("tags"), "tags"),
		Deprecated: r.flag(v.get("deprecated"), "deprecated"),
		Security:   r.inherited,
	}
	if own, declared := r.security.requirements(v.get("security")); declared {
		o.Security = own
	}
	if v.get("servers").ok() {
		r.warn("servers of its own are not supported; those of the document are used")
	}
	if v.get("callbacks").ok() {
		r.warn("callbacks are not supported")
	}
	declared := r.declaredParameters(item, v)
	r.messages.inputs(o, v, declared)
	r.matchPath(o)
	r.responses(o, v)
	r.links.meets(o, v)
	r.all = append(r.all, o)
	r.schemas.drain()
}

// declaredParameters returns the parameters of a path and its operation. The
// operation's own replace those of the same name and place.
func (r *operationReader) declaredParameters(item, op at) []at {
	own := r.parameterList(op.get("parameters"))
	var all []at
	for _, p := range r.parameterList(item.get("parameters")) {
		if !slices.ContainsFunc(own, func(o at) bool { return sameParameter(o, p) }) {
			all = append(all, p)
		}
	}
	return append(all, own...)
}

func sameParameter(a, b at) bool {
	in := a.get("in").text()
	if in != b.get("in").text() {
		return false
	}
	// The body is one, whatever it is called.
	return in == "body" || a.get("name").text() == b.get("name").text()
}

func (r *operationReader) parameterList(list at) []at {
	if list.ok() && !list.isList() {
		r.warn("parameters is %s, not a list", list.kind())
	}
	var all []at
	for p := range list.items() {
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
		if slices.ContainsFunc(all, func(o at) bool { return sameParameter(o, p) }) {
			r.warn("the parameter %s is declared twice; the first one counts", name)
			continue
		}
		all = append(all, p)
	}
	return all
}

// matchPath makes the path parameters those of the template, because nobody can
// send a request unless both agree.
func (r *operationReader) matchPath(o *Operation) {
	names := map[string]bool{}
	for _, p := range pieces(o.Path) {
		if p.name != "" {
			names[p.name] = true
		}
	}
	o.Parameters = slices.DeleteFunc(o.Parameters, func(p *Parameter) bool {
		if p.In != InPath || names[p.Name] {
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
		if !slices.ContainsFunc(o.Parameters, func(q *Parameter) bool { return q.In == InPath && q.Name == p.name }) {
			r.warn("the path parameter %s is not declared; it is taken as a string", p.name)
			s := NewSchema()
			s.Types, s.MinLength = []string{"string"}, 1
			o.Parameters = append(o.Parameters, &Parameter{Name: p.name, In: InPath, Required: true, Style: "simple", Schema: s})
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

// statusKey normalises "200", "2xx" and "default".
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
	res := &Response{Status: status}
	res.Headers = headers(r.files, v.get("headers"), r.messages.describe)
	res.Content = r.messages.answer(op, v, status)
	if !r.swagger {
		res.Links = r.links.of(o, status, v)
	}
	return res
}
