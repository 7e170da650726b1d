package twin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/probe/files"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
)

const (
	// maxDeaths is the number of processes of one worker that may die before its search ends with its results so far.
	maxDeaths = 500
	// maxStillborn is the number of processes in a row that may die before their first test.
	maxStillborn = 2
	// defaultMemory is the memory limit of a process in bytes, unless GOMEMLIMIT
	// sets another.
	defaultMemory = 4 << 30
	// hangTime is how long one call may take before the whole process counts as hanging. Usually the process itself
	// notices a hanging handler earlier.
	hangTime = time.Minute
	// lateTime is this limit after the time of the budget is over. It is longer than the default limit of a call.
	lateTime = 12 * time.Second
	// leaveTime is how long a process may take to end when its work is done.
	leaveTime = 5 * time.Second
)

// supervisor runs the child processes of one run.
type supervisor struct {
	task    *task.Task
	id      callID
	dir     string // of the run
	scratch *scratch.Folder
	program *program.Built
	keeper  *keeper
	place   *workplace
	sent    *sentTask // of a process that was made for a package, else nil
	workDir string    // of the processes
	forTest bool      // the program is a test binary
	began   time.Time
	deaths  []death
	wear    wear
	secrets *secret.Set
}

// supervised does a task in child processes of this program, which may die of the inputs of the search.
func supervised(ctx context.Context, t *task.Task, id callID) (*deliver.Result, error) {
	if err := errors.Join(t.Check(ctx), deliver.Ready(t)); err != nil {
		return nil, err
	}
	keeper, err := newKeeper(t)
	if err != nil {
		return nil, err
	}
	folder, err := scratch.New()
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	defer folder.Remove()
	s := &supervisor{task: t, id: id, keeper: keeper, dir: folder.Dir, scratch: folder, workDir: program.StartDir,
		forTest: testing.Testing(), secrets: t.Secrets(ctx)}
	if s.program, err = program.Rebuild(ctx, t, s.dir); err != nil {
		return nil, err
	}
	return s.result(ctx)
}

// result runs the processes and writes the results.
func (s *supervisor) result(ctx context.Context) (*deliver.Result, error) {
	var err error
	if s.place, err = s.keeper.workplace(s.dir, identity(s.task.Digest(), s.program)); err != nil {
		return nil, err
	}
	defer func() { s.place.close(s.keeper.done) }()
	s.task = observed(s.task, &supervise.Border{File: filepath.Join(s.place.dir, "panics-observer.jsonl")})
	s.announce()
	o, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	late, cancel := afterwards(ctx)
	defer cancel()
	s.rehearse(ctx, o)
	s.executeAgain(late, o)
	touched := files.Touched(s.dir)
	first := s.tryMutants(ctx, o)
	putBack(late, s)
	result := o.result()
	if result == nil {
		return nil, o.err()
	}
	result.Follow(first)
	describe(s, result, touched)
	err = o.err()
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	if err == nil {
		result.Explain()
	}
	err = errors.Join(err, s.askWriters(result), result.WriteFiles(s.task))
	if s.task.Dir != "" {
		err = errors.Join(err, s.measure(late, o, result, touched))
	}
	report.MuteAll(result.Report, s.task.Silence)
	result.Clean(s.secrets)
	err = errors.Join(err, s.keeper.keep(result, o.Archived, o.Kept))
	return result, errors.Join(err, result.WriteReport(s.task, s.secrets))
}

// describe adds facts to a report that only this process knows.
func describe(s *supervisor, result *deliver.Result, touched []files.Touch) {
	tell(result, s.place.dir)
	r := result.Report
	r.Search, r.Libraries = s.program.Summary(), s.libraries()
	worn := s.wear.warnings(time.Since(s.began))
	r.Warnings = append(r.Warnings, slices.Concat(s.program.Notes(), killWarnings(s.deaths),
		suiteWarnings(s.deaths), worn)...)
	for i := range touched {
		r.Warnings = append(r.Warnings, touched[i].String())
	}
}

// libraries returns the modules that have probes for distances, but whose statements and branches are no targets.
func (s *supervisor) libraries() (all []report.Library) {
	if s.program.Plan == nil {
		return nil
	}
	for _, l := range s.program.Plan.Libraries {
		all = append(all, report.Library(l))
	}
	return all
}

