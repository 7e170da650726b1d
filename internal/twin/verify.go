package twin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
)

// What is written is to pass in a process of its own, in any order. Some
// systems keep state that a new handler does not begin anew, in variables of a
// package say, and the process of a search has been called very often. So the
// tests of a suite are executed again in a process that has done nothing else,
// and the suite is made of what they show there. Before that another such
// process notes the answers: what differs between the two belongs to a process,
// such as addresses or what is random once.

func notAgain(err error) string {
	return fmt.Sprintf("the tests could not be executed in a fresh process, they may depend on what the search left behind: %s", deliver.FirstLine(err))
}

// fresh has a process do one job in which nothing was executed before.
func (s *supervisor) fresh(ctx context.Context, j *job) (*outcome, error) {
	out, err := s.follow(ctx, []*job{j})
	if err == nil {
		err = out.err()
	}
	return out, err
}

// tick is how long it takes until what is made of the time, such as a token,
// is another: most often it goes by seconds.
const tick = 1100 * time.Millisecond

// pause waits, but not longer than ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// executeAgain replaces the suite by what is left of it in a fresh process. If
// that fails, the suite stays, with a warning.
func (s *supervisor) executeAgain(ctx context.Context, o *outcome) {
	if o.Kept == nil || ctx.Err() != nil {
		return
	}
	j := s.newJob(0, 1)
	j.Answer = &answerJob{Kept: o.Kept, State: o.State}
	if first, err := s.fresh(ctx, j); err == nil && first.Kept != nil {
		o.Kept = first.Kept
		if o.Kept.Opaque {
			pause(ctx, tick)
		}
	}
	if err := s.remake(ctx, o); err != nil {
		o.Report.Warnings = append(o.Report.Warnings, notAgain(err))
	}
}

// remake makes the suite of the tests that are kept, in a fresh process.
func (s *supervisor) remake(ctx context.Context, o *outcome) error {
	j := s.newJob(0, 1)
	j.Verify = &verifyJob{Kept: o.Kept, Repeat: o.Suite.Repeat, State: o.State}
	second, err := s.fresh(ctx, j)
	if err != nil {
		return err
	}
	o.Suite, o.Files, o.Kept = second.Suite, second.Files, second.Kept
	o.Report.Suite, o.Report.Files, o.Report.HowToRun = o.Suite, o.Files, second.Report.HowToRun
	o.Report.Warnings = append(o.Report.Warnings, second.Report.Warnings...)
	return nil
}

// without leaves some tests out of the suite. It reports whether it did: where
// there would be none left, it is something else that is wrong.
func (s *supervisor) without(ctx context.Context, o *outcome, names []string) bool {
	if o.Kept == nil || ctx.Err() != nil || len(names) == 0 {
		return false
	}
	kept := *o.Kept
	kept.Tests = slices.DeleteFunc(slices.Clone(kept.Tests), func(t problem.KeptTest) bool { return slices.Contains(names, t.Name) })
	if len(kept.Tests) == 0 || len(kept.Tests) == len(o.Kept.Tests) {
		return false
	}
	before := o.Kept
	o.Kept = &kept
	if err := s.remake(ctx, o); err != nil {
		o.Kept = before
		return false
	}
	o.Report.Warnings = append(o.Report.Warnings, fmt.Sprintf(
		"left out because they fail under go test, unlike in the search: %s", strings.Join(names, ", ")))
	return true
}

// measure runs the written tests on the plain build and reports what they
// cover, with how close the search came to the rest. Tests that fail there are
// left out, and what is left is measured again.
func (s *supervisor) measure(ctx context.Context, o *outcome, r *deliver.Result) error {
	profile, err := r.Profile(ctx, s.task.Dir, s.program.Flags, s.program.Packages())
	if err == nil && s.without(ctx, o, r.Failed(profile)) {
		r.Suite, r.Files = o.Suite, o.Files
		if err := errors.Join(s.askWriters(r), r.WriteFiles(s.task)); err != nil {
			return err
		}
		profile, err = r.Profile(ctx, s.task.Dir, s.program.Flags, s.program.Packages())
	}
	if err != nil {
		r.Report.Coverage = &report.Coverage{Note: deliver.FirstLine(err)}
		return nil
	}
	r.Report.Coverage = profile.Report(o.Near)
	return nil
}

// askWriters has the files of another program made, whose processes do not have
// the writers.
func (s *supervisor) askWriters(r *deliver.Result) error {
	if !s.task.Foreign {
		return nil
	}
	_, err := r.AskWriters(s.task) // what their tests cannot do was an error before the search
	return err
}
