// Package expr writes Go expressions: texts, plain values as literals of given
// types, and the imports that they need.
package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/escape"
)

// Width is how many columns a line of code may have.
const Width = 100

// Columns is how wide code is, with tabs of four columns.
func Columns(code string) int { return len(code) + 3*strings.Count(code, "\t") }

// String returns a Go literal of a text: a raw string where that reads
// better, else a quoted one.
func String(s string) string { return escape.GoString(s) }

// longText is a text of which each line gets a line of its own.
const longText = 80

// Lines returns a Go expression of a text: one literal, or of a long text of
// several lines one for each.
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

// Raw returns a Go expression of a text of several lines: raw strings,
// and quoted ones for what does not show in them.
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

// span returns how many bytes at the start of a text show in a raw string, or
// do not.
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
