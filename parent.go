package evoke

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/search"
)

const (
	// maxDeaths is how many processes of one worker may die; then its search
	// ends with what was found.
	maxDeaths = 500
	// maxStillborn is how many processes in a row may die before a test.
	maxStillborn = 2
	// defaultMemory is the most memory a process may take, in bytes, unless
	// GOMEMLIMIT says otherwise.
	defaultMemory = 4 << 30
	// hangTime is how long one call may take before the process counts as
	// hanging as a whole. A hanging handler is noticed in the process, earlier.
	hangTime = time.Minute
	// leaveTime is how long a process may take to end after its work is done.
	leaveTime = 5 * time.Second
)

// supervisor runs the processes of one call of Run.
type supervisor struct {
	cfg     Config
	id      callID
	dir     string // of the run
	program *built
	config  *plainConfig // of a process made for a package, else nil
	workDir string       // of the processes
	forTest bool         // the program is a test binary
	log     func(...any) // may be nil
	began   time.Time
	deaths  []death
}

// supervised searches in other processes, which may die of what they find.
func supervised(ctx context.Context, cfg Config, from caller, id callID) (*Result, error) {
	if err := cfg.check(ctx); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "evoke-*")
	if err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	defer os.RemoveAll(dir)
	s := &supervisor{cfg: cfg, id: id, dir: dir, workDir: startDir, forTest: testing.Testing(), log: from.log}
	if s.program, err = rebuild(ctx, &s.cfg, from, dir); err != nil {
		return nil, err
	}
	return s.result(ctx)
}

// result runs the processes and writes what they found.
func (s *supervisor) result(ctx context.Context) (*Result, error) {
	s.cfg.Budget = s.cfg.Budget.orDefault()
	s.announce()
	o, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	s.executeAgain(ctx, o)
	result := o.result()
	if result == nil {
		return nil, o.err()
	}
	result.Report.Search = s.program.summary()
	if s.program.plan != nil {
		for _, note := range s.program.plan.Notes {
			result.Report.Warnings = append(result.Report.Warnings, fmt.Sprintf("not instrumented: %s: %s", note.Where, note.Reason))
		}
	}
	err = o.err()
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	if result, err = deliver(result, s.cfg.Out, err); s.cfg.Out == "" || s.program.plan == nil {
		return result, err
	}
	return result, errors.Join(err, s.measure(ctx, o, result))
}

// announce says what happens, before it begins to take time.
func (s *supervisor) announce() {
	text := s.program.summary()
	if s.program.plan != nil {
		text += fmt.Sprintf(", built in %.1f s", s.program.took.Seconds())
	}
	if s.log != nil {
		s.log("evoke: " + text)
	}
	if s.cfg.Observe != nil {
		s.cfg.Observe(search.Note{Text: text})
	}
}

// run lets the workers search, and one process make the suite.
func (s *supervisor) run(ctx context.Context) (*outcome, error) {
	s.began = time.Now()
	workers := max(s.cfg.Workers, 1)
	first := s.newJob(0, workers)
	if workers == 1 {
		first.Phase = whole
		return s.follow(ctx, []*job{first})
	}
	jobs := []*job{first}
	for worker := 1; worker < workers; worker++ {
		jobs = append(jobs, s.newJob(worker, workers))
	}
	all, err := s.follow(ctx, jobs)
	if err != nil {
		return nil, err
	}
	last := s.newJob(0, workers)
	last.Phase, last.Stats = finishing, all.Stats
	last.Observed = false
	o, err := s.follow(ctx, []*job{last})
	if o != nil && o.Failed == "" {
		o.fail(all.err())
	}
	return o, err
}

func (s *supervisor) newJob(worker, workers int) *job {
	return &job{
		Call: s.id, Dir: s.dir, Phase: searching, Worker: worker, Workers: workers,
		Observed: s.cfg.Observe != nil, Memory: memoryLimit(), Earlier: program.before(s.id), Config: s.config,
	}
}

// memoryLimit is that of the Go runtime, if the user set one.
func memoryLimit() int64 {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return limit
	}
	return defaultMemory
}

// ended is what became of one worker.
type ended struct {
	outcome *outcome
	err     error
	deaths  []death
}

// follow does jobs beside each other and hands on the events of the searches,
// on this goroutine. The outcome is that of the first job, with the statistics
// of all.
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

// add joins what another worker did.
func (o *outcome) add(other *outcome) {
	o.Stats.Evaluations += other.Stats.Evaluations
	o.Stats.Cost += other.Stats.Cost
	o.Stats.Elapsed = max(o.Stats.Elapsed, other.Stats.Elapsed)
	if o.Failed == "" {
		o.Failed, o.Cause = other.Failed, other.Cause
	}
}

