// Package naming names what the code of a test has: its variables and the functions that prepare it. It
// knows no language but by the names that are taken.
package naming

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scope hands out identifiers that differ: those that it has are taken.
type Scope map[string]bool

// NewScope makes a scope in which some names are taken.
func NewScope(names ...string) Scope {
	s := Scope{}
	for _, name := range names {
		s[name] = true
	}
	return s
}

// Free returns a name like the wanted one that is not taken, and takes it.
func (s Scope) Free(want string) string {
	name := want
	for n := 2; s[name]; n++ {
		name = Numbered(want, n)
	}
	s[name] = true
	return name
}

// Method returns the name of a function for the set-up of that name. It depends on no other set-up: a name
// that is taken, and any that such a name becomes, gets one more number.
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
