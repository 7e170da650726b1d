// Package naming chooses the names in the code of a test: of its variables and of set-up functions. It works for any
// programming language, whose reserved names it is given.
package naming

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scope hands out distinct identifiers. It contains the identifiers that are taken.
type Scope map[string]bool

// NewScope returns a scope in which some names are taken.
func NewScope(names ...string) Scope {
	s := Scope{}
	for _, name := range names {
		s[name] = true
	}
	return s
}

// Free returns the wanted name, with a number if it is taken. The returned name is taken from then on.
func (s Scope) Free(want string) string {
	name := want
	for n := 2; s[name]; n++ {
		name = Numbered(want, n)
	}
	s[name] = true
	return name
}

// Method returns the name of the function for a set-up. The result depends only on the name and the taken names, not on
// other set-ups. A taken name gets a number. A name that is such a numbered name already gets one more number, so that
// no two set-ups have equal names.
func (s Scope) Method(name string) string {
	for short := name; short != ""; {
		if s[short] {
			return Numbered(name, 2)
		}
		stem, again := strings.CutSuffix(short, "2")
		if stem = strings.TrimSuffix(stem, "_"); !again || Numbered(stem, 2) != short {
			break
		}
		short = stem
	}
	return name
}

// Numbered returns a name with a number at its end: "a2", or "a1_2" for "a1".
func Numbered(name string, n int) string {
	if last, _ := utf8.DecodeLastRuneInString(name); unicode.IsDigit(last) {
		name += "_"
	}
	return name + strconv.Itoa(n)
}
