package rules

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// kind says what an act does to its entity.
type kind int

const (
	step    kind = iota // anything else, below the entity
	create              // makes it
	replace             // gives it other content
	patch               // changes some members of it
	remove              // deletes it
)

// act is a call that may change something.
type act struct {
	*oracle.Exchange
	index  int // in the test
	kind   kind
	entity entity // the element that it is about, for a creation the element that it made; empty if that is unknown
}

// accepted reports whether the act surely did what it asks for.
func (a *act) accepted() bool { return a.Succeeded() && a.Status() != 202 && a.Invalid == nil }

// entity is a thing of the service, by its path and the template of that. The path has no base.
type entity struct{ at, template string }

// id returns the last part of the path: the id of an element.
func (e entity) id() string { return path.Base(e.at) }

// noun returns the noun of an element, such as "task".
func (e entity) noun() string { return api.Noun(e.template) }

// beside reports whether two items are different elements of one kind.
func (e entity) beside(o entity) bool {
	return e.template == o.template && e.at != o.at && e.template != ""
}

// upTo returns the part of an entity that a template names: the entity, or one above it. It is empty if there is none.
func (e entity) upTo(template string) entity {
	parts, n := strings.Split(e.at, "/"), strings.Count(template, "/")+1
	if template == "" || !about(e.template, template) || len(parts) < n {
		return entity{}
	}
	return entity{strings.Join(parts[:n], "/"), template}
}

// apartFrom returns the first part of an entity that another one of its kind does not have.
func (e entity) apartFrom(o entity) entity {
	parts, others := strings.Split(e.at, "/"), strings.Split(o.at, "/")
	template := strings.Split(e.template, "/")
	for i := range parts {
		if i < len(others) && i < len(template) && parts[i] != others[i] {
			return entity{strings.Join(parts[:i+1], "/"), strings.Join(template[:i+1], "/")}
		}
	}
	return e
}

// elementIn returns the element that a difference of an observation is about: the one that is read, or one of a list.
// It is empty if that is unknown.
func elementIn(x *oracle.Exchange, d difference) entity {
	if list, isList := elements(x); isList {
		i := slices.Index(idsIn(x, list), d.element)
		if i < 0 {
			return listedIn(x, d.element)
		}
		return listedIn(x, inPath(x, object(list[i]), elementOf(x)))
	}
	if e := entityOf(x); e.template == x.Operation.Path {
		return e
	}
	return entity{}
}

// history has the acts of a test, the oldest first.
type history []*act

// between returns the acts between two calls that changed something or may have, by the indices of the calls.
func (h history) between(from, to int) (out []*act) {
	for _, a := range h {
		if a.index > from && a.index < to && !a.Refused() {
			out = append(out, a)
		}
	}
	return out
}

// maker returns the first act that made an element, or nil if there is none.
func (h history) maker(e entity) *act {
	i := slices.IndexFunc(h, func(a *act) bool { return a.kind == create && a.entity == e })
	if i < 0 {
		return nil
	}
	return h[i]
}

// partFor returns the part of the body of an act that is about an element, with the schema of that part: the body, if
// the act names the element, or an object in a list of it, if it alone has what such objects are required to have in
// common with the element. The schema is nil if there is none.
func (a *act) partFor(e entity, o value.Object) (part value.Object, schema *openapi.Schema) {
	body, _ := sent(a.Exchange)
	for _, m := range a.Operation.Bodies {
		if m.Schema == nil {
			continue
		}
		if a.entity == e {
			return body, held(m.Schema)
		}
		for _, p := range message.Flatten(m.Schema).Properties {
			items := message.Items(message.Flatten(p.Schema))
			list, _ := body.Get(p.Name)
			rows, isList := list.([]any)
			if items == nil || !isList || e.template == "" {
				continue
			}
			items = message.Flatten(items)
			alike := slices.DeleteFunc(slices.Clone(rows), func(row any) bool {
				return len(items.Required) == 0 || slices.ContainsFunc(items.Required, func(name string) bool {
					v, _ := object(row).Get(name)
					is, _ := o.Get(name)
					return nothing(v) || !same(v, is)
				})
			})
			if len(alike) == 1 {
				return object(alike[0]), items
			}
		}
	}
	return nil, nil
}

