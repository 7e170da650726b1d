package openapi

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// linkReader reads the links of responses. It resolves their targets once all operations are read.
type linkReader struct {
	*files
	pending []pendingLink
	// nodes are the operations by their node in the document. If several operations share a node, the first counts.
	nodes map[*node]*Operation
}

// pendingLink is a link whose target is not resolved yet.
type pendingLink struct {
	link   *Link
	at     at
	source *Operation
}

// addNode records the node of an operation.
func (r *linkReader) addNode(o *Operation, v at) {
	if r.nodes[v.node] == nil {
		r.nodes[v.node] = o
	}
}

// of reads the links of a response of an operation. Their targets are resolved by connect.
func (r *linkReader) of(o *Operation, status string, response at) []*Link {
	links := response.get("links")
	if links.ok() && !links.isMap() {
		r.warn("the links of the response %s are %s, not an object", status, links.kind())
	}
	var all []*Link
	for name, l := range r.first(links, maxLinks, "links").members() {
		if strings.HasPrefix(name, "x-") {
			continue
		}
		l = r.deref(l, "the link "+name)
		if !l.isMap() {
			continue
		}
		link := &Link{Name: name}
		all = append(all, link)
		r.pending = append(r.pending, pendingLink{link, l, o})
	}
	return all
}

// connect resolves the target operations of all links, and the parameters and bodies that the links fill.
func (r *linkReader) connect(operations []*Operation) {
	ids, names := map[string]*Operation{}, map[string]*Operation{}
	for _, o := range operations {
		names[o.Name()] = o
		if ids[o.ID] == nil {
			ids[o.ID] = o
		}
	}
	for _, p := range r.pending {
		r.where = p.source.Name()
		id, ref := r.text(p.at.get("operationId"), "operationId of the link "+p.link.Name),
			p.at.get("operationRef").text()
		switch {
		case id != "":
			p.link.Operation = ids[id]
		case ref != "":
			p.link.Operation = r.target(ref, p.at, names)
		}
		if p.link.Operation == nil {
			r.warn("the link %s leads to the unknown operation %q", p.link.Name, id+ref)
			continue
		}
		if p.at.get("server").ok() {
			r.warn("the link %s has a server of its own, which is not supported", p.link.Name)
		}
		r.fill(p)
	}
}

// target returns the operation that an operationRef names, in this document or in a file of it. An address on another
// host is regarded as this document.
func (r *linkReader) target(ref string, from at, names map[string]*Operation) *Operation {
	if o := names[operationName(ref)]; o != nil {
		return o
	}
	if location, _, _ := strings.Cut(ref, "#"); isRemote(location) {
		return nil
	}
	target, _, err := r.follow(ref, from.file)
	if err != nil {
		return nil
	}
	return r.nodes[target.node]
}

// operationName converts a reference to the name of its operation: "#/paths/~1books~1{id}/get" to "GET /books/{id}".
func operationName(ref string) string {
	_, fragment, _ := strings.Cut(ref, "#")
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	steps := value.Steps(fragment)
	if len(steps) != 3 || steps[0] != "paths" {
		return ""
	}
	return strings.ToUpper(steps[2]) + " " + steps[1]
}

// fill reads the parameters and the body that a link gives to its target.
func (r *linkReader) fill(p pendingLink) {
	target := p.link.Operation
	for key, v := range p.at.get("parameters").members() {
		given, ok := r.value(p, "the parameter "+key, v)
		if !ok {
			continue
		}
		param := parameterNamed(target, key)
		if param == nil {
			r.warn("the link %s fills the parameter %s, which %s does not have", p.link.Name, key, target.Name())
			continue
		}
		p.link.Parameters = append(p.link.Parameters, LinkedParameter{param, given})
	}
	body := p.at.get("requestBody")
	if body.node == nil {
		return
	}
	if len(target.Bodies) == 0 {
		r.warn("the link %s fills the body, which %s does not have", p.link.Name, target.Name())
		return
	}
	p.link.Body, p.link.HasBody = r.value(p, "the body", body)
}

// parameterNamed returns the parameter that a key of a link names, with or without its place: "path.id" or "id".
func parameterNamed(o *Operation, key string) *Parameter {
	find := func(in, name string) *Parameter {
		i := slices.IndexFunc(o.Parameters, func(p *Parameter) bool {
			return (in == "" || p.In == in) && (p.Name == name || p.In == InHeader && strings.EqualFold(p.Name, name))
		})
		if i < 0 {
			return nil
		}
		return o.Parameters[i]
	}
	if in, name, ok := strings.Cut(key, "."); ok && styles(in) != nil {
		if p := find(in, name); p != nil {
			return p
		}
	}
	return find("", key)
}

// value reads a value of a link. It warns if the value has expressions that cannot be read from the source's call.
func (r *linkReader) value(p pendingLink, what string, v at) (any, bool) {
	given, err := linkedValue(v.plain(), p.source)
	if err != nil {
		r.warn("%s of the link %s cannot be filled: %s", what, p.link.Name, err)
		return nil, false
	}
	return given, true
}

// linkedValue replaces each text that contains runtime expressions by an [Expression]. It returns an error for an
// expression about a part that calls of the source do not have.
func linkedValue(v any, source *Operation) (_ any, err error) {
	switch v := v.(type) {
	case string:
		e, err := ParseExpression(v)
		if err != nil || e.IsConstant() {
			return v, err
		}
		return e, checkTerms(e, source)
	case []any:
		for i := range v {
			if v[i], err = linkedValue(v[i], source); err != nil {
				return nil, err
			}
		}
	case value.Object:
		for i := range v {
			if v[i].Value, err = linkedValue(v[i].Value, source); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

func checkTerms(e Expression, source *Operation) error {
	for _, t := range e {
		switch {
		case t.From == FromRequestPath && parameterNamed(source, InPath+"."+t.Name) == nil:
			return fmt.Errorf("%s has no path parameter %s", source.Name(), t.Name)
		case t.From == FromRequestBody && len(source.Bodies) == 0:
			return fmt.Errorf("%s has no body", source.Name())
		}
	}
	return nil
}
