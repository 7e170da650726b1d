package execute

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// inside observes the code of the system through a tracer.
type inside struct {
	Tracer     sut.Tracer      // nil: the code is not observed
	Known      sut.Inside      // what the tracer knows of the code
	finds      bool            // the search looks for inputs that the schema does not declare
	goroutines *sut.Goroutines // nil: goroutine leaks are not watched
	stayers    sut.Stayers

	action  int
	reached []sut.Reached // the targets that the last call reached

	clock    bool         // the system read the clock in the last call
	misfits  []sut.Misfit // what the system could not read in the last call
	requests []sut.Asked  // the requests of the last call to other services
	// Outgoing says that any call made requests to other services.
	Outgoing bool
}

// enter begins a test. In a test for a suite, the tracer reports all targets:
// the search mutes the targets that it has covered, and the suite is made for
// these.
func (in *inside) enter(ctx context.Context, p Purpose) error {
	if in.Tracer != nil {
		if err := in.Tracer.Begin(ctx, p.Suite || p.Whole); err != nil {
			return fmt.Errorf("rest: tracer: %w", err)
		}
	}
	if in.goroutines != nil {
		in.goroutines.Begin(p.Leak)
	}
	return nil
}

// look scores the targets that a call reached in the code of the system.
func (in *inside) look(ctx context.Context, action int, board *fitness.Board) (err error) {
	in.action = action
	if in.Tracer != nil {
		if in.reached, err = in.Tracer.Take(ctx, in.reached[:0]); err != nil {
			return fmt.Errorf("rest: tracer: %w", err)
		}
		for _, r := range in.reached {
			board.Score(r.Target, action, r.Value)
		}
	}
	if in.goroutines != nil {
		in.goroutines.Called()
	}
	in.clock = in.Known.ReadsClock != nil && in.Known.ReadsClock()
	return nil
}

// outgoing returns the requests of the last call to other services. It is called before look, and once for each call.
func (in *inside) outgoing() []sut.Asked {
	if in.Known.Neighbours != nil {
		in.requests = in.Known.Neighbours()
		in.Outgoing = in.Outgoing || len(in.requests) > 0
	}
	return in.requests
}

// unread returns the values of columns that the system could not read in the last call. It is called before look.
func (in *inside) unread() []sut.Misfit {
	if in.Known.Misfits != nil {
		in.misfits = in.Known.Misfits()
	}
	return in.misfits
}

// read returns the inputs that the system read in the last call.
func (in *inside) read() []sut.Input {
	if !in.finds || in.Known.Inputs == nil {
		return nil
	}
	return in.Known.Inputs()
}

// tables returns the SQL tables that the system used in the last call.
func (in *inside) tables() []sut.Table {
	if in.Known.Tables == nil {
		return nil
	}
	return in.Known.Tables()
}

// asked records the SQL statements with conditions that the system executed in the last call, and what it asked its
// neighbours.
func (in *inside) asked(s *Step) {
	if in.Known.Queries != nil {
		s.Queries = in.Known.Queries()
	}
	s.Asked, s.Clock, s.Misfits = in.requests, in.clock, in.misfits
}

// incidents returns the incidents in the system since they were last taken: those of the last call.
func (in *inside) incidents() []sut.Incident {
	if in.Known.Incidents == nil {
		return nil
	}
	return in.Known.Incidents()
}

// place returns the place in the system for an answer that is a fault in
// itself.
func (in *inside) place(ctx context.Context, resp *sut.Response) (string, error) {
	switch {
	case resp.Place != "" || resp.Placed:
		return resp.Place, nil
	case in.Known.Last == nil || resp.Outcome == sut.Answered && resp.Status < 500:
		return "", nil
	}
	place, err := in.Known.Last(ctx)
	if err != nil {
		return "", fmt.Errorf("rest: tracer: %w", err)
	}
	return place, nil
}

// reads records the inputs that the program read of a call, and a handshake if the answer asks for one.
func (in *inside) reads(op *openapi.Operation, s *Step) {
	a := s.Answer
	if in.finds && op.Method == http.MethodGet && a.Outcome == sut.Answered && genotype.Invites(a.Status, a.Header) {
		s.Inputs = append(s.Inputs, genotype.Handshake)
	}
	for _, input := range in.read() {
		if !input.Decoded || isBody(s.Encoded, input.Data) {
			s.Inputs = append(s.Inputs, genotype.Input{In: input.Place, Name: input.Name, Type: input.Type})
		} else {
			s.Decoded = append(s.Decoded, input)
		}
	}
}

// isBody reports whether a text that was decoded is the body of the request, or its beginning.
func isBody(m *message.Request, text string) bool {
	return text == "" && len(m.Body) == 0 || text != "" && strings.HasPrefix(string(m.Body), text)
}

// transactions is where database/sql starts a goroutine for each transaction.
const transactions = "sql.(*DB).beginDC "

// left returns the goroutines that a test left behind. It leaves out goroutines of transactions if the system tells of
// transactions that are left open, which are findings themselves.
func (in *inside) left(c *testcase.Case) []sut.Leak {
	if in.goroutines == nil || len(c.Actions) == 0 {
		return nil
	}
	return slices.DeleteFunc(in.goroutines.Left(), func(l sut.Leak) bool {
		return in.Known.Tables != nil && strings.HasPrefix(l.Place, transactions)
	})
}