// entityOf returns the element at the path of a call, or the one above it: the path to its last parameter.
func entityOf(x *oracle.Exchange) entity {
	template, at := x.Operation.Path, below(x.Path(), x.Base)
	end := strings.LastIndexByte(template, '}') + 1
	n := strings.Count(template[:end], "/")
	if end == 0 || strings.Count(at, "/") < n {
		return entity{}
	}
	for i := range len(at) {
		if at[i] != '/' {
			continue
		}
		if n == 0 {
			return entity{at[:i], template[:end]}
		}
		n--
	}
	return entity{at, template[:end]}
}

// actOf returns what a call at an index of the test does.
func (m *model) actOf(x *oracle.Exchange, index int) *act {
	if a := m.acts[x]; a != nil {
		return a
	}
	a := &act{Exchange: x, index: index, entity: entityOf(x)}
	switch verb := verb(x); {
	case verb == "DELETE" && api.LastParam(x.Operation.Path) != "":
		a.kind = remove
	case verb == "PUT":
		a.kind = replace
	case verb == "PATCH":
		a.kind = patch
	case verb == "POST" && api.LastParam(x.Operation.Path) == "":
		if template := elementOf(x); template != "" {
			a.kind = create
			id := idMade(x, template)
			if _, err := strconv.Atoi(id); id != entityOf(x).id() || err == nil { // else it answers the parent
				a.entity = listedIn(x, id)
			}
		}
	}
	m.acts[x] = a
	return a
}

// placed returns the template of an element with the values that a call gives to its parameters.
func placed(template string, x *oracle.Exchange) string {
	is, of := strings.Split(below(x.Path(), x.Base), "/"), strings.Split(x.Operation.Path, "/")
	parts := strings.Split(template, "/")
	for i := range parts {
		if i < len(is) && i < len(of) && parts[i] == of[i] {
			parts[i] = is[i]
		}
	}
	return strings.Join(parts, "/")
}

// idMade returns the id of the element that a successful creation made, or "".
func idMade(x *oracle.Exchange, reader string) string {
	o, ok := got(x)
	if !makes(x) || !ok {
		return ""
	}
	return inPath(x, o, reader)
}

// An element may have several members that identify it, such as a number that the service gives and a name that clients
// choose. Paths have the text of one member, and a client can choose the number of one element as the name of another
// element. So ids tell the elements of a list apart, but the document and the answers decide which element a path
// names.

// memberOf returns the plain name of the member of an object that the last parameter of a template is called after:
// "partName" or "name" for {partName}. It returns "" if the object has no such member. A parameter that is called an id
// says nothing of a member with another name.
func memberOf(o value.Object, template string) string {
	param := words.Plain(api.LastParam(template))
	if textCalled(o, param) != "" {
		return param
	}
	rest, own := strings.CutPrefix(param, api.Noun(template))
	if own && (words.Identities + words.Keys).Has(rest) && !words.IDs.Has(rest) && textCalled(o, rest) != "" {
		return rest
	}
	return ""
}

// pathMember returns the plain name of the member of an element whose text paths have. The parameter of the path is
// called after this member, or the answer at a path has the text of the path in this member alone. It returns "" if
// neither shows a member, or if they show different members.
func pathMember(x *oracle.Exchange, o value.Object, template string) string {
	member := memberOf(o, template)
	for i := range len(x.Before) + 1 {
		b := x
		if i < len(x.Before) {
			b = x.Before[i]
		}
		shown := shownBy(b, template)
		if shown != "" && member != "" && shown != member {
			return ""
		}
		member = max(member, shown) // one is empty, or both are equal
	}
	return member
}

// shownBy returns the plain name of the member of an answer that identifies elements of a template and has the text of
// the path. It returns "" if the answer shows no element of the template, or not exactly one such member.
func shownBy(b *oracle.Exchange, template string) string {
	if b.Operation.Path != template || b.Request.Method == "DELETE" || b.Request.Method == "POST" || !b.Succeeded() {
		return ""
	}
	o, _ := got(b)
	if members := called(o, entityOf(b)); len(members) == 1 {
		return members[0]
	}
	return ""
}

