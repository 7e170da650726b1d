// Package deliver writes the results of a run: the files of the suite and the report. It also measures the coverage of
// the written tests.
package deliver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
)

// Result is what a run found.
type Result struct {
	Suite  *suite.Suite
	Files  []suite.File
	Report *report.Report
	Stats  search.Stats
	slips  []supervise.Slip
	before []suite.File // the files in the folder that WriteFiles replaced or removed
	lacks  bool         // a writer failed, so its files are missing
}

// AskWriters asks the writers of a task to make the files of the suite. Before that
// it chooses the form of the tests that have none. The
// notes say what the tests in these files cannot do.
func (r *Result) AskWriters(t *task.Task) (notes []string, err error) {
	if len(r.Suite.Tests) == 0 {
		return nil, nil
	}
	for i := range r.Suite.Tests {
		report.Mute(r.Suite.Tests[i].Faults, t.Silence)
	}
	r.Suite.Hold(t.Assert)
	r.Suite.Arrange()
	writers, notes := writersOf(t)
	r.Files, r.lacks = nil, false
	border := &supervise.Border{}
	for _, w := range writers {
		var files []suite.File
		if !border.Try(fmt.Sprintf("writer %T", w), func() { files, err = w.Files(r.Suite) }) {
			r.lacks = true
			continue
		}
		if err != nil {
			r.lacks = true
			return notes, fmt.Errorf("evoke: write the suite: %w", err)
		}
		kept, refused := placed(r.Files, files)
		for _, why := range refused {
			notes = append(notes, fmt.Sprintf("the writer %T: %s", w, why))
		}
		r.Files = append(r.Files, kept...)
	}
	r.Tell(border.Slips())
	r.Report.Files = r.Files
	r.Report.HowToRun = output.Command(writers, Folder(t), r.Files)
	return notes, nil
}

// maxUnshown is how many operations without a test a warning names; report.json has all.
const maxUnshown = 12

// Explain adds the warnings that need the whole result to the report.
func (r *Result) Explain() {
	lines := r.unshown()
	if len(lines) == 0 {
		return
	}
	warning := r.Report.Words().Succeeded + " during the search, but in no test that does so each time: " +
		strings.Join(lines[:min(len(lines), maxUnshown)], "; ")
	if n := len(lines) - maxUnshown; n > 0 {
		warning += fmt.Sprintf("; and %d more, each with its reason in report.json", n)
	}
	r.Report.Warnings = append(r.Report.Warnings, warning)
}

// freshly says why there is no test of a success that came again where the suite was made. Another
// warning names the test, with the answers that differ.
const freshly = "its test was left out after it was made"

// unshown lists the operations that succeeded in the search but in no test of the suite, with the reasons. Reasons of
// single operations come before those of many.
func (r *Result) unshown() (lines []string) {
	shown := map[string]bool{}
	for i := range r.Suite.Tests {
		for _, step := range r.Suite.Tests[i].Steps {
			if step.Succeeds() {
				shown[step.Operation] = true
			}
		}
	}
	var open []*report.Operation
	shares := map[string]int{} // number of operations by reason, whatever the status
	for i := range r.Report.Operations {
		op := &r.Report.Operations[i]
		told := op.Untested != "" || r.Report.Step == "" // an act without visible effect needs no test
		if op.Succeeded() && !shown[op.Name] && told {
			op.Untested = cmp.Or(op.Untested, freshly)
			open = append(open, op)
			shares[causeOf(op)]++
		}
	}
	slices.SortStableFunc(open, func(a, b *report.Operation) int { return shares[causeOf(a)] - shares[causeOf(b)] })
	for _, op := range open {
		lines = append(lines, op.Name+" ("+op.Untested+")")
	}
	return lines
}

// causeOf returns why no test shows a success of an operation, without the statuses of the answers.
func causeOf(op *report.Operation) string {
	return strings.TrimLeft(op.Untested, "0123456789, ")
}

// WriteFiles writes the files of the suite into the folder of the task, and removes
// those of an earlier suite if no writer failed. It does nothing if the task has no
// folder.
func (r *Result) WriteFiles(t *task.Task) error {
	if t.Dir == "" {
		return nil
	}
	writers := given(t)
	if r.lacks {
		writers = nil
	}
	before, err := write(t.Dir, writers, r.Files)
	if r.before == nil { // otherwise some of these files are of this run
		r.before = append([]suite.File{}, before...)
	}
	return err
}

// Follow is called with the first result of a run before the second result writes its files over those of the first.
func (r *Result) Follow(first *Result) {
	r.before = first.before
}

// Clean replaces credentials in the report by names. The calls of the suite already have variables for them.
func (r *Result) Clean(secrets *secret.Set) {
	s, files := r.Report.Suite, r.Report.Files
	r.Report.Suite, r.Report.Files = nil, nil
	secrets.Clean(r.Report)
	r.Report.Suite, r.Report.Files = s, files
}

// WriteReport writes report.json into the folder of the task, if it has one, and the
// other reports that were asked for.
func (r *Result) WriteReport(t *task.Task, secrets *secret.Set) error {
	r.Report.Folder = coverage.InRepository(t.Dir)
	r.Report.Warnings = once(r.Report.Warnings)
	others := r.writeReports(t.Reports, secrets)
	if t.Dir == "" {
		return others
	}
	r.pointToStacks()
	var file suite.File
	err := r.across("report.json", func() (err error) {
		file, err = report.File(r.Report)
		return err
	})
	if err != nil {
		err = fmt.Errorf("evoke: report: %w", err)
	} else {
		_, err = write(t.Dir, nil, []suite.File{file})
	}
	return errors.Join(others, err, r.writeStacks(t.Dir, secrets))
}

// Counted returns a number with a noun, in the plural if needed.
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// FirstLine returns the text of an error as one line.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