// announce tells the user the next steps, before they take time.
func (s *supervisor) announce() {
	text := s.program.Summary()
	if s.program.Plan != nil {
		text += fmt.Sprintf(", built in %.1f s", s.program.Took.Seconds())
	}
	if why := s.program.Outside(); !s.task.Foreign { // else it was told before the program was built
		tellUser(s.task, why)
	}
	tellUser(s.task, text)
}

// tellUser tells the user of a task a text, unless it is empty.
func tellUser(t *task.Task, text string) {
	if text != "" && t.From.Log != nil {
		t.From.Log("evoke: " + text)
	}
	if text != "" && t.Observe != nil {
		t.Observe(search.Note{Text: text})
	}
}

// run lets the workers search, and then one process make the suite.
func (s *supervisor) run(ctx context.Context) (*outcome, error) {
	s.began = time.Now()
	workers := max(s.task.Workers, 1)
	var jobs []*job
	for number := range workers {
		j := s.newJob(number, workers)
		j.Worker.Until = searchEnd(ctx, s.task.Budget, s.began)
		j.Search = &searchJob{Suite: workers == 1, Observed: s.task.Observe != nil, Sparse: s.task.Sparse}
		jobs = append(jobs, j)
	}
	all, err := s.follow(ctx, jobs)
	if err != nil || workers == 1 {
		return all, err
	}
	last := s.newJob(0, workers)
	last.Suite = &suiteJob{Before: all.Stats, State: all.State}
	late, cancel := afterwards(ctx) // after an interrupt of the search the suite is still made
	defer cancel()
	o, err := s.follow(late, []*job{last})
	if o != nil && o.Failed == "" {
		o.fail(all.err())
	}
	if o != nil && o.Report != nil {
		o.Report.Interrupted = o.Report.Interrupted || ctx.Err() != nil
	}
	return o, err
}

func (s *supervisor) newJob(number, workers int) *job {
	return &job{
		Call: s.id, Worker: worker{Dir: s.place.dir, Number: number, Of: workers, Output: s.task.Dir},
		Journals: s.place.earlier, Same: s.place.same,
		Memory: memoryLimit(), Earlier: own.before(s.id), Sent: s.sent,
		Archived: Archived{s.keeper.before.Tests, s.keeper.crashers, s.keeper.before.Known.Confirmed()},
	}
}

// memoryLimit returns the limit of the Go runtime, if the user set one.
func memoryLimit() int64 {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return limit
	}
	return defaultMemory
}

// ended is the result of one worker.
type ended struct {
	outcome *outcome
	err     error
	deaths  []death
	wear    wear
	own     int // processes that died of Evoke's own panics
}

// follow does jobs in parallel and passes on the events of the searches, on this goroutine. It returns the outcome of
// the first job, with the statistics of all.
func (s *supervisor) follow(ctx context.Context, jobs []*job) (*outcome, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ends := make([]chan ended, len(jobs))
	for i, j := range jobs {
		ends[i] = make(chan ended, 1)
		go func() { ends[i] <- s.work(ctx, j) }()
	}
	events := s.newEvents(jobs)
	defer events.close()
	var out *outcome
	var errs []error
	for i := range jobs {
		e := events.until(ends[i])
		s.deaths = append(s.deaths, e.deaths...)
		s.wear.add(&e.wear)
		errs = append(errs, e.err)
		switch {
		case e.outcome == nil:
		case out == nil:
			out = e.outcome
		default:
			out.add(e.outcome)
		}
	}
	if out == nil {
		return nil, errors.Join(errs...)
	}
	return out, nil
}

