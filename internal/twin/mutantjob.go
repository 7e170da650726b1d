package twin

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// mutantJob executes the tests of a suite on mutants of the program, in a process
// that has them.
type mutantJob struct {
	Suite   *suite.Suite
	Options mutation.Options
	State   []byte
}

const (
	// defaultMutants is how many mutants are tried unless the task says otherwise.
	defaultMutants = 500
	// leastMutantTime is the least time for mutants where time is limited.
	leastMutantTime = 10 * time.Second
	// leastMutantCalls is the least number of calls on mutants where calls are
	// limited.
	leastMutantCalls = 1000
	// mutantShare is how many calls of a search there are for one on a mutant.
	mutantShare = 3
)

func (k *mutantJob) name() string { return "mutants" }

// do tries mutants until all are tried, or the process is worn.
func (k *mutantJob) do(ctx context.Context, c *child) (o outcome) {
	c.job.Ending, c.job.Deaths = nil, nil // a mutant was to blame
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
	o.Mutation, err = mutation.Try(ctx, host, k.Suite, k.Options)
	if errors.Is(err, mutation.ErrWorn) {
		o.Worn = stillRuns
		return o
	}
	o.fail(err)
	return o
}

// died does nothing: the notes of the job show which mutant was to blame.
func (k *mutantJob) died(*job, *burial) {}

// mutants returns how many mutants to try.
func mutants(t *task.Task, p *program.Built) int {
	switch n := t.Mutants; {
	case n < 0 || p.Plan == nil || len(p.Plan.Packages) == 0 || !t.IsHTTP():
		return 0
	case n == 0 && t.Dir == "":
		return 0
	case n == 0:
		return defaultMutants
	default:
		return n
	}
}

// tryMutants finds out what the tests of the suite notice, and leaves out the
// assertions that notice nothing. Tests of an earlier suite keep their text. If
// something fails, the suite stays as it is.
func (s *supervisor) tryMutants(ctx context.Context, o *outcome) {
	if o.Kept == nil || o.Suite == nil {
		return
	}
	o.Suite.Hold(s.task.Assert)
	left, settled := s.keeper.settle(o.Suite)
	if n := mutants(s.task, s.program); n > 0 && o.affordsMutants() {
		found, err := s.onMutants(ctx, o, n)
		if err == nil && len(found.Mutants) == 0 {
			err = errors.New("the tests come to no place that has one")
		}
		if err != nil {
			o.Report.Mutation = &report.Mutation{Note: reason(ctx, err)}
		} else {
			less := mutation.Reduce(o.Suite, found, func(test int) bool { return settled[test] })
			o.Report.Mutation = mutationReport(found, less)
			if found.Late > 0 {
				o.Report.Warnings = append(o.Report.Warnings, tooLate(found))
			}
			for i := range less.Left {
				left[i] = append(left[i], less.Left[i]...)
			}
		}
	}
	if err := s.leaveOut(o, left); err != nil {
		o.Report.Warnings = append(o.Report.Warnings, deliver.FirstLine(err))
	}
}

// leastPasses is how many executions of all tests have to be left for mutants to be worth it.
const leastPasses = 2

// affordsMutants reports whether calls are left for mutants, and says so where they are not. Before, the tests are
// executed in fresh processes, and then as they are written.
func (o *outcome) affordsMutants() bool {
	if !o.bounded() {
		return true
	}
	passes := 1 + run.Fresh(o.Kept.Seldom)
	if *o.Left -= passes * o.Kept.Calls; *o.Left >= leastPasses*o.Kept.Calls {
		return true
	}
	o.Report.Mutation = &report.Mutation{
		Note: "making the suite took as many calls as the search; a search with more calls has them tried",
	}
	return false
}

// tooLate says that the time or the calls ended before all mutants were tried.
func tooLate(found *mutation.Result) string {
	return fmt.Sprintf("no time or calls were left for %d of %d mutants: the score is of the others, and the %d tests "+
		"that come to them keep all assertions",
		found.Late, found.Late+len(found.Mutants), len(found.Open))
}

// onMutants builds the program with mutants and executes the tests in it.
func (s *supervisor) onMutants(ctx context.Context, o *outcome, n int) (*mutation.Result, error) {
	path, err := s.program.Mutants(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	other := *s
	other.program = &program.Built{Path: path}
	j := other.newJob(0, 1)
	options := mutation.Options{Mutants: n, Seed: s.task.Seed, Notes: filepath.Join(s.dir, "mutants.notes")}
	limitMutants(&options, s.task.Budget)
	if o.bounded() {
		options.Calls, options.Dear = max(*o.Left-o.Kept.Calls, 1), true
	}
	j.Mutants = &mutantJob{Suite: o.Suite, Options: options, State: o.State}
	out, err := other.fresh(ctx, j)
	if err != nil {
		return nil, err
	}
	if out.Mutation == nil {
		return nil, errors.New("the process left no result")
	}
	return out.Mutation, nil
}

// limitMutants allows a third of the calls of the search, or half of its time: with what making the suite takes that is
// about as much as the search.
func limitMutants(o *mutation.Options, b task.Budget) {
	if b.Calls > 0 {
		o.Calls = max(b.Calls/mutantShare, leastMutantCalls)
	}
	if b.Time > 0 {
		o.Until = time.Now().Add(max(b.Time/2, leastMutantTime))
	}
}

// leaveOut leaves out assertions of each test, also of the kept ones, and has the
// files made again.
func (s *supervisor) leaveOut(o *outcome, left [][]suite.Assertion) error {
	if !slices.ContainsFunc(left, func(as []suite.Assertion) bool { return len(as) > 0 }) {
		return nil
	}
	kept := *o.Kept
	kept.Tests = slices.Clone(kept.Tests)
	for i := range o.Suite.Tests {
		t := &o.Suite.Tests[i]
		t.LeaveOut(left[i])
		at := slices.IndexFunc(kept.Tests, func(k problem.KeptTest) bool { return k.Name == t.Name })
		if at >= 0 {
			kept.Tests[at].Left = left[i]
		}
	}
	o.Kept = &kept
	r := o.result()
	if s.task.Foreign { // its files are made later
		return nil
	}
	if _, err := r.AskWriters(s.task); err != nil {
		return fmt.Errorf("the files without superfluous assertions: %w", err)
	}
	o.Files = r.Files
	return nil
}

// mutationReport puts what was found into the form of the report.
func mutationReport(found *mutation.Result, less *mutation.Reduction) *report.Mutation {
	after := found.Without(less.Left)
	out := &report.Mutation{
		Mutants: len(found.Mutants), Noticed: after.Score(), NotReached: found.Placed - found.Reached, Untried: found.Reached - len(found.Mutants),
		AssertionsBefore: less.Before, AssertionsAfter: less.After,
	}
	for _, m := range after.Mutants {
		if len(m.Noticed) == 0 {
			out.Survived = append(out.Survived, report.Survivor{Package: m.Package, Function: m.Function, Change: m.Change})
		}
	}
	return out
}
