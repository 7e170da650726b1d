// Package execute executes tests of the REST problem and scores them: it resets the system, makes the calls one after
// the other, has oracles judge each answer, and asks the tracer for targets that the call reached. A [Listener]
// receives a [Step] for each call, and learns from the answers.
//
// The search keeps no traces: answers are judged and forgotten, since a test is executed again before it is written.
// That is needed anyway to find unstable values. If executions are expensive, or the system is not traced, the
// executions of the shortest tests are kept ([Sightings]).
//
// The effect of a call may become visible some time after its answer. So a call that does not find a resource of an
// earlier call is repeated for a short time. Once a system was late, findings that depend on earlier calls are
// dropped.
//
// A call whose client leaves before the answer is the last of its test, since its effect is unknown. Only a panic and
// a hang of such a call are faults.
package execute

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Executor executes tests. It resets the system, makes the calls one after the
// other and scores the answers. It keeps the faults and the tallies of each
// operation.
type Executor struct {
	client
	judge
	api *api.API
	// Listener receives each call of the search. It may be nil.
	Listener Listener
	// Scorers score each answer, in their order.
	Scorers []Scorer

	Inside inside
	Board  fitness.Board
	Records
	spare execution // the memory of the last execution
}

// Records are the results of all executions that an executor keeps.
type Records struct {
	Faults *api.Faults
	Tally  []Tally // by operation
	// Dear says that an execution of a test is expensive apart from its calls: it needs a log-in, whose hash is slow
	// on purpose, or a new process.
	Dear bool
	// Sightings are the executions of the search that are kept. It is nil if none are.
	Sightings *Sightings
}

// judge has the oracles and the settings for judging answers.
type judge struct {
	oracles []oracle.Oracle
	without []int  // codes of faults that are not reported
	address string // for the command lines of faults
	// Secrets are the credentials that must not appear in any output.
	Secrets *secret.Set
	// Border recovers from panics of oracles and of the code that executes tests. If it is nil, panics are not
	// recovered.
	Border *supervise.Border
	reader refusal.Reader
}

// Addresses are the URLs of a system.
type Addresses struct {
	BaseURL string // of a system in another process
	Address string // where people find it, for command lines; default BaseURL
}

// Options say how to execute tests.
type Options struct {
	Users         []auth.User
	Secrets       *secret.Set // of the users
	LoginEachTest bool        // users log in again in each test
	Addresses
	BasePath string // the path below which the operations are
	Oracles  []oracle.Oracle
	Without  []int // codes of faults that are not reported
	Leaks    bool  // goroutines that tests leave behind are faults
	Tracer   sut.Tracer
	Known    sut.Inside // what the tracer knows of the code
	Finds    bool       // the listener is told which inputs the system reads
	Lasting  bool       // the elements that tests leave behind stay in the system
	// Around arranges what stands beside the requests of calls. It may be nil.
	Around Surroundings
}

// New returns an executor without a listener.
func New(a *api.API, s system, registry *fitness.Registry, o *Options) *Executor {
	x := &Executor{
		api: a,
		client: client{
			System: s, baseURL: o.BaseURL, BasePath: o.BasePath, anew: o.LoginEachTest,
			Effects: effects.New(a.Ops, o.Lasting),
			routes:  routes{ops: a.Ops, spelled: make([]spelling, len(a.Ops)), routed: make([]bool, len(a.Ops))},
		},
		judge: judge{
			oracles: o.Oracles, without: o.Without, Secrets: o.Secrets,
			address: cmp.Or(o.Address, o.BaseURL),
		},
		Records: Records{Faults: api.NewFaults(registry), Dear: isDear(s, o.Users), Sightings: newSightings(s, o)},
	}
	for _, op := range a.Ops {
		x.specs = append(x.specs, op.Spec)
		x.Tally = append(x.Tally, Tally{Operation: op.Spec, Statuses: map[int]int{}})
	}
	x.Adopt(o.Users)
	x.around = o.Around
	x.Inside = inside{Tracer: o.Tracer, Known: o.Known, finds: o.Finds}
	x.Inside.read()
	x.Inside.tables()
	if o.Leaks && !slices.Contains(o.Without, oracle.CodeLeak) {
		x.Inside.goroutines = &sut.Goroutines{}
	}
	return x
}

// newSightings returns nil if tests depend on what others left behind. It also returns nil if there is a tracer and
// executions are cheap: such tests are executed very often.
func newSightings(s system, o *Options) *Sightings {
	if o.Lasting || o.Tracer != nil && !isDear(s, o.Users) {
		return nil
	}
	return &Sightings{best: map[fitness.ID]*sighting{}, of: map[*testcase.Case]*sighting{}}
}

// isDear reports whether executions of tests are expensive, see [Records].
func isDear(s system, users []auth.User) bool {
	starts, ok := s.(interface{ Starts() int })
	logs := func(u auth.User) bool { return u.Login != nil || u.SignUp != nil }
	return slices.ContainsFunc(users, logs) || ok && starts.Starts() > 0
}

// Begin returns an execution for a purpose. It is valid until the next Begin.
func (x *Executor) Begin(p Purpose) *execution {
	e := &x.spare
	e.Purpose = p
	e.answers.Reset()
	for _, s := range x.Scorers {
		s.Begin()
	}
	e.before, e.answer, e.arranged = nil, nil, false
	return e
}

// Run makes the calls of a case. It returns how many HTTP calls it made,
// including those that log users in.
func (x *Executor) Run(ctx context.Context, c *testcase.Case, e *execution) (calls int, err error) {
	x.Border.Try("what executes tests", func() { calls, err = run(ctx, x, c, e) })
	return calls, err
}

