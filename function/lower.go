package function

import (
	"reflect"
	"slices"
	"time"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/suite"
)

// written is a test that is converted to steps.
type written struct {
	*candidate
	traces []*trace // the executions of the test
	now    time.Time
}

// answersAt returns the outcomes of all executions at a step, including that in another process.
func (w *written) answersAt(i int) (out []answer) {
	for _, t := range w.traces {
		out = append(out, answer{t.steps[i].outcome, t.steps[i].seen})
	}
	if w.answers != nil {
		out = append(out, w.answers[i])
	}
	return out
}

// agree reports whether all executions have the same outcomes, and a written test can show these.
func (w *written) agree() bool {
	n := len(w.Test.Actions)
	if w.answers != nil && len(w.answers) != n {
		return false
	}
	for _, t := range w.traces {
		if !t.whole(w.Test) {
			return false
		}
	}
	for i := range n {
		all := w.answersAt(i)
		first := &all[0]
		if slices.ContainsFunc(all, func(a answer) bool {
			return a.outcome != first.outcome || len(a.seen) != len(first.seen)
		}) {
			return false
		}
	}
	return true
}

// lower converts a test to steps with assertions.
func (h *harvester) lower(w *written) suite.Test {
	test := suite.Test{Faults: h.shown(w)}
	for i, a := range w.Test.Actions {
		test.Steps = append(test.Steps, w.step(i, a.(*call)))
	}
	test.Kind = kind(&test)
	return test
}

// shown returns the faults for which a test is kept, each once.
func (h *harvester) shown(w *written) (out []suite.Fault) {
	for i, o := range w.traces[0].steps {
		if o.finding == nil {
			continue
		}
		s := w.Test.Actions[i].(*call).subject
		fault := o.finding.fault(s)
		fault.Step = i
		known := slices.ContainsFunc(out, func(other suite.Fault) bool { return other.Key == fault.Key })
		if !known && slices.Contains(w.Need, h.executor.faults.target(s, o.finding)) {
			out = append(out, fault)
		}
	}
	return out
}

func kind(t *suite.Test) suite.Kind {
	switch {
	case len(t.Faults) > 0:
		return suite.FaultKind
	case !t.Steps[len(t.Steps)-1].Succeeds():
		return suite.ErrorKind
	}
	return suite.Success
}

// step returns the step of one call, with its assertions.
func (w *written) step(i int, c *call) suite.Step {
	s := c.subject
	f := &suite.Function{ImportPath: s.importPath, Package: s.pkg, Name: s.function, Args: c.arguments()}
	var types []reflect.Type
	for i := range s.genes {
		types = append(types, s.value.Type().In(i))
	}
	all := w.answersAt(i)
	if all[0].outcome == panicked {
		f.Expect.Panics = true
	} else {
		for n, t := range s.results() {
			r := newColumn(all, n, w.now).result(t)
			f.Expect.Results = append(f.Expect.Results, r)
			if r.Op == suite.Equal {
				types = append(types, t)
			}
		}
	}
	f.Types = typed.Named(types...)
	return suite.Step{Operation: s.name, Function: f}
}

// arguments returns the arguments of a call, without zero fields. The values of a variadic parameter are separate
// arguments.
func (c *call) arguments() (out []suite.Argument) {
	values, err := c.values()
	if err != nil { // impossible, since the test was executed
		return nil
	}
	for i, v := range values {
		name := c.subject.params[i]
		if i == len(values)-1 && c.subject.value.Type().IsVariadic() {
			return append(out, elements(name, v)...)
		}
		out = append(out, argument(name, v))
	}
	return out
}

func elements(name string, list reflect.Value) (out []suite.Argument) {
	for i := range list.Len() {
		out = append(out, argument(name, list.Index(i)))
	}
	return out
}

func argument(name string, v reflect.Value) suite.Argument {
	plain, _ := typed.Plain(v)
	if err, ok := v.Interface().(error); ok && isError(v.Type()) {
		plain = err.Error()
	}
	return suite.Argument{Name: name, Type: typed.Spell(v.Type()), Value: plain}
}
