package openapi

import (
	"strings"

	"github.com/evoke-go/evoke/value"
)

func (r *reader) responses(o *Operation, op at) {
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

func (r *reader) response(o *Operation, op at, status string, v at) *Response {
	v = r.deref(v, "the response "+status)
	if v.ok() && !v.isMap() {
		r.warn("the response %s is %s, not an object", status, v.kind())
	}
	res := &Response{Status: status, Description: v.get("description").text(), Headers: r.headers(v.get("headers"))}
	if r.swagger {
		res.Content = r.swaggerContent(op, v, status)
		return res
	}
	res.Content = r.content(v.get("content"), "the response "+status)
	for name, l := range v.get("links").members() {
		l = r.deref(l, "the link "+name)
		if l.isMap() {
			res.Links = append(res.Links, r.link(o, name, l))
		}
	}
	return res
}

// pendingLink waits until all operations are known.
type pendingLink struct {
	link  *Link
	at    at
	where string
}

func (r *reader) link(o *Operation, name string, v at) *Link {
	l := &Link{Name: name}
	for p, value := range v.get("parameters").members() {
		if l.Parameters == nil {
			l.Parameters = map[string]any{}
		}
		l.Parameters[p] = r.plain(value)
	}
	if b := v.get("requestBody"); b.node != nil {
		l.Body = r.plain(b)
	}
	r.links = append(r.links, pendingLink{l, v, o.Name()})
	return l
}

// connect finds the operations that links lead to.
func (r *reader) connect() {
	ids, names := map[string]*Operation{}, map[string]*Operation{}
	for _, o := range r.doc.Operations {
		names[o.Name()] = o
		if ids[o.ID] == nil {
			ids[o.ID] = o
		}
	}
	for _, p := range r.links {
		r.where = p.where
		id, ref := p.at.get("operationId").text(), p.at.get("operationRef").text()
		switch {
		case id != "":
			p.link.Operation = ids[id]
		case ref != "":
			p.link.Operation = names[operationName(ref)]
		}
		if p.link.Operation == nil {
			r.warn("the link %s leads to the unknown operation %q", p.link.Name, id+ref)
		}
	}
}

// operationName turns "#/paths/~1books~1{id}/get" into "GET /books/{id}". What
// stands before "#" is taken as this document.
func operationName(ref string) string {
	_, pointer, _ := strings.Cut(ref, "#/paths")
	steps := value.Steps(pointer)
	if len(steps) != 2 {
		return ""
	}
	path := strings.NewReplacer("%7B", "{", "%7D", "}", "%7b", "{", "%7d", "}").Replace(steps[0])
	return strings.ToUpper(steps[1]) + " " + path
}
