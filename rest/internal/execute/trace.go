package execute

import (
	"bytes"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Trace records one execution of a case, call by call.
type Trace struct {
	Steps   []TraceStep
	Scores  fitness.Scores
	Leaning effects.Leaning // dependences on elements that other tests left behind
	Names   []Name          // the names that are new in this execution
	// Stay are the places that start goroutines which do not end with the handler, in a test in which time passes.
	Stay []string
}

// Name is a text that was made for one execution: a stem and a number. Variable is the name of its variable in a
// written test.
type Name struct{ Stem, Text, Variable string }

// Around is what stood around a call.
type Around struct {
	Given  []suite.Given // the surroundings that were arranged before the call
	Clock  bool          // the system read the clock
	Unread bool          // the system could not read a row that was arranged
	Abroad bool          // the system asked another machine by a way on which no written test can answer
}

// TraceStep is a copy of one call with its answer.
type TraceStep struct {
	Call    *action.Call
	Stray   *openapi.Operation // that no schema has and the call is of, nil for none
	Encoded message.Request    // before the credentials were added
	Around
	Uses     []link.Use
	Standing auth.Standing // the standing of the user
	Answer   sut.Response
	Findings []oracle.Finding
	Seen     effects.Seen // what the ledger knows of the answer, if the system keeps elements of tests
	Soon     bool         // the answer became possible some time after an earlier call
	// the elements of the answer matter: several, or those that a parameter or a user gets
	Whole  bool
	Tidies bool // the call is no part of the test, and deletes an element of the test
	Looks  bool // the call shows the effect of the last call of the test
}

// Last returns the last call of the test itself.
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

// sent records the standing of the user who made the call, and the path in the spelling of the service.
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

// maxSeen is the most bytes that the answers of a kept execution may have.
const maxSeen = 1 << 16

// Sightings are the kept executions of the search: those of the smallest test for each target. These tests need one
// execution less when the suite is made. A nil Sightings keeps none.
type Sightings struct {
	best  map[fitness.ID]*sighting
	of    map[*testcase.Case]*sighting
	spare Trace // the memory of one that is not kept
}

// sighting is a kept execution.
type sighting struct {
	test   *testcase.Case
	trace  *Trace
	serves int // the number of targets for which its test is the smallest one
}

// Begin returns the trace that records the next execution.
func (s *Sightings) Begin() *Trace {
	if s == nil {
		return nil
	}
	t := &Trace{Steps: s.spare.Steps[:0]}
	s.spare = Trace{}
	return t
}

// Keep keeps an execution as long as its test is the smallest one for a target.
func (s *Sightings) Keep(test *testcase.Case, scores fitness.Scores, t *Trace) {
	if s == nil || s.of[test] != nil {
		return
	}
	own := &sighting{test: test, trace: t}
	for _, score := range scores {
		before := s.best[score.ID]
		if !score.Covered() || before != nil && len(before.test.Actions) <= len(test.Actions) {
			continue
		}
		if before != nil {
			if before.serves--; before.serves == 0 {
				delete(s.of, before.test)
			}
		}
		s.best[score.ID] = own
		own.serves++
	}
	if own.serves == 0 {
		s.spare = *t
		return
	}
	s.of[test] = own
	size := 0
	for i := range t.Steps {
		size += len(t.Steps[i].Answer.Body)
	}
	if size > maxSeen {
		own.trace = nil
	}
}

// Upto returns the execution of a test up to an action, or nil if none is kept. It has no scores: the tracer does not
// report targets that the search has covered.
func (s *Sightings) Upto(test *testcase.Case, last int) *Trace {
	if s == nil || s.of[test] == nil || s.of[test].trace == nil {
		return nil
	}
	steps := s.of[test].trace.Steps
	if len(steps) <= last || slices.ContainsFunc(steps[:last+1], func(t TraceStep) bool { return t.Behind() }) {
		return nil
	}
	return &Trace{Steps: slices.Clone(steps[:last+1])}
}
