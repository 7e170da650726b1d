package harvest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/wire"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// fields returns the query or the headers. It puts variables where the call
// used a value of an earlier answer.
func (l *lowering) fields(pairs []message.Pair, in string, uses []link.Use) (out []suite.Field) {
	for i, p := range pairs {
		value := suite.Literal(p.Value)
		at := slices.IndexFunc(uses, func(u link.Use) bool { return u.In == in && u.Piece == i })
		if at >= 0 {
			value = l.pieces(&uses[at], func(s string) string { return s })
		}
		out = append(out, suite.Field{Name: p.Name, Value: value})
	}
	return out
}

// cookies returns the value of the Cookie header.
func (l *lowering) cookies(s *execute.TraceStep) (text suite.Text) {
	for i, c := range l.fields(s.Encoded.Cookies, openapi.InCookie, s.Uses) {
		name := c.Name + "="
		if i > 0 {
			name = "; " + name
		}
		text = append(append(text, suite.Piece{Literal: name}), c.Value...)
	}
	return message.Compact(text)
}

// path joins the literal pieces. It puts a variable where the call used a value
// of an earlier answer.
func (l *lowering) path(s *execute.TraceStep) suite.Text {
	text := suite.Text{{Literal: l.h.executor.BasePath}}
	for i := range s.Encoded.Path {
		at := slices.IndexFunc(s.Uses, func(u link.Use) bool { return u.In == openapi.InPath && u.Piece == i })
		if at >= 0 {
			text = append(append(text, suite.Piece{Literal: s.Encoded.Path[i].Prefix}), l.pieces(&s.Uses[at], wire.EscapeSegment)...)
			continue
		}
		text = append(text, suite.Piece{Literal: s.Encoded.Path[i].Text})
	}
	return message.Compact(text)
}

// pieces returns the text of a part of a call that was read from earlier
// answers. It escapes the literal pieces.
func (l *lowering) pieces(u *link.Use, escape func(string) string) (text suite.Text) {
	for _, p := range u.Text {
		if p.Origin == nil {
			text = append(text, suite.Piece{Literal: escape(p.Literal)})
			continue
		}
		text = append(text, suite.Piece{Var: l.capture(p.Origin)})
	}
	return text
}

// bodyText returns the body. It puts variables where the call used values of
// earlier answers. While it encodes the body, marks that occur nowhere else in
// it stand for these variables.
func (l *lowering) bodyText(s *execute.TraceStep) suite.Text {
	mark := "evoke"
	for strings.Contains(string(s.Encoded.Body), mark) {
		mark += "x"
	}
	v := s.Encoded.Value
	marks := map[string]*link.Use{}
	for i := range s.Uses {
		if u := &s.Uses[i]; u.In == link.InBodyText {
			name := mark + strconv.Itoa(i) + "."
			v = genotype.ReplaceAt(v, u.At, name)
			marks[name] = u
		}
	}
	if len(marks) == 0 {
		return message.Compact(suite.Literal(string(s.Encoded.Body)))
	}
	return message.Compact(l.marked(string(value.AppendJSON(nil, v)), mark, marks))
}

// marked puts variables in place of the marks in a body. Each mark begins with
// the same text and ends with a dot.
func (l *lowering) marked(rest, mark string, marks map[string]*link.Use) (text suite.Text) {
	for {
		before, after, found := strings.Cut(rest, mark)
		if !found {
			return append(text, suite.Piece{Literal: rest})
		}
		number, behind, _ := strings.Cut(after, ".")
		u := marks[mark+number+"."]
		if u.Bare {
			before, behind = strings.TrimSuffix(before, `"`), strings.TrimPrefix(behind, `"`)
		}
		text = append(append(text, suite.Piece{Literal: before}), l.pieces(u, inString)...)
		rest = behind
	}
}

// inString escapes text for the inside of a JSON string.
func inString(s string) string {
	quoted := value.AppendJSON(nil, s)
	return string(quoted[1 : len(quoted)-1])
}

// capture makes the step of an origin read the value into a variable.
func (l *lowering) capture(o *link.Origin) string {
	step := l.test.Steps[l.at[o.Step]].Call
	last := o.Last || o.Source == suite.FromHeader && o.Field == ""
	for _, c := range step.Captures {
		if c.Source == o.Source && c.Name == o.Name && c.LastSegment == last {
			return c.Var
		}
	}
	name := l.variable(o)
	step.Captures = append(step.Captures, suite.Capture{Var: name, Source: o.Source, Name: o.Name, LastSegment: last})
	return name
}

// variable names a value after its resource: "bookID" for the id of a book.
func (l *lowering) variable(o *link.Origin) string {
	words := []string{singular(nounOf(o.Template)), "id"}
	if o.Field != "" && !strings.HasSuffix(o.Field, "id") {
		words[1] = nameOf(o.Name)
		if o.Source == suite.FromHeader {
			words[1] = o.Field
		}
	}
	stem := suite.LowerCamel(words...)
	name := stem
	for n := 2; l.vars[name]; n++ {
		name = stem + strconv.Itoa(n)
	}
	l.vars[name] = true
	return name
}

// nounOf returns the segment of a path that names its elements: the last one in
// the plural, or else the first.
func nounOf(template string) string {
	noun := ""
	for s := range strings.SplitSeq(template, "/") {
		if s == "" || strings.Contains(s, "{") {
			continue
		}
		if noun == "" || strings.HasSuffix(s, "s") {
			noun = s
		}
	}
	if noun == "" {
		return "resource"
	}
	return noun
}

// singular returns the singular of a noun, as far as its ending reveals it.
func singular(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "ies"); ok && stem != "" {
		return stem + "y"
	}
	if strings.HasSuffix(noun, "ss") {
		return noun
	}
	for _, ending := range []string{"sses", "xes", "ches", "shes"} {
		if strings.HasSuffix(noun, ending) {
			return strings.TrimSuffix(noun, "es")
		}
	}
	return strings.TrimSuffix(noun, "s")
}
