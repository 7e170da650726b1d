package gotest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// functionWriter writes a step that calls a function.
type functionWriter struct {
	steps *stepWriter
	code  *functionCode
}

// write writes the call and its assertions.
func (s *functionWriter) write() {
	mended := s.steps.renderer.w.mended() && len(s.steps.faults) > 0 && !suite.Silenced(s.steps.faults)
	switch panics := s.steps.step.Function.Expect.Panics; {
	case panics && mended:
		s.guarded("NoPanic", "assert.NotPanics", ", "+expr.String(s.steps.message()))
	case panics:
		s.guarded("Panic", "assert.Panics", "")
	default:
		s.returns()
		if mended {
			s.steps.line("t.%s", failing("Error", s.steps.message()))
		}
	}
}

// guarded writes a call that may panic.
func (s *functionWriter) guarded(own, testify, more string) {
	name := s.steps.renderer.shared + own
	if s.steps.renderer.w.Testify {
		name = testify
	}
	s.steps.line("%s(t, func() { %s }%s)", name, s.code.callOnly(), more)
}

// returns writes a call and the assertions of its results, errors first, because after an error the other results mean
// little.
func (s *functionWriter) returns() {
	names := s.resultNames()
	head := strings.Join(names, ", ")
	switch {
	case len(names) == 0:
	case strings.Trim(head, "_, ") == "":
		head += " = "
	default:
		head += " := "
	}
	s.steps.line("%s", head+s.code.call(expr.Columns("\t"+head)))
	for _, errors := range []bool{true, false} {
		for i := range s.code.results {
			if r := &s.code.results[i]; r.Op != "" && (r.Type == expr.ErrorType) == errors {
				s.result(names[i], r)
			}
		}
	}
}

// resultNames returns names for the results that are asserted.
func (s *functionWriter) resultNames() []string {
	names := make([]string, len(s.code.results))
	for i, r := range s.code.results {
		switch {
		case r.Op == "":
			names[i] = "_"
		case r.Type == expr.ErrorType:
			names[i] = s.steps.vars.Scope.Free("err")
		default:
			names[i] = s.steps.vars.Scope.Free("got")
		}
	}
	return names
}

// result writes the assertion of one result.
func (s *functionWriter) result(name string, r *resultCode) {
	switch {
	case s.steps.renderer.w.Testify:
		s.steps.line("%s", r.testify(name))
	case r.Type == expr.ErrorType:
		s.failure(name, r)
	case r.Op == suite.Nil:
		s.wrong(name+" != nil", s.code.name+": got %v, want nil", name)
	case r.Op == suite.NotNil:
		s.wrong(name+" == nil", s.code.name+": got nil")
	case r.Op == suite.Length:
		s.wrong(fmt.Sprintf("len(%s) != %d", name, r.Value),
			fmt.Sprintf("%s: got %%d elements, want %d", s.code.name, r.Value), "len("+name+")")
	case r.truth && r.Value == true:
		s.wrong("!"+name, s.code.name+": got false, want true")
	case r.truth:
		s.wrong(name, s.code.name+": got true, want false")
	default:
		s.differs(name, r)
	}
}

// differs writes the comparison of a result with a literal. A long literal stands before the condition, and so does one
// that Go cannot parse inside it.
func (s *functionWriter) differs(name string, r *resultCode) {
	message := s.code.name + ": got " + r.verb + ", want " + r.verb
	compare := func(want string) string {
		if r.whole {
			return "!reflect.DeepEqual(" + name + ", " + want + ")"
		}
		return name + " != " + want
	}
	before := expr.Columns("\tif want := ; {") + len(compare("want"))
	want := r.want.Fit(before)
	if strings.Contains(want, "\n") || r.want.Composite() && !strings.HasPrefix(want, "[") &&
		!strings.HasPrefix(want, "map[") {
		variable := s.steps.vars.Scope.Free("want")
		s.steps.line("%s := %s", variable, r.want.Fit(expr.Columns("\twant := ")))
		s.wrong(compare(variable), message, name, variable)
		return
	}
	s.wrong("want := "+want+"; "+compare("want"), message, name, "want")
}

// failure writes the assertion of an error result. A test that gets an unexpected error ends there.
func (s *functionWriter) failure(name string, r *resultCode) {
	switch r.Op {
	case suite.Nil:
		s.steps.line("if %s != nil {\n\t\tt.Fatalf(%s, %s)\n\t}", name, expr.String(s.code.name+": %v"), name)
	case suite.NotNil:
		s.wrong(name+" == nil", s.code.name+": got no error")
	case suite.Equal:
		want := "want := " + expr.String(r.Value.(string)) // Validate checked the type
		s.wrong(want+"; "+name+" == nil || "+name+".Error() != want",
			s.code.name+": got the error %v, want %q", name, "want")
	}
}

// wrong writes a condition under which the test fails, with the format of the message and its arguments.
func (s *functionWriter) wrong(condition, format string, args ...string) {
	method := "Errorf"
	if len(args) == 0 {
		method = "Error"
	}
	s.steps.line("if %s {\n\t\tt.%s(%s)\n\t}", condition, method,
		strings.Join(append([]string{expr.String(format)}, args...), ", "))
}

// testify returns the assertion of a result in terms of testify.
func (r *resultCode) testify(name string) string {
	isError := r.Type == expr.ErrorType
	switch {
	case isError && r.Op == suite.Nil:
		return "require.NoError(t, " + name + ")"
	case isError && r.Op == suite.NotNil:
		return "assert.Error(t, " + name + ")"
	case isError:
		return "assert.EqualError(t, " + name + ", " + expr.String(r.Value.(string)) + ")" // Validate checked the type
	case r.Op == suite.Nil:
		return "assert.Nil(t, " + name + ")"
	case r.Op == suite.NotNil:
		return "assert.NotNil(t, " + name + ")"
	case r.Op == suite.Length:
		return fmt.Sprintf("assert.Len(t, %s, %d)", name, r.Value)
	case r.truth && r.Type == "bool" && r.Value == true:
		return "assert.True(t, " + name + ")"
	case r.truth && r.Type == "bool":
		return "assert.False(t, " + name + ")"
	}
	return "assert.Equal(t, " + r.want.Fit(expr.Columns("\tassert.Equal(t, , )")+len(name)) + ", " + name + ")"
}

// calls reports whether a test makes HTTP calls.
func calls(t *suite.Test) bool {
	return slices.ContainsFunc(t.Steps, func(s suite.Step) bool { return s.Call != nil })
}
