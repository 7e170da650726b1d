package execute

import (
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/memory"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Purpose says why a test is executed.
type Purpose struct {
	// Suite says that the execution is for a suite. It logs in by itself, as a
	// written test does. The tracer reports all targets. Its answers do not count
	// in the tallies of the search.
	Suite bool
	// Whole says that the tracer reports all targets, those that are covered for good as
	// well.
	Whole bool
	// Leak says that the test is there to show a goroutine leak.
	Leak bool
	// Look is an operation that reads the effect of the last call of the test. It is nil where the
	// execution reads no effect. See looked.
	Look *api.Operation
	// Idle leaves the last call of the test out: Look then reads the state without its effect.
	Idle bool
	// Trace records what happens, unless it is nil.
	Trace *Trace
}

// execution is one execution of a test. The next one reuses its memory.
type execution struct {
	Purpose
	answers link.Answers   // what they named so far
	done    []*action.Call // what succeeded and may have changed something
	paths   []string       // of done

	// These fields belong to the current call.
	encoded  message.Request
	request  sut.Request
	target   []byte
	uses     []link.Use
	exchange oracle.Exchange
	answer   *sut.Response
	place    string             // where the system was, for an answer that is a fault
	before   []*oracle.Exchange // of the calls before
	stray    *api.Operation     // that no schema has and the call is of, nil for none
	verdict
}

// verdict is what is known of the answer to the current call.
type verdict struct {
	found []oracle.Finding
	soon  bool // it comes some time after what made it possible
	whole bool // its elements are what it says, see elements
}

// tells reports whether the answer to the current call tells of its operation: a stray call is of none, and who left
// before the answer may get any.
func (e *execution) tells() bool { return e.stray == nil && !e.encoded.Gone }

// succeeded records a call that succeeded.
func (e *execution) succeeded(m *memory.Memory, c *action.Call, resp *sut.Response) {
	e.done = append(e.done, c)
	m.Succeeded(e.done)
	m.Accepted().Answered(c.Op, resp)
	if (c.Op.Spec.Method == "GET" || c.Op.Spec.Method == "HEAD") && len(c.Op.Sets) == 0 {
		e.done = e.done[:len(e.done)-1]
		return
	}
	path, _, _ := strings.Cut(e.request.Target, "?")
	e.paths = append(e.paths, path)
	m.Repeated(e.done, e.rungs())
}

// rungs counts the successes of the last call's operation on its resource since the
// resource was replaced or deleted.
func (e *execution) rungs() (n int) {
	last := len(e.done) - 1
	for i, earlier := range e.done {
		switch method := earlier.Op.Spec.Method; {
		case earlier.Op == e.done[last].Op && e.paths[i] == e.paths[last]:
			n++
		case (method == "PUT" || method == "DELETE") && strings.HasPrefix(e.paths[last], e.paths[i]):
			n = 0
		}
	}
	return n
}

// remember records the values of the last call and its answer for later calls.
func (e *execution) remember(i int, c *action.Call, baseURL string) {
	if len(c.Op.Links.Out) > 0 {
		e.answers.Declared(&link.Exchange{
			Step: i, Call: c, Request: &e.encoded, Uses: e.uses, URL: baseURL + e.request.Target, Answer: e.answer,
		})
	}
	e.answers.Learn(i, c.Op, e.answer)
	e.answers.Chosen(i, c, &e.encoded, e.answer)
	e.answers.Bake(i, c, e.answer)
}

// hold keeps the values of the last answer for the claims of later calls, and shows
// them to the tracker, which finds out what claims there may be.
func (e *execution) hold(i int, c *testcase.Case, t *tracking.Tracker) {
	listens, claims := tracking.Listens(t), action.Claiming(c.Actions[i+1:])
	if !listens && !claims || e.answer.Outcome != sut.Answered {
		return
	}
	given := link.Given(e.answer)
	if claims {
		e.answers.Hold(i, c.Actions[i].(*action.Call).Op, given)
	}
	tracking.Answered(t, c, i, given)
}

// maxRemembered bounds the answers whose values are offered to later calls.
const maxRemembered = 32

// isBody reports whether a text that was decoded is the body of the request, or its
// beginning.
func (e *execution) isBody(text string) bool {
	return text == "" && len(e.encoded.Body) == 0 || text != "" && strings.HasPrefix(string(e.encoded.Body), text)
}
