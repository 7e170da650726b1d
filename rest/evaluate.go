package rest

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// scratch is what one call works with.
type scratch struct {
	encoded message.Request
	request sut.Request
	target  []byte
	uses    []use
	x       oracle.Exchange
}

// Evaluate implements search.Evaluator: it resets the system, makes the calls
// of the case one after the other and scores what came back. A call that gets
// no answer ends the test early with what was seen until then.
func (p *Problem) Evaluate(ctx context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	calls, err := p.run(ctx, c, nil)
	scores := p.board.Take()
	if err != nil {
		return search.Evaluated[*testcase.Case]{}, err
	}
	return search.Evaluated[*testcase.Case]{Individual: c, Scores: scores, Size: len(c.Actions), Cost: calls}, nil
}

// run makes the calls of a case and returns how many HTTP calls that took,
// log-ins included. A trace is filled when one is given.
func (p *Problem) run(ctx context.Context, c *testcase.Case, t *Trace) (calls int, err error) {
	if err := p.system.Reset(ctx); err != nil {
		return 0, fmt.Errorf("rest: reset: %w", err)
	}
	// A written test logs in by itself, so the executions it is made of do too.
	p.auth.Begin(p.options.LoginEachTest || p.after)
	p.memory.reset()
	p.done = p.done[:0]
	p.enter()
	for i, action := range c.Actions {
		n, more, err := p.perform(ctx, i, action.(*call), t)
		calls += n
		if err != nil {
			return calls, err
		}
		if !more {
			break
		}
		if i < min(len(c.Actions)-1, maxRemembered) { // nothing comes after the last
			p.remember(i, action.(*call))
		}
	}
	p.leave(c, t)
	return calls, nil
}

// perform makes one call and judges the answer. more is false when the rest of
// the test makes no sense.
func (p *Problem) perform(ctx context.Context, i int, c *call, t *Trace) (calls int, more bool, err error) {
	w := &p.work
	c.genes.Encode(c.op.spec, &w.encoded)
	w.uses = p.memory.resolve(c, &w.encoded, w.uses[:0])
	if t != nil {
		t.begin(c, &w.encoded, w.uses)
	}
	calls, resp, err := p.send(ctx, c)
	if t != nil {
		t.sent(p.auth.Standing(c.user.user))
	}
	if err != nil {
		return calls, false, fmt.Errorf("rest: %s: %w", c.op.spec.Name(), err)
	}
	if resp.Outcome == sut.Skipped {
		if t != nil {
			t.end(resp, nil)
		}
		return calls, false, nil
	}
	if !p.after {
		p.count(c.op, resp)
		if resp.Outcome == sut.Answered && resp.Status/100 == 2 {
			p.succeeded(c)
		}
	}
	p.score(i, c, resp, t)
	p.look(i)
	p.answer = resp
	return calls, resp.Outcome == sut.Answered || resp.Outcome == sut.Panicked, nil
}

// remember notes what the last call and its answer tell later ones.
func (p *Problem) remember(i int, c *call) {
	p.memory.learn(i, c.op, p.answer)
	p.memory.chosen(i, c, &p.work.encoded, p.answer)
}

// maxRemembered bounds the answers whose values are offered to later calls.
const maxRemembered = 32

// send adds the user's credentials to the encoded call and makes it, once more
// after a new log-in when they have expired.
func (p *Problem) send(ctx context.Context, c *call) (calls int, resp *sut.Response, err error) {
	for {
		n, err := p.auth.Apply(ctx, p.system, c.user.user, &p.work.encoded)
		calls += n
		if err != nil {
			return calls, nil, err
		}
		p.work.prepare(c.op.spec, p.doc.BasePath)
		calls++
		resp, err = p.system.Call(ctx, &p.work.request)
		if err == nil {
			err = ctx.Err() // what a call cut short shows is no fault of the system
		}
		if err != nil {
			return calls, nil, err
		}
		if resp.Status != http.StatusUnauthorized || !p.auth.Expire(c.user.user) {
			return calls, resp, nil
		}
	}
}

// prepare fills the request from the encoded call.
func (w *scratch) prepare(op *openapi.Operation, basePath string) {
	e := &w.encoded
	w.target = e.Target(w.target[:0], basePath)
	w.request = sut.Request{Method: op.Method, Target: string(w.target), Header: e.Header(), Operation: op.Name()}
	if e.HasBody {
		w.request.Body = e.Body
		if w.request.Body == nil {
			w.request.Body = []byte{}
		}
	}
}

// count notes an answer for the summary.
func (p *Problem) count(op *operation, resp *sut.Response) {
	t := &p.tally[op.index]
	t.Calls++
	if resp.Outcome == sut.Answered {
		t.Statuses[resp.Status]++
	} else {
		t.NoAnswer++
	}
}

// score gives the targets of an answer their values. A handler that panicked
// counts as a server error, which is what a client of its server would see.
func (p *Problem) score(i int, c *call, resp *sut.Response, t *Trace) {
	targets := c.op.targets
	status := resp.Status
	if resp.Outcome == sut.Panicked {
		status = http.StatusInternalServerError
	}
	if status > 0 {
		for class, value := range classScores(status) {
			p.board.Score(targets.class[class], i, value)
		}
		p.board.Score(targets.ofStatus(status), i, 1)
	}
	if resp.Outcome == sut.Answered {
		if r, media := c.op.declared(status, resp.Header.Get("Content-Type")); r != nil {
			p.board.Score(targets.ofResponse(r, media), i, 1)
		}
	}
	findings := p.judge(c, resp)
	for f := range findings {
		p.fault(i, c.op, &findings[f])
	}
	if t != nil {
		t.end(resp, findings)
	}
}

// judge asks the oracles.
func (p *Problem) judge(c *call, resp *sut.Response) []oracle.Finding {
	w := &p.work
	w.x = oracle.Exchange{Operation: c.op.spec, Request: &w.request, Response: resp, Place: p.place(resp)}
	if c.user.user >= 0 {
		w.x.User = p.options.Users[c.user.user].Name
	}
	var findings []oracle.Finding
	for _, o := range p.oracles {
		for _, f := range o.Judge(&w.x) {
			if !slices.Contains(p.options.Without, f.Code) {
				findings = append(findings, f)
			}
		}
	}
	return findings
}

func (p *Problem) fault(i int, op *operation, f *oracle.Finding) {
	id := p.faultTarget(op, f)
	p.board.Score(id, i, 1)
	if _, known := p.faults[id]; !known {
		p.faults[id] = &Fault{Finding: *f, Operation: op.spec, Target: id, Curl: message.Curl(p.options.BaseURL, &p.work.request)}
	}
}
