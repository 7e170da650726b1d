package rest

import (
	"bytes"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Trace is what one execution of a case showed, call by call.
type Trace struct {
	steps  []traceStep
	scores fitness.Scores
}

// traceStep is one call with its answer, copied.
type traceStep struct {
	call     *call
	encoded  encoded // before the credentials were added
	uses     []use
	answer   sut.Response
	findings []Finding
}

func (t *Trace) begin(c *call, e *encoded, uses []use) {
	t.steps = append(t.steps, traceStep{call: c, encoded: e.clone(), uses: slices.Clone(uses)})
}

func (t *Trace) end(resp *sut.Response, findings []Finding) {
	s := &t.steps[len(t.steps)-1]
	s.answer = *resp
	s.answer.Header = resp.Header.Clone()
	s.answer.Body = bytes.Clone(resp.Body)
	s.findings = findings
}

// record executes a case and keeps what happened. It does not count for the
// tallies of the search.
func (p *Problem) record(ctx context.Context, c *testcase.Case) (*Trace, error) {
	t := &Trace{}
	calls, err := p.run(ctx, c, t)
	p.spent += calls
	t.scores = p.board.Take()
	return t, err
}

// rerun executes a case for its scores only.
func (p *Problem) rerun(ctx context.Context, c *testcase.Case) (fitness.Scores, error) {
	calls, err := p.run(ctx, c, nil)
	p.spent += calls
	return p.board.Take(), err
}
