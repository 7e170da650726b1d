package gotest

import (
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/output/internal/checktree"
	"github.com/evoke-go/evoke/suite"
)

func (s *stepWriter) contentType(want string) {
	if s.renderer.w.Testify {
		s.line("assert.Equal(t, %s, %s.mediaType())", expr.String(want), s.answer)
		return
	}
	s.line("%s.contentType(%s)", s.answer, expr.String(want))
}

// checks writes the assertions about the body: first those about values, then those about types. Several assertions
// about the same object or array become one.
func (s *stepWriter) checks(cs []suite.Check) {
	var values, types, laws []suite.Check
	for _, c := range cs {
		switch {
		case len(c.Text) > 0:
			s.named(c)
		case c.Op.IsLaw():
			laws = append(laws, c)
		case c.Op == suite.HasType:
			types = append(types, c)
		default:
			values = append(values, c)
		}
	}
	s.grouped(values, "includes", "missing")
	s.grouped(types, "shape", "misshapen")
	for _, c := range laws {
		s.line("%s.%s", s.answer, law(c))
	}
}

// law returns the call of the method that asserts a law.
func law(c suite.Check) string {
	var names []string
	for _, name := range c.Operands() {
		names = append(names, expr.String(name))
	}
	return suite.LowerCamel(string(c.Op)) + "(" + strings.Join(names, ", ") + ")"
}

// named asserts a text that contains unique names, which the test makes.
func (s *stepWriter) named(c suite.Check) {
	want, at := goText(c.Text, s.text), expr.String(c.Pointer)
	switch {
	case s.renderer.w.Testify && c.Op == suite.Whole:
		s.line("assert.Equal(t, %s, %s.text)", want, s.answer)
	case s.renderer.w.Testify:
		s.line("assert.Equal(t, %s, %s.at(%s))", want, s.answer, at)
	case c.Op == suite.Whole:
		s.line("%s.equalText(%s)", s.answer, want)
	default:
		s.line("%s.equal(%s, %s)", s.answer, at, want)
	}
}

// grouped writes assertions. own and testify are the methods that assert several values at once.
func (s *stepWriter) grouped(cs []suite.Check, own, testify string) {
	for len(cs) > 0 {
		tree, left := checktree.New(cs)
		tree.Write(s.check, func(pointer string, v any) { s.together(pointer, v, own, testify) })
		cs = left
	}
}

// together asserts the value at a pointer by a JSON text.
func (s *stepWriter) together(pointer string, v any, own, testify string) {
	at, text := expr.String(pointer), jsonText(v)
	if s.renderer.w.Testify {
		s.line("%s", withJSON("assert.Empty(t, "+s.answer+"."+testify+"("+at+", ", text, "))"))
		return
	}
	s.line("%s", withJSON(s.answer+"."+own+"("+at+", ", text, ")"))
}

// check writes one assertion about the body.
func (s *stepWriter) check(c suite.Check) {
	if s.renderer.w.Testify {
		s.testify(c)
		return
	}
	at := expr.String(c.Pointer)
	switch c.Op {
	case suite.Equal:
		if literal, ok := goScalar(c.Value); ok {
			s.line("%s.equal(%s, %s)", s.answer, at, literal)
		} else {
			s.together(c.Pointer, c.Value, "includes", "missing")
		}
	case suite.Length:
		s.line("%s.length(%s, %d)", s.answer, at, c.Value)
	case suite.Exists:
		s.line("%s.exists(%s)", s.answer, at)
	case suite.Absent:
		s.line("%s.absent(%s)", s.answer, at)
	case suite.HasType:
		s.line("%s.hasType(%s, %s)", s.answer, at, expr.String(c.Value.(string))) // Validate checked the type
	case suite.Whole:
		s.line("%s.equalText(%s)", s.answer, expr.String(c.Value.(string))) // Validate checked the type
	case suite.Empty:
		s.line("%s.empty()", s.answer)
	}
}

func (s *stepWriter) testify(c suite.Check) {
	at := expr.String(c.Pointer)
	switch c.Op {
	case suite.Equal:
		if want, ok := goScalar(c.Value); ok {
			s.line("assert.Equal(t, %s, %s.at(%s))", want, s.answer, at)
		} else {
			s.together(c.Pointer, c.Value, "includes", "missing")
		}
	case suite.Length:
		s.line("assert.Equal(t, %d, %s.size(%s))", c.Value, s.answer, at)
	case suite.Exists:
		s.line("assert.True(t, %s.has(%s))", s.answer, at)
	case suite.Absent:
		s.line("assert.False(t, %s.has(%s))", s.answer, at)
	case suite.HasType:
		// Validate checked the type
		s.line("assert.Equal(t, %s, %s.typeAt(%s))", expr.String(c.Value.(string)), s.answer, at)
	case suite.Whole:
		s.line("assert.Equal(t, %s, %s.text)", expr.String(c.Value.(string)), s.answer) // Validate checked the type
	case suite.Empty:
		s.line("assert.Empty(t, %s.text)", s.answer)
	}
}
