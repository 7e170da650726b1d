package samples

import (
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// variables are the values of variables that a file defines. All other variables become Unknown.
type variables map[string]string

// reference matches a variable in Postman and Bruno: {{name}}.
const reference = `\{\{[^{}]*\}\}`

// maxNested bounds the nesting of variables whose values contain variables.
const maxNested = 5

// set defines a variable, unless it has the name of a credential.
func (v variables) set(s *secrets, name, text string) {
	if words.MemberSecrets.Has(name) || Credential(name) {
		s.learn(text)
		return
	}
	v[name] = text
}

// resolve replaces variables by their values.
func (v variables) resolve(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	names := regexp.MustCompile(reference)
	for range maxNested {
		next := names.ReplaceAllStringFunc(text, func(ref string) string {
			known, ok := v[strings.TrimSpace(ref[2:len(ref)-2])]
			if !ok {
				return Unknown
			}
			return known
		})
		if next == text || len(next) > maxBody {
			break
		}
		text = next
	}
	return names.ReplaceAllString(text, Unknown)
}

// resolveJSON replaces the variables in a JSON document. An Unknown outside of a string literal becomes a string, so
// that the document stays valid.
func (v variables) resolveJSON(text string) string {
	text = v.resolve(text)
	if !strings.Contains(text, Unknown) {
		return text
	}
	var out strings.Builder
	inside := false
	for i := 0; i < len(text); i++ {
		switch {
		case inside && text[i] == '\\' && i+1 < len(text):
			out.WriteByte(text[i])
			i++
		case text[i] == '"':
			inside = !inside
		case !inside && strings.HasPrefix(text[i:], Unknown):
			out.WriteString(`"` + Unknown + `"`)
			i += len(Unknown) - 1
			continue
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
