package execute

import (
	"bytes"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/ground"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// Trace records one execution of a case, call by call.
type Trace struct {
	Steps   []TraceStep
	Scores  fitness.Scores
	Leaning ground.Leaning // on what other tests left behind
	Names   []Name         // that are new in this execution
}

// Name is a text that was made for one execution: a stem and a number. Variable is how
// a test may call it.
type Name struct{ Stem, Text, Variable string }

// TraceStep is a copy of one call with its answer.
type TraceStep struct {
	Call     *action.Call
	Stray    *openapi.Operation // that no schema has and the call is of, nil for none
	Encoded  message.Request    // before the credentials were added
	Uses     []link.Use
	Standing auth.Standing // of the user
	Answer   sut.Response
	Findings []oracle.Finding
	Seen     ground.Seen // of the answer, where the system keeps what tests leave behind
	Soon     bool        // the answer comes some time after what made it possible
	Whole    bool        // the elements of the answer are what it says: several, or those that a parameter or a user gets
	Tidies   bool        // the call is no part of the test, and deletes what the test made
	Looks    bool        // the call shows what came of the last one of the test
}

// Last is the last call of the test itself.
func (t *Trace) Last() *TraceStep {
	n := len(t.Steps) - 1
	for n > 0 && t.Steps[n].Behind() {
		n--
	}
	return &t.Steps[n]
}

// Behind reports whether the call comes after those of the test itself.
func (s *TraceStep) Behind() bool { return s.Tidies || s.Looks }

func (t *Trace) begin(c *action.Call, e *execution) {
	if t == nil {
		return
	}
	step := TraceStep{Call: c, Encoded: e.encoded.Clone(), Uses: slices.Clone(e.uses)}
	if e.stray != nil {
		step.Stray = e.stray.Spec
	}
	t.Steps = append(t.Steps, step)
}

// sent records the standing of the user who made the call, and the path as the
// service wants it.
func (t *Trace) sent(st auth.Standing, path []message.PathPiece) {
	s := &t.Steps[len(t.Steps)-1]
	s.Standing, s.Encoded.Path = st, slices.Clone(path)
}

func (t *Trace) end(resp *sut.Response, findings []oracle.Finding) {
	if t == nil {
		return
	}
	s := &t.Steps[len(t.Steps)-1]
	s.Answer = *resp
	s.Answer.Header = resp.Header.Clone()
	s.Answer.Body = bytes.Clone(resp.Body)
	s.Findings = findings
}
