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
	"github.com/evoke-go/evoke/testcase"
)

// candidate is a test on its way into the suite.
type candidate struct {
	*reduce.Candidate
	// name is the name of the test in the suite, once it has one.
	name string
	// leaks says that the test is there to show a goroutine leak, if that is
	// known before its execution.
	leaks bool
	// calls is how many HTTP calls its last execution took, those of log-ins included.
	calls int
	// ran is the execution that its test comes from.
	ran ran
	// firm is its last form that was executed often enough, nil for none.
	firm *firm
	// last is an execution that it was written from, nil before it is written.
	last *execute.Trace
	// seen is its execution in the search, nil where that is not kept.
	seen *execute.Trace
	// answers are the answers in another process, or nil if they are not known.
	answers []lowering.Answer
	// owns says that no list which the test reads shows only what others made.
	owns bool
	// look is an operation that shows what came of the last call, nil for none.
	look *api.Operation
	// idle says that the last call is not made, so that look shows how it is without it.
	idle bool
	// left are assertions that the test does without.
	left []suite.Assertion
}

// executions are some of the test, with its answers in another process.
func (c *candidate) executions(traces []*execute.Trace) lowering.Executions {
	return lowering.Executions{Traces: traces, Elsewhere: c.answers}
}

// trial returns how the test is executed.
func (c *candidate) trial() trial { return trial{c.Need, c.leaks, c.look, c.idle, c.calls} }

// trial is how a test, or another form of it, is executed.
type trial struct {
	need []fitness.ID // a leak among them is waited for
	// leaks, look and idle are those of the candidate.
	leaks bool
	look  *api.Operation
	idle  bool
	calls int // that the test took
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

// opOf is the operation that a test is about: that of its last call.
func opOf(test *testcase.Case) *api.Operation {
	return test.Actions[len(test.Actions)-1].(*action.Call).Op
}

// needed lists what candidates are best for.
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

// is reports whether a test that looks by an operation, nil for none, is as it was when it was executed often enough.
// A nil firm is no form.
func (f *firm) is(test *testcase.Case, look *api.Operation) bool {
	return f != nil && f.test == test && look == nil
}

// ran is an execution of a test. One that a candidate took its test from is one of those that it
// needs before it is written.
type ran struct {
	test  *testcase.Case
	trace *execute.Trace
}

// of returns the execution if it was one of a test as it is now, else nil.
func (r ran) of(test *testcase.Case) *execute.Trace {
	if r.test != test {
		return nil
	}
	return r.trace
}

// begun returns the executions of tests that are as they were executed.
func begun(cs []*candidate) [][]*execute.Trace {
	traces := make([][]*execute.Trace, len(cs))
	for i, c := range cs {
		if c.firm.is(c.Test, c.look) {
			traces[i] = slices.Clone(c.firm.traces)
		} else if t := c.ran.of(c.Test); t != nil {
			traces[i] = append(traces[i], t)
		}
	}
	return traces
}

// leans reports whether a test needed something of others in one of its executions.
func leans(traces []*execute.Trace) bool {
	return slices.ContainsFunc(traces, func(t *execute.Trace) bool { return t.Leaning.Why != "" })
}
