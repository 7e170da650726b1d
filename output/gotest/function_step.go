package gotest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// function writes the call of a function with what is expected of it.
func (s *stepWriter) function() {
	c := s.functions[s.step.Function]
	mended := s.w.FailOnFault && len(s.faults) > 0
	switch panics := s.step.Function.Expect.Panics; {
	case panics && mended:
		s.guarded(c, "NoPanic", "assert.NotPanics", ", "+goString(s.message()))
	case panics:
		s.guarded(c, "Panic", "assert.Panics", "")
	default:
		s.returns(c)
		if mended {
			s.line("t.Error(%s)", goString(s.message()))
		}
	}
}

// guarded writes a call that may panic.
func (s *stepWriter) guarded(c *functionCode, own, testify, more string) {
	name := s.shared + own
	if s.w.Testify {
		name = testify
	}
	s.line("%s(t, func() { %s }%s)", name, c.discarded(), more)
}

// returns writes a call and what is asserted of its results, errors first: the
// other results mean little without that.
func (s *stepWriter) returns(c *functionCode) {
	names := s.resultNames(c)
	head := strings.Join(names, ", ")
	switch {
	case len(names) == 0:
	case strings.Trim(head, "_, ") == "":
		head += " = "
	default:
		head += " := "
	}
	s.line("%s", head+c.call(columns("\t"+head)))
	for _, errors := range []bool{true, false} {
		for i := range c.results {
			if r := &c.results[i]; r.Op != "" && (r.Type == errorType) == errors {
				s.result(c.name, names[i], r)
			}
		}
	}
}

// resultNames names the results that are looked at.
func (s *stepWriter) resultNames(c *functionCode) []string {
	names := make([]string, len(c.results))
	for i, r := range c.results {
		switch {
		case r.Op == "":
			names[i] = "_"
		case r.Type == errorType:
			names[i] = s.vars.scope.free("err")
		default:
			names[i] = s.vars.scope.free("got")
		}
	}
	return names
}

// result writes what is asserted of one result.
func (s *stepWriter) result(call, name string, r *resultCode) {
	switch {
	case s.w.Testify:
		s.line("%s", r.testify(name))
	case r.Type == errorType:
		s.failure(call, name, r)
	case r.Op == suite.Nil:
		s.wrong(name+" != nil", call+": got %v, want nil", name)
	case r.Op == suite.NotNil:
		s.wrong(name+" == nil", call+": got nil")
	case r.Op == suite.Length:
		s.wrong(fmt.Sprintf("len(%s) != %d", name, r.Value), fmt.Sprintf("%s: got %%d elements, want %d", call, r.Value), "len("+name+")")
	case r.truth && r.Value == true:
		s.wrong("!"+name, call+": got false, want true")
	case r.truth:
		s.wrong(name, call+": got true, want false")
	default:
		s.differs(call, name, r)
	}
}

// differs writes the comparison of a result with a literal, which stands before
// the condition if it is long or Go would not parse it there.
func (s *stepWriter) differs(call, name string, r *resultCode) {
	message := call + ": got " + r.verb + ", want " + r.verb
	compare := func(want string) string {
		if r.whole {
			return "!reflect.DeepEqual(" + name + ", " + want + ")"
		}
		return name + " != " + want
	}
	before := columns("\tif want := ; {") + len(compare("want"))
	want := r.want.fit(before)
	if strings.Contains(want, "\n") || r.want.composite && !strings.HasPrefix(want, "[") && !strings.HasPrefix(want, "map[") {
		variable := s.vars.scope.free("want")
		s.line("%s := %s", variable, r.want.fit(columns("\twant := ")))
		s.wrong(compare(variable), message, name, variable)
		return
	}
	s.wrong("want := "+want+"; "+compare("want"), message, name, "want")
}

// failure writes what is asserted of an error. A test that gets one where it
// must not ends there.
func (s *stepWriter) failure(call, name string, r *resultCode) {
	switch r.Op {
	case suite.Nil:
		s.line("if %s != nil {\n\t\tt.Fatalf(%s, %s)\n\t}", name, goString(call+": %v"), name)
	case suite.NotNil:
		s.wrong(name+" == nil", call+": got no error")
	case suite.Equal:
		want := "want := " + goString(r.Value.(string)) // Validate checked the type
		s.wrong(want+"; "+name+" == nil || "+name+".Error() != want", call+": got the error %v, want %q", name, "want")
	}
}

// wrong writes a condition that makes the test fail, with the format of the
// message and its arguments.
func (s *stepWriter) wrong(condition, format string, args ...string) {
	method := "Errorf"
	if len(args) == 0 {
		method = "Error"
	}
	s.line("if %s {\n\t\tt.%s(%s)\n\t}", condition, method, strings.Join(append([]string{goString(format)}, args...), ", "))
}

// testify is an assertion of that library.
func (r *resultCode) testify(name string) string {
	isError := r.Type == errorType
	switch {
	case isError && r.Op == suite.Nil:
		return "require.NoError(t, " + name + ")"
	case isError && r.Op == suite.NotNil:
		return "assert.Error(t, " + name + ")"
	case isError:
		return "assert.EqualError(t, " + name + ", " + goString(r.Value.(string)) + ")" // Validate checked the type
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
	return "assert.Equal(t, " + r.want.fit(columns("\tassert.Equal(t, , )")+len(name)) + ", " + name + ")"
}

// calls reports whether a test makes HTTP calls.
func calls(t *suite.Test) bool {
	return slices.ContainsFunc(t.Steps, func(s suite.Step) bool { return s.Call != nil })
}