func run(ctx context.Context, x *Executor, c *testcase.Case, e *execution) (calls int, err error) {
	if e.Suite && e.Trace != nil && waits(c) {
		x.Inside.stayers.Begin()
		defer x.Inside.stay(x.System, e.Trace)
	}
	if x.around != nil {
		x.around.Begin(c)
	}
	if err := x.System.Reset(ctx); err != nil {
		return 0, fmt.Errorf("rest: reset: %w", err)
	}
	x.Users.Begin(x.anew || e.Suite)
	x.Effects.Begin()
	if err := x.Inside.enter(ctx, e.Purpose); err != nil {
		return 0, err
	}
	await(c, Departs(x.System))
	x.listen(c, e)
	for i, a := range c.Actions {
		if e.Idle && i == len(c.Actions)-1 {
			begin(x, a.(*action.Call), e)
			break
		}
		n, more, err := x.perform(ctx, i, c, e)
		calls += n
		if err != nil {
			return calls, err
		}
		if x.tell(e); !more {
			break
		}
		if i < min(len(c.Actions)-1, MaxRemembered) { // no call follows the last one
			x.keep(i, c, e)
		}
	}
	leaks := x.Inside.left(c)
	n, err := together(ctx, x, c, e)
	if calls += n; err != nil {
		return calls, err
	}
	n, err = x.behind(ctx, c, e)
	x.leave(c, leaks, e)
	return calls + n, err
}

// listen tells the listener that a test of the search begins.
func (x *Executor) listen(c *testcase.Case, e *execution) {
	if x.Listener != nil && !e.Suite {
		x.Listener.Begin(c)
	}
}

// tell tells the listener of a call of the search.
func (x *Executor) tell(e *execution) {
	if x.Listener == nil || e.Suite || e.answer == nil {
		return
	}
	e.step.Arranged = e.arranged
	x.Inside.asked(&e.step)
	if e.step.Tables = x.Inside.tables(); !e.step.Gone {
		x.Inside.reads(e.sent.Call.Op.Spec, &e.step)
	}
	x.Listener.Heard(&e.step)
}

// keep keeps a call and its answer for later calls of the test.
func (x *Executor) keep(i int, c *testcase.Case, e *execution) {
	if e.tells() {
		e.remember(i, c.Actions[i].(*action.Call), x.baseURL)
		e.hold(i, c)
	}
	e.before = append(e.before, e.exchange.Copy())
}

// perform makes one call and judges the answer. more is false if the rest of
// the test no longer makes sense.
func (x *Executor) perform(
	ctx context.Context, i int, test *testcase.Case, e *execution,
) (calls int, more bool, err error) {
	c := test.Actions[i].(*action.Call)
	if !begin(x, c, e) {
		return max(0, 1-i), false, nil // counts as one call, so that a search of only such calls ends
	}
	calls, resp, err := x.call(ctx, &x.Tally[c.Op.Index], c, e)
	if err != nil {
		return calls, false, fmt.Errorf("rest: %s: %w", c.Op.Spec.Name(), err)
	}
	if resp.Outcome == sut.Skipped {
		e.Trace.end(resp, nil)
		return calls, false, nil
	}
	e.completed(i, c, resp)
	place, err := x.Inside.place(ctx, resp)
	if err != nil {
		return calls, false, err
	}
	e.record(x, test, place)
	if e.tells() {
		x.answered(c, resp, e)
	}
	x.blame(i, c, resp, e)
	e.answer = resp
	if err := x.Inside.look(ctx, i, &x.Board); err != nil {
		return calls, false, err
	}
	if e.Trace != nil {
		s := &e.Trace.Steps[len(e.Trace.Steps)-1]
		s.Clock, s.Abroad = x.Inside.clock, slices.ContainsFunc(x.Inside.requests, isAbroad)
	}
	alive := resp.Outcome == sut.Answered || resp.Outcome == sut.Panicked
	return calls, alive && !(c.Needed && resp.Status/100 != 2), nil
}

// begin encodes a call, with values from earlier answers, and assigns the user who makes it. It returns false if there
// is no such user.
func begin(x *Executor, c *action.Call, e *execution) bool {
	e.answer, e.uses, e.whole = nil, e.uses[:0], false
	c.Genotype.Encode(c.Op.Spec, &e.encoded)
	if e.stray = strayOf(x.api, c); !e.encoded.Rooted {
		e.uses = e.answers.Resolve(c, &e.encoded, e.uses)
	}
	if !assigned(x.Effects.Custody, x.Users, c, e) {
		return false
	}
	e.Trace.begin(c, e)
	return true
}

// answered counts the answer to a call of an operation, and has it scored.
func (x *Executor) answered(c *action.Call, resp *sut.Response, e *execution) {
	if !e.Suite {
		x.count(c, resp)
		c.Op.Admission.Answered(c.User.Index, answeredStatus(resp))
		x.Effects.Answered(c.Op, c.User.Index, &e.request, resp)
	}
	x.note(e)
	for _, s := range x.Scorers {
		e.whole = s.Score(&e.step, &x.Board) || e.whole
	}
}

// count counts the answer to a call, and the text of a refusal.
func (x *Executor) count(c *action.Call, resp *sut.Response) {
	t := &x.Tally[c.Op.Index]
	t.count(resp)
	never := resp.Status == http.StatusInternalServerError && !t.Succeeded() // some services refuse with 500
	if resp.Outcome == sut.Answered && (never || resp.Status/100 == 4 && !c.Genotype.IsInvalid()) {
		t.refuse(resp.Status, x.reader.Read(resp.Body), resp.Body)
	}
}
