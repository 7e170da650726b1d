package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// role is the purpose of an operation that takes credentials.
type role uint8

const (
	nothing role = iota
	logsIn
	signsUp
)

// form is an operation that takes credentials.
type form struct {
	method, path string
	media        string            // media type of the body; "" for credentials in the query
	schema       *openapi.Schema   // schema of the body, or one made of the parameters
	examples     []openapi.Example // examples of the body
	token        *Token            // token in the answer; nil if the schema has none
	cookies      bool              // whether the answer sets cookies
	members      []string          // members for credentials
	likely       int               // how likely the names make it
}

func (f *form) name() string { return f.method + " " + f.path }

func (f *form) takes() string { return strings.Join(f.members, " and ") }

func (f *form) samePath(o *form) bool { return f.path == o.path }

// newForm returns the form of an operation, and its role. It returns nil for operations without credentials.
func newForm(base string, op *openapi.Operation) (*form, role) {
	r := roleOf(op)
	if strings.Contains(op.Path, "{") || r == nothing {
		return nil, nothing
	}
	f := &form{method: op.Method, path: op.Below(base) + op.Path}
	if !f.read(op) {
		return nil, nothing
	}
	found := map[class]string{}
	collect(f.schema, found, 0)
	if found[isPassword] == "" || found[isName]+found[isEmail] == "" {
		return nil, nothing
	}
	if r == unnamed {
		r = signsUp
	} else {
		f.likely++
	}
	for _, c := range []class{isName, isEmail, isPassword} {
		if found[c] != "" {
			f.members = append(f.members, found[c])
		}
	}
	f.readAnswer(op)
	return f, r
}

// unnamed is the role of an operation whose name does not show its purpose.
const unnamed = signsUp + 1

// roleOf returns the role that the name of an operation suggests.
func roleOf(op *openapi.Operation) role {
	segments := strings.Split(strings.Trim(op.Path, "/"), "/")
	for _, text := range []string{segments[len(segments)-1], op.ID} {
		switch {
		case words.NoLogIns.Has(text):
			return nothing
		case op.Method == http.MethodPost && words.SignUps.Has(text):
			return signsUp
		case words.LogIns.Has(text):
			return logsIn
		}
	}
	if op.Method != http.MethodPost {
		return nothing
	}
	return unnamed
}

// read finds the values that an operation takes, in its body or its query. It reports whether there are any.
func (f *form) read(op *openapi.Operation) bool {
	for _, kind := range []message.BodyKind{message.JSON, message.Form} {
		for _, m := range op.Bodies {
			if m.Schema != nil && message.KindOf(m.Type) == kind {
				f.media, f.schema, f.examples = message.Concrete(m.Type), alternative(m.Schema), m.Examples
				return true
			}
		}
	}
	f.schema = openapi.NewSchema()
	for _, p := range op.Parameters {
		if p.In == openapi.InQuery && p.Schema != nil {
			f.schema.Properties = append(f.schema.Properties, openapi.Property{Name: p.Name, Schema: p.Schema})
			if p.Required {
				f.schema.Required = append(f.schema.Required, p.Name)
			}
		}
	}
	return len(f.schema.Properties) > 0
}

// alternative returns a schema with its parts merged. Of several alternatives it uses the first with members.
func alternative(s *openapi.Schema) *openapi.Schema {
	flat := message.Flatten(s)
	if len(flat.Properties) > 0 {
		return flat
	}
	for _, a := range slices.Concat(flat.OneOf, flat.AnyOf) {
		if one := message.Flatten(a); len(one.Properties) > 0 {
			return one
		}
	}
	return flat
}

// passwordFlow returns the form of the password flow of OAuth 2 (RFC 6749, Section 4.3); nil if there is no URL.
func passwordFlow(base, tokenURL string) *form {
	u, err := url.Parse(tokenURL)
	if err != nil || tokenURL == "" {
		return nil
	}
	path := tokenURL
	switch {
	case u.Host != "":
	case strings.HasPrefix(u.Path, "/"):
		path = u.Path
	default:
		path = base + "/" + strings.TrimPrefix(u.Path, "./")
	}
	s := openapi.NewSchema()
	for _, name := range []string{"grant_type", "username", "password"} {
		p := openapi.NewSchema()
		p.Types = []string{"string"}
		if name == "grant_type" {
			p.Enum = []any{"password"}
		}
		s.Properties = append(s.Properties, openapi.Property{Name: name, Schema: p})
		s.Required = append(s.Required, name)
	}
	return &form{
		method: http.MethodPost, path: path, media: formType, schema: s, members: []string{"username", "password"},
		token: &Token{Selector: "/access_token"}, likely: 1,
	}
}

// fill returns the call with the values of a user.
func (f *form) fill(w *who) *Login {
	l := &Login{Path: f.path}
	if f.method != http.MethodPost {
		l.Method = f.method
	}
	body := f.example(w)
	if body == nil {
		body = w.object(f.schema, 0)
	}
	switch {
	case f.media == "":
		l.Path += "?" + encodeForm(body)
	case message.KindOf(f.media) == message.Form:
		l.ContentType, l.Body = f.media, encodeForm(body)
	default:
		l.ContentType, l.Body = f.media, string(value.AppendJSON(nil, body))
	}
	w.filled = true
	return l
}

// example returns an example of the whole body, if the user may be an existing one.
func (f *form) example(w *who) value.Object {
	if !w.examples {
		return nil
	}
	for _, e := range f.examples {
		body, ok := e.Value.(value.Object)
		if !ok {
			continue
		}
		found := map[class]string{}
		for _, m := range body {
			if text, ok := m.Value.(string); ok {
				found[classify(m.Name, nil)] = text
			}
		}
		if found[isPassword] != "" && found[isName]+found[isEmail] != "" {
			w.values = found
			return body
		}
	}
	return nil
}

// encodeForm encodes the members of an object as a form.
func encodeForm(o value.Object) string {
	var parts []string
	for _, m := range o {
		text, ok := m.Value.(string)
		if !ok {
			text = fmt.Sprint(m.Value)
		}
		parts = append(parts, url.QueryEscape(m.Name)+"="+url.QueryEscape(text))
	}
	return strings.Join(parts, "&")
}
