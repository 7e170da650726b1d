package rest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/rest/internal/wire"
)

// reference is a part of a call outside of its path that may name what an
// earlier answer of the test named: a field with the name of a collection's
// ids, such as customerId beside /customers, a condition on an entity tag, or
// a field that only answers of other calls tell the values of, such as a
// cursor.
type reference struct {
	param int    // index of the parameter, inBody for all members of a name
	name  string // plain name of the parameter or member
	// like is the plain name that the values go by in answers: "customerid"
	// also for a billingCustomerId.
	like       string
	collection string // path of the collection, "" where only the name tells
	bit        uint64 // in [follow]
}

// maxBodyReferences is how many names of members are told apart.
const maxBodyReferences = 16

// collectionsOf finds the collections of a schema by the plain names that
// their ids may go by in calls of others: those of the path parameters, and
// what the collection is called with "id" behind it.
func collectionsOf(ops []*operation) map[string]string {
	out := map[string]string{}
	add := func(name, collection string) {
		if telling(name) && out[name] == "" {
			out[name] = collection
		}
	}
	for _, o := range ops {
		for _, param := range o.spec.Parameters {
			if param.In == openapi.InPath {
				add(plainName(param.Name), beforeParam(o.spec.Path, param.Name))
			}
		}
	}
	for _, o := range ops {
		for _, path := range append(collections(o.spec.Path), o.spec.Path) {
			last := path[strings.LastIndexByte(path, '/')+1:]
			if strings.Contains(last, "{") || path == o.spec.Path && o.spec.Method != "POST" {
				continue
			}
			for _, noun := range singulars(plainName(last)) {
				add(noun+"id", path)
			}
		}
	}
	return out
}

// referencesOf lists the references of an operation.
func (a *API) referencesOf(o *operation) []reference {
	var out []reference
	for i, param := range o.template.Params {
		if param.Spec.In != openapi.InQuery && param.Spec.In != openapi.InHeader {
			continue
		}
		if ref, ok := a.reference(o, plainName(param.Spec.Name), param.Spec.In); ok {
			ref.param, ref.bit = i, bit(i)
			out = append(out, ref)
		}
	}
	members := 0
	for _, name := range bodyNames(o.spec) {
		ref, ok := a.reference(o, name, "")
		if !ok || members == maxBodyReferences {
			continue
		}
		members++
		ref.param, ref.bit = genotype.InBody, bit(64-members)
		out = append(out, ref)
	}
	return out
}

// bodyNames returns the plain names of all members of the JSON bodies of an
// operation, at any depth, each once.
func bodyNames(op *openapi.Operation) (names []string) {
	seen := map[*openapi.Schema]bool{}
	var visit func(s *openapi.Schema)
	visit = func(s *openapi.Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range schema.Flatten(s).Properties {
			if name := plainName(f.Name); !slices.Contains(names, name) {
				names = append(names, name)
			}
			visit(f.Schema)
		}
		visit(s.Items)
		for _, alternatives := range [][]*openapi.Schema{s.AllOf, s.OneOf, s.AnyOf} {
			for _, a := range alternatives {
				visit(a)
			}
		}
	}
	for _, body := range op.Bodies {
		if wire.KindOf(body.Type) == wire.JSON {
			visit(body.Schema)
		}
	}
	return names
}

// reference finds out what a name in a call refers to.
func (a *API) reference(o *operation, name, in string) (reference, bool) {
	ref := reference{name: name}
	if in == openapi.InHeader {
		ref.like = validators[name]
		return ref, ref.like != ""
	}
	id := idOf(name)
	if id == "parentid" && o.spec.Method == "POST" {
		ref.like, ref.collection = "id", o.spec.Path
		return ref, true
	}
	for like, collection := range a.collections {
		if strings.HasSuffix(id, like) && len(like) > len(ref.like) {
			ref.like, ref.collection = like, collection
		}
	}
	if ref.collection != "" {
		// What makes an element may choose its id itself.
		own := id == ref.like && (o.spec.Method == "POST" && creates(o.spec.Path, ref.collection) || o.putsInto(ref.collection))
		return ref, !own
	}
	ref.like = name
	return ref, handed(name) && a.answered(name)
}

// validators are the headers that make a call depend on the state of what it
// is about, and the headers of answers that tell that state (RFC 9110, 13.1).
// It is read-only.
var validators = map[string]string{
	"ifmatch": "etag", "ifnonematch": "etag",
	"ifmodifiedsince": "lastmodified", "ifunmodifiedsince": "lastmodified",
}

// answered reports whether the answers of an operation are declared to hold a
// value that it is not sent, under a name or as the next of that.
func (a *API) answered(name string) bool {
	return slices.ContainsFunc(a.ops, func(o *operation) bool { return o.hands(name) })
}

// hands reports whether an operation answers a value that it was not sent.
func (o *operation) hands(name string) bool {
	if slices.Contains(o.sends, name) && o.spec.Method != "GET" {
		return false
	}
	return slices.Contains(o.answers, name) || slices.Contains(o.answers, "next"+name)
}

// answerNames returns the plain names of the members of the JSON bodies that
// an operation may answer with success, those in an envelope included.
func answerNames(op *openapi.Operation) (names []string) {
	var visit func(s *openapi.Schema, depth int)
	visit = func(s *openapi.Schema, depth int) {
		if s == nil || depth > 2 {
			return
		}
		flat := schema.Flatten(s)
		for _, f := range flat.Properties {
			names = append(names, plainName(f.Name))
			if enveloping(plainName(f.Name)) {
				visit(f.Schema, depth+1)
			}
		}
		visit(flat.Items, depth+1)
	}
	for _, r := range op.Responses {
		if !strings.HasPrefix(r.Status, "2") && r.Status != "default" {
			continue
		}
		for _, m := range r.Content {
			visit(m.Schema, 0)
		}
	}
	return names
}

// referenceOf returns the reference that a parameter, or a member of the body,
// stands for; nil if it is none.
func (o *operation) referenceOf(param int, name string) *reference {
	for i := range o.references {
		ref := &o.references[i]
		if ref.param == param && (param != genotype.InBody || ref.name == plainName(name)) {
			return ref
		}
	}
	return nil
}
