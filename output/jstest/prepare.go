package jstest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/suite"
)

// preparation is a method of the shared file that performs set-up steps of tests.
type preparation struct{ naming.Preparation }

// ofObjects are names of methods that mean something to the language (ECMA-262, 20.1.3 and 27.2).
const ofObjects = "then toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString __proto__"

// apiMember finds the names of the methods and fields that the shared file gives its API.
var apiMember = regexp.MustCompile(`(?m)^  (\w+)\(|this\.(\w+) (?:\?\?)?=`)

// methods returns the names that a set-up cannot have.
func methods() []string {
	names := strings.Fields(ofObjects)
	_, class, _ := strings.Cut(supportTemplate, "class API {")
	class, _, _ = strings.Cut(class, "{{.Prepare}}")
	for _, m := range apiMember.FindAllStringSubmatch(class, -1) {
		names = append(names, m[1]+m[2])
	}
	return names
}

// preparationsOf returns the set-up methods of a suite.
func preparationsOf(fixtures []suite.Fixture) (out []*preparation) {
	taken := naming.NewScope(methods()...)
	for _, f := range fixtures {
		out = append(out, &preparation{naming.NewPreparation(f, taken)})
	}
	return out
}

// preparation returns the method that performs the steps of a test from one on; nil if the test contains that step
// itself.
func (r *renderer) preparation(t *suite.Test, step int) *preparation {
	u := t.SetUp(step)
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.Name == u.Name })
	return r.prepared[i] // Arrange returned the method, so it is there
}

// inner returns the method that performs a step of another method. It returns nil if v needs more values of the step
// than the method returns; the other method then contains the step.
func (r *renderer) inner(s *suite.Step, v *variables) *preparation {
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.StandsFor(s, v.Variables) })
	if i < 0 {
		return nil
	}
	return r.prepared[i]
}

// member returns the name of a result in the object that a method returns.
func member(r suite.Returned) string {
	if r.JSON {
		return r.Var + "Value"
	}
	return r.Var
}

// call returns the line of a test that calls the method. steps are the steps of the test that the method performs. Only
// their captures get variables: another step of the test may have a variable with the name of a result that only other
// tests use.
func (p *preparation) call(v *variables, steps []suite.Step) string {
	var names []string
	for _, r := range p.Returns {
		name := v.Of(r)
		switch {
		case name == "" || !naming.Captured(steps, r.Var):
		case name == member(r):
			names = append(names, name)
		default:
			names = append(names, member(r)+": "+name)
		}
	}
	if len(names) == 0 {
		return "await api." + p.Method + "();"
	}
	return "const { " + strings.Join(names, ", ") + " } = await api." + p.Method + "();"
}

// preparations returns the source of all set-up methods.
func (r *renderer) preparations() string {
	var b strings.Builder
	for _, p := range r.prepared {
		r.prepare(&b, p)
	}
	return b.String()
}

func (r *renderer) prepare(b *strings.Builder, p *preparation) {
	v := newVariables(p.Spelled())
	for i := range p.Steps {
		v.declareAll(&p.Steps[i], p.AsText, p.AsWhole)
	}
	v.DeclareNames(v.Steps)
	b.WriteString("\n  " + escape.JSComment(p.Method+" begins a test: "+p.About()) + "\n  async " + p.Method +
		"() {\n    const api = this;\n" + v.names("    "))
	for i := range p.Steps {
		s := &stepWriter{renderer: r, b: b, indent: "    ", vars: v, step: &p.Steps[i]}
		if inner := r.inner(&p.Steps[i], v); inner != nil && len(p.Steps) > 1 {
			s.line("%s", inner.call(v, p.Steps[i:i+1]))
			continue
		}
		s.asserted()
		s.capture()
	}
	var values []string
	for _, returned := range p.Returns {
		switch name := v.Of(returned); name {
		case "": // the test that needed the value is gone
		case member(returned):
			values = append(values, name)
		default:
			values = append(values, member(returned)+": "+name)
		}
	}
	if len(values) > 0 {
		b.WriteString("    return { " + strings.Join(values, ", ") + " };\n")
	}
	b.WriteString("  }\n")
}
