package rest

import (
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// inside is what is seen of the inside of the system.
type inside struct {
	tracer     sut.Tracer      // nil: nothing
	goroutines *sut.Goroutines // nil: not watched

	action int
	note   func(fitness.ID, float64) // a method value made once
}

// watch finds out what can be seen.
func (in *inside) watch(x *executor, leaks bool) {
	in.tracer, _ = x.system.(sut.Tracer)
	in.note = func(id fitness.ID, value float64) { x.board.Score(id, in.action, value) }
	if leaks {
		in.goroutines = &sut.Goroutines{}
	}
}

// enter begins a test. One for a suite is told all targets: what is muted
// while the search runs is what the suite is made for.
func (in *inside) enter(p purpose) {
	if in.tracer != nil {
		in.tracer.Begin(p.suite)
	}
	if in.goroutines != nil {
		in.goroutines.Begin(p.leak)
	}
}

// look scores what a call reached inside of the system.
func (in *inside) look(action int) {
	in.action = action
	if in.tracer != nil {
		in.tracer.Take(in.note)
	}
	if in.goroutines != nil {
		in.goroutines.Called()
	}
}

// place returns where the system was at an answer that is a fault by itself.
func (in *inside) place(resp *sut.Response) string {
	switch {
	case resp.Place != "":
		return resp.Place
	case in.tracer == nil || resp.Outcome == sut.Answered && resp.Status < 500:
		return ""
	}
	return in.tracer.Last()
}

// leave ends a test: goroutines that it leaves behind are faults. In one for a
// suite that is only of interest where the test is there to show them.
func (x *executor) leave(c *testcase.Case, e *execution) {
	if x.inside.goroutines == nil || len(c.Actions) == 0 {
		return
	}
	for _, l := range x.inside.goroutines.Left() {
		if !e.suite || e.leak {
			x.leaked(c, &l, e)
		}
	}
}

// leaked scores a place that goroutines were left behind by. A goroutine that
// is started once in the life of the program looks the same the first time, so
// the target is covered by the second test.
func (x *executor) leaked(c *testcase.Case, l *sut.Leak, e *execution) {
	op := c.Actions[l.Call].(*call).op
	f := oracle.Finding{
		Code: oracle.CodeLeak, Category: "goroutine leak", Detail: l.Place, Frame: l.Place,
		Reason: "a goroutine started by " + l.Place + " is still there after the test",
	}
	last := x.inside.action
	id := x.faults.target(op, &f)
	if l.Tests < 2 && !e.suite {
		x.board.Score(id, last, 0.5)
		return
	}
	x.fault(last, op, &f, e)
	x.faults.of(id).Operation = op.spec // smaller tests know better
	if e.trace != nil {
		step := &e.trace.steps[l.Call]
		step.findings = append(step.findings[:len(step.findings):len(step.findings)], f)
	}
}
