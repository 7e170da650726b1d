package message

import (
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Compact joins neighbouring literals and drops empty ones.
func Compact(t suite.Text) suite.Text {
	var out suite.Text
	for _, p := range t {
		last := len(out) - 1
		switch {
		case p.Var == "" && p.Literal == "":
		case p.Var == "" && last >= 0 && out[last].Var == "":
			out[last].Literal += p.Literal
		default:
			out = append(out, p)
		}
	}
	return out
}

// textOf returns the literal pieces of a text.
func textOf(t suite.Text) string {
	var b strings.Builder
	for _, piece := range t {
		b.WriteString(piece.Literal)
	}
	return b.String()
}
