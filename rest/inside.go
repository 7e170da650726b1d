package rest

import (
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// inside is what is seen of the inside of the system.
type inside struct {
	tracer     sut.Tracer      // nil: nothing
	goroutines *sut.Goroutines // nil: not watched
	insist     bool            // the test at hand is there to show a leak

	action int
	note   func(fitness.ID, float64) // a method value made once
	leaks  map[string]fitness.ID     // targets by place
}

// watch finds out what can be seen.
func (p *Problem) watch() {
	in := &p.inside
	in.tracer, _ = p.system.(sut.Tracer)
	in.note = func(id fitness.ID, value float64) { p.board.Score(id, in.action, value) }
	in.leaks = map[string]fitness.ID{}
	if p.options.Leaks && !slices.Contains(p.options.Without, oracle.CodeLeak) {
		in.goroutines = &sut.Goroutines{}
	}
}

// enter begins a test. After the search all targets are told: what is muted
// while it runs is what the suite is made for.
func (p *Problem) enter() {
	if t := p.inside.tracer; t != nil {
		t.Begin(p.after)
	}
	if g := p.inside.goroutines; g != nil {
		g.Begin(p.inside.insist)
	}
}

// look scores what a call reached inside of the system.
func (p *Problem) look(action int) {
	p.inside.action = action
	if t := p.inside.tracer; t != nil {
		t.Take(p.inside.note)
	}
	if g := p.inside.goroutines; g != nil {
		g.Called()
	}
}

// place returns where the system was at an answer that is a fault by itself.
func (p *Problem) place(resp *sut.Response) string {
	switch {
	case resp.Place != "":
		return resp.Place
	case p.inside.tracer == nil || resp.Outcome == sut.Answered && resp.Status < 500:
		return ""
	}
	return p.inside.tracer.Last()
}

// leave ends a test: goroutines that it leaves behind are faults. After the
// search that is only of interest where a test is there to show them.
func (p *Problem) leave(c *testcase.Case, t *Trace) {
	if p.inside.goroutines == nil || len(c.Actions) == 0 {
		return
	}
	for _, l := range p.inside.goroutines.Left() {
		if !p.after || p.inside.insist {
			p.leak(c, t, &l)
		}
	}
}

// showsLeak reports whether one of some targets is a goroutine leak.
func (p *Problem) showsLeak(need []fitness.ID) bool {
	if p.inside.goroutines == nil {
		return false
	}
	for _, id := range p.inside.leaks {
		if slices.Contains(need, id) {
			return true
		}
	}
	return false
}

// leak scores a place that goroutines were left behind by. A goroutine that is
// started once in the life of the program looks the same the first time, so
// the target is covered by the second test.
func (p *Problem) leak(c *testcase.Case, t *Trace, l *sut.Leak) {
	op := c.Actions[l.Call].(*call).op
	f := oracle.Finding{
		Code: oracle.CodeLeak, Category: "goroutine leak", Detail: l.Place, Frame: l.Place,
		Reason: "a goroutine started by " + l.Place + " is still there after the test",
	}
	last := p.inside.action
	if l.Tests < 2 && !p.after {
		p.board.Score(p.faultTarget(op, &f), last, 0.5)
		return
	}
	p.fault(last, op, &f)
	p.faults[p.faultTarget(op, &f)].Operation = op.spec // smaller tests know better
	if t != nil {
		step := &t.steps[l.Call]
		step.findings = append(step.findings[:len(step.findings):len(step.findings)], f)
	}
}

// faultTarget returns the target of a finding. Leaks are known by their place
// alone: which call of a test starts a goroutine is not always clear.
func (p *Problem) faultTarget(op *operation, f *oracle.Finding) fitness.ID {
	if f.Code != oracle.CodeLeak {
		return op.targets.ofFault(f)
	}
	id, known := p.inside.leaks[f.Detail]
	if !known {
		id = op.targets.ofFault(f)
		p.inside.leaks[f.Detail] = id
	}
	return id
}
