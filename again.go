package evoke

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
)

// What is written is to pass in a process of its own, in any order. Some
// systems keep state that a new handler does not begin anew, in variables of a
// package say, and the process of a search has been called very often. So the
// tests of a suite are executed again in a process that has done nothing else,
// and the suite is made of what they show there. Before that another such
// process notes the answers: what differs between the two belongs to a process,
// such as addresses or what is random once.

// keep notes what another process needs to execute the tests of the suite
// again, if the system runs in the process.
func (o *outcome) keep(r *engine) {
	if r.baseURL != "" || o.Failed != "" || o.Suite == nil || len(o.Suite.Tests) == 0 {
		return
	}
	kept, err := r.problem.Kept()
	if err != nil {
		o.Report.Warnings = append(o.Report.Warnings, notAgain(err))
		return
	}
	o.Kept = &kept
}

func notAgain(err error) string {
	return fmt.Sprintf("the tests could not be executed in a fresh process, they may depend on what the search left behind: %s", firstLine(err))
}

// again is the work of these processes.
func (j *job) again(ctx context.Context, r *engine) (o outcome) {
	r.system.patience = j.Patience
	r.system.finishing()
	late, cancel := outlive(ctx, r.finishLimit(nil), graceTime)
	defer cancel()
	if j.Phase == answering {
		o.fail(r.problem.Answer(late, j.Kept))
		o.Kept = j.Kept
		return o
	}
	s, left, err := r.problem.SuiteAgain(late, *j.Kept, time.Now())
	if err != nil {
		o.fail(err)
		return o
	}
	s.Repeat = j.Repeat
	o.Report = &report.Report{}
	if left > 0 {
		o.Report.Warnings = append(o.Report.Warnings, counted(left, "test")+
			" left out because of different answers in a fresh process: the system keeps state that Handler does not make anew (Reset can bring it back)")
	}
	o.Suite = s
	o.Files, err = r.files(s)
	o.Report.HowToRun = r.howToRun(o.Files)
	o.fail(err)
	o.keep(r)
	return o
}

// fresh has a process do what a phase says with the tests of a suite.
func (s *supervisor) fresh(ctx context.Context, p phase, o *outcome) (*outcome, error) {
	j := s.newJob(0, 1)
	j.Phase, j.Observed, j.Kept, j.Repeat, j.Patience = p, false, o.Kept, o.Suite.Repeat, o.Patience
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
	if first, err := s.fresh(ctx, answering, o); err == nil && first.Kept != nil {
		o.Kept = first.Kept
		if o.Kept.Opaque() {
			pause(ctx, tick)
		}
	}
	if err := s.remake(ctx, o); err != nil {
		o.Report.Warnings = append(o.Report.Warnings, notAgain(err))
	}
}

// remake makes the suite of the tests that are kept, in a fresh process.
func (s *supervisor) remake(ctx context.Context, o *outcome) error {
	second, err := s.fresh(ctx, again, o)
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
	kept.Tests = slices.DeleteFunc(slices.Clone(kept.Tests), func(t rest.KeptTest) bool { return slices.Contains(names, t.Name) })
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
