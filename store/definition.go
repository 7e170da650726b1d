package store

import "strings"

// readDefinition finds the CHECKs in the definition of a table of SQLite, which has them nowhere else.
func readDefinition(definition string, check func(name, condition string)) {
	name := ""
	for rest := definition; rest != ""; {
		word, after := token(rest)
		switch {
		case strings.EqualFold(word, "CONSTRAINT"):
			name, after = token(strings.TrimLeft(after, space))
			name = bare(name)
		case strings.EqualFold(word, "CHECK"):
			condition, behind, ok := enclosed(strings.TrimLeft(after, space))
			if ok {
				check(name, strings.TrimSpace(condition))
				after = behind
			}
			name = ""
		case word == "," || word == "":
			name = ""
		}
		rest = after
	}
}

const space = " \t\r\n\f"

// enclosed returns what is in the parentheses at the beginning of a text, and what is behind them.
func enclosed(s string) (inside, after string, ok bool) {
	depth := 0
	for rest := s; rest != ""; {
		word, behind := token(rest)
		switch word {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if word != ")" {
				return "", s, false
			}
			return s[1 : len(s)-len(rest)], behind, true
		}
		rest = behind
	}
	return "", s, false
}

// token returns the first token of a text of SQL, and what is behind it: a word, a quoted text or name, or a character.
// Space and comments are tokens of their own.
func token(s string) (first, after string) {
	end := 1
	switch c := s[0]; {
	case strings.HasPrefix(s, "--"):
		end = upTo(s, "\n")
	case strings.HasPrefix(s, "/*"):
		end = upTo(s, "*/")
	case c == '\'' || c == '"' || c == '`':
		end = quoted(s, c)
	case c == '[':
		end = upTo(s, "]")
	case isWord(c):
		for end < len(s) && isWord(s[end]) {
			end++
		}
	}
	return s[:end], s[end:]
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// upTo returns the length of a token that ends with a text.
func upTo(s, end string) int {
	if i := strings.Index(s[1:], end); i >= 0 {
		return 1 + i + len(end)
	}
	return len(s)
}

// quoted returns the length of a token in quotes, where two quotes stand for one.
func quoted(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if i+1 == len(s) || s[i+1] != quote {
			return i + 1
		}
		i++
	}
	return len(s)
}

// bare returns a name without its quotes.
func bare(name string) string {
	if len(name) < 2 {
		return name
	}
	switch c := name[0]; c {
	case '"', '`', '\'':
		return strings.ReplaceAll(name[1:len(name)-1], string([]byte{c, c}), string(c))
	case '[':
		return name[1 : len(name)-1]
	}
	return name
}
