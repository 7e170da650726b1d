package execute

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
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
	// Whole says that the tracer also reports the targets that are covered for good.
	Whole bool
	// Leak says that the test has the purpose to show a goroutine leak.
	Leak bool
	// Look is an operation that reads the effect of the last call of the test. It is nil where the
	// execution reads no effect. See looked.
	Look *api.Operation
	// Idle says that the last call of the test is not made: Look then reads the state without its effect.
	Idle bool
	// Trace records what happens, unless it is nil.
	Trace *Trace
}

// execution is one execution of a test. The next one reuses its memory.
type execution struct {
	Purpose
	answers link.Answers // the values of the answers so far

	// These fields belong to the current call.
	encoded  message.Request
	request  sut.Request
	target   []byte
	uses     []link.Use
	sent     link.Exchange // once there is an answer
	exchange oracle.Exchange
	answer   *sut.Response
	before   []*oracle.Exchange // the earlier exchanges of the test
	stray    *api.Operation     // the operation of the call if the schema lacks it, else nil
	arranged bool               // the test arranged surroundings
	step     Step
	verdict
}

// verdict holds what is known of the answer to the current call.
type verdict struct {
	found []oracle.Finding
	soon  bool // the answer became possible some time after an earlier call
	whole bool // the elements of its list matter, see Scorer
}

// tells reports whether the answer says something about the operation. It does not if the schema lacks the operation,
// or if the client left before the answer, which may be any then.
func (e *execution) tells() bool { return e.stray == nil && !e.encoded.Gone }

// completed records that the current call, at an index of its test, has an answer.
func (e *execution) completed(i int, c *action.Call, resp *sut.Response) {
	e.sent = link.Exchange{Step: i, Call: c, Encoded: &e.encoded, Uses: e.uses, Request: &e.request, Answer: resp}
}

// remember records the values of the last call and its answer for later calls.
func (e *execution) remember(i int, c *action.Call, baseURL string) {
	if len(c.Op.Links.Out) > 0 {
		e.answers.Declared(&e.sent, baseURL+e.request.Target)
	}
	e.answers.Learn(i, c.Op, e.answer)
	e.answers.Chosen(i, c, &e.encoded, e.answer)
	e.answers.Bake(i, c, e.answer)
}

// hold keeps the values of the last answer for the claims of later calls.
func (e *execution) hold(i int, c *testcase.Case) {
	if e.answer.Outcome == sut.Answered && action.Claiming(c.Actions[i+1:]) {
		e.answers.Hold(i, c.Actions[i].(*action.Call).Op, link.Given(e.answer))
	}
}

// MaxRemembered bounds the number of answers of a test whose values later calls can use.
const MaxRemembered = 32
