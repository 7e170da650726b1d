package gotest

import (
	"errors"
	"fmt"
	"go/ast"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// functionCode is the call of a function in Go.
type functionCode struct {
	name    string // "strconv.Atoi"
	args    []*code
	results []resultCode
}

// resultCode is what is asserted of a result.
type resultCode struct {
	suite.Result
	want  *code  // of an Equal that is not of an error
	whole bool   // == does not compare it
	truth bool   // it is a bool
	verb  string // shows it
}

// errorType is the type of results that say whether a function failed.
const errorType = "error"

// functionsOf prepares the code of the functions that a suite calls.
func (r *renderer) functionsOf(s *suite.Suite) error {
	var errs []error
	for i := range s.Tests {
		t := &s.Tests[i]
		for n := range t.Steps {
			f := t.Steps[n].Function
			if f == nil {
				continue
			}
			c, err := r.newFunctionCode(f)
			if err != nil {
				errs = append(errs, fmt.Errorf("test %s: step %d: %w", t.Name, n+1, err))
			}
			r.functions[f] = c
		}
	}
	return errors.Join(errs...)
}

func (r *renderer) newFunctionCode(f *suite.Function) (*functionCode, error) {
	if err := r.callable(f); err != nil {
		return nil, err
	}
	c := &functionCode{name: r.packages.use(f.ImportPath, f.Package) + f.Name}
	l, err := newTypedLiterals(r.packages, r.shared, f.Types)
	if err != nil {
		return nil, err
	}
	for i, a := range f.Args {
		arg, err := l.argument(&a)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		c.args = append(c.args, arg)
	}
	for i, result := range f.Expect.Results {
		want, err := l.result(result)
		if err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
		c.results = append(c.results, want)
	}
	return c, nil
}

// callable reports a function that tests cannot name.
func (r *renderer) callable(f *suite.Function) error {
	switch own := f.ImportPath == r.packages.own; {
	case own && (r.packages.taken[f.Name] || f.Name == "init" || f.Name == "_"):
		return fmt.Errorf("the function %q has a name that means something else in a test", f.Name)
	case own:
		return checkFunc(&Func{Name: f.Name}, r.w.Package)
	case f.ImportPath == "":
		return fmt.Errorf("the function %s has no package", f.Name)
	}
	return checkFunc(&Func{ImportPath: f.ImportPath, Name: f.Name}, r.w.Package)
}

func (l *typedLiterals) argument(a *suite.Argument) (*code, error) {
	typ, err := l.packages.localize(a.Type)
	if err != nil {
		return nil, err
	}
	return l.of(a.Value, typ, false)
}

// result prepares what is asserted of a result. That it equals nil is that it
// is nil.
func (l *typedLiterals) result(r suite.Result) (resultCode, error) {
	out := resultCode{Result: r, verb: "%v"}
	if r.Op == suite.Equal && r.Value == nil {
		out.Op = suite.Nil
	}
	if out.Op != suite.Equal || r.Type == errorType {
		return out, nil
	}
	typ, err := l.packages.localize(r.Type)
	if err != nil {
		return out, err
	}
	if out.want, err = l.of(r.Value, typ, true); err != nil {
		return out, err
	}
	kind := l.kind(r.Value, typ)
	out.whole, out.truth = kind == "", kind == "bool"
	switch {
	case out.whole && !strings.Contains(typ, "*"):
		out.verb = "%#v"
	case out.whole:
		out.verb = "%+v"
	case kind == "string":
		out.verb = "%q"
	}
	return out, nil
}

// kind is the basic type that a type is made of, "" if it is another: == does
// not tell whether two values of that are the same.
func (l *typedLiterals) kind(v any, typ string) string {
	switch v.(type) {
	case []any, value.Object:
		return ""
	}
	if typ == "" {
		return fmt.Sprintf("%T", v)
	}
	under, err := l.underlying(v, typ)
	if err != nil {
		return ""
	}
	if name, ok := under.expr.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// call returns the code that calls the function, with so many columns before it.
func (c *functionCode) call(before int) string {
	parts := make([]string, len(c.args))
	for i, a := range c.args {
		parts[i] = a.oneLine()
	}
	line := c.name + "(" + strings.Join(parts, ", ") + ")"
	if before+columns(line) <= lineWidth || len(parts) == 0 {
		return line
	}
	if len(parts) == 1 {
		return c.name + "(" + c.args[0].fit(before+len(c.name)+2) + ")"
	}
	for i, a := range c.args {
		parts[i] = a.fit(columns("\t\t,"))
	}
	return c.name + "(\n" + strings.Join(parts, ",\n") + ",\n)"
}

// discarded is a call whose results nobody needs.
func (c *functionCode) discarded() string {
	if len(c.results) == 0 {
		return c.call(columns("\t\t"))
	}
	head := strings.TrimSuffix(strings.Repeat("_, ", len(c.results)), ", ") + " = "
	return head + c.call(columns("\t\t")+len(head))
}