// called returns the plain names of the members of an object that identify it and have the last part of a path.
func called(o value.Object, e entity) (out []string) {
	id, after := e.id(), ""
	for _, m := range o {
		if text(m.Value) != id || id == "" {
			continue
		}
		if after == "" {
			after = memberOf(o, e.template)
		}
		if plain := words.Plain(m.Name); plain == after || rankOf(m.Name, e.noun()) >= 0 {
			out = append(out, plain)
		}
	}
	return out
}

// mayBe reports whether a path may name an object: a member that identifies the object has the last part of the path.
// This member is the member whose text paths have, or nothing shows which member that is.
func mayBe(x *oracle.Exchange, o value.Object, e entity) bool {
	by := called(o, e)
	if len(by) == 0 {
		return false
	}
	member := pathMember(x, o, e.template)
	return member == "" || slices.Contains(by, member) || textCalled(o, member) == ""
}

// inPath returns the text that the path of an element has: the text of the member that the document and the answers
// show, or else the id.
func inPath(x *oracle.Exchange, o value.Object, template string) string {
	if member := pathMember(x, o, template); member != "" {
		if id := textCalled(o, member); id != "" {
			return id
		}
	}
	return keyIn(o, template)
}

// theOne returns the only element of a list that a path may name. It returns none if the path has a number, the element
// has another number as its id, and neither the document nor an answer shows that paths have another member.
func theOne(x *oracle.Exchange, list []any, e entity) (value.Object, bool) {
	var only value.Object
	for _, v := range list {
		o := object(v)
		if !mayBe(x, o, e) {
			continue
		}
		if only != nil {
			return nil, false
		}
		only = o
	}
	if own := keyIn(only, e.template); own != e.id() && value.IsNumber(own) && value.IsNumber(e.id()) &&
		pathMember(x, only, e.template) == "" {
		return nil, false
	}
	return only, only != nil
}

// isNamed reports whether a path surely names an element. It is not sure if the path may name another element that an
// answer showed, or if another path of the test has the text of another member of the element.
func isNamed(x *oracle.Exchange, o value.Object, e entity) bool {
	if !mayBe(x, o, e) {
		return names(o, e.at, e.template) && pathMember(x, o, e.template) == ""
	}
	if pathMember(x, o, e.template) != "" {
		return true
	}
	own := keyIn(o, e.template)
	for _, b := range x.Before {
		other := entityOf(b).upTo(e.template)
		if b.Succeeded() && other.beside(e) && path.Dir(other.at) == path.Dir(e.at) && len(called(o, other)) > 0 {
			return false
		}
		list, _ := elements(b)
		if elementOf(b) != e.template || path.Dir(placed(e.template, b)) != path.Dir(e.at) {
			continue
		}
		if slices.ContainsFunc(list, func(v any) bool {
			return keyIn(object(v), e.template) != own && mayBe(x, object(v), e)
		}) {
			return false
		}
	}
	return names(o, e.at, e.template)
}

// namedBy reports whether a member names an entity: it has its id, and its name or the form of the id leaves no doubt.
func (e entity) namedBy(m value.Member) bool {
	id := e.id()
	if text(m.Value) != id || id == "" {
		return false
	}
	plain, param := words.Plain(m.Name), words.Plain(api.LastParam(e.template))
	rest, called := strings.CutPrefix(plain, e.noun())
	_, err := strconv.Atoi(id)
	return plain == param && param != "id" || called && e.noun() != "" && (rest == "" || words.Keys.Has(rest)) ||
		err != nil && len(id) > 3 && !words.Prose.Has(plain)
}

// foundIn reports whether a value names an entity at any depth.
func (e entity) foundIn(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(part any) bool {
			return e.foundIn(part) || e.namedBy(value.Member{Value: part})
		})
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return e.namedBy(m) || e.foundIn(m.Value) })
	}
	return false
}

// keyOf returns the name and the value of the declared header that carries the idempotency key of a call.
func keyOf(x *oracle.Exchange) (name, key string) {
	for _, p := range x.Operation.Parameters {
		if p.In == "header" && words.Once().MatchString(p.Name) {
			return p.Name, x.Request.Header.Get(p.Name)
		}
	}
	return "", ""
}

// repeated reports whether an earlier call had the idempotency key of a call.
func repeated(x *oracle.Exchange, before []*oracle.Exchange) bool {
	_, key := keyOf(x)
	return key != "" && slices.ContainsFunc(before, func(b *oracle.Exchange) bool {
		_, other := keyOf(b)
		return other == key
	})
}
