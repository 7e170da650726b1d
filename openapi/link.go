package openapi

import "strings"

// linkReader reads the links of responses. What they lead to is known when all
// operations are.
type linkReader struct {
	*files
	pending []pendingLink
}

// of reads the links of a response of an operation.
func (r *linkReader) of(o *Operation, response at) []*Link {
	var all []*Link
	for name, l := range response.get("links").members() {
		l = r.deref(l, "the link "+name)
		if l.isMap() {
			all = append(all, r.link(o, name, l))
		}
	}
	return all
}

// pendingLink waits until all operations are known.
type pendingLink struct {
	link  *Link
	at    at
	where string
}

func (r *linkReader) link(o *Operation, name string, v at) *Link {
	l := &Link{Name: name}
	for p, value := range v.get("parameters").members() {
		if l.Parameters == nil {
			l.Parameters = map[string]any{}
		}
		l.Parameters[p] = value.plain()
	}
	if b := v.get("requestBody"); b.node != nil {
		l.Body = b.plain()
	}
	r.pending = append(r.pending, pendingLink{l, v, o.Name()})
	return l
}

// connect finds the operations that links lead to.
func (r *linkReader) connect(operations []*Operation) {
	ids, names := map[string]*Operation{}, map[string]*Operation{}
	for _, o := range operations {
		names[o.Name()] = o
		if ids[o.ID] == nil {
			ids[o.ID] = o
		}
	}
	for _, p := range r.pending {
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
	_, pointer, _ := strings.Cut(ref, "#/paths/")
	path, method, ok := strings.Cut(pointer, "/")
	if !ok {
		return ""
	}
	path = strings.NewReplacer("%7B", "{", "%7D", "}", "%7b", "{", "%7d", "}").Replace(path)
	return strings.ToUpper(method) + " " + unescape(path)
}
