package effects

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// holder has the data of a user by which answers about the user are recognized.
type holder struct {
	names  []string // with which the user logs in
	tokens []string // that the user always sends
	issued []string // that the last log-in of the user gave
	logins []string // paths of the user's sign-up and log-in
	joins  bool     // the user signs up before the log-in
	door   string   // method and path of the log-in, if the body alone identifies the user
}

// shortest is the length of the shortest token that is searched for in answers.
const shortest = 6

func newHolder(u *auth.User) (h holder) {
	h.joins = u.SignUp != nil
	for _, list := range [][]auth.Header{u.Headers, u.Query, u.Cookies} {
		for _, c := range list {
			h.credential(c.Value)
		}
	}
	for _, l := range []*auth.Login{u.SignUp, u.Login} {
		if l == nil {
			continue
		}
		p, _, _ := strings.Cut(l.Path, "?")
		h.logins = append(h.logins, p)
		if l == u.Login && l.Body != "" && len(l.Headers)+len(l.Before) == 0 {
			h.door = cmp.Or(l.Method, "POST") + " " + p
		}
		for _, c := range l.Headers {
			h.credential(c.Value)
		}
		h.body(l.Body)
	}
	return h
}

// credential adds the name or token in the value of a header, a cookie or a parameter.
func (h *holder) credential(text string) {
	if code, ok := strings.CutPrefix(text, "Basic "); ok {
		plain, err := base64.StdEncoding.DecodeString(code)
		if name, _, pair := strings.Cut(string(plain), ":"); err == nil && pair && name != "" {
			h.names = append(h.names, name)
		}
	} else if token := bare(text); len(token) >= shortest {
		h.tokens = append(h.tokens, token)
	}
}

// body adds the names in the body of a log-in.
func (h *holder) body(text string) {
	add := func(name string, v any) bool {
		if s, ok := v.(string); ok && s != "" && words.Identity.Has(name) && !words.Secrets.Has(name) {
			h.names = append(h.names, s)
		}
		return false
	}
	if doc, ok := parsed([]byte(text)); ok {
		walk(doc, add)
	} else if form, err := url.ParseQuery(text); err == nil {
		for name := range form {
			add(name, form.Get(name))
		}
	}
	slices.Sort(h.names)
}

