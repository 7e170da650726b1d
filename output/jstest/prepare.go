package jstest

import (
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// preparation is what comes before that which a test is about, as a method of the
// shared file: a single step that only prepares, such as a log-in, or else the steps
// with which tests begin.
type preparation struct {
	suite.Fixture
	method         string
	asText, asJSON map[string]bool // which captures it needs itself or returns
}

// methods are the names that a set-up cannot have: those of the API in the shared file,
// and those that mean something to the language.
const methods = "call request secret unique number inString lastSegment parse stringify fail base constructor then toString valueOf " +
	"hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString __proto__ stem"

// preparationsOf makes the methods of a suite.
func preparationsOf(fixtures []suite.Fixture) (out []*preparation) {
	taken := strings.Fields(methods)
	for _, f := range fixtures {
		p := &preparation{Fixture: f, method: methodOf(f.Name, taken)}
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
func methodOf(name string, taken []string) string {
	for short := name; short != ""; {
		if slices.Contains(taken, short) {
			return numbered(name, 2)
		}
		stem, again := strings.CutSuffix(short, "2")
		if stem = strings.TrimSuffix(stem, "_"); !again || numbered(stem, 2) != short {
			break
		}
		short = stem
	}
	return name
}

// single reports whether the method is a step that only prepares.
func (p *preparation) single() bool { return len(p.Steps) == 1 && p.Steps[0].Note != "" }

// about says what the method does: the calls with which tests begin, but for those that
// only prepare.
func (p *preparation) about() string {
	if p.single() {
		return p.Steps[0].Note
	}
	var calls []string
	for _, s := range p.spelled() {
		calls = append(calls, s.Operation)
	}
	about := strings.Join(calls, ", ")
	if user := p.Steps[len(p.Steps)-1].User; user != "" {
		about += " as " + user
	}
	return about
}

// spelled are the steps that the method does not leave to others.
func (p *preparation) spelled() []suite.Step {
	if len(p.Steps) == 1 {
		return p.Steps
	}
	return slices.DeleteFunc(slices.Clone(p.Steps), func(s suite.Step) bool { return s.Note != "" })
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
		name := v.of(r)
		switch {
		case name == "" || !captured(steps, r.Var):
		case name == member(r):
			names = append(names, name)
		default:
			names = append(names, member(r)+": "+name)
		}
	}
	if len(names) == 0 {
		return "await api." + p.method + "();"
	}
	return "const { " + strings.Join(names, ", ") + " } = await api." + p.method + "();"
}

// captured reports whether a step captures a variable.
func captured(steps []suite.Step, name string) bool {
	return slices.ContainsFunc(steps, func(s suite.Step) bool {
		return slices.ContainsFunc(s.Call.Captures, func(c suite.Capture) bool { return c.Var == name })
	})
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
	v := newVariables(p.spelled())
	for i := range p.Steps {
		v.declareAll(&p.Steps[i], p.asText, p.asJSON)
	}
	v.declareNames(v.steps)
	b.WriteString("\n  " + escape.JSComment(p.method+" begins a test: "+p.about()) + "\n  async " + p.method + "() {\n    const api = this;\n" + v.names("    "))
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
		switch name := v.of(returned); name {
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
