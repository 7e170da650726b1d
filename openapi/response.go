package openapi

import (
	"strings"
)

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