// bare returns a credential without the name of its scheme.
func bare(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// is reports whether a member of an object identifies the user.
func (h *holder) is(name, value string) bool {
	return slices.Contains(h.tokens, value) || slices.Contains(h.issued, value) ||
		words.Identity.Has(name) && slices.Contains(h.names, value)
}

// own holds the resources that are the account of a user, or that a user needs to be let in.
type own struct {
	items map[item]bool
	given map[item]bool   // those items that log-ins gave
	paths map[string]bool // paths without an id that lead to such a resource, such as /me
}

// item is an element of a collection.
type item struct{ noun, id string }

// maxOwn bounds the number of items.
const maxOwn = 1000

// heard learns from the answer to a call of a user which resources belong to users.
func (k *Custody) heard(op *api.Operation, user int, resp *sut.Response) {
	if !k.lasting || user >= 0 && user == k.standIn || len(k.users) == 0 || resp.Outcome != sut.Answered ||
		resp.Status/100 != 2 || len(k.own.items) >= maxOwn {
		return
	}
	doc, ok := parsed(resp.Body)
	if !ok {
		return
	}
	object, _ := doc.(map[string]any)
	self := object != nil && words.Self().MatchString(op.Spec.Path)
	if self && api.IsSafe(op.Spec.Method) && words.SelfAlone().MatchString(op.Spec.Path) {
		k.own.add(slices.Collect(words.Accounts.All()), inner(object))
	}
	tells := k.find(doc, []string{api.Noun(op.Spec.Path)}, 0) || self
	if tells && api.IsSafe(op.Spec.Method) && !strings.Contains(op.Spec.Path, "{") {
		k.own.paths[op.Spec.Path] = true
	}
}

// inner returns the object that an answer is about. If the object has an object as its only member, it returns that
// one.
func inner(object map[string]any) map[string]any {
	if len(object) == 1 {
		for _, v := range object {
			if only, ok := v.(map[string]any); ok {
				return only
			}
		}
	}
	return object
}

const (
	maxDepth    = 4    // of nested objects
	maxSearched = 1000 // elements of a list
)

// find searches a value for objects that identify a user, and adds them to the own resources. It reports whether it
// found such an object outside of lists. The nouns are that of the path and that of the member that contains the value.
func (k *Custody) find(v any, nouns []string, depth int) (found bool) {
	switch v := v.(type) {
	case map[string]any:
		if k.tells(v) {
			found = true
			k.own.add(nouns, v)
		}
		for name, inner := range v {
			if depth < maxDepth && k.find(inner, []string{nouns[0], api.Singular(name)}, depth+1) {
				found = true
			}
		}
	case []any:
		for _, inner := range v[:min(len(v), maxSearched)] {
			k.find(inner, nouns, depth+1)
		}
	}
	return found
}

// tells reports whether an object identifies a user.
func (k *Custody) tells(object map[string]any) bool {
	for name, v := range object {
		if text, ok := v.(string); ok && slices.ContainsFunc(k.users, func(h holder) bool { return h.is(name, text) }) {
			return true
		}
	}
	return false
}

// add adds the values of an object that may name it in a path: ids, names and tokens.
func (o *own) add(nouns []string, object map[string]any) {
	for name, v := range object {
		if !(words.IDs + " key slug handle").Has(name) && !words.IDs.Ends(name) && !words.Identity.Has(name) &&
			!words.Secrets.Has(name) {
			continue
		}
		switch v.(type) {
		case string, json.Number:
			for _, n := range nouns {
				o.items[item{n, fmt.Sprint(v)}] = true
			}
		}
	}
}

// logIn learns from the answer to a log-in, which describes the session of the user.
func (o *own) logIn(noun string, body []byte) {
	if doc, ok := parsed(body); ok && len(o.items) < maxOwn {
		if object, ok := doc.(map[string]any); ok {
			given := own{items: o.given}
			given.add([]string{noun}, object)
			o.add([]string{noun}, object)
		}
	}
}

// Gave reports whether the path of a call names a resource that a log-in gave a user. Resources that calls of tests
// created do not count, even if they have the name of a user.
func (k *Custody) Gave(e *message.Request) bool {
	given := own{items: k.own.given}
	_, named := given.item(e)
	return named
}

// named reports whether the path of a call leads to a user's own resource: with its last segment (last), or with an
// earlier segment (below).
func (o *own) named(op *api.Operation, e *message.Request) (last, below bool) {
	if o.paths[op.Spec.Path] {
		return true, false
	}
	for p := path.Dir(op.Spec.Path); p != "/" && p != "."; p = path.Dir(p) {
		below = below || o.paths[p]
	}
	inLast, inside := o.item(e)
	return inLast, below || inside
}

// item reports whether the path of a call names a user's own resource: in its last segment (last), or in any segment
// (below).
func (o *own) item(e *message.Request) (last, below bool) {
	before := ""
	for i := range e.Path {
		piece := &e.Path[i]
		if piece.Param == "" {
			before += piece.Text
			continue
		}
		if o.items[item{api.Noun(before), piece.Raw}] {
			last, below = i == len(e.Path)-1, true
		}
		before += "{}"
	}
	return last, below
}

// parsed decodes a JSON document. Numbers stay json.Number.
func parsed(data []byte) (doc any, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if d.Decode(&doc) != nil || d.More() {
		return nil, false
	}
	return doc, true
}

// walk reports whether a condition holds for any member of the objects in a value.
func walk(v any, is func(name string, v any) bool) bool {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			if inner != nil && (is(name, inner) || walk(inner, is)) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return walk(inner, is) })
	}
	return false
}

// members reports whether a condition holds for any member of the body or parameter of the query of a call. A body that
// is neither JSON nor a form is treated as the value of a member "password".
func members(e *message.Request, is func(name string, v any) bool) bool {
	for _, q := range e.Query {
		if is(q.Name, q.Value) {
			return true
		}
	}
	if !e.HasBody || len(e.Body) == 0 {
		return false
	}
	if doc, ok := parsed(e.Body); ok {
		return walk(doc, is)
	}
	form, err := url.ParseQuery(string(e.Body))
	if err != nil || !strings.HasPrefix(e.ContentType, "application/x-www-form-urlencoded") {
		return is("password", string(e.Body))
	}
	for name := range form {
		if is(name, form.Get(name)) {
			return true
		}
	}
	return false
}
