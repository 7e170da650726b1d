package twin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

const (
	// defaultMutants is how many mutants are tried unless the task says otherwise.
	defaultMutants = 500
	// leastMutantTime is the least time for mutants where time is limited.
	leastMutantTime = 10 * time.Second
	// leastMutantCalls is the least number of calls on mutants if calls are limited.
	leastMutantCalls = 1000
	// leastMutantCallsElsewhere is this number if another process answers the calls.
	leastMutantCallsElsewhere = 100
	// mutantShare is the number of calls of the search for each call on a mutant.
	mutantShare = 3
)

// mutants returns the number of mutants to try, for a program that can have mutants.
func mutants(t *task.Task) int {
	switch n := t.Mutants; {
	case n < 0 || !t.IsHTTP():
		return 0
	case n == 0 && t.Dir == "":
		return 0
	case n == 0:
		return defaultMutants
	default:
		return n
	}
}

// trier executes the tests of a suite on mutants.
type trier func(context.Context, *outcome, *mutation.Options) (*mutation.Result, error)

// tryMutants finds out which of n mutants the tests of the suite notice, by the function try, and leaves out the
// assertions that the suite does not need. Tests of an earlier suite keep their text. After an error the suite stays as
// it is.
func tryMutants(ctx context.Context, t *task.Task, k *keeper, o *outcome, n int, try trier) {
	if o.Kept == nil || o.Suite == nil {
		return
	}
	o.Suite.Hold(t.Assert)
	left, settled := k.settle(o.Suite)
	if n > 0 && o.affordsMutants() {
		found, err := try(ctx, o, mutantOptions(t, o, n))
		if err == nil && len(found.Mutants) == 0 {
			err = errors.New("the tests come to no place that has one")
		}
		if err != nil {
			o.Report.Mutation = &report.Mutation{Note: reason(ctx, err)}
		} else {
			less := mutation.Reduce(o.Suite, found, func(test int) bool { return settled[test] })
			o.Report.Mutation = run.MutationReport(found, less)
			if found.Late > 0 {
				o.Report.Warnings = append(o.Report.Warnings, tooLate(found))
			}
			for i := range less.Left {
				left[i] = append(left[i], less.Left[i]...)
			}
		}
	}
	if err := leaveOut(t, o, left); err != nil {
		o.Report.Warnings = append(o.Report.Warnings, deliver.FirstLine(err))
	}
}

// leastPasses is the number of executions of all tests that have to be affordable before mutants are tried.
const leastPasses = 2

// affordsMutants reports whether calls are left for mutants, and adds a warning if not. Calls are reserved for
// executing the tests in fresh processes, and in their written form.
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

// tooLate returns a warning that time or calls ran out before all mutants were tried.
func tooLate(found *mutation.Result) string {
	return fmt.Sprintf("no time or calls were left for %d of %d mutants: the score is of the others, and the %d tests "+
		"that come to them keep all assertions",
		found.Late, found.Late+len(found.Mutants), len(found.Open))
}

// mutantOptions say how much to try of n mutants.
func mutantOptions(t *task.Task, o *outcome, n int) *mutation.Options {
	options := &mutation.Options{Mutants: n, Seed: t.Seed}
	least := leastMutantCalls
	if t.Traced() {
		least, options.Dear = leastMutantCallsElsewhere, true // each test needs the reset of a process
	}
	limitMutants(options, t.Budget, least)
	if o.bounded() {
		options.Calls, options.Dear = max(*o.Left-o.Kept.Calls, 1), true
	}
	return options
}

// mutable is a controller that can start its program with mutants in place of probes.
type mutable interface {
	sut.Controller
	mutation.Host
	mutant.Program
	Mutate(on bool)
}

// tryMutantsHere tries mutants if the controller can put them into its program. It returns what the suite was made of;
// for other controllers, and after an error of the run, it returns nil.
func tryMutantsHere(
	ctx context.Context, t *task.Task, k *keeper, e *run.Engine, r *deliver.Result, failed error,
) *problem.Kept {
	c, ok := t.SUT.(mutable)
	if !ok || !t.Traced() || failed != nil {
		return nil
	}
	_ = r.WriteFiles(t) // trying mutants takes long; an error occurs again at the end
	o := &outcome{}
	o.take(r)
	var err error
	if o.Kept, err = e.Kept(); o.Kept == nil {
		if err != nil {
			o.Report.Warnings = append(o.Report.Warnings, deliver.FirstLine(err))
		}
		return nil
	}
	o.Left = e.Spare()
	e.Close() // the system starts again with mutants
	tryMutants(ctx, t, k, o, mutants(t), onMutable(t, c))
	r.Files = o.Files
	return o.Kept
}

// onMutable returns a function that tries the tests of a suite on mutants of a controller's program.
func onMutable(t *task.Task, c mutable) trier {
	return func(ctx context.Context, o *outcome, options *mutation.Options) (found *mutation.Result, err error) {
		tellWork(t, "building the program with mutants")
		c.Mutate(true)
		defer c.Mutate(false)
		if _, err := c.Start(ctx); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, c.Stop(context.WithoutCancel(ctx))) }()
		if t.Observe != nil {
			options.Tell = func(done, of int) {
				t.Observe(search.Work{What: tryingMutants, Done: done, Of: of, Unit: "mutant"})
			}
		}
		return mutation.Try(ctx, c, o.Suite, *options)
	}
}

// limitMutants allows a third of the calls of the search, or half of its time. Together with making the suite this is
// about as much as the search.
func limitMutants(o *mutation.Options, b task.Budget, least int) {
	if b.Calls > 0 {
		o.Calls = max(b.Calls/mutantShare, least)
	}
	if b.Time > 0 {
		o.Until = time.Now().Add(max(b.Time/2, leastMutantTime))
	}
}

// leaveOut leaves assertions out of each test, also of the kept ones, and makes the files again.
func leaveOut(t *task.Task, o *outcome, left [][]suite.Assertion) error {
	if !slices.ContainsFunc(left, func(as []suite.Assertion) bool { return len(as) > 0 }) {
		return nil
	}
	kept := *o.Kept
	kept.Tests = slices.Clone(kept.Tests)
	for i := range o.Suite.Tests {
		test := &o.Suite.Tests[i]
		test.LeaveOut(left[i])
		at := slices.IndexFunc(kept.Tests, func(k problem.KeptTest) bool { return k.Name == test.Name })
		if at >= 0 {
			kept.Tests[at].Left = left[i]
		}
	}
	o.Kept = &kept
	r := o.result()
	if t.Foreign { // its files are made later
		return nil
	}
	if _, err := r.AskWriters(t); err != nil {
		return fmt.Errorf("the files without superfluous assertions: %w", err)
	}
	o.Files = r.Files
	return nil
}

// putBack has a process put the first rows of the system's database back where the processes before could not do that:
// rows of a process that died, or that held locks itself, are still in its file.
func putBack(ctx context.Context, s *supervisor) {
	for number := range max(s.task.Workers, 1) {
		j := s.newJob(number, 1)
		if _, err := os.Stat(j.Worker.rows()); err == nil {
			j.Answer = &answerJob{}
			_, _ = s.follow(ctx, []*job{j}) // if that fails, the file stays
		}
	}
}
