package harvest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// candidate is a test on its way into the suite.
type candidate struct {
	*reduce.Candidate
	// name is the name of the test in the suite, once it has one.
	name string
	// leaks says that the purpose of the test is to show a goroutine leak, if that is known before its execution.
	leaks bool
	// calls is the number of HTTP calls of its last execution, log-ins included.
	calls int
	// ran is the execution that its test comes from.
	ran ran
	// traces are the executions of its final form.
	traces []*execute.Trace
	// firm is the last form of the test that was executed often enough. It is nil if there is none.
	firm *firm
	// seen is the execution of the test in the search. It is nil if that was not kept.
	seen *execute.Trace
	// answers are the answers in another process, or nil if they are not known.
	answers []lowering.Answer
	// owns says that the test reads no list that shows only elements of other tests.
	owns bool
	// look is an operation that shows the effect of the last call. It is nil if there is none.
	look *api.Operation
	// idle says that the last call is not made, so that look shows the state without its effect.
	idle bool
	// left are assertions that are removed from the test.
	left []suite.Assertion
}

func newCandidate(test *testcase.Case, need ...fitness.ID) *candidate {
	return &candidate{Candidate: &reduce.Candidate{Test: test, Need: need}}
}

// executions returns the given executions of the test, with its answers in another process.
func (c *candidate) executions(traces []*execute.Trace) lowering.Executions {
	return lowering.Executions{Traces: traces, Elsewhere: c.answers}
}

// trial returns how the test is executed.
func (c *candidate) trial() trial { return trial{c.Need, c.leaks, c.look, c.idle, c.calls} }

// trial has the settings for an execution of a test, or of another form of it.
type trial struct {
	need []fitness.ID // a leak among them is waited for
	// leaks, look and idle are those of the candidate.
	leaks bool
	look  *api.Operation
	idle  bool
	calls int // the number of calls of the last execution
}

// become gives a candidate the test of a form that was executed for it.
func (c *candidate) become(form *candidate) {
	c.Test, c.Scores, c.ran, c.calls = form.Test, form.Scores, form.ran, form.calls
}

// invalid counts the calls of a test that are invalid on purpose.
func invalid(test *testcase.Case) (n int) {
	for _, a := range test.Actions {
		if a.(*action.Call).Genotype.IsInvalid() {
			n++
		}
	}
	return n
}

// opOf returns the operation that a test is about: that of its last call.
func opOf(test *testcase.Case) *api.Operation {
	return test.Actions[len(test.Actions)-1].(*action.Call).Op
}

// needed returns the targets that the candidates are needed for.
func needed(cs []*candidate) (out []fitness.ID) {
	for _, c := range cs {
		out = append(out, c.Need...)
	}
	return out
}

// firm is a form of a test with as many executions as assertions of bodies need.
type firm struct {
	test   *testcase.Case
	scores fitness.Scores
	calls  int
	traces []*execute.Trace
}

// is reports whether a test, and its look operation, are unchanged since the firm form was executed. A nil look stands
// for none. It returns false for a nil firm.
func (f *firm) is(test *testcase.Case, look *api.Operation) bool {
	return f != nil && f.test == test && look == nil
}

// ran is an execution of a test. One that a candidate took its test from is one of those that it
// needs before it is written.
type ran struct {
	test  *testcase.Case
	trace *execute.Trace
}

// of returns the execution if the test is unchanged since then, else nil.
func (r ran) of(test *testcase.Case) *execute.Trace {
	if r.test != test {
		return nil
	}
	return r.trace
}

// refused reports whether the execution ended before a call that would end the process.
func (r ran) refused() bool {
	if r.trace == nil || len(r.trace.Steps) == 0 {
		return false
	}
	return r.trace.Steps[len(r.trace.Steps)-1].Answer.Outcome == sut.Skipped
}

// begin counts the executions of tests that are unchanged since then.
func begin(cs []*candidate) {
	for _, c := range cs {
		if c.firm.is(c.Test, c.look) {
			c.traces = slices.Clone(c.firm.traces)
		} else if t := c.ran.of(c.Test); t != nil {
			c.traces = append(c.traces, t)
		}
	}
}

// leans reports whether a test depended on other tests in one of its executions.
func leans(traces []*execute.Trace) bool {
	return slices.ContainsFunc(traces, func(t *execute.Trace) bool { return t.Leaning.Why != "" })
}
