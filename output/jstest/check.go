package jstest

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/checktree"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// expects reports whether the tests assert by expect, rather than by methods of the answer.
func (r *renderer) expects() bool { return r.w.Runner != Node }

// checks writes the assertions about the body: first those about values, then those about types. Several assertions
// about the same object or array become one.
func (s *stepWriter) checks(cs []suite.Check) {
	var values, types, laws []suite.Check
	for _, c := range cs {
		switch {
		case len(c.Text) > 0 && c.Op == suite.Whole:
			s.whole(c.Text)
		case len(c.Text) > 0:
			s.scalar(c.Pointer, textExpression(c.Text, s.text(c.Text)))
		case c.Op.IsLaw():
			laws = append(laws, c)
		case c.Op == suite.HasType:
			types = append(types, c)
		default:
			values = append(values, c)
		}
	}
	s.grouped(values, s.includes)
	s.grouped(types, s.shape)
	for _, c := range laws {
		s.line("%s.%s;", s.answer, law(c))
	}
}

// law returns the call of the method that asserts a law.
func law(c suite.Check) string {
	var names []string
	for _, name := range c.Operands() {
		names = append(names, escape.JSString(name))
	}
	return suite.LowerCamel(string(c.Op)) + "(" + strings.Join(names, ", ") + ")"
}

// grouped writes assertions. together writes one assertion for several checks.
func (s *stepWriter) grouped(cs []suite.Check, together func(pointer string, v any)) {
	for len(cs) > 0 {
		tree, left := checktree.New(cs)
		tree.Write(s.check, together)
		cs = left
	}
}

// contentType asserts the media type.
func (s *stepWriter) contentType(want string) {
	if s.renderer.expects() {
		s.line("expect(%s.mediaType).toBe(%s);", s.answer, escape.JSString(want))
		return
	}
	s.line("%s.contentType(%s);", s.answer, escape.JSString(want))
}

// scalar asserts a value that is no object and no array. want is its expression.
func (s *stepWriter) scalar(pointer, want string) {
	at := escape.JSString(pointer)
	if s.renderer.expects() {
		s.line("expect(%s.at(%s)).toBe(%s);", s.answer, at, want)
		return
	}
	s.line("%s.equal(%s, %s);", s.answer, at, want)
}

// whole asserts the body as a text.
func (s *stepWriter) whole(want suite.Text) {
	text := textExpression(want, s.text(want))
	switch {
	case !isText(want):
		bytes, _ := want.Literal() // after Validate, checks contain unique names only in texts
		s.line("%s", s.assertion("equalBytes(%s)", "content.toString('base64')).toBe(%s)",
			"'"+base64.StdEncoding.EncodeToString([]byte(bytes))+"'"))
	default:
		s.line("%s", s.assertion("equalText(%s)", "text).toBe(%s)", text))
	}
}

// assertion returns a statement: a method call of the answer, or expect of a member of the answer.
func (s *stepWriter) assertion(own, expect string, args ...any) string {
	if s.renderer.expects() {
		return "expect(" + s.answer + "." + fmt.Sprintf(expect, args...) + ";"
	}
	return s.answer + "." + fmt.Sprintf(own, args...) + ";"
}

// includes asserts members or elements of a value; objects may have further members.
func (s *stepWriter) includes(pointer string, v any) {
	at := escape.JSString(pointer)
	before, behind := s.answer+".includes("+at+", ", ");"
	switch {
	case s.renderer.expects() && pitfall(v):
		before, behind = "expect("+s.answer+".missing("+at+", ", ")).toEqual([]);"
	case s.renderer.expects():
		before, behind = "expect("+s.answer+".at("+at+")).toMatchObject(", ");"
	}
	s.literal(before, expected(v), behind)
}

// pitfall reports whether toMatchObject would not compare a value fully: an empty object matches any object, and
// __proto__ is no member.
func pitfall(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if pitfall(e) {
				return true
			}
		}
	case value.Object:
		for _, m := range v {
			if m.Name == "__proto__" || pitfall(m.Value) {
				return true
			}
		}
		return len(v) == 0
	}
	return false
}

// shape asserts the types of values.
func (s *stepWriter) shape(pointer string, v any) {
	before, behind := s.answer+".shape("+escape.JSString(pointer)+", ", ");"
	if s.renderer.expects() {
		before, behind = "expect("+s.answer+".misshapen("+escape.JSString(pointer)+", ", ")).toEqual([]);"
	}
	s.literal(before, expected(v), behind)
}

// literal writes a statement that contains the literal of a value.
func (s *stepWriter) literal(before string, c *code, behind string) {
	s.line("%s", before+c.lines(s.indent, len(s.indent+before+behind))+behind)
}

// check writes one assertion about the body.
func (s *stepWriter) check(c suite.Check) {
	at := escape.JSString(c.Pointer)
	switch c.Op {
	case suite.Equal:
		switch v := c.Value.(type) {
		case value.Object, []any:
			s.includes(c.Pointer, v)
		default:
			s.scalar(c.Pointer, expected(v).oneLine())
		}
	case suite.Length:
		s.line("%s", s.assertion("length(%s, %d)", "at(%s)).toHaveLength(%d)", at, c.Value))
	case suite.Exists:
		s.line("%s", s.assertion("exists(%s)", "has(%s)).toBe(true)", at))
	case suite.Absent:
		s.line("%s", s.assertion("absent(%s)", "has(%s)).toBe(false)", at))
	case suite.HasType:
		// Validate checked the type
		s.line("%s", s.assertion("hasType(%s, %s)", "typeAt(%s)).toBe(%s)", at, escape.JSString(c.Value.(string))))
	case suite.Whole:
		s.whole(suite.Literal(c.Value.(string))) // Validate checked the type
	case suite.Empty:
		s.line("%s", s.assertion("empty()", "text).toBe('')"))
	}
}

// line writes a line of code.
func (s *stepWriter) line(format string, args ...any) {
	fmt.Fprintf(s.b, s.indent+strings.ReplaceAll(format, "\t", "  ")+"\n", args...)
}
