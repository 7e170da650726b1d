// Package expr writes Go expressions: texts, plain values as literals of given
// types, and the imports that they need.
package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/escape"
)

// Width is the maximum number of columns of a line of code.
const Width = 100

// Columns returns the width of code in columns, with four for a tab.
func Columns(code string) int { return len(code) + 3*strings.Count(code, "\t") }

// String returns a Go literal of a text: a raw string if that is more readable, else a quoted string.
func String(s string) string { return escape.GoString(s) }

// longText is the length in bytes from which each line of a text gets its own line of code.
const longText = 80

// Lines returns a Go expression of a text: one literal, or one for each line of a long text.
func Lines(s string) string {
	lines := strings.SplitAfter(s, "\n")
	if len(s) <= longText || len(lines) < 2 {
		return String(s)
	}
	var parts []string
	for _, line := range lines {
		if line != "" {
			parts = append(parts, strconv.Quote(line))
		}
	}
	return strings.Join(parts, " +\n")
}

// Raw returns a Go expression of a text of several lines: raw strings, and quoted strings for invisible characters.
func Raw(s string) string {
	var parts []string
	for s != "" {
		n := span(s, true)
		if n > 0 {
			parts = append(parts, "`"+s[:n]+"`")
		}
		s = s[n:]
		if n = span(s, false); n > 0 {
			parts = append(parts, strconv.Quote(s[:n]))
		}
		s = s[n:]
	}
	return strings.Join(parts, " + ")
}

// span returns the number of bytes at the start of a text that a raw string can show, or those that it cannot.
func span(s string, shown bool) int {
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		bad := r == '`' || r == utf8.RuneError && size == 1 || !strconv.IsPrint(r) && r != '\n' && r != '\t'
		if bad == shown {
			return i
		}
	}
	return len(s)
}
