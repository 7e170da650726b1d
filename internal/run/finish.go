package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// GraceTime is how long making the suite may continue after an interrupt.
	GraceTime = 20 * time.Second
	// Unlimited is longer than any run.
	Unlimited = 100 * 365 * 24 * time.Hour
	// leastFinish is the least time for making a suite, so that slow services and
	// low rates get a suite too.
	leastFinish = 30 * time.Second
	// overrun and leastOverrun are by how much the suite of a running service may exceed a limit of time: by a part of
	// the limit, and by the time of a few slow calls.
	overrun, leastOverrun = 6, 3 * time.Second
	// leastTests is the number of executions of tests that a suite may use in any case.
	leastTests = 100
)

// Finish makes the suite of the tests that the search found, and the report. After an interrupt it spends less time on
// the suite. After an error in one part it still returns the others.
func (e *Engine) Finish(ctx context.Context, searchErr error) (*deliver.Result, error) {
	s, suiteErr := e.suite(ctx, searchErr)
	if searchErr != nil {
		e.explain(searchErr, suiteErr, len(s.Tests))
		suiteErr = nil // a warning has it, and the end of the search is most often its cause
	}
	result, filesErr := e.Written(s)
	if names := s.Secrets(); len(names) > 0 {
		e.warn("the tests read credentials from the environment, since nothing that is written holds them: set %s to "+
			"run them, or mark users whose credentials are no secrets with auth.Public", strings.Join(names, ", "))
	}
	result.Stats = e.session.Stats()
	if e.guard.Border.File == "" { // else the parent process reports them
		result.Tell(e.guard.Border.Slips())
	}
	e.report(result, ctx.Err() != nil)
	deliver.Survivals(result.Report)
	err := errors.Join(searchErr, suiteErr, filesErr)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	return result, err
}

// explain adds to the report why a search ended early, and why tests are
// missing beside so many.
func (e *Engine) explain(searchErr, suiteErr error, tests int) {
	if !errors.Is(searchErr, context.Canceled) { // the report has a mark for an interrupt
		e.warn("the search ended early: %s", strings.TrimPrefix(deliver.FirstLine(searchErr), "search: evaluate: "))
	}
	switch {
	case suiteErr != nil && tests > 0:
		e.warn("tests are missing: only what can be executed again makes a test, and that failed: %s", cause(suiteErr))
	case suiteErr != nil:
		e.warn("no tests are written: only what can be executed again makes a test, and that failed: %s",
			cause(suiteErr))
	}
}

// errUnmade means that the tests of the search could not be executed again.
var errUnmade = errors.New("evoke: the tests could not be executed again and are not written")

// cause returns why a suite could not be made.
func cause(err error) string {
	return strings.TrimPrefix(deliver.FirstLine(err), errUnmade.Error()+": ")
}

// suite makes the suite. The suite is empty if the system no longer answers.
func (e *Engine) suite(ctx context.Context, searchErr error) (*suite.Suite, error) {
	costly, limit := isCostly(e.task.SUT, e.session.Stats().Evaluations), e.finishLimit(searchErr)
	if costly && e.task.Observe != nil {
		e.task.Observe(search.Note{Text: "making the suite: tests are made smaller and executed again, " +
			"each in a process of its own"})
	}
	late, cancel := Outlive(ctx, limit, GraceTime)
	defer cancel()
	h := problem.Harvest{Former: e.earlier.former, Costly: costly}
	setPace(ctx, e, &h, limit)
	boundBySearch(e, &h)
	if e.earlier.changes != nil {
		h.Dropped = e.earlier.changes.Drop
	}
	e.guard.finishing("making the suite")
	s, flaky, err := harvested(late, e, h)
	s.Repeat = e.repeat()
	if flaky > 0 {
		e.warn("%s left out because the answers changed between executions", deliver.Counted(flaky, "test"))
	}
	if late.Err() != nil {
		return s, nil
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errUnmade, err)
	}
	return s, err
}

// harvested makes the suite across the border. It is empty if the problem panics.
func harvested(ctx context.Context, e *Engine, h problem.Harvest) (s *suite.Suite, flaky int, err error) {
	if !e.guard.Border.Try("what makes the suite", func() {
		s, flaky, err = e.problem.Suite(ctx, e.session.Archive(), h)
	}) {
		e.warn("no tests are written: what makes the suite panicked")
	}
	if s == nil {
		s = &suite.Suite{}
	}
	return s, flaky, err
}

