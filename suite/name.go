package suite

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxName is the most bytes of a test's name (EvoMaster cuts at 120).
const maxName = 100

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

// StepName says what comes of a step: "GetBooksByIDReturns404".
func StepName(s *Step) string {
	name := OperationName(s.Operation)
	switch {
	case s.Expect.Panics:
		return name + "Panics"
	case s.Expect.Broken:
		return name + "GetsNoAnswer"
	case s.Expect.Status == 0:
		return name
	}
	return name + "Returns" + strconv.Itoa(s.Expect.Status)
}

// NameTests gives every test without a name one that says what it shows, and
// makes all names unique: by what came before, then by a number.
func (s *Suite) NameTests() {
	count := map[string]int{}
	for i := range s.Tests {
		if t := &s.Tests[i]; t.Name == "" {
			t.Name = cutName(StepName(t.subject()), maxName)
		}
		count[s.Tests[i].Name]++
	}
	taken := map[string]bool{}
	for name := range count {
		taken[name] = count[name] == 1
	}
	for i := range s.Tests {
		if t := &s.Tests[i]; count[t.Name] > 1 {
			t.Name = uniqueName(t, taken)
		}
	}
}

func uniqueName(t *Test, taken map[string]bool) string {
	base := t.Name
	if !taken[base] {
		taken[base] = true
		return base
	}
	if before := stepBefore(t); before != "" {
		base = cutName(base+"After"+before, maxName)
	}
	name := base
	for n := 2; taken[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	taken[name] = true
	return name
}

// stepBefore names the step before the one that a test is about, without
// those that only prepare and say so in a note.
func stepBefore(t *Test) string {
	subject := t.subject()
	name := ""
	for i := range t.Steps {
		if &t.Steps[i] == subject {
			break
		}
		if t.Steps[i].Note == "" {
			name = OperationName(t.Steps[i].Operation)
		}
	}
	return name
}

// cutName cuts a name at the end of a rune.
func cutName(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	return strings.ToValidUTF8(name[:limit], "")
}

// initialisms are written in capitals in Go names.
var initialisms = []string{"api", "id", "ip", "http", "https", "html", "json", "uid", "url", "uri", "uuid", "xml"}

// UpperCamel joins words in upper camel case, as Go spells names: "books by
// id" is "BooksByID". What no identifier can hold separates words.
func UpperCamel(words ...string) string {
	var b strings.Builder
	for _, word := range splitWords(words) {
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
	split := splitWords(words)
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

// splitWords splits at what is no letter or digit and before the capitals of
// camel case.
func splitWords(texts []string) []string {
	var out []string
	for _, text := range texts {
		fields := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, field := range fields {
			out = append(out, splitCamel(field)...)
		}
	}
	return out
}

func splitCamel(field string) []string {
	var out []string
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
