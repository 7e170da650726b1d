package rest

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// executor executes tests: it resets the system, makes the calls one after the
// other, and scores what came back. It keeps the faults and what each operation
// answered.
type executor struct {
	api      *API
	system   system
	oracles  []oracle.Oracle
	users    *auth.Session
	names    []string // of the users
	without  []int    // codes of faults that are not reported
	baseURL  string
	basePath string
	anew     bool    // users log in anew in each test
	memory   *Memory // is told what succeeded

	inside inside
	board  fitness.Board
	faults *faults
	tally  []Tally
	spare  execution // the memory of the last execution
}

// system is a started system under test.
type system interface {
	sut.Caller
	// Reset brings the state back to that of the start.
	Reset(ctx context.Context) error
}

// executorOptions say how tests are executed.
type executorOptions struct {
	Users         []auth.User
	LoginEachTest bool // users log in anew in each test
	BaseURL       string
	BasePath      string // is where the operations are
	Oracles       []oracle.Oracle
	Without       []int // codes of faults that are not reported
	Leaks         bool  // goroutines that tests leave behind are faults
}

// newExecutor returns an executor that tells the memory what succeeds.
func newExecutor(a *API, s system, registry *fitness.Registry, m *Memory, o *executorOptions) *executor {
	x := &executor{
		api: a, system: s, memory: m, users: auth.NewSession(o.Users), anew: o.LoginEachTest, baseURL: o.BaseURL, basePath: o.BasePath,
		oracles: o.Oracles, without: o.Without, faults: newFaults(registry),
	}
	for i := range o.Users {
		x.names = append(x.names, o.Users[i].Name)
	}
	for _, op := range a.ops {
		x.tally = append(x.tally, Tally{Operation: op.spec, Statuses: map[int]int{}})
	}
	x.inside.watch(x, o.Leaks && !slices.Contains(o.Without, oracle.CodeLeak))
	return x
}

// purpose says what a test is executed for.
type purpose struct {
	// suite says that it is executed for a suite: it logs in by itself, as a
	// written test does, all its targets are told, and its answers do not count
	// for the tallies of the search.
	suite bool
	// leak says that it is there to show a goroutine leak.
	leak bool
	// trace is filled with what happens, unless it is nil.
	trace *Trace
}

// execution is one execution of a test. Its memory is used again by the next.
type execution struct {
	purpose
	answers answers // what they named so far
	done    []*call // what succeeded and may have changed something

	// Of the call at hand.
	encoded  message.Request
	request  sut.Request
	target   []byte
	uses     []use
	exchange oracle.Exchange
	answer   *sut.Response
}

// begin returns an execution for a purpose, valid until the next one begins.
func (x *executor) begin(p purpose) *execution {
	e := &x.spare
	e.purpose = p
	e.answers.reset()
	e.done, e.answer = e.done[:0], nil
	return e
}

// run makes the calls of a case and returns how many HTTP calls that took,
// log-ins included.
func (x *executor) run(ctx context.Context, c *testcase.Case, e *execution) (calls int, err error) {
	if err := x.system.Reset(ctx); err != nil {
		return 0, fmt.Errorf("rest: reset: %w", err)
	}
	x.users.Begin(x.anew || e.suite)
	x.inside.enter(e.purpose)
	for i, action := range c.Actions {
		n, more, err := x.perform(ctx, i, action.(*call), e)
		calls += n
		if err != nil {
			return calls, err
		}
		if !more {
			break
		}
		if i < min(len(c.Actions)-1, maxRemembered) { // nothing comes after the last
			e.remember(i, action.(*call))
		}
	}
	x.leave(c, e)
	return calls, nil
}

// perform makes one call and judges the answer. more is false when the rest of
// the test makes no sense.
func (x *executor) perform(ctx context.Context, i int, c *call, e *execution) (calls int, more bool, err error) {
	c.genes.Encode(c.op.spec, &e.encoded)
	e.uses = e.answers.resolve(c, &e.encoded, e.uses[:0])
	if e.trace != nil {
		e.trace.begin(c, &e.encoded, e.uses)
	}
	calls, resp, err := x.send(ctx, c, e)
	if e.trace != nil {
		e.trace.sent(x.users.Standing(c.user.user))
	}
	if err != nil {
		return calls, false, fmt.Errorf("rest: %s: %w", c.op.spec.Name(), err)
	}
	if resp.Outcome == sut.Skipped {
		if e.trace != nil {
			e.trace.end(resp, nil)
		}
		return calls, false, nil
	}
	if !e.suite {
		x.tally[c.op.index].count(resp)
		if resp.Outcome == sut.Answered && resp.Status/100 == 2 {
			x.succeeded(c, e)
		}
	}
	x.score(i, c, resp, e)
	x.inside.look(i)
	e.answer = resp
	return calls, resp.Outcome == sut.Answered || resp.Outcome == sut.Panicked, nil
}

// succeeded notes a call that was answered with success.
func (x *executor) succeeded(c *call, e *execution) {
	e.done = append(e.done, c)
	x.memory.succeeded(e.done)
	if c.op.spec.Method == "GET" || c.op.spec.Method == "HEAD" {
		e.done = e.done[:len(e.done)-1]
	}
}

// remember notes what the last call and its answer tell later ones.
func (e *execution) remember(i int, c *call) {
	e.answers.learn(i, c.op, e.answer)
	e.answers.chosen(i, c, &e.encoded, e.answer)
}

// maxRemembered bounds the answers whose values are offered to later calls.
const maxRemembered = 32

// send adds the user's credentials to the encoded call and makes it, once more
// after a new log-in when they have expired.
func (x *executor) send(ctx context.Context, c *call, e *execution) (calls int, resp *sut.Response, err error) {
	for {
		n, err := x.users.Apply(ctx, x.system, c.user.user, &e.encoded)
		calls += n
		if err != nil {
			return calls, nil, err
		}
		e.prepare(c.op.spec, x.basePath)
		calls++
		resp, err = x.system.Call(ctx, &e.request)
		if err == nil {
			err = ctx.Err() // what a call cut short shows is no fault of the system
		}
		if err != nil {
			return calls, nil, err
		}
		if resp.Status != http.StatusUnauthorized || !x.users.Expire(c.user.user) {
			return calls, resp, nil
		}
	}
}

// prepare fills the request from the encoded call.
func (e *execution) prepare(op *openapi.Operation, basePath string) {
	m := &e.encoded
	e.target = m.Target(e.target[:0], basePath)
	e.request = sut.Request{Method: op.Method, Target: string(e.target), Header: m.Header(), Operation: op.Name()}
	if m.HasBody {
		e.request.Body = m.Body
		if e.request.Body == nil {
			e.request.Body = []byte{}
		}
	}
}
