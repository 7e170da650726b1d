package gotest

import (
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

func (s *stepWriter) contentType(want string) {
	if s.w.Testify {
		s.line("assert.Equal(t, %s, %s.mediaType())", expr.String(want), s.answer)
		return
	}
	s.line("%s.contentType(%s)", s.answer, expr.String(want))
}

// leastTogether is how many assertions on members of one object become one.
const leastTogether = 3

// checks writes the assertions on the body. Several assertions on members of the
// same object become one, which stands where the first of them stood.
func (s *stepWriter) checks(cs []suite.Check) {
	for len(cs) > 0 {
		object, others := siblings(cs)
		if len(object) >= leastTogether {
			s.includes(parent(cs[0].Pointer), object)
			cs = others
			continue
		}
		s.check(cs[0])
		cs = cs[1:]
	}
}

// siblings returns the members that checks assert of the same object as the
// first one does, and the other checks.
func siblings(cs []suite.Check) (object value.Object, others []suite.Check) {
	if cs[0].Op != suite.Equal || memberName(cs[0].Pointer) == "" {
		return nil, cs
	}
	seen := map[string]bool{}
	for _, c := range cs {
		name := memberName(c.Pointer)
		if c.Op != suite.Equal || name == "" || seen[name] || parent(c.Pointer) != parent(cs[0].Pointer) {
			others = append(others, c)
			continue
		}
		seen[name] = true
		object = append(object, value.Member{Name: name, Value: c.Value})
	}
	return object, others
}

func parent(pointer string) string {
	above, _ := value.Above(pointer)
	return above
}

// memberName returns the last name of a JSON pointer. It returns "" for a number,
// which may be the index of an element.
func memberName(pointer string) string {
	_, name := value.Above(pointer)
	if !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return ""
	}
	return name
}

// includes asserts some members of an object, which may have others as well.
func (s *stepWriter) includes(pointer string, members value.Object) {
	at, text := expr.String(pointer), jsonText(members)
	if s.w.Testify {
		s.line("%s", withJSON("assert.Empty(t, "+s.answer+".missing("+at+", ", text, "))"))
		return
	}
	s.line("%s", withJSON(s.answer+".includes("+at+", ", text, ")"))
}

// check writes one assertion on the body.
func (s *stepWriter) check(c suite.Check) {
	if s.w.Testify {
		s.testify(c)
		return
	}
	at := expr.String(c.Pointer)
	switch c.Op {
	case suite.Equal:
		if literal, ok := goScalar(c.Value); ok {
			s.line("%s.equal(%s, %s)", s.answer, at, literal)
		} else {
			s.line("%s", withJSON(s.answer+".equalJSON("+at+", ", jsonText(c.Value), ")"))
		}
	case suite.Length:
		s.line("%s.length(%s, %d)", s.answer, at, c.Value)
	case suite.Exists:
		s.line("%s.exists(%s)", s.answer, at)
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
			s.line("%s", withJSON("assert.Equal(t, api.fromJSON(", jsonText(c.Value), "), "+s.answer+".at("+at+"))"))
		}
	case suite.Length:
		s.line("assert.Equal(t, %d, %s.size(%s))", c.Value, s.answer, at)
	case suite.Exists:
		s.line("assert.True(t, %s.has(%s))", s.answer, at)
	case suite.Whole:
		s.line("assert.Equal(t, %s, %s.text)", expr.String(c.Value.(string)), s.answer) // Validate checked the type
	case suite.Empty:
		s.line("assert.Empty(t, %s.text)", s.answer)
	}
}
