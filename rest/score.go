package rest

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// score gives the targets of an answer their values. A handler that panicked
// counts as a server error, which is what a client of its server would see.
func (x *executor) score(i int, c *call, resp *sut.Response, e *execution) {
	targets := c.op.targets
	status := resp.Status
	if resp.Outcome == sut.Panicked {
		status = http.StatusInternalServerError
	}
	if status > 0 {
		for class, value := range classScores(status) {
			x.board.Score(targets.class[class], i, value)
		}
		x.board.Score(targets.ofStatus(status), i, 1)
	}
	if resp.Outcome == sut.Answered {
		if r, media := c.op.declared(status, resp.Header.Get("Content-Type")); r != nil {
			x.board.Score(targets.ofResponse(r, media), i, 1)
		}
	}
	findings := x.judge(c, resp, e)
	for f := range findings {
		x.fault(i, c.op, &findings[f], e)
	}
	if e.trace != nil {
		e.trace.end(resp, findings)
	}
}

// judge asks the oracles.
func (x *executor) judge(c *call, resp *sut.Response, e *execution) []oracle.Finding {
	e.exchange = oracle.Exchange{Operation: c.op.spec, Request: &e.request, Response: resp, Place: x.inside.place(resp)}
	if c.user.user >= 0 {
		e.exchange.User = x.names[c.user.user]
	}
	var findings []oracle.Finding
	for _, o := range x.oracles {
		for _, f := range o.Judge(&e.exchange) {
			if !slices.Contains(x.without, f.Code) {
				findings = append(findings, f)
			}
		}
	}
	return findings
}

// fault scores a finding and keeps it, if it is new.
func (x *executor) fault(i int, op *operation, f *oracle.Finding, e *execution) {
	id := x.faults.target(op, f)
	x.board.Score(id, i, 1)
	if x.faults.of(id) == nil {
		x.faults.add(&oracle.Fault{Finding: *f, Operation: op.spec, Target: id, Curl: message.Curl(x.baseURL, &e.request)})
	}
}
