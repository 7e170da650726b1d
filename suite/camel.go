package suite

import (
	"slices"
	"strings"
	"unicode"
)

// initialisms are words that Go names have in capitals.
var initialisms = []string{"api", "id", "ip", "http", "https", "html", "json", "uid", "url", "uri", "uuid", "xml"}

// UpperCamel joins words in upper camel case as Go spells names: "books by id" becomes "BooksByID". Characters that an
// identifier cannot contain separate words.
func UpperCamel(words ...string) string {
	var b strings.Builder
	for _, word := range Words(words...) {
		if slices.Contains(initialisms, strings.ToLower(word)) {
			b.WriteString(strings.ToUpper(word))
			continue
		}
		runes := []rune(word)
		b.WriteRune(unicode.ToUpper(runes[0]))
		b.WriteString(string(runes[1:]))
	}
	return b.String()
}

// LowerCamel joins words in lower camel case: "book id" is "bookID".
func LowerCamel(words ...string) string {
	split := Words(words...)
	if len(split) == 0 {
		return ""
	}
	first := split[0]
	if slices.Contains(initialisms, strings.ToLower(first)) {
		return strings.ToLower(first) + UpperCamel(split[1:]...)
	}
	runes := []rune(first)
	return string(unicode.ToLower(runes[0])) + string(runes[1:]) + UpperCamel(split[1:]...)
}

// Words splits names into words. A word ends before a character that is no letter and no digit, and before a capital
// letter of camel case.
func Words(names ...string) []string {
	var out []string
	for _, name := range names {
		apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		for field := range strings.FieldsFuncSeq(name, apart) {
			out = appendCamel(out, field)
		}
	}
	return out
}

// appendCamel appends the words of a name in camel case.
func appendCamel(out []string, field string) []string {
	start, before := 0, ' '
	for i, r := range field {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			out = append(out, field[start:i])
			start = i
		}
		before = r
	}
	return append(out, field[start:])
}

// OperationName turns "GET /books/{id}" into "GetBooksByID".
func OperationName(operation string) string {
	method, path, _ := strings.Cut(operation, " ")
	words := []string{strings.ToLower(method)}
	for _, segment := range strings.Split(path, "/") {
		if inner, ok := strings.CutPrefix(segment, "{"); ok {
			segment = strings.TrimSuffix(inner, "}")
			words = append(words, "by")
		}
		words = append(words, segment)
	}
	if strings.Trim(path, "/") == "" {
		words = append(words, "root")
	}
	return UpperCamel(words...)
}
