package run

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

const (
	// GraceTime is how long making the suite may go on after an interrupt.
	GraceTime = 20 * time.Second
	// unlimited is longer than any run.
	unlimited = 100 * 365 * 24 * time.Hour
	// leastFinish is how long making the suite as a whole may always take, so
	// that slow services and low rates get theirs too.
	leastFinish = 2 * time.Minute
	// leastFinishHanging is the same where actions were seen to hang.
	leastFinishHanging = 30 * time.Second
)

// Finish makes the suite of what the search found and reports. An interrupted
// search gets its suite too, only less time is spent on it. What goes wrong here
// does not keep the rest from being returned.
func (e *Engine) Finish(ctx context.Context, searchErr error) (*deliver.Result, error) {
	s, suiteErr := e.suite(ctx, searchErr)
	if searchErr != nil {
		e.explain(searchErr, suiteErr)
		suiteErr = nil // the cause is the same
	}
	result, filesErr := e.Written(s)
	result.Stats = e.session.Stats()
	e.report(result, ctx.Err() != nil)
	err := errors.Join(searchErr, suiteErr, filesErr)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	return result, err
}

// explain puts into the report why a search ended early, and why there are no
// tests of what it found.
func (e *Engine) explain(searchErr, suiteErr error) {
	if !errors.Is(searchErr, context.Canceled) { // of an interrupt the report has a mark
		e.warn("the search ended early: %s", strings.TrimPrefix(deliver.FirstLine(searchErr), "search: evaluate: "))
	}
	if suiteErr != nil {
		e.warn("no tests are written: the system does not answer any more, and only what could be executed again makes a test")
	}
}

// suite makes the suite; it is empty when the system does not answer any more.
func (e *Engine) suite(ctx context.Context, searchErr error) (*suite.Suite, error) {
	after, limit := e.task.Budget.After(), e.finishLimit(searchErr)
	late, cancel := outlive(ctx, limit, GraceTime)
	defer cancel()
	early, cancelEarly := outlive(ctx, limit/4, GraceTime/4) // the rest is for executing all tests again
	defer cancelEarly()
	short := false
	h := problem.Harvest{
		Allow:   func(actions int) bool { return ctx.Err() == nil && early.Err() == nil && after(actions) },
		Confirm: func() bool { short = early.Err() != nil; return !short },
	}
	e.guard.finishing()
	s, flaky, err := e.problem.Suite(late, e.session.Archive(), h)
	if s == nil {
		s = &suite.Suite{}
	}
	s.Repeat = e.repeat()
	if flaky > 0 {
		e.warn("%s left out because the answers changed between executions", deliver.Counted(flaky, "test"))
	}
	if short || late.Err() != nil {
		e.warn("tests were left out because executing them again took too long: calls hang or are slow")
		return s, nil
	}
	if err != nil {
		err = fmt.Errorf("evoke: the tests could not be executed again and are not written: %w", err)
	}
	return s, err
}

func (e *Engine) warn(format string, args ...any) {
	e.warnings = append(e.warnings, fmt.Sprintf(format, args...))
}

// Written has the writers make the files of a suite. The report of the result says
// no more than how these are run. For another program the process that started
// this one does it: that process has the writers.
func (e *Engine) Written(s *suite.Suite) (*deliver.Result, error) {
	r := &deliver.Result{Suite: s, Report: &report.Report{Suite: s}}
	if e.task.Foreign {
		return r, nil
	}
	notes, err := r.AskWriters(e.task)
	e.warnings = append(e.warnings, notes...)
	return r, err
}

// repeat tells how to get the same suite again.
func (e *Engine) repeat() string {
	text := fmt.Sprintf("seed %d, %s", e.task.Seed, e.task.Budget)
	switch calls := e.session.Stats().Cost; {
	case e.session.Progress() < 1 && e.task.Budget.Time == 0:
		text += fmt.Sprintf(" (ended early, after %d)", calls)
	case e.task.Budget.Time > 0:
		text += fmt.Sprintf(" (time makes no exact repetition; %d calls come close)", calls)
	}
	return text
}

// report says what the run did.
func (e *Engine) report(r *deliver.Result, interrupted bool) {
	stats, out := r.Stats, r.Report
	out.Version, out.Created, out.Elapsed = version(), time.Now().UTC(), e.elapsed
	out.Dir, out.Interrupted = e.task.Dir, interrupted
	out.Calls, out.Evaluations, out.Covered, out.Targets = stats.Cost, stats.Evaluations, stats.Covered, stats.Reached
	out.Algorithm, out.Seed, out.Budget = algorithmName(e.algorithm()), e.task.Seed, e.task.Budget.String()
	for _, t := range e.problem.Tallies() {
		out.Operations = append(out.Operations, operation(&t))
	}
	for _, f := range e.problem.Faults() {
		out.Untested = append(out.Untested, f)
		if f.Fatal {
			if out.FaultNotes == nil {
				out.FaultNotes = map[string]string{}
			}
			out.FaultNotes[f.Key] = "no test replays it, because that would end the process of the tests"
		}
	}
	if w, ok := e.problem.(problem.Warner); ok {
		out.Warnings = append(out.Warnings, w.Warnings()...)
	}
	out.Warnings = append(out.Warnings, e.warnings...)
}

func operation(t *problem.Tally) report.Operation {
	return report.Operation{Name: t.Operation, Calls: t.Calls, Outcomes: t.Outcomes, Successes: t.Successes, Incomplete: t.Incomplete}
}

// version is that of the module in the running program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == "github.com/evoke-go/evoke" && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}

// algorithmName is the type's name without its parameter: "mio.MIO".
func algorithmName(a any) string {
	name, _, _ := strings.Cut(fmt.Sprintf("%T", a), "[")
	return strings.TrimPrefix(name, "*")
}

// outlive returns a context for making the suite: it ends when the limit is
// over, or some time after ctx does.
func outlive(ctx context.Context, limit, grace time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}

// finishLimit bounds the time of making the suite. What answers is done long
// before; it ends the wait for what hangs.
func (e *Engine) finishLimit(searchErr error) time.Duration {
	hung, remote := false, false
	if w, ok := e.problem.(problem.Waiter); ok {
		hung, remote = w.Hangs(), w.Remote()
	}
	least := leastFinish
	if hung {
		least = leastFinishHanging
	}
	switch b := e.task.Budget; {
	case searchErr != nil && !errors.Is(searchErr, context.Canceled):
		return leastFinishHanging
	case b.Time > 0:
		return max(b.Time, least)
	case !remote && !hung:
		return unlimited // the clock has no part in a run that can be repeated
	}
	return max(2*e.elapsed, least)
}
