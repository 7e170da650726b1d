package twin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/files"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
)

// The written tests have to pass in a process of their own, in any order. Some systems keep state that a new handler
// does not reset, for example in package variables, and the process of a search has called the system very often. So a
// new process executes the tests of a suite again, and the suite is made from the answers there. Before that, another
// new process records the answers. A value that differs between the two processes depends on the process, such as an
// address, or a random value that is drawn once at the start.

func notAgain(err error) string {
	return fmt.Sprintf("the tests could not be executed in a fresh process, they may depend on what the search "+
		"left behind: %s", deliver.FirstLine(err))
}

// fresh does one job in a new process.
func (s *supervisor) fresh(ctx context.Context, j *job) (*outcome, error) {
	out, err := s.follow(ctx, []*job{j})
	if err == nil {
		err = out.err()
	}
	return out, err
}

// tick is long enough for a value that depends on the time, such as a token, to change. Most of these values change
// every second.
const tick = 1100 * time.Millisecond

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// executeAgain replaces the suite by one that was executed in a new process. If that fails, it keeps the suite and adds
// a warning.
func (s *supervisor) executeAgain(ctx context.Context, o *outcome) {
	if o.Kept == nil || ctx.Err() != nil {
		return
	}
	ctx, cancel := s.patience(ctx, o)
	defer cancel()
	if !o.Kept.Seldom { // else they have the answers of the first process
		j := s.newJob(0, 1)
		j.Answer = &answerJob{Kept: o.Kept, State: o.State}
		if first, err := s.fresh(ctx, j); err == nil && first.Kept != nil {
			o.Kept = first.Kept
		}
		o.Lethal = j.Lethal
	}
	if o.Kept.Opaque {
		pause(ctx, tick)
	}
	err := ctx.Err()
	if err == nil {
		err = s.remake(ctx, o, suite.EndsOtherwise+" in a fresh process")
	}
	deliver.Survivals(o.Report)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = errors.New("the time is over, and the system hangs")
	case err != nil:
		err = errors.New(reason(ctx, err))
	}
	if err != nil {
		o.Report.Warnings = append(o.Report.Warnings, notAgain(err))
	}
}

// noteMissingFaults notes why faults that one suite shows are missing in the suite made after it.
func noteMissingFaults(faults []suite.Fault, before, after *suite.Suite, why string) {
	was, is := shown(before), shown(after)
	for i := range faults {
		if f := &faults[i]; was[f.Key] && !is[f.Key] {
			f.Untested = why
		}
	}
}

// shown returns the keys of the faults that the tests of a suite show.
func shown(s *suite.Suite) map[string]bool {
	out := map[string]bool{}
	for i := range s.Tests {
		for _, f := range s.Tests[i].Faults {
			out[f.Key] = true
		}
	}
	return out
}

// remake makes the suite from the kept tests, in a new process. A fault that no test shows there is noted with the
// reason why.
func (s *supervisor) remake(ctx context.Context, o *outcome, why string) error {
	j := s.newJob(0, 1)
	j.Verify = &verifyJob{Kept: o.Kept, Repeat: o.Suite.Repeat, State: o.State}
	j.Lethal = o.Lethal
	second, err := s.fresh(ctx, j)
	if second != nil {
		o.tellDied(second.Died)
	}
	if err != nil {
		return err
	}
	noteMissingFaults(o.Report.Untested, o.Suite, second.Suite, why)
	o.Suite, o.Files, o.Kept, o.Archived = second.Suite, second.Files, second.Kept, second.Archived
	o.Report.Suite, o.Report.Files, o.Report.HowToRun = o.Suite, o.Files, second.Report.HowToRun
	o.Report.Warnings = append(o.Report.Warnings, second.Report.Warnings...)
	return nil
}

// removeTests removes tests from the suite and reports whether it did. If none would remain, it keeps all, because the
// cause is then not in the tests.
func (s *supervisor) removeTests(ctx context.Context, o *outcome, names []string) bool {
	if o.Kept == nil || ctx.Err() != nil || len(names) == 0 {
		return false
	}
	kept := *o.Kept
	kept.Tests = slices.DeleteFunc(slices.Clone(kept.Tests), func(t problem.KeptTest) bool {
		return slices.Contains(names, t.Name)
	})
	if len(kept.Tests) == 0 || len(kept.Tests) == len(o.Kept.Tests) {
		return false
	}
	before := o.Kept
	o.Kept = &kept
	if err := s.remake(ctx, o, "its test fails on the program without probes"); err != nil {
		o.Kept = before
		return false
	}
	return true
}

// runningTests is the work of running the written tests.
const runningTests = "running the written tests"

