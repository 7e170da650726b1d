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

// Fill puts pieces in the place of each mark in the literals of a text.
func Fill(t suite.Text, mark string, by ...suite.Piece) (out suite.Text) {
	for _, p := range t {
		if p.Var != "" {
			out = append(out, p)
			continue
		}
		for i, literal := range strings.Split(p.Literal, mark) {
			if i > 0 {
				out = append(out, by...)
			}
			out = append(out, suite.Piece{Literal: literal})
		}
	}
	return Compact(out)
}

// CookieLine returns the value of a Cookie header.
func CookieLine(cookies []suite.Field) (out suite.Text) {
	for i, c := range cookies {
		lead := c.Name + "="
		if i > 0 {
			lead = "; " + lead
		}
		out = append(append(out, suite.Piece{Literal: lead}), c.Value...)
	}
	return Compact(out)
}
