package refusal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastTelling is the number of characters from which on a value in a text is no ordinary word by chance.
const leastTelling = 4

// Quotes cuts a text around a value that it quotes as a word. A short value without a digit
// has to stand in quotation marks, as it may be a word of the text. It returns false where
// the text does not quote the value.
func Quotes(text, v string) (before, after string, found bool) {
	for from := 0; v != ""; {
		at := strings.Index(text[from:], v)
		if at < 0 {
			break
		}
		at += from
		before, after = text[:at], text[at+len(v):]
		if !endsWord(before) && !beginsWord(after) {
			return before, after, tells(v, before)
		}
		from = at + len(v)
	}
	return "", "", false
}

// tells reports whether a value in a text, after the text before, is surely no ordinary word: it has a digit, is long,
// or is quoted.
func tells(v, before string) bool {
	return strings.ContainsAny(v, "0123456789") || len(v) >= leastTelling ||
		before != "" && strings.ContainsAny(before[len(before)-1:], "\"'`")
}

// Words splits a text into its words. Names of fields are words.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !inWord(r) })
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func endsWord(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && inWord(r)
}

func beginsWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && inWord(r)
}