// work does one job with as many processes as it needs.
func (s *supervisor) work(ctx context.Context, j *job) (e ended) {
	stillborn := 0
	for {
		began := time.Now()
		exit, o, err := s.process(ctx, j)
		switch {
		case err != nil:
			e.err = err
			return e
		case o != nil && o.Worn == fit:
			e.outcome = o
			return e
		case o != nil && j.Search != nil:
			e.wear.replaced(o, time.Since(began)-(o.Stats.Elapsed-j.Search.Before.Elapsed))
			j.Search.Before, j.Search.State = o.Stats, o.State
		case o != nil: // mutants wear out a process too, and have their own notes
		case ctx.Err() != nil && exit.Kind == supervise.Stopped:
			e.err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
			return e
		default:
			born, err := s.bury(j, exit, &e)
			if stillborn++; born {
				stillborn = 0
			}
			if err != nil || stillborn >= maxStillborn {
				if err == nil { // else err is the cause, such as a full disk
					err = s.neverBegan(exit)
				}
				e.err = err
				return e
			}
		}
		j.Attempt++
	}
}

// neverBegan returns the error for processes that end before their work begins.
func (s *supervisor) neverBegan(exit supervise.Exit) error {
	text := exit.Message
	if text == "" {
		text = lastLine(exit.Stderr)
	}
	if text != "" {
		text = ": " + text
	}
	return fmt.Errorf("evoke: the process of the search ended (%s, exit code %d) before it came to its first test%s",
		exit.Kind, exit.Code, text)
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// process starts a process for a job and waits for its end. It returns a nil
// outcome if the process left none.
func (s *supervisor) process(ctx context.Context, j *job) (supervise.Exit, *outcome, error) {
	file, err := j.write()
	if err != nil {
		return supervise.Exit{}, nil, err
	}
	box, err := s.scratch.Box(s.workDir)
	if err != nil {
		return supervise.Exit{}, nil, fmt.Errorf("evoke: %w", err)
	}
	defer box.Remove()         // with the files that a process left when it died
	_ = os.Remove(j.outcome()) // of an earlier job of the same kind
	p, err := supervise.Start(ctx, supervise.Command{
		Path: s.program.Path, Args: s.arguments(), Env: s.environment(j, file, box), Dir: box.Dir,
		Flight: j.Worker.flight(), Hang: hangTime, Late: end(s.began, s.task.Budget), HangLate: lateTime,
		Grace: run.GraceTime + leaveTime,
	})
	if err != nil {
		return supervise.Exit{}, nil, fmt.Errorf("evoke: %w", err)
	}
	exit := awaited(p, j.outcome())
	data, err := os.ReadFile(j.outcome())
	if err != nil {
		return exit, nil, nil // it died
	}
	o, err := decodeOutcome(data)
	return exit, o, err
}

// awaited waits for the end of a process. If the process has done its work but something in the program keeps it
// running, awaited ends it.
func awaited(p *supervise.Process, outcome string) supervise.Exit {
	for {
		select {
		case <-p.Done():
			return p.Wait()
		case <-time.After(leaveTime / 5):
		}
		if info, err := os.Stat(outcome); err == nil && time.Since(info.ModTime()) > leaveTime {
			p.End()
			return p.Wait()
		}
	}
}

// bury records the death of a process, so that the next process continues after it. It reports whether the process had
// begun a test.
func (s *supervisor) bury(j *job, exit supervise.Exit, e *ended) (born bool, err error) {
	f, err := supervise.ReadFlight(j.Worker.flight())
	if err != nil {
		return false, fmt.Errorf("evoke: %w", err)
	}
	if f.Process == 0 || len(f.Requests) == 0 && f.Evaluation == 0 {
		return false, nil
	}
	if exit.Own != "" {
		return true, continueAfterOwnPanic(j, &exit, &burial{flight: f, began: s.began}, e)
	}
	d := newDeath(exit, &f)
	d.Late = d.stuck() && overdue(s.began, s.task.Budget)
	d.InSuite = f.Phase == run.SuitePhase && j.Mutants == nil // a mutant may die of its change
	s.secrets.Clean(&d)
	e.deaths = append(e.deaths, d)
	if j.Deaths == nil {
		j.Deaths = map[string]int{}
	}
	j.Deaths[d.Operation] += d.weight()
	b := &burial{flight: f, began: s.began, last: j.noteDeaths(e.deaths) || len(e.deaths) >= maxDeaths}
	if d.InSuite {
		j.noteLethal(b, e.deaths)
	}
	j.kind().died(j, b)
	if j.Mutants != nil {
		return true, nil
	}
	return true, d.write(j.Worker)
}
