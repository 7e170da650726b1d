package gotest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// preparation is what comes before that which a test is about, as a function of the
// shared file: tests then begin with what they are about. It is a single step that
// only prepares, such as a log-in, or else the steps with which tests begin.
type preparation struct {
	suite.Fixture
	method string
	about  string // what it does, in words
	// Which captures it needs itself or returns, and how.
	asText, asJSON map[string]bool
}

// preparationsOf makes the functions of a suite.
func preparationsOf(fixtures []suite.Fixture) (out []*preparation) {
	taken := newScope("call", "request", "reset", "secret", "unique", "number", "inString", "lastSegment", "handler", "baseURL")
	for _, f := range fixtures {
		p := &preparation{Fixture: f, method: methodOf(f.Name, taken), about: f.Steps[0].Note}
		if !p.single() {
			p.about = p.story()
		}
		p.asText, p.asJSON = suite.Uses(f.Steps)
		for _, r := range f.Returns {
			uses := p.asText
			if r.JSON {
				uses = p.asJSON
			}
			uses[r.Var] = true
		}
		out = append(out, p)
	}
	return out
}

// methodOf returns the name of a method for the function of a set-up. It depends on
// no other set-up: a name that is taken, and any that such a name becomes, gets one
// more number.
func methodOf(name string, taken expr.Scope) string {
	for short := name; short != ""; {
		if taken.Has(short) {
			return expr.Numbered(name, 2)
		}
		stem, numbered := strings.CutSuffix(short, "2")
		if stem = strings.TrimSuffix(stem, "_"); !numbered || expr.Numbered(stem, 2) != short {
			break
		}
		short = stem
	}
	return name
}

// single reports whether the function is a step that only prepares.
func (p *preparation) single() bool { return len(p.Steps) == 1 && p.Steps[0].Note != "" }

// story lists the calls with which tests begin, but for those that only prepare.
func (p *preparation) story() string {
	var calls []string
	for _, s := range p.spelled() {
		calls = append(calls, s.Operation)
	}
	as := ""
	if user := p.Steps[len(p.Steps)-1].User; user != "" {
		as = " as " + user
	}
	return strings.Join(calls, ", ") + as
}

// preparation returns the function that stands for the steps of a test from one on,
// nil if the test spells that step out.
func (r *renderer) preparation(t *suite.Test, step int) *preparation {
	u := t.SetUp(step)
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool { return p.Name == u.Name })
	return r.prepared[i] // Arrange returned it
}

// inner returns the function that stands for a step of another one, nil if that has
// to spell it out: it needs v of the step.
func (r *renderer) inner(s *suite.Step, v *variables) *preparation {
	i := slices.IndexFunc(r.prepared, func(p *preparation) bool {
		return p.single() && reflect.DeepEqual(&p.Steps[0], s) && !slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool {
			return v.text[c.Var] != "" && !slices.Contains(p.Returns, suite.Returned{Var: c.Var}) ||
				v.whole[c.Var] != "" && !slices.Contains(p.Returns, suite.Returned{Var: c.Var, JSON: true})
		})
	})
	if i < 0 {
		return nil
	}
	return r.prepared[i]
}

// call returns the line of a test that prepares it. Steps are those of the test that
// the function stands for: the test may have a variable of another step that is called
// as one that other tests read here.
func (p *preparation) call(v *variables, steps []suite.Step) string {
	var names []string
	for _, r := range p.Returns {
		name := ""
		if captured(steps, r.Var) {
			name = v.of(r)
		}
		names = append(names, cmp.Or(name, "_"))
	}
	results := ""
	if slices.ContainsFunc(names, func(name string) bool { return name != "_" }) {
		results = strings.Join(names, ", ") + " := "
	}
	return results + "api." + p.method + "()"
}

// captured reports whether a step captures a variable.
func captured(steps []suite.Step, name string) bool {
	return slices.ContainsFunc(steps, func(s suite.Step) bool {
		return slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool { return c.Var == name })
	})
}

// variables are those of the function itself.
func (p *preparation) variables(reserved ...string) *variables {
	v := newVariables(p.spelled(), reserved...)
	for i := range p.Steps {
		v.declareAll(&p.Steps[i], p.asText, p.asJSON)
	}
	v.declareNames(v.steps)
	return v
}

// spelled are the steps that the function does not leave to others.
func (p *preparation) spelled() []suite.Step {
	if len(p.Steps) == 1 {
		return p.Steps
	}
	return slices.DeleteFunc(slices.Clone(p.Steps), func(s suite.Step) bool { return s.Note != "" })
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
	direct := r.prepareBody(&body, p, v)
	var names, values []string
	for _, returned := range p.Returns {
		name, value := v.of(returned), ""
		if name == "" { // of a test that is gone
			name, value = v.scope.Free(returned.Var), `""`
		}
		names, values = append(names, name), append(values, cmp.Or(value, direct[name], name))
	}
	fmt.Fprintf(b, "%s\nfunc (api *%sAPI) %s() %s{\n", escape.GoComment(p.purpose(names)), r.shared, p.method, p.types(names))
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

// prepareBody writes the calls of a function. It returns what a function of a single
// call returns without variables.
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

// types are those of the results. Those of several steps have no names, because
// the variables in the function have them.
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

// purpose says in a line what the function does.
func (p *preparation) purpose(names []string) string {
	about := p.method + " begins a test: " + p.about
	if len(names) > 1 && len(p.Steps) > 1 {
		about += "; it returns " + strings.Join(names, ", ")
	}
	return about
}
