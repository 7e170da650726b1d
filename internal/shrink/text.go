package shrink

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// plain are texts without a meaning, the most readable first.
var plain = []string{"text", "a"}

// IsPlain reports whether a text is one of these placeholders.
func IsPlain(text string) bool { return text == "" || text == plain[0] || text == plain[1] }

// Text makes a text short and plain. It tries placeholders, a few plain texts of the same form, and a plain text of the
// same length. Else it removes words and characters and replaces others by plain letters: a long text of which two
// words matter becomes "a b".
func Text(text string, holds func(string) bool) string {
	if IsPlain(text) {
		return text
	}
	if !utf8.ValidString(text) {
		return string(List([]byte(text), func(b []byte) bool { return len(b) > 0 && holds(string(b)) }))
	}
	length := utf8.RuneCountInString(text)
	for _, word := range append(sameForm(text), plain...) {
		if word == text {
			return text
		}
		if len(word) <= length && holds(word) {
			return word
		}
	}
	if letters := strings.Repeat("a", length); letters == text || holds(letters) {
		n := Int(int64(length), Hints{}, func(n int64) bool {
			return n > 0 && n <= int64(length) && holds(strings.Repeat("a", int(n)))
		})
		return strings.Repeat("a", int(n))
	}
	return parts(text, holds)
}

// parts removes parts that a text does not need, and makes the rest plain, until neither changes anything.
func parts(text string, holds func(string) bool) string {
	for {
		before := text
		text = strings.Join(List(tokens(text), func(t []string) bool {
			return len(t) > 0 && holds(strings.Join(t, ""))
		}), "")
		text = string(List([]rune(text), func(r []rune) bool { return len(r) > 0 && holds(string(r)) }))
		if text = plainer(text, holds); text == before ||
			utf8.RuneCountInString(text) == utf8.RuneCountInString(before) {
			return text
		}
	}
}

// token matches a word, or the characters between two words.
var token = lazyregexp.New(`[\pL\pN]+|[^\pL\pN]+`)

func tokens(text string) []string { return token().FindAllString(text, -1) }

// maxSingles bounds the length of a text whose characters are replaced one by one.
const maxSingles = 24

// plainer replaces characters by plain letters: all at once, those of one kind, or one by one.
func plainer(text string, holds func(string) bool) string {
	for _, sorts := range [][]func(rune) bool{{unicode.IsLetter, unicode.IsDigit},
		{unicode.IsLetter}, {unicode.IsDigit}} {
		if next := withLetters(text, sorts); next != text && holds(next) {
			text = next
		}
	}
	runes := []rune(text)
	if len(runes) > maxSingles {
		return text
	}
	for i, r := range runes {
		for _, instead := range []rune{'a', '1'} {
			if isPlain(r) || r == instead {
				break
			}
			if runes[i] = instead; holds(string(runes)) {
				break
			}
			runes[i] = r
		}
	}
	return string(runes)
}

// isPlain reports whether a character is as plain as can be.
func isPlain(r rune) bool { return r == ' ' || r == '1' || 'a' <= r && r <= 'c' }

// withLetters gives each word its own letter, a to the first, and makes each digit a 1, for characters of the given
// kinds.
func withLetters(text string, sorts []func(rune) bool) string {
	var b strings.Builder
	letter, inWord := 'a'-1, false
	for _, r := range text {
		word := unicode.IsLetter(r) || unicode.IsDigit(r)
		if word && !inWord && letter < 'z' {
			letter++
		}
		inWord = word
		of := func(is func(rune) bool) bool {
			for _, sort := range sorts {
				if sort('a') == is('a') && is(r) {
					return true
				}
			}
			return false
		}
		switch {
		case unicode.IsLetter(r) && of(unicode.IsLetter):
			b.WriteRune(letter)
		case unicode.IsDigit(r) && of(unicode.IsDigit):
			b.WriteByte('1')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Forms of texts that programs check.
var (
	dateForm   = lazyregexp.New(`^\d{4}-\d\d-\d\d$`)
	momentForm = lazyregexp.New(`^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d`)
	clockForm  = lazyregexp.New(`^\d\d:\d\d:\d\d`)
	mailForm   = lazyregexp.New(`^[^@\s]+@[^@\s]+$`)
	uuidForm   = lazyregexp.New(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	urlForm    = lazyregexp.New(`^https?://`)
)

// sameForm returns plain texts of the same form as another one.
func sameForm(text string) []string {
	switch {
	case dateForm().MatchString(text):
		return []string{"2020-01-01", "2000-01-01", "2100-01-01", "1900-01-01"}
	case momentForm().MatchString(text):
		return []string{"2020-01-01T00:00:00Z", "2000-01-01T00:00:00Z", "2100-01-01T00:00:00Z", "1900-01-01T00:00:00Z"}
	case clockForm().MatchString(text):
		return []string{"12:00:00", "12:00:00Z"}
	case mailForm().MatchString(text):
		return []string{"a@b.co", "a@example.com"}
	case uuidForm().MatchString(text):
		return []string{"00000000-0000-4000-8000-000000000001"}
	case urlForm().MatchString(text):
		return []string{"http://a.co", "https://a.co", "https://example.com"}
	}
	return nil
}
