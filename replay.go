package evoke

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/internal/twin"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// archiveFolder is the folder, below that of the suite, in which Generate keeps the archives.
const archiveFolder = "testdata/evoke"

// archiveOf returns the archive folder of the test of the user that calls Generate.
func archiveOf(dir, test string) string {
	return filepath.Join(dir, filepath.FromSlash(archiveFolder), strings.ReplaceAll(test, "/", "_"))
}

// occasion is one call of Generate. It either searches or leaves the work to the written tests.
type occasion struct {
	t     testing.TB
	task  *task.Task
	flags *flags
	files []string // the files of the present suite
	watch *watch
}

// replays reports whether the call does not search, because the written tests are enough or because of -short. It ends
// the test if the present suite cannot be read, or fails where -evoke.update needs it to pass.
func (o *occasion) replays(ctx context.Context) bool {
	if twin.Child() { // the parent decided to search
		return false
	}
	var err error
	if o.files, err = deliver.Existing(o.task); err != nil {
		o.t.Fatal(printable(err))
	}
	switch f := o.flags; {
	case testing.Short() && len(o.files) == 0:
		o.t.Skip("evoke: there are no written tests yet, and -short does not search for them")
		return true
	case testing.Short():
		return true
	case f.search:
		o.task.Dir = ""
		return false
	case f.update != updateNothing:
		o.checkPasses(ctx)
		return false
	}
	return len(o.files) > 0 && !twin.Unfinished(o.task)
}

// checkPasses ends the test if written tests fail on the program of today, except with -evoke.update=all.
func (o *occasion) checkPasses(ctx context.Context) {
	if o.flags.update == updateAll || len(o.files) == 0 {
		return
	}
	before, err := archive.Read(o.task.Archive)
	if err != nil {
		o.t.Fatalf("evoke: %s", printable(err))
	}
	failing, err := deliver.Failing(ctx, o.task, o.files, before.Tests)
	switch {
	case err != nil:
		o.t.Fatalf("%s\nThe suite stays as it is. To write it again nevertheless: %s", printable(err), o.accept())
	case len(failing) > 0:
		o.t.Fatalf("evoke: the program of today fails %s:\n\t%s\nThe suite stays as it is. Mend the program, "+
			"or accept what it does now: %s",
			deliver.Counted(len(failing), "written test"), strings.Join(failing, "\n\t"), o.accept())
	}
}

// accept returns the go test command that writes the suite even if tests of the old suite fail. It selects this test
// alone, since the test binary still contains the old tests.
func (o *occasion) accept() string {
	return fmt.Sprintf("go test -run %s -evoke.update=all", escape.Shell("^"+o.t.Name()+"$"))
}

// result returns the result of a call that does not search: the names and purposes of the tests.
func (o *occasion) result() *Result {
	a, err := archive.Read(o.task.Archive)
	if err != nil {
		o.t.Fatalf("evoke: %s", printable(err))
	}
	s := &suite.Suite{}
	for i := range a.Tests {
		s.Tests = append(s.Tests, suite.Test{Name: a.Tests[i].Name, Purpose: a.Tests[i].Purpose})
	}
	o.t.Logf("evoke: the written tests are run, and nothing is searched; to search again: go test -run %s "+
		"-evoke.update", escape.Shell("^"+o.t.Name()+"$"))
	return &Result{Suite: s, Report: &report.Report{Suite: s}, Replayed: true}
}

// judge fails the test for each unknown fault in a run with -evoke.search.
func (o *occasion) judge(r *report.Report) {
	b := r.Baseline
	if !o.flags.search {
		return
	}
	for _, f := range report.Findings(r) {
		if f.IsNew(b) {
			o.t.Errorf("evoke: a new fault: %s: %s", escape.Prose(strings.Join(f.Operations(), ", ")),
				escape.Prose(f.Reason))
		}
	}
	if b != nil {
		for _, m := range b.Mended {
			o.t.Logf("evoke: mended: %s: %s", escape.Prose(m.Operation), escape.Prose(m.Fault))
		}
	}
}
