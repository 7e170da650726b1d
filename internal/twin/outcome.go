package twin

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
)

// outcome is what a process leaves to the one that started it.
type outcome struct {
	Suite  *suite.Suite
	Files  []suite.File
	Report *report.Report
	Near   []report.Near
	Kept   *problem.Kept // what the suite was made of, nil if it cannot be made again
	Stats  search.Stats
	// State is what the next process should know, see [problem.Keeper].
	State []byte
	// Recycle says that the process wants to be replaced by a fresh one.
	Recycle bool
	Failed  string // the text of the error, "" for none
	Cause   int    // the index in causes, -1 for another error
}

// causes returns the errors that callers tell apart, and that stay what they are
// on the way from one process to another.
func causes() []error {
	return []error{problem.ErrHangs, task.ErrNoSystem, rest.ErrNoOperations, context.Canceled, context.DeadlineExceeded}
}

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
	for i, cause := range causes() {
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
	if all := causes(); o.Cause >= 0 && o.Cause < len(all) {
		e.cause = all[o.Cause]
	}
	return e
}

// take notes a result; nil is none.
func (o *outcome) take(r *deliver.Result) {
	if r != nil {
		o.Suite, o.Files, o.Report, o.Stats = r.Suite, r.Files, r.Report, r.Stats
	}
}

// result is the outcome as the caller sees it, nil if there is none.
func (o *outcome) result() *deliver.Result {
	if o.Report == nil {
		return nil
	}
	return &deliver.Result{Suite: o.Suite, Files: o.Files, Report: o.Report, Stats: o.Stats}
}

// add joins what another worker did.
func (o *outcome) add(other *outcome) {
	o.Stats.Evaluations += other.Stats.Evaluations
	o.Stats.Cost += other.Stats.Cost
	o.Stats.Elapsed = max(o.Stats.Elapsed, other.Stats.Elapsed)
	if o.Failed == "" {
		o.Failed, o.Cause = other.Failed, other.Cause
	}
}

// encode turns an outcome into bytes. Texts stay as they are, byte by byte,
// which is why this is no JSON.
func (o *outcome) encode() ([]byte, error) {
	out := *o
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
	if o.Report != nil {
		o.Report.Suite, o.Report.Files = o.Suite, o.Files
	}
	return o, nil
}
