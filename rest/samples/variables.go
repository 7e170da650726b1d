package samples

import (
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// variables are the values that a file gives to names. What is not among them is
// Unknown.
type variables map[string]string

// reference is a variable as Postman and Bruno write it: {{name}}.
const reference = `\{\{[^{}]*\}\}`

// maxNested is how often the value of a variable may name variables.
const maxNested = 5

// set defines a variable, unless it is named like a credential.
func (v variables) set(s *secrets, name, text string) {
	if words.MemberSecrets.Has(name) || Credential(name) {
		s.learn(text)
		return
	}
	v[name] = text
}

// resolve puts values in the place of variables.
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

// resolveJSON does what resolve does in a JSON document. An Unknown outside of texts
// becomes a text, so that the document can be read.
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
