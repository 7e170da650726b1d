package rules

import (
	"fmt"
	"math"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

type (
	operation = openapi.Operation
	parameter = openapi.Parameter
	response  = openapi.Response
)

// resource returns the object that a body is about: the body itself, or the content of an envelope.
func resource(v any) (value.Object, bool) {
	o, ok := v.(value.Object)
	if !ok {
		return nil, false
	}
	if len(o) == 1 {
		if inner, ok := o[0].Value.(value.Object); ok {
			return inner, true
		}
	}
	if inner, ok := o.Get("data"); ok {
		if inner, ok := inner.(value.Object); ok {
			return inner, true
		}
	}
	return o, true
}

// sent returns the object in the body of the request.
func sent(x *oracle.Exchange) (value.Object, bool) {
	v, ok := x.Sent()
	if !ok {
		return nil, false
	}
	several := func(m *openapi.MediaType) bool {
		return m.Schema != nil && len(message.Flatten(m.Schema).Properties) > 1
	}
	if o, isObject := v.(value.Object); isObject && len(o) == 1 && o[0].Name != "data" &&
		(slices.ContainsFunc(x.Operation.Bodies, several) || beside(x, o[0].Name)) {
		return o, true // no envelope: the member is one of several
	}
	return resource(v)
}

// got returns the object in the body of the answer.
func got(x *oracle.Exchange) (value.Object, bool) {
	v, ok := x.Got()
	if !ok {
		return nil, false
	}
	return resource(v)
}

// elements returns the list that an answer is about: the body, or the only list in it. The operation is that of a
// collection.
func elements(x *oracle.Exchange) ([]any, bool) {
	if api.LastParam(x.Operation.Path) != "" {
		return nil, false
	}
	v, _ := x.Got()
	if list, ok := v.([]any); ok {
		return list, true
	}
	o, ok := v.(value.Object)
	if !ok {
		return nil, false
	}
	var only []any
	found := 0
	for _, m := range o {
		if list, ok := m.Value.([]any); ok {
			only = list
			found++
		}
	}
	return only, found == 1
}

// idOf returns the value that identifies an object in the paths below a collection, or "" if it has none. The noun is
// that of the collection.
func idOf(o value.Object, noun string) string {
	best, found := math.MaxInt, ""
	for _, m := range o {
		if rank := rankOf(m.Name, noun); rank >= 0 && rank < best && text(m.Value) != "" {
			best, found = rank, text(m.Value)
		}
	}
	return found
}

// rankOf returns how reliably a member identifies the elements of a collection, from 0 on with the best first. It
// returns -1 for a member that does not.
func rankOf(member, noun string) int {
	plain := strings.TrimPrefix(words.Plain(member), "$")
	key, own := strings.CutPrefix(plain, noun)
	switch i := words.Identities.Index(plain); {
	case plain == "id":
		return 0
	case own && noun != "" && words.Keys.Has(key):
		return 1
	case i >= 0:
		return 2 + i
	}
	return -1
}

// names reports whether an object is the resource at a path: its id is the last segment of the path. If the object has
// an id, or a member that the parameter of the path is called after, its references to other elements do not count.
func names(o value.Object, at, template string) bool {
	last := path.Base(at)
	if member := memberOf(o, template); member != "" {
		return textCalled(o, member) == last
	}
	own, _ := o.Get("id")
	is := false
	for _, m := range o {
		plain := words.Plain(m.Name)
		other := plain != "id" && text(own) != "" && text(own) != last
		called := words.Identities.Has(plain) && !(other && value.IsNumber(last) && value.IsNumber(text(own)))
		is = is || text(m.Value) == last && (called || strings.HasSuffix(plain, "id") && !other)
	}
	return is
}

// makes reports whether a successful call makes something. A POST that answers otherwise than with the 201 that its
// operation declares may have found what was there already.
func makes(w *oracle.Exchange) bool {
	return w.Succeeded() && (w.Status() != 200 || !slices.ContainsFunc(w.Operation.Responses, func(r *response) bool {
		return r.Status == "201"
	}))
}

// made reports whether a call, a POST on a collection, created the resource at a path.
func made(w *oracle.Exchange, at, template string) bool {
	if w.Request.Method != "POST" || !makes(w) {
		return false
	}
	if l := w.Response.Header.Get("Location"); l != "" && below(oracle.PathOf(l), w.Base) == below(at, w.Base) {
		return true
	}
	beside := path.Dir(at) != w.Path()
	if beside && !apart(w.Operation.Path, template) {
		return false
	}
	said, sends := sent(w)
	if beside && sends && slices.ContainsFunc(said, func(m value.Member) bool { return refersTo(m, at, template) }) {
		return false
	}
	if o, ok := got(w); ok && len(o) > 0 {
		return names(o, at, template)
	}
	return sends && names(said, at, template)
}

// refersTo reports whether a sent member names the resource at a path. The resource existed before then.
func refersTo(m value.Member, at, template string) bool {
	plain := words.Plain(m.Name)
	return text(m.Value) == path.Base(at) && (strings.HasSuffix(plain, "id") || plain == api.Noun(template))
}

// apart reports whether a collection lies below another resource while its elements lie at the root, as for
// "/projects/{id}/tasks" and "/tasks/{id}".
func apart(collection, element string) bool {
	dir := path.Dir(element)
	return strings.Contains(collection, "}/") && !strings.Contains(dir, "{") && dir != "/" &&
		path.Base(dir) == path.Base(collection)
}

// readerOf returns the operation that reads an element of a collection, or nil if there is none.
func readerOf(operations []*operation, collection string) (reader *operation) {
	for _, op := range operations {
		if op.Method != "GET" || api.LastParam(op.Path) == "" {
			continue
		}
		if path.Dir(op.Path) == collection {
			return op
		}
		if reader == nil && apart(collection, op.Path) {
			reader = op
		}
	}
	return reader
}

// below returns a path without the base path.
func below(at, base string) string {
	if rest, ok := strings.CutPrefix(at, strings.TrimSuffix(base, "/")); ok && strings.HasPrefix(rest, "/") {
		return rest
	}
	return at
}

// changes reports whether a call may have changed something: it is not safe, and not refused.
func changes(x *oracle.Exchange) bool { return !x.Safe() && !x.Refused() }

// lastChange returns the last exchange that may have changed the system, and its index. It returns nil and -1 if there
// is none.
func lastChange(before []*oracle.Exchange) (*oracle.Exchange, int) {
	for i := len(before) - 1; i >= 0; i-- {
		if changes(before[i]) {
			return before[i], i
		}
	}
	return nil, -1
}

// reads reports whether a call is a successful GET that shows the state of a resource. A GET with a body does not
// count: the program may use the body to choose its answer.
func reads(x *oracle.Exchange) bool {
	return x.Request.Method == "GET" && x.Status() == 200 && len(x.Request.Body) == 0
}

// queryOf returns the query of a call as it was sent.
func queryOf(x *oracle.Exchange) string {
	_, query, _ := strings.Cut(x.Request.Target, "?")
	return query
}

// inputs are the members of a JSON body.
type inputs []openapi.Property

// get returns the schema of a member, or nil if there is none.
func (in inputs) get(name string) *openapi.Schema {
	for _, p := range in {
		if p.Name == name {
			return p.Schema
		}
	}
	return nil
}

// inputsOf returns the members of the JSON body of an operation that have a schema, in the order of the document. For
// an envelope, it returns the members of its content.
func inputsOf(op *openapi.Operation) (out inputs) {
	for _, m := range op.Bodies {
		if m.Schema == nil || !strings.Contains(m.Type, "json") {
			continue
		}
		for _, p := range held(m.Schema).Properties {
			if p.Schema != nil && out.get(p.Name) == nil {
				out = append(out, openapi.Property{Name: p.Name, Schema: message.Flatten(p.Schema)})
			}
		}
	}
	return out
}

// held returns the schema of an object, or of the content of an envelope.
func held(s *openapi.Schema) *openapi.Schema {
	s = message.Flatten(s)
	if len(s.Properties) == 1 && s.Properties[0].Schema != nil {
		if inner := message.Flatten(s.Properties[0].Schema); len(inner.Properties) > 0 {
			return inner
		}
	}
	return s
}

// required reports whether the JSON body of an operation must have a member.
func required(op *openapi.Operation, member string) bool {
	for _, m := range op.Bodies {
		if m.Schema != nil && strings.Contains(m.Type, "json") && message.Flatten(m.Schema).IsRequired(member) {
			return true
		}
	}
	return false
}

// identifies reports whether a member identifies the resource of a path.
func identifies(template, member string) bool {
	plain := words.Plain(member)
	noun := api.Singular(path.Base(path.Dir(template)))
	return api.OfItself(template, member) || plain == "id" || plain == noun+"id" || plain == noun+"sid" ||
		plain == "slug" || strings.HasSuffix(plain, "id") && strings.Contains(template, "{"+member+"}")
}

func one(detail, format string, args ...any) []oracle.Finding {
	return []oracle.Finding{{Detail: detail, Reason: fmt.Sprintf(format, args...)}}
}

// about reports whether a path is the path of a resource or lies below it.
func about(at, resource string) bool {
	return at == resource || strings.HasPrefix(at, resource+"/")
}

// repeats reports whether two calls are of the same operation, resource and user.
func repeats(a, b *oracle.Exchange) bool {
	return a.Operation == b.Operation && a.Request.Target == b.Request.Target && a.User == b.User && a.Invalid == nil &&
		sameHeaders(a, b)
}

// equal reports whether two calls are [repeats] with the same body.
func equal(a, b *oracle.Exchange) bool {
	return repeats(a, b) && string(a.Request.Body) == string(b.Request.Body)
}

// deletion returns the last change before a call, if it is a successful DELETE of an element of a collection, and the
// exchanges before that DELETE. A later call that might create the element again counts as a change, even if it was
// refused.
func deletion(x *oracle.Exchange) (w *oracle.Exchange, earlier []*oracle.Exchange, ok bool) {
	w, i := lastChange(x.Before)
	if w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 ||
		api.LastParam(w.Operation.Path) == "" {
		return nil, nil, false
	}
	for _, b := range x.Before[i+1:] {
		if m := b.Request.Method; (m == "PUT" || m == "POST") && b.Path() == w.Path() {
			return nil, nil, false
		}
	}
	own := func(b *oracle.Exchange) bool { return b.User == x.User && made(b, w.Path(), w.Operation.Path) }
	if x.User != w.User && slices.ContainsFunc(x.Before, own) {
		return nil, nil, false // each user has elements of their own under such ids
	}
	return w, x.Before[:i], true
}

// memberLike returns the member of an object whose name equals a given name in any spelling.
func memberLike(o value.Object, name string) (any, bool) {
	for _, m := range o {
		if words.Plain(m.Name) == words.Plain(name) {
			return m.Value, true
		}
	}
	return nil, false
}

// replaces reports whether a call changes the resource at its path: PUT, PATCH, or a POST that does the same.
func replaces(x *oracle.Exchange) bool { return merges(x) || verb(x) == "PUT" }

// merges reports whether a call changes only the members that it sends, as PATCH does.
func merges(x *oracle.Exchange) bool { return verb(x) == "PATCH" }

func verb(x *oracle.Exchange) string { return api.Verb(x.Operation, x.Operations) }

// isState reports whether a value may be the state of an element: a text or a bool.
func isState(v any) bool {
	switch v.(type) {
	case string, bool:
		return true
	}
	return false
}

// sameHeaders reports whether two calls have the same headers, and the same values of the cookies that the operation of
// the second call declares. Otherwise their answers may differ, even by a header that no document declares. Headers of
// the user and of the body do not count.
func sameHeaders(a, b *oracle.Exchange) bool {
	for _, list := range []http.Header{a.Request.Header, b.Request.Header} {
		for name := range list {
			apart := name == "Authorization" || name == "Cookie" || strings.HasPrefix(name, "Content-")
			if !apart && !slices.Equal(a.Request.Header.Values(name), b.Request.Header.Values(name)) {
				return false
			}
		}
	}
	for _, p := range b.Operation.Parameters {
		name := p.Name
		switch p.In {
		case openapi.InCookie:
			name = "Cookie"
		case openapi.InHeader:
		default:
			continue
		}
		if !slices.Equal(a.Request.Header.Values(name), b.Request.Header.Values(name)) {
			return false
		}
	}
	return true
}

// withTotals returns an object together with the members of its part for totals, if it has such a part.
func withTotals(o value.Object) value.Object {
	out := slices.Clip(o)
	for _, m := range o {
		if words.Besides.Has(m.Name) {
			out = append(out, object(m.Value)...)
		}
	}
	return out
}
