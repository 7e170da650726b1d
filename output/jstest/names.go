package jstest

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/suite"
)

// reserved are the names that code of tests uses, besides those that the language and its frameworks have.
const reserved = "Buffer encodeURIComponent api start row"

// variables are the variables of one function. Whole ones hold JSON values.
type variables struct {
	*naming.Variables
	raw map[string]bool // captured outside of JSON
}

// newVariables returns the variables for the steps that a function contains.
func newVariables(steps []suite.Step) *variables {
	taken := slices.AppendSeq(strings.Fields(reserved), words.JSOwn.All())
	return &variables{naming.NewVariables(naming.NewScope(taken...), steps), map[string]bool{}}
}

// declareAll declares variables for the captures of a step that are used.
func (v *variables) declareAll(s *suite.Step, asText, asWhole map[string]bool) {
	for _, c := range s.Call.Captures {
		if naming.Raw(c) {
			v.raw[c.Var] = true
		}
		v.Declare(c, asText[c.Var], asWhole[c.Var], "Value")
	}
}

// names returns the lines that make the unique names.
func (v *variables) names(indent string) string {
	var b strings.Builder
	for _, p := range v.Made {
		b.WriteString(indent + "const " + v.Text[p.Var] + " = api.unique(" + escape.JSString(p.Stem) + ");\n")
	}
	return b.String()
}

// plain returns the expression for the value of a variable as a text.
func (v *variables) plain(name string) string {
	if suite.IsSecret(name) {
		return "api.secret(" + escape.JSString(name) + ")"
	}
	return v.Text[name]
}

// value returns the expression for a variable as a whole value in a literal.
func (v *variables) value(name string) string {
	if whole, ok := v.Whole[name]; ok {
		return whole
	}
	return "api.parse(" + v.plain(name) + ")"
}

// json returns the expression for a variable as a whole value in a JSON text.
func (v *variables) json(name string) string {
	if whole, ok := v.Whole[name]; ok {
		return "api.stringify(" + whole + ")"
	}
	return v.plain(name)
}
