package tables

import (
	"strings"

	lex "github.com/evoke-go/evoke/probe/tables/internal/token"
)

// kind is the kind of a token.
type kind uint8

const (
	sign   kind = iota // any other character, or an operator
	word               // a name without quotes, or a keyword
	quoted             // a name in quotes, brackets or backquotes
	literal
)

// token is a part of a statement.
type token struct {
	kind kind
	text string // a word in capitals, a quoted name as it is
}

// scan splits a statement into tokens. Comments are left out. The name of an argument counts as a word.
func scan(text string) (out []token) {
	all, _ := lex.Scan(text, lex.Options{})
	for _, t := range all {
		k := kindOf(t)
		switch {
		case t.Kind == lex.Param:
			out = append(out, token{sign, t.Text[:1]})
			if name := strings.TrimLeft(t.Text[1:], "0123456789"); name != "" {
				out = append(out, token{word, strings.ToUpper(name)})
			}
		case k == literal:
			out = append(out, token{kind: literal})
		default:
			out = append(out, token{k, t.Text})
		}
	}
	return out
}

// kindOf returns the kind of a token.
func kindOf(t lex.Token) kind {
	switch t.Kind {
	case lex.Word:
		return word
	case lex.Quoted:
		return quoted
	case lex.Text, lex.Number:
		return literal
	}
	return sign
}