// leave ends a test. Goroutines that the test leaves behind are faults, unless they end with the handler, or the
// handler stays open so that this is unknown. In a test for a suite they count only if showing them is its purpose.
func (x *Executor) leave(c *testcase.Case, leaks []sut.Leak, e *execution) {
	if len(leaks) == 0 || e.Suite && !e.Leak {
		return
	}
	if s, ok := x.System.(interface{ Conclude() (closed, done bool) }); ok {
		switch closed, done := s.Conclude(); {
		case closed:
			leaks = x.Inside.goroutines.Stay(leaks)
		case !done:
			return
		}
	}
	for i := range leaks {
		x.leaked(c, &leaks[i], e)
	}
}

// waits reports whether time may pass in a test, as far as its operations tell.
func waits(c *testcase.Case) bool {
	return slices.ContainsFunc(c.Actions, func(a testcase.Action) bool {
		return slices.ContainsFunc(a.(*action.Call).Op.Template.Params, func(p genotype.Param) bool {
			return p.Spec.In == genotype.InTime
		})
	})
}

// stay closes the handler after a test for a suite in which time passed, and notes the goroutines that do not end with
// the handler. In a written test, time passes in a bubble, which cannot end before its goroutines.
func (in *inside) stay(system any, t *Trace) {
	passed := func(g suite.Given) bool { return g.Wait > 0 }
	s, ok := system.(interface{ Conclude() (closed, done bool) })
	if ok && slices.ContainsFunc(t.Steps, func(s TraceStep) bool { return slices.ContainsFunc(s.Given, passed) }) {
		s.Conclude()
		t.Stay = in.stayers.Left()
	}
}

// leaked scores a place that started goroutines which stay. A goroutine that is started once for the life of the
// program looks like a leak the first time, so only the second test covers the target.
func (x *Executor) leaked(c *testcase.Case, l *sut.Leak, e *execution) {
	op := c.Actions[l.Call].(*action.Call).Op
	f := oracle.Finding{
		Code: oracle.CodeLeak, Category: "goroutine leak", Detail: l.Place, Frame: l.Place,
		Reason: "a goroutine started by " + l.Place + " is still there after the test",
	}
	last := x.Inside.action
	id := x.Faults.Target(op, &f)
	if l.Tests < 2 && !e.Suite {
		x.Board.Score(id, last, 0.5)
		return
	}
	x.fault(last, c.Actions[l.Call].(*action.Call), &f, e)
	x.Faults.Of(id).Operation = op.Spec // smaller tests show the operation more reliably
	if e.Trace != nil {
		step := &e.Trace.Steps[l.Call]
		step.Findings = append(step.Findings[:len(step.Findings):len(step.Findings)], f)
	}
}

// crowd is a system that makes several calls at the same time, if it looks for data races. It returns the number of
// calls, 0 if it does not.
type crowd interface {
	Together(ctx context.Context, choose func() []*sut.Request) (calls int, err error)
}

// maxTogether is the number of earlier calls of a test that are made at the same time as its last one.
const maxTogether = 4

// together makes the last call of a test twice more, at the same time as the calls before it, if the system is a
// crowd. Sequential calls hardly show races. The races are faults of the last call. Other effects of these calls do
// not count: the next test starts from a reset.
func together(ctx context.Context, x *Executor, c *testcase.Case, e *execution) (calls int, err error) {
	s, ok := x.System.(crowd)
	last := x.Inside.action
	if !ok || !repeatable(e.answer) || !e.tells() || last >= len(c.Actions) {
		return 0, nil
	}
	if calls, err = s.Together(ctx, e.crowded); err != nil {
		return calls, fmt.Errorf("rest: %w", err)
	}
	if calls == 0 {
		return 0, nil
	}
	e.exchange.Incidents = slices.DeleteFunc(x.Inside.incidents(), func(i sut.Incident) bool {
		return i.Kind != sut.Raced
	})
	if len(e.exchange.Incidents) > 0 {
		blameAgain(x, last, c.Actions[last].(*action.Call), e)
	}
	return calls, nil
}

// repeatable reports whether a call with this answer may be repeated at the same time as others.
func repeatable(a *sut.Response) bool {
	return a != nil && a.Outcome == sut.Answered && !a.Stream && a.Status != 101
}

// crowded returns the requests that are made at the same time: the last call twice, and for each operation before it
// the last call of that operation.
func (e *execution) crowded() (out []*sut.Request) {
	seen := map[string]bool{e.request.Operation: true}
	for _, b := range slices.Backward(e.before) {
		if len(out) < maxTogether && repeatable(b.Response) && !seen[b.Request.Operation] {
			seen[b.Request.Operation] = true
			out = append(out, b.Request)
		}
	}
	return append(out, &e.request, &e.request)
}

// blameAgain scores the findings of the oracles in the last call that are new since it was judged first.
func blameAgain(x *Executor, i int, c *action.Call, e *execution) {
	for _, f := range x.judged(e) {
		if slices.Contains(e.found, f) {
			continue
		}
		x.fault(i, c, &f, e)
		if e.Trace != nil {
			step := &e.Trace.Steps[i]
			step.Findings = append(slices.Clip(step.Findings), f)
		}
	}
}
