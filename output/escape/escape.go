// Package escape makes texts from outside harmless in the output. Schemas, answers, panics and file names may contain
// anything, and shells, compilers, browsers and terminals read what Evoke writes. Each function is for one context. In
// this context its result is only text: it cannot end a literal, start a comment or run a command.
//
// Invisible characters are escaped as in Go: a line break as \n, a control character as \x1b, a character that changes
// the direction of writing as \u202e. A byte that is not UTF-8 is escaped as \xff. All functions are safe for
// concurrent use.
package escape

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns a text as a part of one line of a terminal. It escapes invisible characters, including line breaks.
func Line(s string) string { return escapeInvisible(s, "") }

// Prose is [Line] for sentences: it replaces line breaks and similar white space by a space.
func Prose(s string) string {
	return strings.TrimSpace(Line(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)))
}

// Lines returns a text of several lines for a terminal. It keeps line breaks and tabs, so parts from outside have to be
// escaped by [Line] before.
func Lines(s string) string { return escapeInvisible(s, "\n\t") }

// escapeInvisible escapes invisible characters, except those in kept.
func escapeInvisible(s, kept string) string {
	if plain(s, kept) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if isVisible(r, size) || strings.ContainsRune(kept, r) {
			b.WriteString(s[:size])
		} else {
			b.WriteString(escaped(s[:size]))
		}
		s = s[size:]
	}
	return b.String()
}

func plain(s, kept string) bool {
	for i, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) && !strings.ContainsRune(kept, r) {
			_, size := utf8.DecodeRuneInString(s[i:])
			if !isVisible(r, size) {
				return false
			}
		}
	}
	return true
}

// isVisible reports whether a character is visible and its bytes, size in number, are valid UTF-8.
func isVisible(r rune, size int) bool { return strconv.IsPrint(r) && (r != utf8.RuneError || size > 1) }

// escaped returns a character or an invalid byte escaped as in a Go literal.
func escaped(s string) string {
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

// directives replaces the words that have a special meaning in a Go comment, such as directives, and words that make go
// vet check the comment.
func directives() *strings.Replacer {
	return strings.NewReplacer("+build", "+ build", "//go:", "// go:")
}

// GoComment returns a text as a line of a Go comment, which begins with "// ".
func GoComment(s string) string {
	s = directives().Replace(Prose(s))
	for _, start := range []string{"+", "#", "Code generated", "Deprecated:", "go:", "nolint", "lint:", "want ",
		"Output:", "Unordered output:"} {
		if strings.HasPrefix(s, start) {
			s = "'" + s
		}
	}
	return strings.TrimSpace("// " + s)
}

// GoString returns a text as a Go literal in one line: a raw string if that is more readable, else a quoted string.
func GoString(s string) string {
	if strings.ContainsAny(s, `"\`) && !strings.Contains(s, "`") && plain(s, "") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// HTML returns a text for a place between tags or in a quoted attribute.
func HTML(s string) string { return html.EscapeString(escapeInvisible(s, "\n\t")) }

// XML returns a text for a place between tags or in a quoted attribute of XML 1.0. It escapes most control characters
// as in Go, because XML cannot represent them.
func XML(s string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\n", "&#xA;", "\t", "&#x9;",
	).Replace(escapeInvisible(s, "\n\t"))
}

// Markdown returns a text for a line or for a cell of a table.
func Markdown(s string) string {
	var b strings.Builder
	for i, r := range Line(s) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '&':
			b.WriteString("&amp;")
		case strings.ContainsRune("\\`*_{}[]()#!|>~^$=", r), i == 0 && strings.ContainsRune("+-", r):
			b.WriteString("\\" + string(r))
		case r == ':' || r == '@' || r == '.': // otherwise a URL in the text becomes a link
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// JSON returns a JSON text in which invisible characters are escaped. The value does not change.
func JSON(text []byte) []byte {
	if plain(string(text), "\n\t\r") {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case isVisible(r, size) || strings.ContainsRune("\n\t\r", r):
			b.Write(text[:size])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.Bytes()
}
