// Package words has the words that many HTTP APIs use in the same meaning: names of inputs and members, such as "limit"
// and "password", and phrases of descriptions and answers, such as "at least". A table or a pattern has the words of
// one meaning, and its comment names the standards, frameworks and guidelines that use the words. Nouns of a single
// API, such as "book", have no place here: Evoke reads them in the schema of the API.
//
// The tables are in files by what they are for: lists.go, ids.go, users.go, values.go, answers.go, formats.go, http.go,
// and validators.go for the rules of validators. The patterns for sentences are in sentences.go, those for refusals in
// refusals.go. Words of the programs behind an API and of shells are in programs.go. TestWordLists of internal/house
// keeps such lists out of other packages.
package words

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Whole reports whether a text contains a part that no letter or digit stands beside.
func Whole(text, part string) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for before, behind, found := strings.Cut(text, part); found; before, behind, found = strings.Cut(behind, part) {
		last, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(behind)
		if !letter(last) && !letter(first) {
			return true
		}
	}
	return false
}

// Table has the words of one meaning, as [Plain] writes them, with space before each of them: two tables are one with a
// plus. A star stands for anything at the beginning or the end of a word, so that "*token" is what ends in token.
type Table string

// Plain removes case and separators, so that book_id, bookId and Book-ID are equal.
func Plain(name string) string {
	if isPlain(name) {
		return name
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == '_' || r == '-' || r == '.' || r == ' ':
			return -1
		}
		return r
	}, name)
}

// isPlain reports whether a name surely is as [Plain] writes it.
func isPlain(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= 'A' && c <= 'Z' || c == '_' || c == '-' || c == '.' || c == ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// longName is how long names are for which a look-up takes no memory.
const longName = 64

// AppendPlain appends the name that [Plain] makes, to look for it without a text of its own.
func AppendPlain(dst []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		case c != '_' && c != '-' && c != '.' && c != ' ':
			dst = append(dst, c)
		}
	}
	return dst
}

// All yields the words of a table in their order.
func (t Table) All() iter.Seq[string] { return strings.FieldsSeq(string(t)) }

// Has reports whether a name is in a table.
func (t Table) Has(name string) bool {
	if t.hasStars() {
		return t.Index(name) >= 0
	}
	return t.find(name) >= 0
}

func (t Table) hasStars() bool { return strings.Contains(string(t), "*") }

// find returns where a name stands in a table without stars, -1 for nowhere.
func (t Table) find(name string) int {
	plain := AppendPlain(make([]byte, 0, longName), name)
	for from := 0; len(plain) > 0 && !slices.ContainsFunc(plain, isSpace); from++ {
		at := strings.Index(string(t[from:]), string(plain))
		if at < 0 {
			break
		}
		from += at
		end := from + len(plain)
		if from > 0 && isSpace(t[from-1]) && (end == len(t) || isSpace(t[end])) {
			return from
		}
	}
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// Draw returns any word of a table, as it stands there.
func (t Table) Draw(r *rand.Rand) string {
	all := strings.Fields(string(t))
	return all[r.IntN(len(all))]
}

// Index returns the place of the first word that a name fits, from 0 on, -1 for none.
func (t Table) Index(name string) int {
	if !t.hasStars() {
		at := t.find(name)
		if at < 0 {
			return -1
		}
		return len(strings.Fields(string(t[:at])))
	}
	plain, i := Plain(name), 0
	for word := range t.All() {
		if fits(word, plain) {
			return i
		}
		i++
	}
	return -1
}

// Ends reports whether a name ends in a word of a table, which has no stars.
func (t Table) Ends(name string) bool {
	_, ok := t.CutEnd(name)
	return ok
}

// CutEnd returns the plain name without the longest word of a table that it ends in.
func (t Table) CutEnd(name string) (stem string, ok bool) { return t.cut(name, strings.CutSuffix) }

// Cut returns the plain name without the longest word of a table that it begins with or ends in.
func (t Table) Cut(name string) (rest string, ok bool) {
	return t.cut(name, strings.CutPrefix, strings.CutSuffix)
}

func (t Table) cut(name string, ways ...func(s, word string) (string, bool)) (rest string, ok bool) {
	plain := Plain(name)
	rest = plain
	for word := range t.All() {
		for _, way := range ways {
			if left, is := way(plain, word); is && (!ok || len(left) < len(rest)) {
				rest, ok = left, true
			}
		}
	}
	return rest, ok
}

// fits reports whether a plain name is what a word of a table stands for.
func fits(word, plain string) bool {
	stem, begins := strings.CutSuffix(word, "*")
	stem, ends := strings.CutPrefix(stem, "*")
	switch {
	case begins && ends:
		return strings.Contains(plain, stem)
	case begins:
		return strings.HasPrefix(plain, stem)
	case ends:
		return strings.HasSuffix(plain, stem)
	}
	return plain == word
}
