package token

import (
	"strings"
	"unicode/utf8"
)

// scanner reads the token at the start of a text.
type scanner struct {
	text    string
	behind  bool // a name comes before: then "[" belongs to an array
	escapes bool
	size    int  // the length of the token
	open    bool // the token lacks its end
}

// mostName bounds how far the end of a name in brackets, or of a mark, is looked for.
const mostName = 256

// next reads the token.
func (s *scanner) next() Token {
	text := s.text
	switch c := text[0]; {
	case c == '\'':
		return s.quotes(Text, 0, s.escapes)
	case (c == 'e' || c == 'E') && !s.behind && strings.HasPrefix(text[1:], "'"):
		return s.quotes(Text, 1, true)
	case c == '"', c == '`':
		return s.quotes(Quoted, 0, s.escapes && c == '"')
	case c == '[' && !s.behind && strings.Contains(text[:min(len(text), mostName)], "]"):
		s.size, _ = upTo(text, 1, "]")
		return Token{Kind: Quoted, Text: text[1 : s.size-1]}
	case c == '$':
		return s.dollar()
	case c >= '0' && c <= '9', c == '.' && !s.behind && digits(text[1:]) > 0:
		return s.number()
	case partOfName(c):
		s.size = nameEnd(text)
		return Token{Kind: Word, Text: strings.ToUpper(text[:s.size])}
	case c == '?':
		return s.whole(Param, 1+digits(text[1:]))
	case (c == ':' || c == '@') && len(text) > 1 && partOfName(text[1]):
		return s.whole(Param, 1+nameEnd(text[1:]))
	}
	return s.whole(Sign, operator(text))
}

// whole returns the first bytes of the text as a token.
func (s *scanner) whole(k Kind, n int) Token {
	s.size = n
	return Token{Kind: k, Text: s.text[:n]}
}

// number reads digits with a point and an exponent, or a number in hexadecimal digits. Letters that follow belong to
// it, which makes it no number.
func (s *scanner) number() Token {
	n, hex := 0, len(s.text) > 1 && s.text[0] == '0' && s.text[1]|0x20 == 'x'
	for n < len(s.text) {
		c := s.text[n]
		sign := (c == '+' || c == '-') && n > 0 && s.text[n-1]|0x20 == 'e' && n+1 < len(s.text) &&
			s.text[n+1] >= '0' && s.text[n+1] <= '9' && !hex
		if c != '.' && !sign && (c >= utf8.RuneSelf || !partOfName(c)) {
			break
		}
		n++
	}
	return s.whole(Number, n)
}

// operators are the signs of several characters, longer ones first.
var operators = [...]string{
	"->>", "#>>", "<=>", "!~*", "<=", ">=", "<>", "!=", "==", "||", "::", "->", "#>", "&&", "!~", "~*", "@>", "<@",
	"<<", ">>", ":=", "@@",
}

// operator returns the length of the operator that a text begins with.
func operator(text string) int {
	for _, o := range operators {
		if strings.HasPrefix(text, o) {
			return len(o)
		}
	}
	return 1
}

// dollar reads a text between two equal marks such as $$ or $body$, or a placeholder.
func (s *scanner) dollar() Token {
	end := strings.IndexByte(s.text[1:min(len(s.text), mostName)], '$')
	plain := func(r rune) bool { return r >= utf8.RuneSelf || !partOfName(byte(r)) }
	if end < 0 || end > 0 && (digits(s.text[1:]) > 0 || strings.ContainsFunc(s.text[1:1+end], plain)) {
		n := digits(s.text[1:])
		if n == 0 && len(s.text) > 1 && partOfName(s.text[1]) {
			n = nameEnd(s.text[1:])
		}
		if n == 0 {
			return s.whole(Sign, 1)
		}
		return s.whole(Param, 1+n)
	}
	mark := s.text[:end+2]
	n, found := upTo(s.text, len(mark), mark)
	s.size, s.open = n, !found
	if !found {
		return Token{Kind: Text, Text: s.text[len(mark):]}
	}
	return Token{Kind: Text, Text: s.text[len(mark) : n-len(mark)]}
}

// quotes reads a text in quotes, which begins at an index. Two quotes are one inside.
func (s *scanner) quotes(k Kind, from int, escapes bool) Token {
	quote := s.text[from]
	var b strings.Builder
	for i := from + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case escapes && c == '\\' && i+1 < len(s.text):
			i++
			if next := s.text[i]; s.escapes && (next == '%' || next == '_') { // LIKE reads that backslash
				b.WriteByte('\\')
			}
			b.WriteByte(unescaped(s.text[i]))
		case c != quote:
			b.WriteByte(c)
		case i+1 < len(s.text) && s.text[i+1] == quote:
			i++
			b.WriteByte(quote)
		default:
			s.size = i + 1
			return Token{Kind: k, Text: b.String()}
		}
	}
	s.size, s.open = len(s.text), true
	return Token{Kind: k, Text: b.String()}
}

// unescaped returns the character that a character behind a backslash stands for.
func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case '0':
		return 0
	}
	return c
}
