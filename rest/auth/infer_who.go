package auth

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// class is the meaning of a member of a body for a log-in.
type class uint8

const (
	isOther class = iota
	isName
	isEmail
	isPassword
)

// classify returns the class of a member by its name. The schema may be nil.
func classify(name string, s *openapi.Schema) class {
	plain := words.Plain(name)
	switch {
	case (words.Password + " secret").Has(name):
		return isPassword
	case strings.Contains(plain, "email") || plain == "mail" || s != nil && s.Format == "email":
		return isEmail
	case words.LoginNames.Has(name):
		return isName
	}
	return isOther
}

// maxFormDepth is the depth to which credentials are searched in a body.
const maxFormDepth = 3

// collect adds the names of members that take credentials, the first of each class.
func collect(s *openapi.Schema, found map[class]string, depth int) {
	if s == nil || depth > maxFormDepth {
		return
	}
	for _, p := range s.Properties {
		if p.Schema == nil || p.Schema.ReadOnly {
			continue
		}
		flat := alternative(p.Schema)
		if len(flat.Properties) > 0 {
			collect(flat, found, depth+1)
			continue
		}
		if c := classify(p.Name, flat); found[c] == "" && isText(flat) {
			found[c] = p.Name
		}
	}
}

func isText(s *openapi.Schema) bool { return len(s.Types) == 0 || s.Is("string") }

// who is a user whose values fill forms. All forms get the same value for a class.
type who struct {
	name     string
	values   map[class]string
	examples bool // the user may exist already, so examples are used
	lacks    bool // a credential is a placeholder, because there is no example
	filled   bool // a form already has the values
}

func newWho(name string) *who { return &who{name: name, values: map[class]string{}} }

// login returns the text with which the user logs in.
func (w *who) login() string {
	if w.values[isName] != "" {
		return w.values[isName]
	}
	return w.values[isEmail]
}

// object returns values for the members of a schema: for credentials, and for required members, or for all scalar
// members if no member is declared as required.
func (w *who) object(s *openapi.Schema, depth int) value.Object {
	out := value.Object{}
	for _, p := range s.Properties {
		if p.Schema == nil || p.Schema.ReadOnly || depth > maxFormDepth {
			continue
		}
		flat := alternative(p.Schema)
		c := classify(p.Name, flat)
		needed := s.IsRequired(p.Name) || c != isOther && isText(flat) && words.Plain(p.Name) != "name" ||
			holdsPassword(flat, depth)
		if needed || len(s.Required) == 0 && w.harmless(p.Name, flat) {
			v := w.value(c, flat, depth)
			if granted, is := v.(bool); is && granted && right().MatchString(p.Name) {
				v = false // users may not grant rights to themselves
			}
			out = append(out, value.Member{Name: p.Name, Value: v})
		}
	}
	return out
}

// right matches names of flags that give a user special rights.
var right = lazyregexp.New(`(?i)admin|superuser|staff|\broot\b|moderator|privileged`)

// harmless reports whether an optional member gets a value: it is a scalar and no id. It returns false for a user who
// may exist already.
func (w *who) harmless(name string, s *openapi.Schema) bool {
	plain := words.Plain(name)
	return !w.examples && len(s.Properties) == 0 && !s.Is("array") && !s.Is("object") && !strings.HasSuffix(plain, "id")
}

func holdsPassword(s *openapi.Schema, depth int) bool {
	found := map[class]string{}
	if len(s.Properties) > 0 {
		collect(s, found, depth+1)
	}
	return found[isPassword] != ""
}

// value returns a value for a member.
func (w *who) value(c class, s *openapi.Schema, depth int) any {
	if c != isOther && isText(s) && len(s.Properties) == 0 {
		return w.credential(c, s)
	}
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.HasConst:
		return s.Const
	case len(s.Examples) > 0:
		return s.Examples[0]
	case s.HasDefault:
		return s.Default
	case len(s.Properties) > 0:
		return w.object(s, depth+1)
	case s.Is("boolean"):
		return true
	case s.Is("integer") || s.Is("number"):
		return number(s)
	case s.Is("array"):
		return []any{}
	case s.Is("object"):
		return value.Object{}
	}
	return plainText(s)
}

func number(s *openapi.Schema) any {
	if s.Minimum == "" || s.ExclusiveMinimum {
		return int64(1)
	}
	return json.Number(s.Minimum)
}

// credential returns a name, an email address or a password.
func (w *who) credential(c class, s *openapi.Schema) string {
	other := map[class]class{isName: isEmail, isEmail: isName}[c]
	if w.values[c] == "" && w.filled && w.values[other] != "" {
		return w.values[other] // the sign-up had no other name
	}
	if w.values[c] == "" {
		w.values[c] = w.invent(c, s)
	}
	return w.values[c]
}

// invent returns the value of a class for the first form that needs it. Later forms get the same value.
func (w *who) invent(c class, s *openapi.Schema) string {
	if w.examples {
		if example, ok := exampleOf(s); ok {
			return example
		}
		w.lacks = true
		return placeholder + map[class]string{isName: "name", isEmail: "address@example.com", isPassword: "password"}[c]
	}
	var tries []string
	switch c {
	case isEmail:
		tries = []string{w.name + "@example.com"}
	case isPassword:
		tries = []string{"Secret-word-1", "Secret1234", "secretword", "123456", "1234"}
	default:
		tries = []string{w.name, w.name + "1", strings.ToUpper(w.name[:1]) + w.name[1:], w.name + "@example.com",
			w.name + "-evoke", w.name + "evoke"}
	}
	for _, text := range tries {
		if fits(text, s) {
			return text
		}
	}
	if example, ok := exampleOf(s); ok && w.name == names()[0] {
		return example
	}
	return sized(tries[0], s)
}

func exampleOf(s *openapi.Schema) (string, bool) {
	for _, v := range s.Examples {
		if text, ok := v.(string); ok && text != "" {
			return text, true
		}
	}
	text, ok := s.Default.(string)
	return text, ok && text != ""
}

// fits reports whether a text is within the limits of a schema.
func fits(text string, s *openapi.Schema) bool {
	n := utf8.RuneCountInString(text)
	if n < s.MinLength || s.MaxLength >= 0 && n > s.MaxLength {
		return false
	}
	if s.Pattern == "" {
		return true
	}
	re, err := value.CompilePattern(s.Pattern)
	return err != nil || re.MatchString(text)
}

// sized shortens or extends a text to the length that a schema requires.
func sized(text string, s *openapi.Schema) string {
	for len(text) < s.MinLength {
		text += text
	}
	if s.MaxLength >= 0 && len(text) > s.MaxLength {
		text = text[:s.MaxLength]
	}
	return text
}

// plainText returns a text with the format of a schema.
func plainText(s *openapi.Schema) string {
	switch s.Format {
	case "date":
		return "2001-02-03"
	case "date-time":
		return "2001-02-03T04:05:06Z"
	case "uuid":
		return "6f1c6a52-8d5c-4a0e-9b1e-2f5a7c3d9e10"
	case "uri", "url":
		return "https://example.com/"
	}
	for _, text := range []string{"text", "Text1", "+15550100", "12345", "AB"} {
		if fits(text, s) {
			return text
		}
	}
	return sized("text", s)
}
