package jstest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/suite"
)

// preparation is a method of the shared file with which tests begin.
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

// preparationsOf makes the methods of a suite.
func preparationsOf(fixtures []suite.Fixture) (out []*preparation) {
	taken := naming.NewScope(methods()...)
	for _, f := range fixtures {
		out = append(out, &preparation{naming.NewPreparation(f, taken)})
	}
	return out
}

// preparation returns the method that stands for the steps of a test from one on,
// nil if the test spells that step out.
func (r *renderer) preparation(t *suite.Test, step int) *preparation {
	u := t.SetUp(step)
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.Name == u.Name })
	return r.prepared[i] // Arrange returned it
}

// inner returns the method that stands for a step of another one, nil if that has
// to spell it out: it needs v of the step.
func (r *renderer) inner(s *suite.Step, v *variables) *preparation {
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.StandsFor(s, v.Variables) })
	if i < 0 {
		return nil
	}
	return r.prepared[i]
}

// member is the name of what a method returns, in the object that it returns.
func member(r suite.Returned) string {
	if r.JSON {
		return r.Var + "Value"
	}
	return r.Var
}

// call returns the line that prepares a test. Steps are those of the test that the method
// stands for: the test may have a variable of another step that is called as one that other
// tests read here.
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

// preparations returns the source of all the methods.
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
		case "": // of a test that is gone
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
