package gotest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/naming"
	"github.com/evoke-go/evoke/suite"
)

// preparation is a function of the shared file that performs set-up steps of tests.
type preparation struct{ naming.Preparation }

// apiMethod and apiField match the names of methods and fields of the API type in the shared file.
var (
	apiMethod = regexp.MustCompile(`(?m)^func \(api [^)]*\) (\w+)`)
	apiField  = regexp.MustCompile(`(?m)^\t(\w+) `)
)

// apiMembers returns the names of these methods and fields.
func apiMembers() (names []string) {
	_, fields, _ := strings.Cut(callTemplate, "API struct {")
	fields, _, _ = strings.Cut(fields, "\n}")
	found := append(apiMethod.FindAllStringSubmatch(callTemplate, -1), apiField.FindAllStringSubmatch(fields, -1)...)
	for _, m := range found {
		names = append(names, m[1])
	}
	return names
}

// preparationsOf returns the set-up functions of a suite.
func preparationsOf(fixtures []suite.Fixture) (out []*preparation) {
	taken := newScope(apiMembers()...)
	for _, f := range fixtures {
		out = append(out, &preparation{naming.NewPreparation(f, taken)})
	}
	return out
}

// preparation returns the function that performs the steps of a test from one on; nil if the test contains that step
// itself.
func (r *renderer) preparation(t *suite.Test, step int) *preparation {
	u := t.SetUp(step)
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.Name == u.Name })
	return r.prepared[i] // Arrange returned the function, so it is there
}

// inner returns the function that performs a step of another function. It returns nil if v needs more values of the
// step than the function returns; the other function then contains the step.
func (r *renderer) inner(s *suite.Step, v *variables) *preparation {
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.StandsFor(s, v.Variables) })
	if i < 0 {
		return nil
	}
	return r.prepared[i]
}

// call returns the line of a test that calls the function. steps are the steps of the test that the function performs.
// Only their captures get variables: another step of the test may have a variable with the name of a result that only
// other tests use.
func (p *preparation) call(v *variables, steps []suite.Step) string {
	var names []string
	for _, r := range p.Returns {
		name := ""
		if naming.Captured(steps, r.Var) {
			name = v.Of(r)
		}
		names = append(names, cmp.Or(name, "_"))
	}
	results := ""
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		results = strings.Join(names, ", ") + " := "
	}
	return results + "api." + p.Method + "()"
}

// variables returns the variables inside the function.
func (p *preparation) variables(reserved ...string) *variables {
	v := newVariables(p.Spelled(), reserved...)
	for i := range p.Steps {
		v.declareAll(&p.Steps[i], p.AsText, p.AsWhole)
	}
	v.DeclareNames(v.Steps)
	return v
}

// preparations returns the source of all set-up functions.
func (r *renderer) preparations() string {
	var b strings.Builder
	for _, p := range r.prepared {
		r.prepare(&b, p)
	}
	return b.String()
}

func (r *renderer) prepare(b *strings.Builder, p *preparation) {
	v := p.variables(r.reserved()...)
	var body strings.Builder
	direct := r.prepareBody(&body, p, v)
	var names, values []string
	for _, returned := range p.Returns {
		name, value := v.Of(returned), ""
		if name == "" { // the test that needed the value is gone
			name, value = v.Scope.Free(returned.Var), `""`
		}
		names, values = append(names, name), append(values, cmp.Or(value, direct[name], name))
	}
	fmt.Fprintf(b, "%s\nfunc (api *%sAPI) %s() %s{\n", escape.GoComment(p.purpose(names)),
		r.shared, p.Method, p.types(names))
	if r.w.Testify {
		b.WriteString("\tt := api.t\n\tt.Helper()\n")
	} else {
		b.WriteString("\tapi.t.Helper()\n")
	}
	b.WriteString(v.names() + body.String())
	if len(values) > 0 {
		b.WriteString("\treturn " + strings.Join(values, ", ") + "\n")
	}
	b.WriteString("}\n\n")
}

// prepareBody writes the calls of a function. For a function with a single call it returns the expressions that it can
// return without variables.
func (r *renderer) prepareBody(b *strings.Builder, p *preparation, v *variables) (direct map[string]string) {
	direct = map[string]string{}
	for i := range p.Steps {
		s := &stepWriter{renderer: r, b: b, vars: v, step: &p.Steps[i]}
		if inner := r.inner(&p.Steps[i], v); inner != nil && len(p.Steps) > 1 {
			s.line("%s", inner.call(v, p.Steps[i:i+1]))
			continue
		}
		s.asserted()
		if len(p.Steps) > 1 {
			s.capture()
			continue
		}
		for _, read := range s.reads() {
			direct[read.name] = read.value
		}
	}
	return direct
}

// types returns the types of the results. The results of several steps have no names, because variables in the function
// have these names.
func (p *preparation) types(names []string) string {
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1:
		return "string "
	case len(p.Steps) == 1:
		return "(" + strings.Join(names, ", ") + " string) "
	}
	return "(" + strings.TrimSuffix(strings.Repeat("string, ", len(names)), ", ") + ") "
}

// purpose returns a line that says what the function does.
func (p *preparation) purpose(names []string) string {
	about := p.Method + " begins a test: " + p.About()
	if len(names) > 1 && len(p.Steps) > 1 {
		about += "; it returns " + strings.Join(names, ", ")
	}
	return about
}
