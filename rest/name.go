package rest

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// name says what a test shows: the last call and what comes of it, as in
// "GetBooksByIDReturns404". The suite makes it unique.
func (l *lowering) name() string {
	last := l.last()
	name := suite.StepName(last)
	if l.test.Kind == suite.FaultKind && last.Expect.Status > 0 && last.Expect.Status < 500 {
		name += "AgainstTheSchema"
	}
	return name
}

// purpose tells the story of a test in one line.
func (l *lowering) purpose() string {
	last := l.last()
	text := last.Operation + " answers " + strconv.Itoa(last.Expect.Status)
	switch {
	case last.Expect.Panics:
		text = last.Operation + " panics"
	case last.Expect.Broken:
		text = last.Operation + " gets no answer"
	}
	if flaw := l.traces[0].steps[len(l.at)-1].call.genes.violation(); flaw != "" {
		text += " when " + flaw
	}
	var before []string
	for i := range l.test.Steps[:len(l.test.Steps)-1] {
		s := &l.test.Steps[i]
		words := s.Operation
		if s.Note != "" {
			words = s.Note
		}
		if len(before) == 0 || before[len(before)-1] != words {
			before = append(before, words)
		}
	}
	if len(before) > 0 {
		text += " after " + strings.Join(before, ", ")
	}
	return text
}