// isCostly reports whether most tests of a search used a process of the system each, or will use one from now on. Then
// one more execution of a test takes long.
func isCostly(system sut.Controller, evaluations int) bool {
	if c, ok := system.(interface{ Distrust() bool }); ok && c.Distrust() {
		return true
	}
	return 2*starts(system) > evaluations
}

// someStart is the number of tests for each process from which on starts of processes count.
const someStart = 10

// takesProcesses reports whether so many tests of a search used a process each that the number of processes bounds a
// suite.
func takesProcesses(system sut.Controller, evaluations int) bool {
	return someStart*starts(system) > evaluations
}

// starts returns the number of processes that a system has had.
func starts(system sut.Controller) int {
	if c, ok := system.(interface{ Starts() int }); ok {
		return c.Starts()
	}
	return 0
}

func (e *Engine) warn(format string, args ...any) {
	e.warnings = append(e.warnings, fmt.Sprintf(format, args...))
}

// Written asks the writers for the files of a suite. The report of the result says only how to run them. For another
// program, the process that started this one does it, because only that process has the writers.
func (e *Engine) Written(s *suite.Suite) (*deliver.Result, error) {
	r := &deliver.Result{Suite: s, Report: &report.Report{Suite: s}}
	if e.task.Foreign {
		return r, nil
	}
	notes, err := r.AskWriters(e.task)
	e.warnings = append(e.warnings, notes...)
	return r, err
}

// repeat returns the command that makes the same suite again, "" if it cannot be made again: if the clock, another
// process, an interrupt or the tests of an earlier suite influenced it, or if the process is the user's, in which no
// probe fixes what Go chooses by chance.
func (e *Engine) repeat() string {
	clocked := e.task.Budget.Time > 0 || e.session.Progress() < 1
	if w, ok := e.problem.(problem.Waiter); ok {
		clocked = clocked || w.Hangs() || w.Remote()
	}
	if clocked || len(e.earlier.former) > 0 || len(e.earlier.seeds) > 0 || e.task.Workers > 1 ||
		e.guard.Recorder == nil {
		return ""
	}
	return fmt.Sprintf("seed %d, %s", e.task.Seed, e.task.Budget)
}

// report adds to the report what the run did.
func (e *Engine) report(r *deliver.Result, interrupted bool) {
	stats, out := r.Stats, r.Report
	out.Version, out.Created, out.Elapsed = version(), time.Now().UTC(), e.elapsed
	out.Dir, out.Interrupted = e.task.Dir, interrupted
	out.Calls, out.Evaluations, out.Covered, out.Targets = stats.Cost+e.after, stats.Evaluations,
		stats.Covered, stats.Reached
	out.Curve, out.Makers = e.curve.all(), makersOf(e.session, e.registry)
	out.Algorithm, out.Seed = algorithmName(e.algorithm()), e.task.Seed
	out.Budget = e.task.Budget.In(e.task.Problem.Step)
	out.Step = e.task.Problem.Step
	for _, t := range e.problem.Tallies() {
		out.Operations = append(out.Operations, operation(&t))
	}
	addLateSuccesses(out)
	for _, f := range e.problem.Faults() {
		out.Untested = append(out.Untested, f)
		NoteFatal(out, &f)
	}
	addProblemFacts(e.problem, out)
	out.Warnings = append(out.Warnings, e.warnings...)
	out.Changes = e.earlier.changes
	if d, ok := e.problem.(problem.Discreet); ok {
		own, files := out.Suite, out.Files // the calls of the suite have variables already
		out.Suite, out.Files = nil, nil
		d.Clean(out)
		out.Suite, out.Files = own, files
	}
}

// fault is the kind of the targets that are faults, in all problems.
const fault fitness.Kind = "fault"

// makersOf returns the makers of the tests, the one with the largest gain first.
func makersOf(s *search.Session[*testcase.Case], r *fitness.Registry) (out []report.Maker) {
	for name, ids := range s.Archive().Found() {
		m := report.Maker{Name: name, Covered: len(ids)}
		for _, id := range ids {
			if r.Target(id).Kind == fault {
				m.Faults++
			}
		}
		if name != "" {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b report.Maker) int {
		return cmp.Or(b.Covered-a.Covered, strings.Compare(a.Name, b.Name))
	})
	return out
}

