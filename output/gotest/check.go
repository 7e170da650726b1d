package gotest

import (
	"github.com/evoke-go/evoke/suite"
)

func (s *stepWriter) contentType(want string) {
	if s.w.Testify {
		s.line("assert.Equal(t, %s, %s.mediaType())", goString(want), s.answer)
		return
	}
	s.line("%s.contentType(%s)", s.answer, goString(want))
}

// check writes one assertion on the body.
func (s *stepWriter) check(c suite.Check) {
	if s.w.Testify {
		s.testify(c)
		return
	}
	at := goString(c.Pointer)
	switch c.Op {
	case suite.Equal:
		if literal, ok := goScalar(c.Value); ok {
			s.line("%s.equal(%s, %s)", s.answer, at, literal)
		} else {
			s.line("%s.equalJSON(%s, %s)", s.answer, at, layJSON(jsonText(c.Value), "\t"))
		}
	case suite.Length:
		s.line("%s.length(%s, %d)", s.answer, at, c.Value)
	case suite.Exists:
		s.line("%s.exists(%s)", s.answer, at)
	case suite.Whole:
		s.line("%s.equalText(%s)", s.answer, goString(c.Value.(string))) // Validate checked the type
	case suite.Empty:
		s.line("%s.empty()", s.answer)
	}
}

func (s *stepWriter) testify(c suite.Check) {
	at := goString(c.Pointer)
	switch c.Op {
	case suite.Equal:
		want, ok := goScalar(c.Value)
		if !ok {
			want = "api.fromJSON(" + layJSON(jsonText(c.Value), "\t") + ")"
		}
		s.line("assert.Equal(t, %s, %s.at(%s))", want, s.answer, at)
	case suite.Length:
		s.line("assert.Equal(t, %d, %s.size(%s))", c.Value, s.answer, at)
	case suite.Exists:
		s.line("assert.True(t, %s.has(%s))", s.answer, at)
	case suite.Whole:
		s.line("assert.Equal(t, %s, %s.text)", goString(c.Value.(string)), s.answer) // Validate checked the type
	case suite.Empty:
		s.line("assert.Empty(t, %s.text)", s.answer)
	}
}
