// Package escape makes texts of strangers harmless in what is written: schemas,
// answers, panics and file names may hold anything, and what holds them is read by
// shells, compilers, browsers and terminals. Each function is for one place, and
// gives a text that nothing there takes for more than a text.
//
// What a reader would not see is spelled as in Go: a line break as \n, a control
// character as \x1b, one that turns the direction of writing as \u202e. A byte that
// is not UTF-8 is spelled as \xff.
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

// Line returns a text as a part of one line of a terminal. It keeps all characters
// that show.
func Line(s string) string { return shown(s, "") }

// Prose is [Line] for sentences: white space that breaks lines is a space.
func Prose(s string) string {
	return strings.TrimSpace(Line(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(s)))
}

// Lines returns a text of several lines for a terminal. It keeps its line breaks
// and tabs, so the texts of others in it have to be lines already.
func Lines(s string) string { return shown(s, "\n\t") }

// shown spells out what does not show, except for some characters.
func shown(s, kept string) string {
	if plain(s, kept) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if shows(r, size) || strings.ContainsRune(kept, r) {
			b.WriteString(s[:size])
		} else {
			b.WriteString(spelled(s[:size]))
		}
		s = s[size:]
	}
	return b.String()
}

func plain(s, kept string) bool {
	for i, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) && !strings.ContainsRune(kept, r) {
			_, size := utf8.DecodeRuneInString(s[i:])
			if !shows(r, size) {
				return false
			}
		}
	}
	return true
}

// shows reports whether a character of so many bytes shows, and as what it is.
func shows(r rune, size int) bool { return strconv.IsPrint(r) && (r != utf8.RuneError || size > 1) }

// spelled is a character, or a byte, as in a literal of Go.
func spelled(s string) string {
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

// directives are the words that make a comment of Go more than a comment, or make
// go vet look for mistakes in it, each with what stands for it.
func directives() *strings.Replacer {
	return strings.NewReplacer("+build", "+ build", "//go:", "// go:")
}

// GoComment returns a text as a line of a comment of Go, which begins with "// ".
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

// GoString returns a text as a literal of Go in one line: a raw string where that
// reads better, else a quoted one.
func GoString(s string) string {
	if strings.ContainsAny(s, `"\`) && !strings.Contains(s, "`") && plain(s, "") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// HTML returns a text as it stands between tags or in a quoted attribute.
func HTML(s string) string { return html.EscapeString(shown(s, "\n\t")) }

// XML returns a text as it stands between tags or in a quoted attribute of XML 1.0,
// which has no form at all for most control characters.
func XML(s string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\n", "&#xA;", "\t", "&#x9;",
	).Replace(shown(s, "\n\t"))
}

// Markdown returns a text as it stands in a line or in a cell of a table.
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
		case r == ':' || r == '@' || r == '.': // else it may become a link
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// JSON returns a JSON text with all characters spelled out that do not show. It is
// the same value as before.
func JSON(text []byte) []byte {
	if plain(string(text), "\n\t\r") {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case shows(r, size) || strings.ContainsRune("\n\t\r", r):
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
