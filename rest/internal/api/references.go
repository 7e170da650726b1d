package api

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Reference is an input of a call outside of its path that may take its value from an earlier answer of the test: a
// field with the name of a collection's ids, such as customerId for /customers; a condition on an entity tag; or a
// field whose values only answers contain, such as a cursor.
type Reference struct {
	Param int    // index of the parameter, genotype.InBody for members of the body
	name  string // plain name of the parameter or member
	// Like is the plain name that the value has in answers: "customerid", also for a billingCustomerId.
	Like       string
	Collection string // path of the collection, "" if there is only the name
	Bit        uint64 // as in [Operation.Following]
}

// References are the references of one operation.
type References []Reference

// maxBodyReferences is the number of member names that get a bit of their own.
const maxBodyReferences = 16

// collectionsOf returns the collections of a schema by the plain names that other calls use for the ids of their
// elements: names of path parameters that are ids or begin with the noun of their collection ("/orders/{order_no}"),
// and the nouns with "id" that nounsOf found.
func collectionsOf(ops []*Operation, nouns map[string]string) map[string]string {
	out := map[string]string{}
	add := func(name, collection string) {
		if out[name] == "" && (namesKind(name) || beginsWithNoun(name, collection)) {
			out[name] = collection
		}
	}
	for _, o := range ops {
		for _, param := range o.Spec.Parameters {
			if param.In == openapi.InPath && o.Foreign[param.Name] == "" {
				add(words.Plain(param.Name), BeforeParam(o.Spec.Path, param.Name))
			}
		}
	}
	for _, o := range ops {
		for _, param := range o.Spec.Parameters {
			if collection := o.Foreign[param.Name]; collection != "" {
				add(words.Plain(param.Name), collection)
			}
		}
	}
	for name, collection := range nouns {
		add(name, collection)
	}
	return out
}

// beginsWithNoun reports whether a plain name begins with the noun of a collection and goes on after it.
func beginsWithNoun(name, collection string) bool {
	return slices.ContainsFunc(Singulars(words.Plain(path.Base(collection))), func(noun string) bool {
		return len(noun) > 2 && len(name) > len(noun) && strings.HasPrefix(name, noun)
	})
}

// nounsOf returns the collections by their nouns followed by "id".
func nounsOf(ops []*Operation) map[string]string {
	out := map[string]string{}
	for _, o := range ops {
		for _, path := range append(collections(o.Spec.Path), o.Spec.Path) {
			last := path[strings.LastIndexByte(path, '/')+1:]
			if strings.Contains(last, "{") || path == o.Spec.Path && o.Spec.Method != "POST" {
				continue
			}
			for _, noun := range Singulars(words.Plain(last)) {
				if name := noun + "id"; namesKind(name) && out[name] == "" {
					out[name] = path
				}
			}
		}
	}
	return out
}

// findForeign finds the path parameters whose names mean elements of another collection than the one before them. An
// operation has to create elements of that collection.
func (a *API) findForeign(o *Operation, nouns map[string]string) {
	for _, param := range o.Spec.Parameters {
		own := BeforeParam(o.Spec.Path, param.Name)
		if param.In != openapi.InPath || strings.Contains(path.Base(own), "{") {
			continue
		}
		name := words.Plain(param.Name)
		other := cmp.Or(nouns[name], nouns[name+"id"])
		noun := strings.TrimSuffix(name, "id")
		if other == "" || other == own || strings.HasPrefix(other, own+"/") ||
			slices.Contains(Singulars(words.Plain(path.Base(own))), noun) || len(a.Makers(other)) == 0 {
			continue
		}
		if o.Foreign == nil {
			o.Foreign = map[string]string{}
		}
		o.Foreign[param.Name] = other
	}
}

// ElementsOf returns the collection whose elements a path parameter names.
func ElementsOf(o *Operation, param string) string {
	return cmp.Or(o.Foreign[param], BeforeParam(o.Spec.Path, param))
}

// referencesOf lists the references of an operation.
func (a *API) referencesOf(o *Operation) []Reference {
	var out []Reference
	for i, param := range o.Template.Params {
		if param.Spec.In != openapi.InQuery && param.Spec.In != openapi.InHeader {
			continue
		}
		p := part{words.Plain(param.Spec.Name), descriptionOf(param.Spec), param.Spec.Schema}
		if ref, ok := a.findReference(o.Spec, p, param.Spec.In); ok {
			ref.Param, ref.Bit = i, Bit(i)
			out = append(out, ref)
		}
	}
	members := 0
	for _, p := range partsOf(o.Spec) {
		ref, ok := a.findReference(o.Spec, p, "")
		if !ok || members == maxBodyReferences {
			continue
		}
		members++
		ref.Param, ref.Bit = genotype.InBody, Bit(64-members)
		out = append(out, ref)
	}
	return out
}

// validatorHeader returns the plain name of the response header whose value a conditional request header takes, "" for
// none.
func validatorHeader(header string) string {
	switch {
	case words.ByETag.Has(header):
		return "etag"
	case words.ByDate.Has(header):
		return "lastmodified"
	}
	return ""
}