// measure runs the written tests on a build without probes. It reports their coverage, and how close the search came to
// the rest. It removes tests that fail there, and measures the others again. If the program was kept from deleting
// files that are not its own, it measures nothing, since in the build without probes nothing prevents that.
func (s *supervisor) measure(ctx context.Context, o *outcome, r *deliver.Result, touched []files.Touch) error {
	if slices.ContainsFunc(touched, func(t files.Touch) bool { return t.Refused }) {
		r.Report.Coverage = &report.Coverage{Note: "nothing would keep the tests from deleting what the warnings name"}
		return nil
	}
	tellWork(s.task, runningTests)
	profile, err := r.Profile(ctx, s.task, s.program.Flags, s.program.Packages())
	if err == nil {
		nameReplacements(r.Report, s.task.Replacements, r.Suite, r.Failed(profile))
	}
	if err == nil && s.removeTests(ctx, o, r.Failed(profile)) {
		r.Report.Warnings = append(r.Report.Warnings, deliver.LeftOut(r.Failed(profile), profile.Why))
		r.Suite, r.Files = o.Suite, o.Files
		if err := errors.Join(s.askWriters(r), r.WriteFiles(s.task)); err != nil {
			return err
		}
		profile, err = r.Profile(ctx, s.task, s.program.Flags, s.program.Packages())
	}
	switch {
	case s.program.Plan == nil: // a search without probes knows nothing of the code
	case err != nil:
		r.Report.Coverage = &report.Coverage{Note: reason(ctx, err)}
	default:
		r.Report.Coverage = profile.Report(o.Near)
	}
	return r.Refused(s.task.Dir, profile, err)
}

