package lowering

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// fields returns the query or the headers, with variables for the values of earlier answers.
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
func (l *lowering) cookies(s *execute.TraceStep) suite.Text {
	return message.CookieLine(l.fields(s.Encoded.Cookies, openapi.InCookie, s.Uses))
}

// path joins the literal pieces, with variables for the values of earlier answers.
func (l *lowering) path(s *execute.TraceStep) suite.Text {
	text := suite.Text{{Literal: l.w.Executor.Below(s.Call.Op.Spec)}}
	if s.Encoded.Rooted {
		text = nil
	}
	for i := range s.Encoded.Path {
		at := slices.IndexFunc(s.Uses, func(u link.Use) bool { return u.In == openapi.InPath && u.Piece == i })
		if at >= 0 {
			text = append(append(text, suite.Piece{Literal: s.Encoded.Path[i].Prefix}),
				l.pieces(&s.Uses[at], message.EscapeSegment)...)
			continue
		}
		text = append(text, suite.Piece{Literal: s.Encoded.Path[i].Text})
	}
	return message.Compact(text)
}

// pieces returns the text of a part of a call that has values of earlier answers. It escapes the literal pieces.
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

// bodyText returns the body, with variables for the values of earlier answers. During the encoding, unique marks stand
// for these variables.
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
	if form := s.Encoded.Form; form != nil {
		var e message.Request
		e.AddBody(form, v)
		return message.Compact(l.marked(string(e.Body), mark, marks))
	}
	return message.Compact(l.marked(string(value.AppendJSON(nil, v)), mark, marks))
}

// marked replaces the marks in a body by variables. Each mark begins with the same text and ends with a dot.
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

// capture makes the step of an origin store the value in a variable. It returns the variable.
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

// variable returns the name of the variable for a value, from its resource: "bookID" for the id of a book.
func (l *lowering) variable(o *link.Origin) string {
	parts := []string{api.Element(o.Template), "id"}
	if o.Field != "" && !strings.HasSuffix(o.Field, "id") && !words.Addresses.Has(o.Field) {
		parts[1] = nameOf(o.Name)
		if o.Source != suite.FromBody {
			parts[1] = o.Field
		}
	}
	return free(l.vars, suite.LowerCamel(parts...))
}

// free returns a name that is not among those of the other variables, and adds it to them.
func free(others map[string]bool, stem string) string {
	name := stem
	for n := 2; others[name]; n++ {
		name = stem + strconv.Itoa(n)
	}
	others[name] = true
	return name
}

// likeFirst returns the body of an answer with the generated names of the first execution in place of its own.
func likeFirst(first, own []execute.Name, body []byte) []byte {
	for i := range min(len(first), len(own)) {
		body = bytes.ReplaceAll(body, []byte(own[i].Text), []byte(first[i].Text))
	}
	return body
}

// name replaces the names that the test generates by variables.
func (l *lowering) name(step *suite.Step) {
	names := l.Traces[0].Names
	if len(names) == 0 {
		return
	}
	r := &step.Call.Request
	r.Path = l.withNames(r.Path)
	for _, fields := range [][]suite.Field{r.Query, r.Headers} {
		for i := range fields {
			fields[i].Value = l.withNames(fields[i].Value)
		}
	}
	if r.Body != nil {
		r.Body.Text = l.withNames(r.Body.Text)
	}
	var checks []suite.Check
	for _, c := range step.Call.Expect.Checks {
		text, isText := c.Value.(string)
		switch {
		case holdsName(names, c.Pointer):
		case isText && holdsName(names, text):
			c.Value, c.Text = nil, l.withNames(suite.Literal(text))
			checks = append(checks, c)
		case c.Op != suite.Equal || !holdsName(names, string(value.AppendJSON(nil, c.Value))):
			checks = append(checks, c)
		}
	}
	step.Call.Expect.Checks = checks
}

func holdsName(names []execute.Name, text string) bool {
	return slices.ContainsFunc(names, func(n execute.Name) bool { return strings.Contains(text, n.Text) })
}

// unnumbered returns a text in which the names are reduced to their stems.
func unnumbered(names []execute.Name, text string) string {
	for _, n := range names {
		text = strings.ReplaceAll(text, n.Text, n.Stem)
	}
	return text
}

// withNames returns a text in which the names are replaced by variables.
func (l *lowering) withNames(t suite.Text) suite.Text {
	for _, n := range l.Traces[0].Names {
		if slices.ContainsFunc(t, func(p suite.Piece) bool { return strings.Contains(p.Literal, n.Text) }) {
			t = message.Fill(t, n.Text, suite.Piece{Var: l.variableOf(n), Stem: n.Stem})
		}
	}
	return message.Compact(t)
}

func (l *lowering) variableOf(n execute.Name) string {
	if l.called == nil {
		l.called = map[string]string{}
	}
	if l.called[n.Text] == "" {
		l.called[n.Text] = free(l.vars, n.Variable)
	}
	return l.called[n.Text]
}
