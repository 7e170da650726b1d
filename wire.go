package evoke

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// outcome is what a process that searched sends to the one that started it.
type outcome struct {
	Suite  *suite.Suite
	Values [][]byte // of the checks of the suite, in order, as value.AppendExact writes them
	Files  []suite.File
	Report *report.Report
	Near   []report.Near
	Kept   *rest.Kept // what the suite was made of, nil if it cannot be made again
	Stats  search.Stats
	// Patience is what the process knew of time limits at its end.
	Patience patience
	// Recycle says that the process wants to be replaced by a fresh one.
	Recycle bool
	Failed  string // the text of the error, "" for none
	Cause   int    // the index in causes, -1 for another error
}

// causes are the errors that callers tell apart, and that stay what they are
// on the way from one process to another.
var causes = []error{ErrHangs, ErrNoSystem, rest.ErrNoOperations, context.Canceled, context.DeadlineExceeded}

// sentError is an error of another process.
type sentError struct {
	text  string
	cause error
}

func (e *sentError) Error() string { return e.text }
func (e *sentError) Unwrap() error { return e.cause }

// fail notes the error of a run.
func (o *outcome) fail(err error) {
	if err == nil {
		return
	}
	o.Failed, o.Cause = err.Error(), -1
	for i, cause := range causes {
		if errors.Is(err, cause) {
			o.Cause = i
			return
		}
	}
}

// err is the error of the run, nil for none.
func (o *outcome) err() error {
	if o.Failed == "" {
		return nil
	}
	e := &sentError{text: o.Failed}
	if o.Cause >= 0 && o.Cause < len(causes) {
		e.cause = causes[o.Cause]
	}
	return e
}

// result is the outcome as the caller of [Run] sees it, nil if there is none.
func (o *outcome) result() *Result {
	if o.Report == nil {
		return nil
	}
	return &Result{Suite: o.Suite, Files: o.Files, Report: o.Report, Stats: o.Stats}
}

// encode turns an outcome into bytes. Texts stay as they are, byte by byte,
// which is why this is no JSON.
func (o *outcome) encode() ([]byte, error) {
	out := *o
	if o.Suite != nil {
		out.Suite, out.Values = withoutValues(o.Suite)
	}
	if o.Report != nil {
		r := *o.Report
		r.Suite, r.Files = nil, nil // they are there already
		out.Report = &r
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&out); err != nil {
		return nil, fmt.Errorf("evoke: encode the result: %w", err)
	}
	return b.Bytes(), nil
}

// decodeOutcome is encode read backwards.
func decodeOutcome(data []byte) (*outcome, error) {
	o := &outcome{}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(o); err != nil {
		return nil, fmt.Errorf("evoke: decode the result: %w", err)
	}
	if o.Suite != nil {
		if err := restoreValues(o.Suite, o.Values); err != nil {
			return nil, fmt.Errorf("evoke: decode the result: %w", err)
		}
	}
	if o.Report != nil {
		o.Report.Suite, o.Report.Files = o.Suite, o.Files
	}
	return o, nil
}

// withoutValues copies a suite, with the values of its checks on the side.
func withoutValues(s *suite.Suite) (*suite.Suite, [][]byte) {
	out := *s
	out.Tests = append([]suite.Test(nil), s.Tests...)
	var values [][]byte
	for i := range out.Tests {
		t := &out.Tests[i]
		t.Steps = append([]suite.Step(nil), t.Steps...)
		for j := range t.Steps {
			step := &t.Steps[j]
			step.Expect.Checks = append([]suite.Check(nil), step.Expect.Checks...)
			for k := range step.Expect.Checks {
				values = append(values, value.AppendExact(nil, step.Expect.Checks[k].Value))
				step.Expect.Checks[k].Value = nil
			}
		}
	}
	return &out, values
}

// restoreValues puts the values back into their checks.
func restoreValues(s *suite.Suite, values [][]byte) error {
	for i := range s.Tests {
		for j := range s.Tests[i].Steps {
			checks := s.Tests[i].Steps[j].Expect.Checks
			for k := range checks {
				if len(values) == 0 {
					return errors.New("fewer values than checks")
				}
				v, err := value.ParseExact(values[0])
				if err != nil {
					return err
				}
				checks[k].Value, values = v, values[1:]
			}
		}
	}
	return nil
}