// findReference finds the reference of an input by its name, or else by its description.
func (a *API) findReference(op *openapi.Operation, p part, in string) (Reference, bool) {
	name := p.name
	ref := Reference{name: name}
	if in == openapi.InHeader {
		ref.Like = validatorHeader(name)
		return ref, ref.Like != ""
	}
	id := idOf(name)
	if id == "parentid" && op.Method == "POST" {
		ref.Like, ref.Collection = "id", op.Path
		return ref, true
	}
	if ref.Collection = a.collectionOfIDs(op, name); ref.Collection != "" {
		ref.Like = "id"
		return ref, true
	}
	for like, collection := range a.Collections {
		if strings.HasSuffix(id, like) && len(like) > len(ref.Like) {
			ref.Like, ref.Collection = like, collection
		}
	}
	if ref.Collection == "" && isKey(a.Ops, p.schema, a.Collections[name+"id"]) {
		id, ref.Like, ref.Collection = name+"id", name+"id", a.Collections[name+"id"]
	}
	if ref.Collection != "" {
		// A call that creates an element may choose the id itself.
		own := id == ref.Like &&
			(op.Method == "POST" && Creates(op.Path, ref.Collection) || PutsInto(op, ref.Collection))
		return ref, !own
	}
	if ref.Like, ref.Collection = a.referenceSaid(op, p); ref.Collection != "" {
		return ref, true
	}
	ref.Like = name
	if isPassedOn(name) && a.isAnswered(name) {
		return ref, true
	}
	if goesOnAfter(op, p) {
		ref.Like, ref.Collection = "id", op.Path
		return ref, true
	}
	return ref, false
}

// isKey reports whether an input that is called as an element of a collection may be the key of one: its
// schema and that of the parameter behind the collection are both of texts, or both of whole numbers.
func isKey(ops []*Operation, s *openapi.Schema, collection string) bool {
	if s == nil || collection == "" || len(s.Enum) > 0 {
		return false
	}
	for _, o := range ops {
		for _, param := range o.Spec.Parameters {
			if param.In == openapi.InPath && param.Schema != nil && BeforeParam(o.Spec.Path, param.Name) == collection {
				return s.Is("string") && param.Schema.Is("string") || s.Is("integer") && param.Schema.Is("integer")
			}
		}
	}
	return false
}

// collectionOfIDs returns the collection of an input that is called just "id" or "ids", if the path ends in no
// parameter. It returns the own collection ("PUT /pets" with an id, "DELETE /messages" with ids), or for an action on
// several elements the collection before it ("POST /messages/archive" with ids). It returns "" for any other input.
func (a *API) collectionOfIDs(op *openapi.Operation, name string) string {
	own := op.Path
	if !words.IDs.Has(name) || LastParam(own) != "" {
		return ""
	}
	if op.Method != "POST" {
		return own
	}
	before := path.Dir(own)
	has := func(other *Operation) bool {
		return other.Spec.Path == before || slices.Contains(collections(other.Spec.Path), before)
	}
	if strings.HasSuffix(name, "ids") && slices.ContainsFunc(a.Ops, has) {
		return before
	}
	return ""
}

// goesOnAfter reports whether a parameter asks a list for the elements that follow a given element.
func goesOnAfter(op *openapi.Operation, p part) bool {
	element := strings.HasSuffix(p.name, "id") || words.OfElement().MatchString(p.said)
	return op.Method == "GET" && LastParam(op.Path) == "" && words.Afters.Has(p.name) && element
}

// isAnswered reports whether answers of an operation declare a value under a name, or under "next" and the name, that
// the call does not send.
func (a *API) isAnswered(name string) bool {
	return slices.ContainsFunc(a.Ops, func(o *Operation) bool { return o.answersUnsent(name, o.Spec.Method == "GET") })
}

// answersUnsent reports whether a success answers a value under a name that the call does not send. A read may send it,
// too: there the value is a filter.
func (v *vocabulary) answersUnsent(name string, reads bool) bool {
	if slices.Contains(v.Sends, name) && !reads {
		return false
	}
	return slices.Contains(v.answers, name) || slices.Contains(v.answers, "next"+name)
}

// answerNames returns the plain names of the members in the successful JSON answers of an operation, in envelopes too.
func answerNames(op *openapi.Operation) (names []string) {
	var visit func(s *openapi.Schema, depth int)
	visit = func(s *openapi.Schema, depth int) {
		if s == nil || depth > 2 {
			return
		}
		flat := message.Flatten(s)
		for _, f := range flat.Properties {
			names = append(names, words.Plain(f.Name))
			if words.Envelopes.Has(f.Name) {
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

// Of returns the reference of a parameter or body member, nil for none.
func (rs References) Of(param int, name string) *Reference {
	for i := range rs {
		ref := &rs[i]
		if ref.Param == param && (param != genotype.InBody || ref.name == words.Plain(name)) {
			return ref
		}
	}
	return nil
}
