package twin

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
)

// outcome is the result that a process leaves for its parent.
type outcome struct {
	Suite  *suite.Suite
	Files  []suite.File
	Report *report.Report
	Near   []report.Near
	Remaking
	// Archived are the tests of the suite in the form for the archive, by name.
	Archived map[string][]byte
	Mutation *mutation.Result // of a job with mutants
	Stats    search.Stats
	// State is the state for the next process, see [problem.Keeper].
	State []byte
	// Marks are the marks of a search that one process did alone, see [marks].
	Marks []uint64
	// Worn says why a new process should replace this one.
	Worn worn
	// Hangs says that calls got no answer in time.
	Hangs  bool
	Failed string // the text of the error, "" for none
	Cause  int    // index in causes, -1 for any other error
}

// Remaking has the data from which another process can make the same suite again.
type Remaking struct {
	Kept *problem.Kept // nil if the suite cannot be made again
	// Left is the number of calls that the other processes may make, nil for any number.
	Left *int
	// Died are faults that were found while the suite was made. Each of them ended a process.
	Died []suite.Fault
	// Lethal are tests that ended earlier processes, see [run.Losses].
	Lethal []run.Lethal
}

// bounded reports whether the calls of other processes are counted.
func (r *Remaking) bounded() bool { return r.Left != nil && r.Kept != nil }

// causes returns the errors that callers compare with errors.Is. They keep their identity on the way between processes.
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

// fail records the error of a run.
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

// err returns the error of the run, or nil for none.
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

// interrupted reports whether the run failed because it was interrupted or its time ran out. Its results until then are
// valid.
func (o *outcome) interrupted() bool {
	return o.Failed != "" && endedEarly(o.err())
}

// endedEarly reports whether an error is only the end of a context.
func endedEarly(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// take adds a result to the outcome. A nil result adds nothing.
func (o *outcome) take(r *deliver.Result) {
	if r != nil {
		o.Suite, o.Files, o.Report, o.Stats = r.Suite, r.Files, r.Report, r.Stats
	}
}

// result returns the outcome in the form for the caller, or nil if there is
// none.
func (o *outcome) result() *deliver.Result {
	if o.Report == nil {
		return nil
	}
	return &deliver.Result{Suite: o.Suite, Files: o.Files, Report: o.Report, Stats: o.Stats}
}

// tellDied adds the faults to the report by which processes died after the report was made. No test shows such a fault.
func (o *outcome) tellDied(all []suite.Fault) {
	for _, f := range all {
		if !slices.ContainsFunc(o.Report.Untested, func(known suite.Fault) bool { return known.Key == f.Key }) {
			o.Report.Untested = append(o.Report.Untested, f)
			run.NoteFatal(o.Report, &f)
		}
	}
}

// add adds the work of another worker.
func (o *outcome) add(other *outcome) {
	o.Stats.Evaluations += other.Stats.Evaluations
	o.Stats.Cost += other.Stats.Cost
	o.Stats.Elapsed = max(o.Stats.Elapsed, other.Stats.Elapsed)
	if o.Failed == "" {
		o.Failed, o.Cause = other.Failed, other.Cause
	}
}

// encode encodes an outcome as bytes. It does not use JSON, because JSON would
// change texts that are not valid UTF-8.
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

// decodeOutcome reverses encode.
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

// again returns a deep copy of the outcome, or nil if there is none.
func (o *outcome) again() *outcome {
	data, err := o.encode()
	if err != nil {
		return nil
	}
	own, err := decodeOutcome(data)
	if err != nil {
		return nil
	}
	return own
}
