package execute

import (
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// strayOf returns the operation of a call if the schema lacks it, else nil.
func strayOf(a *api.API, c *action.Call) *api.Operation {
	switch method, path := c.Genotype.Invalid.Stray(); {
	case path != "":
		return a.Stray(method, path)
	case method != "":
		return a.Stray(method, c.Op.Spec.Path)
	}
	return nil
}

// unread reports whether the answer is not judged, since the client has left. A panic and a hang are faults even so.
func unread(e *execution) bool {
	r := e.exchange.Response
	return e.encoded.Gone && r.Outcome != sut.Panicked && r.Outcome != sut.TimedOut && r.Panic == nil
}

// fails reports whether a finding is about a call that panics or hangs, and not about an answer.
func fails(f *oracle.Finding) bool {
	return f.Code == oracle.CodeServerError || f.Code == oracle.CodeTimeout
}

// record describes the current call with its answer for scorers, oracles and the listener. place is the place in the
// program of a panic, "" for none.
func (e *execution) record(x *Executor, test *testcase.Case, place string) {
	c := e.sent.Call
	e.exchange = oracle.Exchange{
		Operation: c.Op.Spec, Request: &e.request, Response: e.sent.Answer, Place: place,
		Incidents: x.Inside.incidents(), Base: x.Below(c.Op.Spec), Operations: x.specs, Before: e.before,
		Renewed: e.exchange.Renewed,
	}
	if e.stray != nil {
		e.exchange.Operation = e.stray.Spec
	}
	if f := c.Genotype.Invalid; f != nil {
		e.exchange.Invalid = f.Plain(c.Genotype)
	}
	if c.User.Index >= 0 {
		e.exchange.User = x.names[c.User.Index]
		if u := x.Users.User(c.User.Index); u != nil {
			e.exchange.Forged, e.exchange.Lacks = u.Forged(), u.Lacks()
		}
	}
	e.step = Step{
		Exchange: &e.sent, Test: test, About: &e.exchange, Suite: e.Suite, Tally: &x.Tally[c.Op.Index],
		Stray: e.stray != nil, Gone: e.encoded.Gone,
		Inputs: e.step.Inputs[:0], Decoded: e.step.Decoded[:0], Reader: &x.reader,
	}
}

// blame scores the faults that an answer shows.
func (x *Executor) blame(i int, c *action.Call, resp *sut.Response, e *execution) {
	findings := x.settled(e, x.ownFindings(c, resp, e, x.judged(e)), x.lag.seen())
	findings = plausible(findings, e.arranged, x.Inside.unread())
	if requests := x.Inside.outgoing(); resp.Outcome == sut.Answered && resp.Panic == nil {
		doubt(findings, requests)
	}
	e.found = findings
	for f := range findings {
		x.fault(i, c, &findings[f], e)
	}
	if e.Trace.end(resp, findings); e.Trace != nil {
		s := &e.Trace.Steps[len(e.Trace.Steps)-1]
		s.Soon, s.Whole = e.soon, e.whole
		s.Unread = e.arranged && len(x.Inside.misfits) > 0
	}
}

// judged asks the oracles about an exchange.
func (j *judge) judged(e *execution) (findings []oracle.Finding) {
	if unread(e) {
		return nil
	}
	j.ask(&e.exchange, func(found []oracle.Finding) {
		for _, f := range found {
			if !slices.Contains(j.without, f.Code) && (!e.encoded.Gone || fails(&f)) {
				f.Reason, f.Detail = j.Secrets.Text(f.Reason), j.Secrets.Text(f.Detail)
				if e.stray != nil && f.Of == nil {
					f.Of = e.stray.Spec
				}
				findings = append(findings, f)
			}
		}
	})
	return findings
}

// ask asks all oracles. An oracle that panics finds nothing, and the others are still asked. Findings without a code
// or a reason are dropped.
func (j *judge) ask(exchange *oracle.Exchange, hear func([]oracle.Finding)) {
	for at := 0; at < len(j.oracles); at++ {
		part := func() string { return partOf(j.oracles[at]) }
		improper := func(f oracle.Finding) bool {
			missing := f.Missing()
			if missing != "" {
				j.Border.Add(supervise.Slip{Part: part(), Value: "returns a finding without " + missing})
			}
			return missing != ""
		}
		j.Border.TryNamed(part, func() {
			for ; at < len(j.oracles); at++ {
				hear(slices.DeleteFunc(j.oracles[at].Judge(exchange), improper))
			}
		})
	}
}

// partOf returns the name of an oracle for messages about its errors.
func partOf(o oracle.Oracle) string {
	if r, ok := o.(*oracle.Rule); ok {
		return fmt.Sprintf("rule %d", r.Code)
	}
	return fmt.Sprintf("oracle %T", o)
}

// fault scores a finding and keeps it if it is new.
func (x *Executor) fault(i int, c *action.Call, f *oracle.Finding, e *execution) {
	op := x.api.At(c.Op, f)
	id := x.Faults.Target(op, f)
	x.Board.Score(id, i, 1)
	if x.Faults.Of(id) == nil {
		secrets := secret.New(slices.Concat(x.Secrets.Secrets(), x.Users.Issued(c.User.Index)))
		x.Faults.Add(&oracle.Fault{
			Finding: *f, Operation: op.Spec, Target: id, Curl: message.Curl(x.address, secrets.Copy(&e.request)),
		})
	}
}

// settled returns the findings that can be relied on. If the system was seen to be late, findings that depend on
// earlier calls are dropped: the time at which those calls take effect is unknown.
func (j *judge) settled(e *execution, found []oracle.Finding, late bool) []oracle.Finding {
	if !late {
		return found
	}
	return slices.DeleteFunc(found, func(f oracle.Finding) bool { return j.fromBefore(e, &f) })
}

// fromBefore reports whether oracles have a finding only because of earlier calls.
func (j *judge) fromBefore(e *execution, f *oracle.Finding) bool {
	same := func(other oracle.Finding) bool { return other.Code == f.Code && other.Detail == f.Detail }
	if !slices.ContainsFunc(j.judged(e), same) {
		return false // the finding comes from no oracle
	}
	before := e.exchange.Before
	e.exchange.Before = nil
	defer func() { e.exchange.Before = before }()
	return !slices.ContainsFunc(j.judged(e), same)
}
