package auth

import (
	"cmp"
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// Public returns users whose credentials are not secret, such as those of a system that a test starts itself. Tests,
// reports and archives contain them.
//
// The credentials of all other users are never written. The written tests read them from the environment: the first
// fixed header, parameter or cookie of the user "jane doe" from EVOKE_TOKEN_JANE_DOE, others from variables such as
// EVOKE_TOKEN_JANE_DOE_X_KEY, and the password of a log-in from EVOKE_PASSWORD_JANE_DOE. The value is the text as the
// call sends it, without "Bearer " or "Basic ". A test without its variable fails, and names it.
func Public(users ...User) []User {
	out := slices.Clone(users)
	for i := range out {
		out[i].Public = true
	}
	return out
}

// Secret is a credential of a user, with the environment variable from which written tests read it.
type Secret = secret.Secret

// Secrets returns the credentials of users that no written file may contain, with the environment variables from which
// written tests read them. Texts of the schema are not secret. doc may be nil.
func Secrets(users []User, doc *openapi.Document) []Secret {
	var out []Secret
	names := map[string]bool{}
	for i := range users {
		// a user with a part of the credentials has no others than the whole user
		if u := &users[i]; !u.Public && u.Lacks() == nil {
			c := &collector{user: u.Name, names: names}
			c.ofUser(u)
			out = append(out, c.found...)
		}
	}
	if doc == nil || len(out) == 0 {
		return out
	}
	shown := textsOf(doc)
	return slices.DeleteFunc(out, func(s Secret) bool {
		return slices.ContainsFunc(shown, func(text string) bool { return words.Whole(text, s.Value) })
	})
}

// collector collects the secrets of one user.
type collector struct {
	user  string
	names map[string]bool // the names of variables in use
	found []Secret
}

// add adds a value, unless it was added before.
func (c *collector) add(kind, what, value string) {
	if value == "" || slices.ContainsFunc(c.found, func(s Secret) bool { return s.Value == value }) {
		return
	}
	name := "EVOKE_" + kind + "_" + capitals(c.user, "USER")
	if c.names[name] {
		name += "_" + capitals(what, "2")
	}
	c.found = append(c.found, Secret{Name: free(c.names, name, "_"), User: c.user, Value: value})
}

// capitals returns a name in the form of environment variables: JANE_DOE for "jane doe".
func capitals(name, empty string) string {
	return cmp.Or(strings.ToUpper(strings.Join(plainWords(name), "_")), empty)
}

// plainWords returns the words of ASCII letters and digits in a name.
func plainWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool {
		return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

func (c *collector) ofUser(u *User) {
	for _, f := range u.fixed() {
		c.header("TOKEN", f.Header)
	}
	if u.Login != nil {
		for _, l := range u.Login.steps() {
			c.ofLogin(l)
		}
	}
	if u.SignUp != nil {
		c.ofLogin(u.SignUp)
	}
}

func (c *collector) header(kind string, h Header) {
	if words.Open().MatchString(h.Name) {
		return
	}
	text := h.Value
	for _, scheme := range []string{"Bearer ", "Basic ", "Token ", "ApiKey ", "Digest "} {
		text = strings.TrimPrefix(text, scheme)
	}
	c.add(kind, h.Name, text)
}

// ofLogin adds the members of the body with a password or a key, or all members if none has the name of a secret. A
// body without members is a secret as a whole.
func (c *collector) ofLogin(l *Login) {
	path, query, _ := strings.Cut(l.Path, "?")
	if at, err := url.Parse(path); err == nil && at.User != nil {
		_, info, _ := strings.Cut(path, "//")
		info, _, _ = strings.Cut(info, "@")
		if _, password, pair := strings.Cut(info, ":"); pair {
			c.add("PASSWORD", "URL", password)
		}
	}
	var fields []Header
	for _, f := range pairs(query) { // a test escapes the values itself
		fields = append(fields, Header{f.Name, unescapeQuery(f.Value)})
	}
	c.members(fields, false)
	for _, h := range l.Headers {
		c.header("PASSWORD", h)
	}
	body := strings.TrimSpace(l.Body)
	switch {
	case body == "":
	case l.ContentType == formType:
		c.members(pairs(body), true)
	case json.Valid([]byte(body)):
		c.members(leaves(body), true)
	default:
		c.add("PASSWORD", "BODY", l.Body)
	}
}

// members adds the members with names of secrets. If there are none and all is set, it adds all members.
func (c *collector) members(list []Header, all bool) {
	secretly := func(h Header) bool { return words.Private.Has(h.Name) }
	named := slices.ContainsFunc(list, secretly)
	for _, h := range list {
		if secretly(h) || !named && all {
			c.add("PASSWORD", h.Name, h.Value)
		}
	}
}

// pairs returns the fields of a form, without unescaping.
func pairs(form string) (out []Header) {
	for part := range strings.SplitSeq(form, "&") {
		if name, value, _ := strings.Cut(part, "="); name != "grant_type" && name != "" {
			out = append(out, Header{unescapeQuery(name), value})
		}
	}
	return out
}

// leaves returns the strings and numbers in a JSON text, with their names.
func leaves(body string) (out []Header) {
	plain, err := value.ParseJSON([]byte(body))
	if err != nil {
		return []Header{{"body", body}}
	}
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case value.Object:
			for _, m := range v {
				walk(m.Name, m.Value)
			}
		case []any:
			for i, e := range v {
				walk(name+strconv.Itoa(i), e)
			}
		case string:
			out = append(out, Header{name, v})
		case nil, bool:
		default:
			out = append(out, Header{name, string(value.AppendJSON(nil, v))})
		}
	}
	walk("", plain)
	return out
}

// textsOf returns the texts of a document.
func textsOf(doc *openapi.Document) (out []string) {
	seen := map[any]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() || seen[v.Interface()] {
				return
			}
			seen[v.Interface()] = true
			walk(v.Elem())
		case reflect.Interface:
			walk(v.Elem())
		case reflect.String:
			out = append(out, v.String())
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				walk(key)
				walk(v.MapIndex(key))
			}
		}
	}
	walk(reflect.ValueOf(doc))
	return out
}
