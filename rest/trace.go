package rest

import (
	"bytes"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
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
