// Package secret keeps credentials out of written files. It knows their values, and finds them in any text: as they
// are, and in the encodings in which calls, answers and panics show them.
package secret

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Secret is a credential.
type Secret struct {
	// Name is the environment variable from which written tests read it.
	Name string
	// User is the name of the user to whom it belongs.
	User string
	// Value is the text that calls send.
	Value string
}

// Set finds secrets in texts. A nil Set has none.
type Set struct {
	secrets []Secret
	forms   []form // the longest first
	index
}

// form is a text that shows a secret.
type form struct {
	text string
	of   *Secret
}

const (
	// shortest is the length from which on a form is also found inside of words.
	shortest = 6
	// leastPart is the length from which on a part of a secret counts as a secret too.
	leastPart = 4
)

// New returns the set of some secrets.
func New(secrets []Secret) *Set {
	s := &Set{}
	for _, known := range secrets {
		if known.Value != "" {
			s.secrets = append(s.secrets, known)
		}
	}
	if len(s.secrets) == 0 {
		return nil
	}
	for i := range s.secrets {
		for _, text := range formsOf(s.secrets[i].Value) {
			s.forms = append(s.forms, form{text, &s.secrets[i]})
		}
	}
	slices.SortStableFunc(s.forms, func(a, b form) int { return cmp.Compare(len(b.text), len(a.text)) })
	s.index = newIndex(s.forms)
	return s
}

// Secrets returns the secrets of the set.
func (s *Set) Secrets() []Secret {
	if s == nil {
		return nil
	}
	return s.secrets
}

// formsOf returns the forms of a value.
func formsOf(value string) []string {
	out := encodings(value)
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding,
		base64.RawURLEncoding} {
		plain, err := e.DecodeString(value)
		if err != nil || !isText(plain) {
			continue
		}
		out = append(out, encodings(string(plain))...)
		if _, password, pair := strings.Cut(string(plain), ":"); pair && len(password) >= leastPart {
			out = append(out, encodings(password)...)
		}
	}
	if plain, err := url.QueryUnescape(value); err == nil && plain != value {
		out = append(out, encodings(plain)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isText reports whether decoded bytes are a text. A word may be valid base64 by chance.
func isText(plain []byte) bool {
	return len(plain) >= leastPart && utf8.Valid(plain) && strings.Contains(string(plain), ":") &&
		!strings.ContainsFunc(string(plain), unicode.IsControl)
}

// encodings returns a text in its encodings.
func encodings(text string) []string {
	quoted := strconv.Quote(text)
	out := []string{
		text, quoted[1 : len(quoted)-1], html.EscapeString(text), url.PathEscape(text), url.QueryEscape(text),
		strings.ReplaceAll(url.QueryEscape(text), "+", "%20"),
		strings.TrimPrefix(url.UserPassword("", text).String(), ":"),
	}
	if data, err := json.Marshal(text); err == nil {
		out = append(out, string(data[1:len(data)-1]), inJSON(text))
	}
	if len(text) >= leastPart {
		out = append(out, hex.EncodeToString([]byte(text)), strings.ToUpper(hex.EncodeToString([]byte(text))))
		out = append(out, inBase64(text)...)
	}
	return out
}

// inJSON returns a text as JSON writes it without escapes for browsers.
func inJSON(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		return text
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`)
}

// inBase64 returns the base64 of a text that is a part of a longer text: there are three alignments, and the characters
// at the ends depend on the text beside it.
func inBase64(text string) (out []string) {
	for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			code := e.EncodeToString([]byte(strings.Repeat("x", before) + text))
			if (before+len(text))%3 > 0 {
				code = code[:len(code)-1]
			}
			if code = code[[]int{0, 2, 3}[before]:]; len(code) >= shortest {
				out = append(out, code)
			}
		}
	}
	return out
}

// find returns the index of a form in a text, from an index on, or -1. A short form has to be a word.
func (f *form) find(text string, from int) int {
	for {
		i := strings.Index(text[from:], f.text)
		if i < 0 {
			return -1
		}
		i += from
		if len(f.text) >= shortest || !wordAt(text[:i], text[i+len(f.text):]) {
			return i
		}
		from = i + 1
	}
}

// wordAt reports whether a word continues at either end.
func wordAt(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(behind)
	letter := func(r rune) bool { return unicode.IsLetter(r) && r != utf8.RuneError || unicode.IsDigit(r) }
	return letter(last) || letter(first)
}

// replace replaces the forms in a text.
func (s *Set) replace(text string, with func(f *form) string) string {
	for _, i := range s.in(text, s.forms) {
		f := &s.forms[i]
		for at := f.find(text, 0); at >= 0; {
			name := with(f)
			text = text[:at] + name + text[at+len(f.text):]
			at = f.find(text, at+len(name))
		}
	}
	return text
}

// Text returns a text with the names of secrets in their place.
func (s *Set) Text(text string) string {
	if s == nil {
		return text
	}
	return s.replace(text, func(f *form) string { return "${" + f.of.Name + "}" })
}

// Holds reports whether a text shows a secret.
func (s *Set) Holds(text string) bool {
	return s != nil && slices.ContainsFunc(s.in(text, s.forms), func(i int) bool {
		return s.forms[i].find(text, 0) >= 0
	})
}
