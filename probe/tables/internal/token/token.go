// Package token splits statements of SQL into tokens. It knows what the dialects of SQLite, PostgreSQL and MySQL have
// in common, and where they differ it accepts all of them.
package token

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	Sign   Kind = iota // an operator, or any other character
	Word               // a name without quotes, or a keyword
	Quoted             // a name in quotes, brackets or backquotes
	Text               // a string
	Number
	Param // a placeholder
)

// Token is a part of a statement.
type Token struct {
	Kind Kind
	// Text is a word in capitals, a quoted name without its quotes, the content of a string, or else the source.
	Text string
	// Source is the token as it is written, and At its index in the statement.
	Source string
	At     int
	// Spaced says that a space or a comment stands before the token.
	Spaced bool
}

// Is reports whether a token is one of these keywords, in capitals, or signs.
func (t Token) Is(texts ...string) bool {
	if t.Kind != Word && t.Kind != Sign {
		return false
	}
	for _, text := range texts {
		if t.Text == text {
			return true
		}
	}
	return false
}

// Most bounds how much of a text is read, in bytes.
const Most = 64 << 10

// Options are choices of the dialect. The zero Options are those of standard SQL.
type Options struct {
	// Backslash says that a backslash escapes in every string, as in MySQL.
	Backslash bool
}

// Scan splits a statement into tokens. Comments are left out. Ended says that no string or quoted name lacks its end.
func Scan(text string, o Options) (out []Token, ended bool) {
	ended = true
	text = text[:min(len(text), Most)]
	spaced := false
	for at := 0; at < len(text); {
		rest := text[at:]
		n := blank(rest, at == 0 || text[at-1] == '\n')
		if spaced = spaced || n > 0; n == 0 {
			s := scanner{text: rest, behind: at > 0 && partOfName(text[at-1]), escapes: o.Backslash}
			t := s.next()
			t.Source, t.At, t.Spaced = rest[:s.size], at, spaced
			ended = ended && !s.open
			out = append(out, t)
			n, spaced = s.size, false
		}
		at += n
	}
	return out, ended
}

// blank returns the length of the space or comment at the start of a text, 0 if there is none. "#" begins a comment
// only at the beginning of a line.
func blank(text string, first bool) int {
	switch {
	case strings.IndexByte(" \t\r\n\f\v", text[0]) >= 0:
		return 1
	case strings.HasPrefix(text, "--"), first && text[0] == '#':
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			return end + 1
		}
		return len(text)
	case strings.HasPrefix(text, "/*"):
		n, _ := upTo(text, 2, "*/")
		return n
	case text[0] >= utf8.RuneSelf:
		if r, n := utf8.DecodeRuneInString(text); unicode.IsSpace(r) {
			return n
		}
	}
	return 0
}

// upTo returns the length of a text up to and including a mark, which it searches from an index on. Without the mark
// it is the whole length.
func upTo(text string, from int, mark string) (n int, found bool) {
	if end := strings.Index(text[from:], mark); end >= 0 {
		return from + end + len(mark), true
	}
	return len(text), false
}

// partOfName reports whether a name may have a byte.
func partOfName(c byte) bool {
	return c == '_' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// nameEnd returns how long the name is that a text begins with. A dollar may stand inside.
func nameEnd(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool {
		return r < utf8.RuneSelf && r != '$' && !partOfName(byte(r)) || unicode.IsSpace(r)
	})
	if n < 0 {
		return len(text)
	}
	return n
}

// digits counts those that a text begins with.
func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}
