package tables

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind uint8

const (
	sign   kind = iota // any other character
	word               // a name without quotes, or a keyword
	quoted             // a name in quotes, brackets or backquotes
	literal
)

// token is a part of a statement.
type token struct {
	kind kind
	text string // a word in capitals, a quoted name as it is
}

// maxStatement bounds how much of a text is read, in bytes.
const maxStatement = 64 << 10

// scan splits a statement into tokens. Comments are left out.
func scan(text string) (out []token) {
	text = text[:min(len(text), maxStatement)]
	for at := 0; at < len(text); {
		rest := text[at:]
		n := blank(rest, at == 0 || text[at-1] == '\n')
		if n == 0 {
			var t token
			t, n = next(rest, at > 0 && partOfName(text[at-1]))
			out = append(out, t)
		}
		at += max(1, n) // a space outside of ASCII
	}
	return out
}

// blank returns the length of the space or comment at the start of a text, 0 if there is none. "#" begins a comment
// only at the beginning of a line.
func blank(text string, first bool) int {
	switch {
	case strings.ContainsRune(" \t\r\n\f\v", rune(text[0])):
		return 1
	case strings.HasPrefix(text, "--"), first && text[0] == '#':
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			return end + 1
		}
		return len(text)
	case strings.HasPrefix(text, "/*"):
		return upTo(text, 2, "*/")
	}
	return 0
}

// upTo returns the length of a text up to and including a mark, which it searches from an index on: the whole length if
// there is none.
func upTo(text string, from int, mark string) int {
	if end := strings.Index(text[from:], mark); end >= 0 {
		return from + end + len(mark)
	}
	return len(text)
}

// next returns the first token of a text, and its length. behind says that a name comes before it: then "[" belongs to
// an array.
func next(text string, behind bool) (token, int) {
	switch c := text[0]; {
	case c == '\'':
		return token{kind: literal}, within(text, c, false)
	case (c == 'e' || c == 'E') && !behind && strings.HasPrefix(text[1:], "'"):
		return token{kind: literal}, 1 + within(text[1:], '\'', true)
	case c == '"' || c == '`':
		n := within(text, c, false)
		return token{quoted, strings.ReplaceAll(strings.Trim(text[:n], string(c)), string([]byte{c, c}), string(c))}, n
	case c == '[' && !behind && strings.Contains(text, "]"):
		n := upTo(text, 1, "]")
		return token{quoted, text[1 : n-1]}, n
	case c == '$':
		return dollar(text)
	case c >= '0' && c <= '9':
		return token{kind: literal}, number(text)
	case partOfName(c):
		n := strings.IndexFunc(text, func(r rune) bool {
			return r < utf8.RuneSelf && r != '$' && !partOfName(byte(r)) || unicode.IsSpace(r)
		})
		if n < 0 {
			n = len(text)
		}
		return token{word, strings.ToUpper(text[:n])}, n
	}
	return token{sign, text[:1]}, 1
}

// number returns how long the number is that a text begins with.
func number(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r >= utf8.RuneSelf || !partOfName(byte(r))) })
	if n < 0 {
		return len(text)
	}
	return n
}

// dollar returns a text between two equal marks such as $$ or $body$, or a sign.
func dollar(text string) (token, int) {
	end := strings.IndexByte(text[1:], '$')
	if end < 0 || end > 0 && (text[1] >= '0' && text[1] <= '9' ||
		strings.ContainsFunc(text[1:1+end], func(r rune) bool { return r >= utf8.RuneSelf || !partOfName(byte(r)) })) {
		return token{sign, "$"}, 1 + digits(text[1:])
	}
	mark := text[:end+2]
	return token{kind: literal}, upTo(text, len(mark), mark)
}

// digits counts those that a text begins with.
func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// within returns how long the text in quotes is that a text begins with. Two quotes are
// one inside, and behind a backslash where these escape.
func within(text string, quote byte, escapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case escapes && text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(text)
}

// partOfName reports whether a name may have a byte.
func partOfName(c byte) bool {
	return c == '_' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
