package gotest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// preparation is what comes before that which a test is about, as a function of the
// shared file: tests then begin with what they are about. It is a single step that
// only prepares, such as a log-in, or else the steps with which several tests begin.
type preparation struct {
	steps []suite.Step
	name  string
	about string // what it does, in words
	// Which captures it needs itself or returns, and how.
	asText, asWhole map[string]bool
	// Which captures any test uses behind it, and how.
	outText, outWhole map[string]bool
}

// preparationsOf finds the steps that only prepare. All of them become functions,
// even if a single test needs one: a test does not change because of other tests.
func preparationsOf(tests []suite.Test, methods expr.Scope) (out []*preparation) {
	for i := range tests {
		t := &tests[i]
		asText, asWhole := uses(t)
		for n := range t.Steps {
			if !prepares(t, n) {
				continue
			}
			p := find(out, &t.Steps[n])
			if p == nil {
				note := t.Steps[n].Note
				p = newPreparation(t.Steps[n:n+1], methods.Free(methodName(note)), note)
				out = append(out, p)
			}
			p.returns(asText, asWhole)
		}
	}
	return out
}

func newPreparation(steps []suite.Step, name, about string) *preparation {
	return &preparation{
		steps: steps, name: name, about: about,
		asText: map[string]bool{}, asWhole: map[string]bool{}, outText: map[string]bool{}, outWhole: map[string]bool{},
	}
}

// captures are those of all steps, in order.
func (p *preparation) captures() (out []suite.Capture) {
	for i := range p.steps {
		if c := p.steps[i].Call; c != nil {
			out = append(out, c.Captures...)
		}
	}
	return out
}

// returns notes the captures that a test uses.
func (p *preparation) returns(asText, asWhole map[string]bool) {
	for _, c := range p.captures() {
		p.outText[c.Var] = p.outText[c.Var] || asText[c.Var]
		p.outWhole[c.Var] = p.outWhole[c.Var] || asWhole[c.Var]
		p.asText[c.Var] = p.asText[c.Var] || asText[c.Var]
		p.asWhole[c.Var] = p.asWhole[c.Var] || asWhole[c.Var]
	}
}

// prepares reports whether a step only prepares and stands alone: it uses no values
// of earlier steps and shows no fault.
func prepares(t *suite.Test, step int) bool {
	s := &t.Steps[step]
	if s.Note == "" || s.Call == nil || len(t.FaultsAt(step)) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.Call.Request.Vars(), func(name string) bool { return !suite.IsSecret(name) })
}

func find(ps []*preparation, s *suite.Step) *preparation {
	i := slices.IndexFunc(ps, func(p *preparation) bool { return reflect.DeepEqual(&p.steps[0], s) })
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

// call returns the line of a test that prepares it. Steps are those of the test that
// the function stands for: the test may have a variable of another step that is called
// as one that other tests read here.
func (p *preparation) call(v *variables, steps []suite.Step) string {
	own := preparation{steps: steps}
	captures := own.captures()
	var names []string
	for _, read := range p.results(p.variables()) {
		name := v.text[read.name]
		if read.whole {
			name = v.whole[read.name]
		}
		if !slices.ContainsFunc(captures, func(c suite.Capture) bool { return c.Var == read.name }) {
			name = ""
		}
		names = append(names, cmp.Or(name, "_"))
	}
	results := ""
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		results = strings.Join(names, ", ") + " := "
	}
	return results + "api." + p.name + "()"
}

// result is what a function returns: a capture, as a text or as JSON.
type result struct {
	name  string // of the capture
	whole bool
	own   string // the variable in the function
}

// results are what the function returns, with its variables.
func (p *preparation) results(v *variables) (out []result) {
	for _, c := range p.captures() {
		inBody := c.Source == suite.FromBody && !c.LastSegment
		if own := v.text[c.Var]; own != "" && (p.outText[c.Var] || p.outWhole[c.Var] && !inBody) {
			out = append(out, result{c.Var, false, own})
		}
		if own := v.whole[c.Var]; own != "" && p.outWhole[c.Var] {
			out = append(out, result{c.Var, true, own})
		}
	}
	return out
}

// variables are those of the function itself.
func (p *preparation) variables(reserved ...string) *variables {
	v := newVariables(p.spelled(), reserved...)
	for i := range p.steps {
		v.declareAll(&p.steps[i], p.asText, p.asWhole)
	}
	return v
}

// spelled are the steps that the function does not leave to others.
func (p *preparation) spelled() []suite.Step {
	if len(p.steps) == 1 {
		return p.steps
	}
	return slices.DeleteFunc(slices.Clone(p.steps), func(s suite.Step) bool { return s.Note != "" })
}

// preparations returns the source of all the functions.
func (r *renderer) preparations() string {
	var b strings.Builder
	for _, p := range append(slices.Clone(r.prepared), r.setUps.all...) {
		r.prepare(&b, p)
	}
	return b.String()
}

func (r *renderer) prepare(b *strings.Builder, p *preparation) {
	v := p.variables(r.reserved()...)
	var body strings.Builder
	var names, values []string
	for _, result := range p.results(v) {
		names, values = append(names, result.own), append(values, result.own)
	}
	for i := range p.steps {
		s := &stepWriter{renderer: r, b: &body, vars: v, step: &p.steps[i]}
		if inner := find(r.prepared, &p.steps[i]); inner != nil && len(p.steps) > 1 {
			s.line("%s", inner.call(v, p.steps[i:i+1]))
			continue
		}
		s.asserted()
		if len(p.steps) > 1 {
			s.capture()
			continue
		}
		values = nil
		for _, read := range s.reads() {
			values = append(values, read.value)
		}
	}
	fmt.Fprintf(b, "%s\nfunc (api *%sAPI) %s() %s{\n", escape.GoComment(p.purpose(names)), r.shared, p.name, p.types(names))
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

// types are those of the results. Those of several steps have no names, because
// the variables in the function have them.
func (p *preparation) types(names []string) string {
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1:
		return "string "
	case len(p.steps) == 1:
		return "(" + strings.Join(names, ", ") + " string) "
	}
	return "(" + strings.TrimSuffix(strings.Repeat("string, ", len(names)), ", ") + ") "
}

// purpose says in a line what the function does.
func (p *preparation) purpose(names []string) string {
	about := p.name + " begins a test: " + p.about
	if len(names) > 1 && len(p.steps) > 1 {
		about += "; it returns " + strings.Join(names, ", ")
	}
	return about
}
