package message

import (
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
