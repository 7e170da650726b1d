package rest

import (
	"bytes"
	"context"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
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
	encoded  message.Request // before the credentials were added
	uses     []use
	standing auth.Standing // of the user
	answer   sut.Response
	findings []oracle.Finding
}

func (t *Trace) begin(c *call, e *message.Request, uses []use) {
	t.steps = append(t.steps, traceStep{call: c, encoded: e.Clone(), uses: slices.Clone(uses)})
}

// sent notes how it stood with the user of the call.
func (t *Trace) sent(st auth.Standing) { t.steps[len(t.steps)-1].standing = st }

func (t *Trace) end(resp *sut.Response, findings []oracle.Finding) {
	s := &t.steps[len(t.steps)-1]
	s.answer = *resp
	s.answer.Header = resp.Header.Clone()
	s.answer.Body = bytes.Clone(resp.Body)
	s.findings = findings
}

// record executes a candidate and keeps what happened. It does not count for the
// tallies of the search.
func (p *Problem) record(ctx context.Context, c *candidate) (*Trace, error) {
	t := &Trace{}
	var err error
	t.scores, err = p.execution(ctx, c, c.test, t)
	return t, err
}

// rerun executes a test in place of a candidate's, for its scores only.
func (p *Problem) rerun(ctx context.Context, c *candidate, test *testcase.Case) (fitness.Scores, error) {
	return p.execution(ctx, c, test, nil)
}

func (p *Problem) execution(ctx context.Context, c *candidate, test *testcase.Case, t *Trace) (fitness.Scores, error) {
	p.inside.insist = c.leaks || p.showsLeak(c.need)
	calls, err := p.run(ctx, test, t)
	p.inside.insist = false
	p.spent += calls
	return p.board.Take(), err
}
