package suite

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/value"
)

// Validate returns an error for everything that is wrong with a suite, joined, or nil. Writers refuse an invalid suite.
func (s *Suite) Validate() error {
	var errs []error
	seen := map[string]bool{}
	for i := range s.Tests {
		t := &s.Tests[i]
		if err := t.Validate(); err != nil {
			errs = append(errs, err)
		}
		if t.Name == "" {
			errs = append(errs, fmt.Errorf("test %d has no name", i+1))
			continue
		}
		if seen[t.Name] {
			errs = append(errs, fmt.Errorf("test %s: another test has the same name", t.Name))
		}
		seen[t.Name] = true
	}
	return errors.Join(errs...)
}

// Validate returns an error for everything that is wrong with a test, or nil. An invalid test can be left out of its
// suite without harm to the others. A test that is not yet in a suite needs no name.
func (t *Test) Validate() error {
	v := validator{test: t, captured: map[string]bool{}, stems: map[string]string{}}
	v.head()
	for i := range t.Steps {
		v.where = fmt.Sprintf("test %s: step %d", t.Name, i+1)
		v.step(&t.Steps[i])
	}
	return errors.Join(v.errs...)
}

// validator collects the errors of one test.
type validator struct {
	test     *Test
	captured map[string]bool
	stems    map[string]string // the stems of unique names, by variable
	where    string
	errs     []error
}

func (v *validator) fail(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s: %w", v.where, fmt.Errorf(format, args...)))
}

func (v *validator) head() {
	t := v.test
	v.where = "test " + t.Name
	if t.Name != "" && !nameWord(t.Name) {
		v.fail("the name %q is not made of letters and digits", t.Name)
	}
	if kindOrder(t.Kind) < 0 {
		v.fail("unknown kind %q", t.Kind)
	}
	if len(t.Steps) == 0 {
		v.fail("there are no steps")
	}
	for _, f := range t.Faults {
		if f.Step < 0 || f.Step >= len(t.Steps) {
			v.fail("fault %d is at step %d of %d", f.Code, f.Step+1, len(t.Steps))
		}
	}
}

func (v *validator) step(s *Step) {
	switch {
	case s.kinds() > 1:
		v.fail("the step is of two kinds")
	case s.Call != nil:
		v.names(s)
		v.call(s.Call)
	case s.Function != nil:
		v.function(s.Function)
	case s.Act != nil:
		v.act(s.Act)
	case s.Unit != nil:
		v.unit(s.Unit)
	default:
		v.fail("the step does nothing")
	}
	for i := range s.Given {
		if err := s.Given[i].check(); err != nil {
			v.fail("%w", err)
		}
	}
}

// kinds returns how many kinds the step has; a valid step has one.
func (s *Step) kinds() (n int) {
	for _, is := range []bool{s.Call != nil, s.Function != nil, s.Act != nil, s.Unit != nil} {
		if is {
			n++
		}
	}
	return n
}

func (v *validator) act(a *Act) {
	if !actKinds[a.Kind] {
		v.fail("there is no act %q", a.Kind)
	}
	for i := range a.Expect {
		if e := &a.Expect[i]; e.Of.Path == "" && e.Kind != HasTitle {
			v.fail("assertion %d is of no element", i+1)
		}
	}
}

func (v *validator) unit(u *Unit) {
	if u.Call == "" || u.Function == "" {
		v.fail("no function is called")
	}
	if len(u.Scripts) == 0 && u.Module == "" {
		v.fail("there is no script")
	}
	for i, c := range u.Expect {
		if c.Of == "" || c.Is == "" {
			v.fail("assertion %d lacks an expression", i+1)
		}
	}
}

func (v *validator) call(c *Call) {
	v.request(&c.Request)
	e := &c.Expect
	if e.Panics && e.Broken {
		v.fail("the call cannot both panic and break the connection")
	}
	if e.Status != 0 && (e.Status < 100 || e.Status > 999) {
		v.fail("there is no status %d", e.Status)
	}
	if len(c.Captures) > 0 && (e.Panics || e.Broken) {
		v.fail("a call without an answer has captures")
	}
	for _, capture := range c.Captures {
		v.capture(capture)
	}
	for _, check := range e.Checks {
		v.check(check)
	}
}

func (v *validator) request(r *Request) {
	if !isToken(r.Method) {
		v.fail("the method %q is not a token", r.Method)
	}
	for _, name := range r.Vars() {
		if !v.captured[name] && !IsSecret(name) && v.stems[name] == "" {
			v.fail("the variable %q is used before it is captured", name)
		}
	}
	var path strings.Builder
	for _, p := range r.Path {
		if p.Var != "" {
			path.WriteByte('x')
		}
		path.WriteString(p.Literal)
	}
	if _, err := url.ParseRequestURI("/" + strings.TrimPrefix(path.String(), "/")); err != nil {
		v.fail("the path cannot be sent: %w", err)
	}
	for _, h := range r.Headers {
		if !isToken(h.Name) {
			v.fail("the header name %q is not a token", h.Name)
		}
	}
}

func (v *validator) capture(c Capture) {
	if !nameWord(c.Var) || IsSecret(c.Var) || unicode.IsDigit([]rune(c.Var)[0]) {
		v.fail("the variable %q is not an identifier", c.Var)
	}
	if v.captured[c.Var] || v.stems[c.Var] != "" {
		v.fail("the variable %q is captured twice", c.Var)
	}
	v.captured[c.Var] = true
	switch c.Source {
	case FromBody:
		if !value.IsPointer(c.Name) {
			v.fail("%q is not a JSON pointer", c.Name)
		}
	case FromHeader, FromCookie:
		if !isToken(c.Name) {
			v.fail("the %s name %q is not a token", c.Source, c.Name)
		}
	default:
		v.fail("unknown source %q", c.Source)
	}
}

func (v *validator) check(c Check) {
	if !value.IsPointer(c.Pointer) {
		v.fail("%q is not a JSON pointer", c.Pointer)
	}
	if len(c.Text) > 0 {
		return // checked by names
	}
	switch c.Op {
	case Equal:
		if err := checkPlain(c.Value); err != nil {
			v.fail("the value at %q: %w", c.Pointer, err)
		}
	case Length:
		if n, ok := c.Value.(int64); !ok || n < 0 {
			v.fail("the length at %q is %v", c.Pointer, c.Value)
		}
	case Whole:
		if _, ok := c.Value.(string); !ok {
			v.fail("the whole body is a %T", c.Value)
		}
	case HasType:
		if !slices.Contains([]any{TypeObject, TypeArray, TypeString, TypeNumber, TypeBool, TypeNull}, c.Value) {
			v.fail("there is no type %v for %q", c.Value, c.Pointer)
		}
	case Exists, Absent, Empty:
	case Same, AtMost, Sum, Product, ElementOf, SubsetOf, PartOf, NullIf:
		if n := len(c.Operands()); n < operands[c.Op] || n > operands[c.Op] && c.Op != NullIf {
			v.fail("the law %q has %d values", c.Op, n)
		}
	default:
		v.fail("unknown comparison %q", c.Op)
	}
	if (c.Op == Whole || c.Op == Empty) && c.Pointer != "" {
		v.fail("the comparison %q has the pointer %q", c.Op, c.Pointer)
	}
}
