package jstest

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// textExpression returns an expression for a text: a literal, a variable, or a template. The function wrap returns the
// expression for the variable in a piece.
func textExpression(t suite.Text, wrap func(i int) string) string {
	var b strings.Builder
	literal, only := true, ""
	for i, p := range t {
		if p.Var == "" {
			b.WriteString(escape.JSTemplate(p.Literal))
			continue
		}
		literal = false
		expr := wrap(i)
		if len(t) == 1 {
			only = expr
		}
		b.WriteString("${" + expr + "}")
	}
	switch {
	case literal:
		text, _ := t.Literal()
		return escape.JSString(text)
	case only != "":
		return only
	}
	return "`" + b.String() + "`"
}

// isText reports whether a template literal can contain a text.
func isText(t suite.Text) bool {
	return !slices.ContainsFunc(t, func(p suite.Piece) bool { return !escape.IsText(p.Literal) })
}

// bytesExpression returns an expression for any text: bytes if it is not UTF-8.
func bytesExpression(t suite.Text, wrap func(i int) string) string {
	if isText(t) {
		return textExpression(t, wrap)
	}
	var parts []string
	for i, p := range t {
		if p.Var != "" {
			parts = append(parts, "Buffer.from("+wrap(i)+")")
		} else if p.Literal != "" {
			parts = append(parts, "Buffer.from('"+base64.StdEncoding.EncodeToString([]byte(p.Literal))+"', 'base64')")
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "Buffer.concat([" + strings.Join(parts, ", ") + "])"
}

// longText is the length in bytes from which each line of a text gets its own line of code.
const longText = 80

// content returns the expression for a body that is no JSON.
func (s *stepWriter) content(b *suite.Body) string {
	t := b.Text
	text, ok := t.Literal()
	lines := strings.SplitAfter(text, "\n")
	if !ok || !isText(t) || len(text) <= longText || len(lines) < 3 {
		if s.step.Call.Request.HasForm() {
			return bytesExpression(t, s.inForm(t))
		}
		return bytesExpression(t, s.text(t))
	}
	var parts []string
	for _, line := range lines {
		if line != "" {
			parts = append(parts, escape.JSString(line))
		}
	}
	inner := s.indent + "    "
	return "\n" + inner + strings.Join(parts, " +\n"+inner) + ",\n" + s.indent + "  "
}

// text returns a function that returns the expressions for the variables of a text.
func (s *stepWriter) text(t suite.Text) func(int) string {
	return func(i int) string { return s.vars.plain(t[i].Var) }
}

// inForm returns a function that returns the expressions for the variables of a form.
func (s *stepWriter) inForm(t suite.Text) func(int) string {
	return func(i int) string {
		if s.vars.IsName(t[i].Var) || suite.IsSecret(t[i].Var) {
			return s.vars.plain(t[i].Var)
		}
		return "encodeURIComponent(" + s.vars.plain(t[i].Var) + ")"
	}
}

// target returns the path of a call. It includes the query if that is not UTF-8, and reports so.
func (s *stepWriter) target() (path string, query bool) {
	r := &s.step.Call.Request
	t := slices.Clone(r.Path)
	if len(t) == 0 || t[0].Var != "" || !strings.HasPrefix(t[0].Literal, "/") {
		t = append(suite.Literal("/"), t...)
	}
	for i := range t {
		t[i].Literal = sendable(t[i].Literal)
	}
	in := slices.ContainsFunc(r.Query, func(f suite.Field) bool { return !escape.IsText(f.Name) || !isText(f.Value) })
	if in {
		separator := "?"
		for _, q := range r.Query {
			if strings.Contains(t.String(), "?") {
				separator = "&"
			}
			t = append(t, suite.Piece{Literal: separator + escaped(q.Name) + "="})
			for _, p := range q.Value {
				p.Literal = escaped(p.Literal)
				t = append(t, p)
			}
		}
	}
	return textExpression(t, func(i int) string {
		if s.vars.IsName(t[i].Var) {
			return s.vars.plain(t[i].Var) // a unique name is the same when it is escaped
		}
		return "encodeURIComponent(" + s.vars.plain(t[i].Var) + ")"
	}), !in
}

func escaped(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// sendable escapes characters that a request line cannot contain.
func sendable(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// body returns the method call that sets the body; "" for none. setsType says that the call also sets the content type.
func (s *stepWriter) body() (call string, setsType bool) {
	body := s.step.Call.Request.Body
	if body == nil {
		return "", false
	}
	if !body.JSON {
		return "body(" + s.content(body) + ")", false
	}
	var types []string
	for _, h := range s.step.Call.Request.Headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			types = append(types, h.Value.String())
		}
	}
	plain := slices.Equal(types, []string{"application/json"})
	if c, ok := s.jsonLiteral(body.Text); ok && len(types) > 0 {
		return "json(" + c.lines(s.indent+"  ", len(s.indent)+len("  .json()")) + ")", plain
	}
	text := bytesExpression(body.Text, s.inJSON(body.Text))
	if plain {
		return "jsonText(" + text + ")", true
	}
	return "body(" + text + ")", false
}

// inJSON returns a function that returns the expressions for the variables of a JSON text.
func (s *stepWriter) inJSON(t suite.Text) func(int) string {
	inside := t.InStrings()
	return func(i int) string {
		switch {
		case inside[i] && s.vars.IsName(t[i].Var):
			return s.vars.plain(t[i].Var)
		case inside[i]:
			return "api.inString(" + s.vars.plain(t[i].Var) + ")"
		}
		return s.vars.json(t[i].Var)
	}
}

// jsonLiteral returns a JSON text as the literal of its value. ok is false if JSON.stringify of the value would give
// another text.
func (s *stepWriter) jsonLiteral(t suite.Text) (c *code, ok bool) {
	return jsonLiteral(t, func(i int, inString bool) string {
		if inString {
			return s.vars.plain(t[i].Var)
		}
		return s.vars.value(t[i].Var)
	})
}

// marked is a JSON text in which marks replace the variables: texts that do not occur elsewhere in it.
type marked struct {
	text   suite.Text
	inside []bool // by piece: whether it is inside a string
	stem   string
	json   string
	order  []string       // all marks
	piece  map[string]int // the index of the piece, by mark
}

func newMarked(t suite.Text) *marked {
	m := &marked{text: t, inside: t.InStrings(), stem: "variable", piece: map[string]int{}}
	for strings.Contains(t.String(), m.stem) {
		m.stem += "x"
	}
	for i, inside := range m.inside {
		if t[i].Var == "" {
			m.json += t[i].Literal
			continue
		}
		mark := m.stem + strconv.Itoa(len(m.order)) + "_"
		m.piece[mark] = i
		m.order = append(m.order, mark)
		if !inside {
			mark = `"` + mark + `"`
		}
		m.json += mark
	}
	return m
}

// pieces splits a text of the JSON at its marks. at are the indices of the pieces of the original text that have the
// variables.
func (m *marked) pieces(text string) (parts suite.Text, at []int) {
	add := func(p suite.Piece, i int) { parts, at = append(parts, p), append(at, i) }
	for _, mark := range m.order {
		if before, after, found := strings.Cut(text, mark); found {
			if before != "" {
				add(suite.Piece{Literal: before}, 0)
			}
			add(m.text[m.piece[mark]], m.piece[mark])
			text = after
		}
	}
	if text != "" || len(parts) == 0 {
		add(suite.Piece{Literal: text}, 0)
	}
	return parts, at
}

// jsonLiteral returns a JSON text as the literal of its value. expr returns the expression for the variable in a piece.
// ok is false if JSON.stringify of the value would give another text.
func jsonLiteral(t suite.Text, expr func(i int, inString bool) string) (c *code, ok bool) {
	m := newMarked(t)
	v, err := value.ParseJSON([]byte(m.json))
	if err != nil || !isText(t) {
		return nil, false
	}
	if text, ok := stringify(v); !ok || text != m.json || inKeys(v, m.stem) {
		return nil, false
	}
	return literal(v, func(text string) string {
		if i, whole := m.piece[text]; whole && !m.inside[i] {
			return expr(i, false)
		}
		parts, at := m.pieces(text)
		return textExpression(parts, func(n int) string { return expr(at[n], true) })
	}), true
}

// inKeys reports whether the name of a member contains a mark.
func inKeys(v any, stem string) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return inKeys(e, stem) })
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool {
			return strings.Contains(m.Name, stem) || inKeys(m.Value, stem)
		})
	}
	return false
}
