package facet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Sent has the words of a call: the names that the schema declares for its operation, and the words that it sends.
type Sent struct {
	names  map[string]bool
	values []string  // sent texts in small letters
	path   string    // the path without the characters between its segments
	paths  [2]string // the whole path, plain and escaped
}

// SentIn returns the words of a request. names are the declared names of its operation.
func SentIn(r *message.Request, names map[string]bool) *Sent {
	s := &Sent{names: names}
	note := func(text string) { s.values = append(s.values, strings.ToLower(text)) }
	for i := range r.Path {
		p := &r.Path[i]
		if p.Param != "" {
			note(p.Raw)
			s.path += p.Prefix + p.Raw
		} else {
			s.path += p.Text
		}
	}
	s.paths[0] = s.path
	for i := range r.Path {
		s.paths[1] += r.Path[i].Text
	}
	s.path = strings.Map(dropBetween, s.path)
	for _, pairs := range [][]message.Pair{r.Query, r.Headers, r.Cookies} {
		for _, p := range pairs {
			note(p.Name)
			note(p.Value)
		}
	}
	note(string(r.Body[:min(len(r.Body), maxBody)]))
	return s
}

// Names returns the words that an operation declares: in its path, its parameters and the members of its bodies.
func Names(op *openapi.Operation) map[string]bool {
	out := map[string]bool{}
	note(out, op.Path)
	seen := map[*openapi.Schema]bool{}
	for _, p := range op.Parameters {
		note(out, p.Name)
		noteSchema(out, p.Schema, seen)
	}
	for _, b := range op.Bodies {
		noteSchema(out, b.Schema, seen)
	}
	return out
}

// noteSchema adds the words of the members of a schema, at any depth.
func noteSchema(out map[string]bool, s *openapi.Schema, seen map[*openapi.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for _, p := range s.Properties {
		note(out, p.Name)
		noteSchema(out, p.Schema, seen)
	}
	noteSchema(out, s.Items, seen)
	noteSchema(out, s.Additional, seen)
	for _, of := range slices.Concat(s.PrefixItems, s.AllOf, s.AnyOf, s.OneOf) {
		noteSchema(out, of, seen)
	}
}

// note adds the words of a text.
func note(words map[string]bool, text string) {
	for word := range wordsIn(text) {
		words[word] = true
	}
}

// wordsIn yields the words of a text, in small letters.
func wordsIn(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(strings.ToLower(text), isBetween)
}

// isBetween reports whether a character separates words.
func isBetween(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// hasWord reports whether a text in small letters has a word.
func hasWord(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(word)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[from:])
		if isBetween(before) && isBetween(after) {
			return true
		}
	}
}

const (
	// maxSaid is the greatest number of characters of a statement, and maxWord the same for a word.
	maxSaid, maxWord = 100, 24
	// shortWord is the greatest length of a sent word that a text may have by accident.
	shortWord = 3
)

// between has the characters that may stand between the segments of a path.
const between = "/. "

// dropBetween drops the characters between the segments of a path.
func dropBetween(r rune) rune {
	if strings.ContainsRune(between, r) {
		return -1
	}
	return r
}

// cutPath returns a text without the path of the call at its start. Many answers repeat this path.
func (s *Sent) cutPath(text string) string {
	if s == nil || s.path == "" {
		return text
	}
	rest := s.path
	for i, r := range text {
		if dropBetween(r) < 0 {
			continue
		}
		if rest == "" && i > 0 && strings.ContainsRune(between, rune(text[i-1])) {
			return text[i:]
		}
		after, same := strings.CutPrefix(rest, string(r))
		if !same || rest == "" {
			return text
		}
		rest = after
	}
	return text
}

// leastPath is the least length of a path that is recognized inside a text.
const leastPath = 4

// maskPath masks the path of the call everywhere in a text.
func (s *Sent) maskPath(text string) string {
	if s == nil {
		return text
	}
	for _, path := range s.paths {
		if len(path) >= leastPath {
			text = strings.ReplaceAll(text, path, " # ")
		}
	}
	return text
}

// quotes has the characters that open a quotation.
const quotes = "\"'`\u201c"

// quoted matches a quotation.
var quoted = lazyregexp.New("\"[^\"]*\"|'[^']*'|`[^`]*`|\u201c[^\u201d]*\u201d")

// Masked returns the statement of a refusal with # in place of words that change from call to call: quotations that are
// no declared names, words with digits, ids, dates, and words that the call sent. sent may be nil. The result is short
// and in small letters. It is the same for texts that differ only in such words.
func Masked(text string, sent *Sent) string {
	text = strings.ToValidUTF8(sent.maskPath(sent.cutPath(text)), "#")
	if strings.ContainsAny(text, quotes) {
		text = quoted().ReplaceAllStringFunc(text, func(q string) string {
			if sent.declares(q) {
				return q
			}
			return " # "
		})
	}
	var out []string
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		bare := strings.TrimFunc(word, func(r rune) bool { return isBetween(r) && r != '#' })
		if bare == "" {
			continue
		}
		if isChanging(bare) || sent.hasSent(bare) {
			bare = "#"
		}
		if bare != "#" || len(out) == 0 || out[len(out)-1] != "#" {
			out = append(out, bare)
		}
	}
	if text = strings.Join(out, " "); text == "#" {
		return ""
	}
	if runes := []rune(text); len(runes) > maxSaid {
		text = strings.TrimSpace(string(runes[:maxSaid]))
	}
	return text
}

// isChanging reports whether a word changes from call to call.
func isChanging(word string) bool {
	strange := func(r rune) bool {
		return unicode.IsDigit(r) || r == '#' || !unicode.IsPrint(r) || r == unicode.ReplacementChar
	}
	return utf8.RuneCountInString(word) > maxWord || strings.ContainsFunc(word, strange) ||
		words.Dates.Has(word)
}

// hasSent reports whether a word has a part that the call sent and that is no declared name.
func (s *Sent) hasSent(word string) bool {
	if s == nil {
		return false
	}
	for part := range wordsIn(word) {
		has := func(text string) bool { return hasWord(text, part) }
		if utf8.RuneCountInString(part) > shortWord && !s.names[part] && slices.ContainsFunc(s.values, has) {
			return true
		}
	}
	return false
}

// declares reports whether a text has only declared names.
func (s *Sent) declares(text string) bool {
	if s == nil {
		return false
	}
	n := 0
	for part := range wordsIn(text) {
		if n++; !s.names[part] {
			return false
		}
	}
	return n > 0
}
