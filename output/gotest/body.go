package gotest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// goText returns a Go expression for a text. The function wrap returns the expression for a variable.
func goText(t suite.Text, wrap func(name string) string) string {
	var parts []string
	literal := ""
	for _, p := range t {
		if p.Var == "" {
			literal += p.Literal
			continue
		}
		if literal != "" {
			parts = append(parts, expr.Lines(literal))
			literal = ""
		}
		parts = append(parts, wrap(p.Var))
	}
	if literal != "" || len(parts) == 0 {
		parts = append(parts, expr.Lines(literal))
	}
	return strings.Join(parts, "+")
}

// jsonLayout is a JSON text to be written in several lines. Marks replace the variables: texts that do not occur
// elsewhere in it.
type jsonLayout struct {
	marked string   // compact JSON with marks
	marks  []string // one for each variable, in order
	exprs  []string
	layout layout
}

// newJSONLayout replaces the variables of a JSON text by marks. ok is false if the text is no JSON or has white space;
// the test then has to send it byte by byte.
func newJSONLayout(t suite.Text, expr func(name string, inString bool) string) (*jsonLayout, bool) {
	stem := "variable"
	for strings.Contains(literals(t), stem) {
		stem += "x"
	}
	l := &jsonLayout{}
	var b strings.Builder
	for i, inside := range t.InStrings() {
		p := t[i]
		if p.Var == "" {
			b.WriteString(p.Literal)
			continue
		}
		mark := stem + strconv.Itoa(len(l.marks)) + "_"
		if !inside {
			mark = `"` + mark + `"`
		}
		l.marks = append(l.marks, mark)
		l.exprs = append(l.exprs, expr(p.Var, inside))
		b.WriteString(mark)
	}
	l.marked = b.String()
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(l.marked)); err != nil || compact.String() != l.marked {
		return nil, false
	}
	return l, true
}

// goExpr returns the layout as a Go expression between the code before and behind. All its lines begin with indent.
func (l *jsonLayout) goExpr(indent, before, behind string) string {
	n := parseCompact(l.marked)
	if n == nil {
		return l.split(l.marked, expr.String)
	}
	return l.split(n.lines(l.layout, indent, expr.Columns(indent+before+"``"+behind)), expr.Raw)
}

// split replaces the marks in a text by the expressions of the variables.
func (l *jsonLayout) split(text string, quote func(string) string) string {
	var parts []string
	for i, mark := range l.marks {
		before, after, _ := strings.Cut(text, mark)
		if before != "" {
			parts = append(parts, quote(before))
		}
		parts = append(parts, l.exprs[i])
		text = after
	}
	if text != "" || len(parts) == 0 {
		parts = append(parts, quote(text))
	}
	return strings.Join(parts, " + ")
}

// literals joins the literal pieces of a text.
func literals(t suite.Text) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.Literal)
	}
	return b.String()
}

// withJSON returns a line of code that contains compact JSON, in few lines.
func withJSON(before, text, behind string) string {
	l := &jsonLayout{marked: text, layout: layout{fill: true}}
	return before + l.goExpr("\t", before, behind) + behind
}