// work does one job with as many processes as it takes.
func (s *supervisor) work(ctx context.Context, j *job) (e ended) {
	stillborn := 0
	for {
		exit, o, err := s.process(ctx, j)
		switch {
		case err != nil:
			e.err = err
			return e
		case o != nil && !o.Recycle:
			e.outcome = o
			return e
		case o != nil:
			j.Stats, j.Patience = o.Stats, o.Patience
		case ctx.Err() != nil && exit.Kind == supervise.Stopped:
			e.err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
			return e
		default:
			born, err := s.bury(j, exit, &e)
			if stillborn++; born {
				stillborn = 0
			}
			if err != nil || stillborn >= maxStillborn {
				e.err = errors.Join(err, s.neverBegan(exit))
				return e
			}
		}
		j.Attempt++
	}
}

// neverBegan is the error of processes that end before their work begins.
func (s *supervisor) neverBegan(exit supervise.Exit) error {
	text := exit.Message
	if text == "" {
		text = lastLine(exit.Stderr)
	}
	if text != "" {
		text = ": " + text
	}
	return fmt.Errorf("evoke: the process of the search ended (%s, exit code %d) before it came to its first test%s", exit.Kind, exit.Code, text)
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// process starts a process for a job and waits for its end. The outcome is nil
// if it left none.
func (s *supervisor) process(ctx context.Context, j *job) (supervise.Exit, *outcome, error) {
	file, err := j.write()
	if err != nil {
		return supervise.Exit{}, nil, err
	}
	temp, err := os.MkdirTemp(s.dir, "temp-*")
	if err != nil {
		return supervise.Exit{}, nil, fmt.Errorf("evoke: %w", err)
	}
	defer os.RemoveAll(temp)   // what a process that dies leaves in it
	_ = os.Remove(j.outcome()) // of an earlier job of the same kind
	p, err := supervise.Start(ctx, supervise.Command{
		Path: s.program.path, Args: s.arguments(), Env: s.environment(j, file, temp), Dir: s.workDir,
		Flight: j.flight(), Hang: hangTime, Grace: graceTime + leaveTime,
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

// awaited waits for the end of a process. One that has done its work and does
// not end by itself, because something in the program keeps it, is ended.
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

// bury notes the death of a process, so that the next one goes on behind it.
// It reports whether a test had begun.
func (s *supervisor) bury(j *job, exit supervise.Exit, e *ended) (born bool, err error) {
	f, err := supervise.ReadFlight(j.flight())
	if err != nil {
		return false, fmt.Errorf("evoke: %w", err)
	}
	if f.Process == 0 || len(f.Requests) == 0 && f.Evaluation == 0 {
		return false, nil
	}
	d := newDeath(exit, &f)
	e.deaths = append(e.deaths, d)
	if j.Deaths == nil {
		j.Deaths = map[string]int{}
	}
	j.Deaths[d.Operation]++
	if f.Phase == suitePhase {
		j.Ending = append(j.Ending, f.Evaluation)
		if j.Phase < answering {
			j.Phase = finishing
		}
		return true, nil
	}
	j.Stats.Evaluations = f.Evaluation + 1
	j.Stats.Cost = f.Cost + max(len(f.Requests)+f.Omitted, 1)
	j.Stats.Elapsed = time.Since(s.began)
	if len(e.deaths) >= maxDeaths {
		j.Phase = finishing // with what was found
	}
	return true, d.write(j)
}

// environment is that of a process with a job in a file and a folder for its
// temporary files.
func (s *supervisor) environment(j *job, file, temp string) []string {
	env := append(os.Environ(), jobVariable+"="+file)
	if j.Phase < answering { // then chance is what it is
		env = append(env, "GODEBUG="+sameChance(os.Getenv("GODEBUG")))
	}
	for _, name := range tempVariables() {
		env = append(env, name+"="+temp)
	}
	if n := s.cfg.Workers; n > 1 && os.Getenv("GOMAXPROCS") == "" {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(max(1, runtime.NumCPU()/n)))
	}
	return env
}

// tempVariables name the folder that [os.TempDir] is.
func tempVariables() []string {
	if runtime.GOOS == "windows" {
		return []string{"TMP", "TEMP"}
	}
	return []string{"TMPDIR"}
}

// arguments are those of this process. A test binary is told to run the one
// test, for as long as it takes, and to leave the files of "go test" alone.
func (s *supervisor) arguments() []string {
	if !s.forTest {
		return os.Args[1:]
	}
	var parts []string
	for _, part := range strings.Split(s.id.Test, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	if len(parts) == 1 {
		parts = append(parts, chosenSubtests()...)
	}
	args := []string{"-test.run=" + strings.Join(parts, "/"), "-test.timeout=0", "-test.paniconexit0"}
	if s.config != nil {
		return args
	}
	for _, a := range os.Args[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch {
		case !strings.HasPrefix(name, "test."), name == "test.short":
			args = append(args, a)
		case name == "test.count", name == "test.cpu": // a call may be one of a later round
			args = append(args, a)
		}
	}
	return args
}

// chosenSubtests are the patterns that this test binary was given for parts of
// tests: a call that only a test as a whole is known of may be made in one.
func chosenSubtests() []string {
	f := flag.Lookup("test.run")
	if f == nil || strings.Contains(f.Value.String(), "|") {
		return nil
	}
	_, parts, found := strings.Cut(f.Value.String(), "/")
	if !found {
		return nil
	}
	return []string{parts}
}
