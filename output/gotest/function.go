package gotest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// functionCode has the Go code for the call of a function.
type functionCode struct {
	name    string // "strconv.Atoi"
	args    []*expr.Code
	results []resultCode
}

// resultCode has the Go code for the assertion of a result.
type resultCode struct {
	suite.Result
	want  *expr.Code // for Equal, except of errors
	whole bool       // the type is not comparable with ==
	truth bool       // the result is a bool
	verb  string     // the verb of fmt for the result
}

// functionsOf prepares the code for the functions that a suite calls.
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
	c := &functionCode{name: r.packages.Use(f.ImportPath, f.Package) + f.Name}
	l, err := expr.NewLiterals(r.packages, r.shared+"Pointer", f.Types)
	if err != nil {
		return nil, err
	}
	for i, a := range f.Args {
		arg, err := argument(r.packages, l, &a)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		c.args = append(c.args, arg)
	}
	for i, result := range f.Expect.Results {
		want, err := newResultCode(r.packages, l, result)
		if err != nil {
			return nil, fmt.Errorf("result %d: %w", i+1, err)
		}
		c.results = append(c.results, want)
	}
	return c, nil
}

// callable returns an error for a function that tests cannot refer to.
func (r *renderer) callable(f *suite.Function) error {
	switch own := f.ImportPath == r.packages.Own; {
	case f.ImportPath == "":
		return fmt.Errorf("the function %s has no package", f.Name)
	case own && (r.packages.Taken(f.Name) || f.Name == "init" || f.Name == "_"):
		return fmt.Errorf("the function %q has a name that means something else in a test", f.Name)
	case own:
		return checkFunc(&Func{Name: f.Name}, r.w.Package)
	}
	return checkFunc(&Func{ImportPath: f.ImportPath, Name: f.Name}, r.w.Package)
}

func argument(p *expr.Imports, l *expr.Literals, a *suite.Argument) (*expr.Code, error) {
	typ, err := p.Localize(a.Type)
	if err != nil {
		return nil, err
	}
	return l.Of(a.Value, typ, false)
}

// newResultCode prepares the assertion of a result. Equal with nil becomes Nil.
func newResultCode(p *expr.Imports, l *expr.Literals, r suite.Result) (resultCode, error) {
	out := resultCode{Result: r, verb: "%v"}
	if r.Op == suite.Equal && r.Value == nil {
		out.Op = suite.Nil
	}
	if out.Op != suite.Equal || r.Type == expr.ErrorType {
		return out, nil
	}
	typ, err := p.Localize(r.Type)
	if err != nil {
		return out, err
	}
	if out.want, err = l.Of(r.Value, typ, true); err != nil {
		return out, err
	}
	kind := l.Kind(r.Value, typ)
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

// call returns the code of the call, for a line that has so many columns before it.
func (c *functionCode) call(before int) string {
	parts := make([]string, len(c.args))
	for i, a := range c.args {
		parts[i] = a.OneLine()
	}
	line := c.name + "(" + strings.Join(parts, ", ") + ")"
	if before+expr.Columns(line) <= expr.Width || len(parts) == 0 {
		return line
	}
	if len(parts) == 1 {
		return c.name + "(" + c.args[0].Fit(before+len(c.name)+2) + ")"
	}
	for i, a := range c.args {
		parts[i] = a.Fit(expr.Columns("\t\t,"))
	}
	return c.name + "(\n" + strings.Join(parts, ",\n") + ",\n)"
}

// callOnly returns the code of a call whose results are ignored.
func (c *functionCode) callOnly() string {
	if len(c.results) == 0 {
		return c.call(expr.Columns("\t\t"))
	}
	head := strings.TrimSuffix(strings.Repeat("_, ", len(c.results)), ", ") + " = "
	return head + c.call(expr.Columns("\t\t")+len(head))
}