// check runs the tests that this process wrote, if they make or start the system. It leaves out tests that fail, and
// returns an error if the remaining tests fail too. These are executed once more if there is time.
func check(ctx context.Context, t *task.Task, r *deliver.Result) error {
	if t.Dir == "" || t.Handler == nil && !deliver.Startable(t) || ctx.Err() != nil {
		return nil
	}
	began := time.Now()
	tellWork(t, runningTests)
	profile, err := r.Profile(ctx, t, program.Flags(), nil)
	if ctx.Err() != nil {
		r.Report.Warnings = append(r.Report.Warnings,
			"not all written tests were tried under go test: "+deliver.Ended(ctx))
	}
	if err != nil {
		return r.Refused(t.Dir, profile, err)
	}
	if names := r.Failed(profile); len(names) > 0 && len(names) < len(r.Suite.Tests) {
		if err := r.Leave(t, names, profile); err != nil {
			return err
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < time.Since(began) {
			return nil
		}
		profile, err = r.Profile(ctx, t, program.Flags(), nil)
	}
	return r.Refused(t.Dir, profile, err)
}

// askWriters makes the files for another program, whose processes do not have the writers. It also makes them again if
// tests of an earlier suite keep their text.
func (s *supervisor) askWriters(r *deliver.Result) error {
	if r.Suite == nil || !s.keeper.before.Recall(r.Suite) && !s.task.Foreign && len(s.task.Silence) == 0 {
		return nil
	}
	_, err := r.AskWriters(s.task) // requirements of their tests were checked before the search
	return err
}

// unsteady is the note in a report of a search that cannot be repeated.
const unsteady = "the same seed does not lead to the same tests: the system answers differently " +
	"in each process, by chance that no probe can fix, such as the time (WhiteBox.Clock fixes it) or goroutines of " +
	"packages that are not covered"

// rehearse removes the note on how to repeat a suite if a new process does not repeat the beginning of the search.
func (s *supervisor) rehearse(ctx context.Context, o *outcome) {
	if o.Suite == nil || o.Suite.Repeat == "" || s.repeats(ctx, o.Marks) {
		return
	}
	o.Suite.Repeat = ""
	if len(o.Marks) > 0 && ctx.Err() == nil {
		o.Report.Warnings = append(o.Report.Warnings, unsteady)
	}
}

// repeats repeats the beginning of a search, and reports whether the marks are the same.
func (s *supervisor) repeats(ctx context.Context, before []uint64) bool {
	if len(before) == 0 { // the search was too short, or several processes did it
		return false
	}
	tellWork(s.task, "repeating the beginning of the search in another process")
	dir, err := os.MkdirTemp(s.dir, "rehearsal-*")
	if err != nil {
		return false
	}
	least := (len(before) + rehearsed - 1) / rehearsed
	j := s.newJob(0, 1)
	j.Worker.Dir = dir
	j.Search = &searchJob{Rehearse: least}
	again, err := s.fresh(ctx, j)
	return err == nil && len(again.Marks) >= least && slices.Equal(before[:least], again.Marks[:least])
}

// nameReplacements names the user's replacements of functions if tests fail on the program without them. During the
// search the results of replacements are believed, so the faults that only these tests show are dropped.
func nameReplacements(r *report.Report, rows []probe.Replacement, s *suite.Suite, failed []string) {
	if len(rows) == 0 || len(failed) == 0 {
		return
	}
	dropped := onlyIn(s, failed)
	var words []string
	forget := func(f suite.Fault) bool {
		if !dropped[f.Key] {
			return false
		}
		text := fmt.Sprintf("%d in %s: %s", f.Code, f.Operation, f.Reason)
		if !slices.Contains(words, text) {
			words = append(words, text)
		}
		return true
	}
	r.Untested = slices.DeleteFunc(r.Untested, forget)
	for i := range s.Tests {
		s.Tests[i].Faults = slices.DeleteFunc(s.Tests[i].Faults, forget)
	}
	text := fmt.Sprintf("%s under go test without %s: does it return what the other one returns? "+
		"callstest.Alike compares them", deliver.Counted(len(failed), "written test")+" did not pass", replaced(rows))
	if len(words) > 0 {
		text += "; dropped, since the program alone does not show this: " + strings.Join(words, "; ")
	}
	r.Warnings = append(r.Warnings, text)
}

// onlyIn returns the keys of the faults of a suite that only the named tests show.
func onlyIn(s *suite.Suite, names []string) map[string]bool {
	out := map[string]bool{}
	for _, named := range []bool{true, false} {
		for i := range s.Tests {
			if t := &s.Tests[i]; slices.Contains(names, t.Name) == named {
				for _, f := range t.Faults {
					out[f.Key] = named
				}
			}
		}
	}
	return out
}

// replaced names the functions of rows.
func replaced(rows []probe.Replacement) string {
	var names []string
	for _, row := range rows {
		names = append(names, row.With+", which stands in for "+row.Func)
	}
	return strings.Join(names, ", or ")
}

// mutantJob executes the tests of a suite on mutants of the program, in a process built with mutants.
type mutantJob struct {
	Suite   *suite.Suite
	Options mutation.Options
	State   []byte
}

func (k *mutantJob) name() string { return "mutants" }

// do tries mutants until all are tried, or the process is worn.
func (k *mutantJob) do(ctx context.Context, c *child) (o outcome) {
	c.job.Losses = run.Losses{Spent: c.job.Spent} // mutants caused the deaths
	e, err := c.engine(ctx, run.Process{Replay: true}, k.State)
	if err != nil {
		o.fail(err)
		return o
	}
	defer func() {
		if o.Worn == fit { // else something in the process may not end
			e.Close()
		}
	}()
	host, ok := e.Problem().(problem.Host)
	if !ok {
		o.fail(errors.New("evoke: the tests call nothing that mutants can be seen in"))
		return o
	}
	run.Replay(e)
	note := noteWork(c.job.Worker.working())
	k.Options.Tell = func(done, of int) {
		note(search.Work{What: tryingMutants, Done: done, Of: of, Unit: "mutant"})
	}
	o.Mutation, err = mutation.Try(ctx, host, k.Suite, k.Options)
	if errors.Is(err, mutation.ErrWorn) {
		o.Worn = stillRuns
		return o
	}
	o.fail(err)
	return o
}

// tryingMutants is the work of executing tests on mutants.
const tryingMutants = "trying the tests on mutants of the program"

// died does nothing: the notes of the job show which mutant was to blame.
func (k *mutantJob) died(*job, *burial) {}

// tryMutants tries the mutants that a build of the program has. Before that it writes the tests. It returns the written
// files.
func (s *supervisor) tryMutants(ctx context.Context, o *outcome) *deliver.Result {
	first := s.writeFirst(o)
	n := 0
	if s.program.Plan != nil && len(s.program.Plan.Packages) > 0 {
		n = mutants(s.task)
	}
	tryMutants(ctx, s.task, s.keeper, o, n, s.onMutants)
	return first
}

// onMutants builds the program with mutants and executes the tests in it.
func (s *supervisor) onMutants(ctx context.Context, o *outcome, options *mutation.Options) (*mutation.Result, error) {
	tellWork(s.task, "building the program with mutants")
	path, err := s.program.Mutants(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	other := *s
	other.program = &program.Built{Path: path}
	j := other.newJob(0, 1)
	options.Notes = filepath.Join(s.dir, "mutants.notes")
	j.Mutants = &mutantJob{Suite: o.Suite, Options: *options, State: o.State}
	out, err := other.fresh(ctx, j)
	if err != nil {
		return nil, err
	}
	if out.Mutation == nil {
		return nil, errors.New("the process left no result")
	}
	return out.Mutation, nil
}
