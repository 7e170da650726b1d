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

// Sent are the words of a call: the names that the schema declares for its operation,
// and what the call sends besides.
type Sent struct {
	names  map[string]bool
	values []string  // in small letters
	path   string    // without what stands between its segments
	paths  [2]string // as it is, and escaped
}

// SentIn returns the words of a request of an operation with some declared names.
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
	s.path = strings.Map(together, s.path)
	for _, pairs := range [][]message.Pair{r.Query, r.Headers, r.Cookies} {
		for _, p := range pairs {
			note(p.Name)
			note(p.Value)
		}
	}
	note(string(r.Body[:min(len(r.Body), maxBody)]))
	return s
}

// Names returns the words of what an operation declares: its path, its parameters and
// the members of its bodies.
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

func note(words map[string]bool, text string) {
	for word := range wordsIn(text) {
		words[word] = true
	}
}

func wordsIn(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(strings.ToLower(text), isBetween)
}

// isBetween reports whether a character is of no word.
func isBetween(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// hasWord reports whether a word is one of those in a text in small letters.
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
	// maxSaid is the most characters of what a refusal says, and maxWord those of a word.
	maxSaid, maxWord = 100, 24
	// shortWord is the most characters of a sent word that is in a text by accident.
	shortWord = 3
)

// between are the characters that may stand between the segments of a path.
const between = "/. "

func together(r rune) rune {
	if strings.ContainsRune(between, r) {
		return -1
	}
	return r
}

// behindPath returns what stands behind the path of the call, if a text begins with it:
// many answers repeat it.
func (s *Sent) behindPath(text string) string {
	if s == nil || s.path == "" {
		return text
	}
	rest := s.path
	for i, r := range text {
		if together(r) < 0 {
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

// leastPath is the least length of a path that is told from other texts.
const leastPath = 4

// withoutPath masks the path of the call wherever a text has it.
func (s *Sent) withoutPath(text string) string {
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

// quotes are the characters that begin what stands in quotes.
const quotes = "\"'`\u201c"

// quoted matches what stands in quotes.
var quoted = lazyregexp.New("\"[^\"]*\"|'[^']*'|`[^`]*`|\u201c[^\u201d]*\u201d")

// Masked is what a refusal says without what changes from call to call (#): what stands
// in quotes and is no declared name, words with digits, ids, dates, and what the call
// itself sent. sent may be nil. The result is short, in small letters, and the same for
// texts that differ in such words only.
func Masked(text string, sent *Sent) string {
	text = strings.ToValidUTF8(sent.withoutPath(sent.behindPath(text)), "#")
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
		if changes(bare) || sent.said(bare) {
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

// changes reports whether a word changes from call to call.
func changes(word string) bool {
	strange := func(r rune) bool {
		return unicode.IsDigit(r) || r == '#' || !unicode.IsPrint(r) || r == unicode.ReplacementChar
	}
	return utf8.RuneCountInString(word) > maxWord || strings.ContainsFunc(word, strange) ||
		words.Dates.Has(word)
}

// said reports whether a word has a part that the call sends and that is no name.
func (s *Sent) said(word string) bool {
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

// declares reports whether a text is made of declared names alone.
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
