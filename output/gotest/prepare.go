package gotest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/suite"
)

// preparation is a step that only prepares, such as a log-in, as a function of
// the shared file: tests then begin with what they are about.
type preparation struct {
	step *suite.Step
	name string
	// Which of its captures any test uses, and how.
	asText, asWhole map[string]bool
}

// preparationsOf finds the steps that only prepare. All of them become functions,
// even if a single test needs one: a test does not change because of other tests.
func preparationsOf(tests []suite.Test) (out []*preparation) {
	methods := newScope("call", "reset", "inString", "lastSegment", "handler", "baseURL")
	for i := range tests {
		t := &tests[i]
		asText, asWhole := uses(t)
		for n := range t.Steps {
			if !prepares(t, n) {
				continue
			}
			p := find(out, &t.Steps[n])
			if p == nil {
				p = &preparation{step: &t.Steps[n], name: methods.Free(methodName(t.Steps[n].Note)), asText: map[string]bool{}, asWhole: map[string]bool{}}
				out = append(out, p)
			}
			for _, c := range p.step.Call.Captures {
				p.asText[c.Var] = p.asText[c.Var] || asText[c.Var]
				p.asWhole[c.Var] = p.asWhole[c.Var] || asWhole[c.Var]
			}
		}
	}
	return out
}

// prepares reports whether a step only prepares and stands alone: it uses no values
// of earlier steps and shows no fault.
func prepares(t *suite.Test, step int) bool {
	s := &t.Steps[step]
	return s.Note != "" && s.Call != nil && len(s.Call.Request.Vars()) == 0 && len(t.FaultsAt(step)) == 0
}

func find(ps []*preparation, s *suite.Step) *preparation {
	i := slices.IndexFunc(ps, func(p *preparation) bool { return reflect.DeepEqual(p.step, s) })
	if i < 0 {
		return nil
	}
	return ps[i]
}

// preparation returns the function for a step, nil if the test spells it out.
func (r *renderer) preparation(t *suite.Test, step int) *preparation {
	if !prepares(t, step) {
		return nil
	}
	return find(r.prepared, &t.Steps[step])
}

// maxMethod is the most bytes of the name of a function.
const maxMethod = 60

// methodName turns "log in as ann" into "logInAsAnn".
func methodName(note string) string {
	name := suite.LowerCamel(note)
	if len(name) > maxMethod {
		name = strings.ToValidUTF8(name[:maxMethod], "")
	}
	if first := strings.IndexFunc(name, unicode.IsLetter); first != 0 {
		name = suite.LowerCamel("prepare " + name)
	}
	return name
}

// call returns the line of a test that prepares it.
func (p *preparation) call(v *variables) string {
	given := p.variables()
	var names []string
	for _, c := range p.step.Call.Captures {
		if given.text[c.Var] != "" {
			names = append(names, cmp.Or(v.text[c.Var], "_"))
		}
		if given.whole[c.Var] != "" {
			names = append(names, cmp.Or(v.whole[c.Var], "_"))
		}
	}
	results := ""
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		results = strings.Join(names, ", ") + " := "
	}
	return results + "api." + p.name + "()"
}

// variables are those of the function itself.
func (p *preparation) variables(reserved ...string) *variables {
	v := newVariables([]suite.Step{*p.step}, reserved...)
	v.declareAll(p.step, p.asText, p.asWhole)
	return v
}

// preparations returns the source of all the functions.
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
	s := &stepWriter{renderer: r, b: &body, vars: v, step: p.step}
	s.asserted()
	var names, values []string
	for _, read := range s.reads() {
		names, values = append(names, read.name), append(values, read.value)
	}
	result := map[int]string{0: "", 1: "string "}[len(names)]
	if len(names) > 1 {
		result = "(" + strings.Join(names, ", ") + " string) "
	}
	fmt.Fprintf(b, "%s\nfunc (api *%sAPI) %s() %s{\n", comment(p.name+" begins a test: "+p.step.Note), r.shared, p.name, result)
	if r.w.Testify {
		b.WriteString("\tt := api.t\n\tt.Helper()\n")
	} else {
		b.WriteString("\tapi.t.Helper()\n")
	}
	b.WriteString(body.String())
	if len(values) > 0 {
		b.WriteString("\treturn " + strings.Join(values, ", ") + "\n")
	}
	b.WriteString("}\n\n")
}