// addProblemFacts adds facts that only some problems know.
func addProblemFacts(p problem.Problem, out *report.Report) {
	if g, ok := p.(problem.Graphed); ok {
		for _, d := range g.Dependencies() {
			out.Dependencies = append(out.Dependencies, report.Dependency(d))
		}
	}
	if s, ok := p.(problem.Stateful); ok {
		out.States = stateGraph(s.States())
	}
	if a, ok := p.(problem.Adviser); ok {
		out.LogIn = a.Advice()
	}
	if c, ok := p.(problem.Covered); ok {
		out.Coverage = reached(c.Statements())
	}
	if m, ok := p.(mutation.Tried); ok {
		if found, less := m.Mutants(); found != nil {
			out.Mutation = MutationReport(found, less)
		}
	}
	if w, ok := p.(problem.Warner); ok {
		out.Warnings = append(out.Warnings, w.Warnings()...)
	}
}

// MutationReport makes the report of the mutants that the tests notice after assertions are left out.
func MutationReport(found *mutation.Result, less *mutation.Reduction) *report.Mutation {
	after := found.Without(less.Left)
	out := &report.Mutation{
		Mutants: len(found.Mutants), Noticed: after.Score(),
		NotReached: found.Placed - found.Reached, Untried: found.Reached - len(found.Mutants),
		AssertionsBefore: less.Before, AssertionsAfter: less.After,
	}
	for _, m := range after.Mutants {
		if len(m.Noticed) == 0 {
			out.Survived = append(out.Survived, report.Survivor(m.Site))
		}
	}
	return out
}

// reached is the coverage of the search; nil if nothing was counted.
func reached(packages []sut.PackageCoverage) *report.Coverage {
	if len(packages) == 0 {
		return nil
	}
	out := &report.Coverage{Search: true}
	for _, p := range packages {
		out.Packages = append(out.Packages, report.PackageCoverage(p))
	}
	return out
}

// addLateSuccesses adds successes in the suite of operations that never succeeded in the search: making tests smaller
// may find the first one.
func addLateSuccesses(out *report.Report) {
	if out.Suite == nil {
		return
	}
	for i := range out.Operations {
		op := &out.Operations[i]
		status := shown(out.Suite, op.Name)
		if status == 0 || op.Succeeded() {
			continue
		}
		op.Outcomes = maps.Clone(op.Outcomes)
		if op.Outcomes == nil {
			op.Outcomes = map[string]int{}
		}
		op.Outcomes[strconv.Itoa(status)], op.Calls = 1, op.Calls+1
		op.Refusal, op.Refused, op.Maker = "", "", ""
	}
}

// shown returns the first successful status of an operation in the tests of a suite, 0 for none.
func shown(s *suite.Suite, operation string) int {
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Operation == operation && step.Call != nil && step.Call.Expect.Status/100 == 2 {
				return step.Call.Expect.Status
			}
		}
	}
	return 0
}

func operation(t *problem.Tally) report.Operation {
	laws := make([]report.Law, len(t.Laws))
	for i, l := range t.Laws {
		laws[i] = report.Law(l)
	}
	return report.Operation{
		Name: t.Operation, Calls: t.Calls, Outcomes: t.Outcomes, Successes: t.Successes, Incomplete: t.Incomplete,
		Sought: t.Sought, Undeclared: t.Undeclared,
		Refusal: t.Refusal, Refused: t.Refused, Maker: t.Maker, Untested: t.Untested,
		Learnt: report.Learnt{Demanded: t.Demanded, Laws: laws},
	}
}

// version returns the version of the module in the running program.
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

// algorithmName returns the name of a type without its parameter: "mio.MIO".
func algorithmName(a any) string {
	name, _, _ := strings.Cut(fmt.Sprintf("%T", a), "[")
	return strings.TrimPrefix(name, "*")
}

// Outlive returns a context for the work after the search. It ends at the limit, or the grace after ctx has ended.
func Outlive(ctx context.Context, limit, grace time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}

// finishLimit bounds the time for making the suite. With a system that answers the suite is finished long before; the
// limit ends the wait for a system that hangs.
func (e *Engine) finishLimit(searchErr error) time.Duration {
	hung, remote := false, remote(e.problem)
	if w, ok := e.problem.(problem.Waiter); ok {
		hung = w.Hangs()
	}
	b, took := e.task.Budget, cmp.Or(e.elapsed, e.task.Budget.Time)
	share := max(time.Duration(suiteShare*float64(took)), leastFinish)
	switch timed := b.Time > 0 || !e.limits.until.IsZero() && !time.Now().Before(e.limits.until); {
	case searchErr != nil && !errors.Is(searchErr, context.Canceled):
		return leastFinish
	case b.Time > 0 && remote:
		return max(b.Time-e.elapsed, 0) + max(b.Time/overrun, leastOverrun)
	case timed || hung:
		return share
	case !remote:
		return Unlimited // the clock must not influence a run that can be repeated
	}
	return max(e.elapsed, leastFinish)
}
