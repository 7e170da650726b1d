package evoke

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxSilent is how many calls in a row may get no answer in time during
	// the search; then the system counts as hanging.
	maxSilent = 10
	// graceTime is how long making the suite may go on after an interrupt.
	graceTime = 20 * time.Second
	// leastCallsAfter is what making tests smaller may always take.
	leastCallsAfter = 2000
	// leastTimeAfter is how long making tests smaller may always take.
	leastTimeAfter = 5 * time.Second
	// unlimited is longer than any run.
	unlimited = 100 * 365 * 24 * time.Hour
	// leastFinish is how long making the suite as a whole may always take, so
	// that slow services and low rates get theirs too.
	leastFinish = 2 * time.Minute
	// leastFinishHanging is the same where calls were seen to hang.
	leastFinishHanging = 30 * time.Second
)

// ErrHangs says that the system takes calls but does not answer them in time.
var ErrHangs = errors.New("the system hangs")

// system is a controller with what calls it. It gives up a system that hangs,
// where a search would wait for the time limit of each of its calls.
type system struct {
	sut.Controller
	caller sut.Caller
	// patient is set after the search, when tests are executed again.
	patient bool
	hung    bool // a call got no answer in time

	patience

	// Of a process that was started for a job.
	session  *search.Session[*testcase.Case]
	recorder *supervise.Recorder
	request  supervise.Request
	deaths   map[string]int // by operation
	spared   int            // calls of deadly operations
	ending   []int          // executions that end the process, while the suite is made
	runs     int            // executions while the suite is made
	ends     bool           // the current one is one of them
}

// patience is what a search learns about how long to wait.
type patience struct {
	Slowest time.Duration   // of the calls that were answered
	Hanging map[string]bool // operations that got no answer in time
	Silent  int             // calls in a row without an answer in time
}

// leastPatience is the shortest time that a call is waited for.
const leastPatience = 50 * time.Millisecond

// limit shortens the wait for an operation that is known to hang at times, as
// the search may come back to it very often: to twenty times what the slowest
// answer took. Before tests are written they are executed with the full time.
func (s *system) limit(req *sut.Request) {
	c, ok := s.Controller.(interface{ SetTimeout(time.Duration) })
	if !ok || len(s.Hanging) == 0 {
		return
	}
	limit := time.Duration(0)
	if s.Hanging[req.Operation] && !s.patient {
		limit = max(leastPatience, 20*s.Slowest)
	}
	c.SetTimeout(limit)
}

// learn notes how long answers take.
func (s *system) learn(req *sut.Request, resp *sut.Response) {
	if resp.Outcome != sut.TimedOut {
		s.Slowest = max(s.Slowest, resp.Elapsed)
		return
	}
	if s.Hanging == nil {
		s.Hanging = map[string]bool{}
	}
	s.Hanging[req.Operation] = true
}

// record opens the flight recorder of a process.
func (s *system) record(j *job) error {
	var err error
	if s.recorder, err = supervise.Record(j.flight()); err != nil {
		return fmt.Errorf("flight recorder: %w", err)
	}
	s.ending, s.deaths = j.Ending, j.Deaths
	s.recorder.Phase(searchPhase)
	return nil
}

// The phases in a flight recorder.
const (
	searchPhase = "search"
	suitePhase  = "suite"
)

// finishing is called between the search and the making of the suite.
func (s *system) finishing() {
	s.patient = true
	if s.recorder != nil {
		s.recorder.Phase(suitePhase)
	}
}

// Reset implements rest.System. A search goes on in a fresh process where the
// system has left too much behind in this one.
func (s *system) Reset(ctx context.Context) error {
	if s.recorder != nil {
		if !s.patient && s.worn() {
			return errRecycle
		}
		s.next()
	}
	return s.Controller.Reset(ctx)
}

// next notes the beginning of a test.
func (s *system) next() {
	stats := s.session.Stats()
	number := stats.Evaluations
	if s.patient {
		s.runs++
		number = s.runs
		s.ends = slices.Contains(s.ending, s.runs)
	}
	s.recorder.Test(number, stats.Cost)
}

// worn reports whether goroutines that nobody can end have piled up.
func (s *system) worn() bool {
	return s.left() > 0 || runtime.NumGoroutine() > maxGoroutines
}

// left is how many calls were given up and are still running.
func (s *system) left() int {
	if c, ok := s.Controller.(interface{ Abandoned() int }); ok {
		return c.Abandoned()
	}
	return 0
}

const (
	// deadly is how many processes may die in calls of one operation until few
	// of its calls are still made: each death takes time, and a search is drawn
	// to what it cannot see the end of.
	deadly = 20
	// spareEvery is which part of these calls is made.
	spareEvery = 10
)

// watched makes a call under the eyes of the flight recorder. One that is
// known to end the process is not made.
func (s *system) watched(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if s.recorder == nil {
		return s.caller.Call(ctx, req)
	}
	if s.ends {
		return &sut.Response{Outcome: sut.Skipped, Detail: "the call ends the process"}, nil
	}
	if s.deaths[req.Operation] >= deadly && !s.patient {
		if s.spared++; s.spared%spareEvery != 0 {
			return &sut.Response{Outcome: sut.Skipped, Detail: "calls of the operation have ended the process too often"}, nil
		}
	}
	s.request = supervise.Request{Operation: req.Operation, Method: req.Method, Target: req.Target, Header: req.Header, Body: req.Body}
	s.recorder.Call(&s.request)
	defer s.recorder.Answered()
	return s.caller.Call(ctx, req)
}

// Call implements sut.Caller.
func (s *system) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	s.limit(req)
	resp, err := s.watched(ctx, req)
	if err != nil {
		return nil, err
	}
	s.learn(req, resp)
	if s.Silent++; resp.Outcome != sut.TimedOut {
		s.Silent = 0
	}
	s.hung = s.hung || s.Silent > 0
	if s.Silent >= maxSilent && !s.patient {
		return nil, fmt.Errorf("%w: %d calls in a row got no answer in time", ErrHangs, s.Silent)
	}
	return resp, nil
}

// search runs the algorithm. A budget of time also ends a call that hangs.
func (r *engine) search(ctx context.Context) error {
	limited, cancel := ctx, func() {}
	if limit := r.cfg.Budget.Time; limit > 0 {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	began := time.Now()
	var algorithm search.Algorithm[*testcase.Case] = &openings{r.algorithm(), r.problem}
	if len(r.others) > 0 {
		algorithm = &immigrate{Algorithm: algorithm, engine: r}
	}
	err := r.session.Run(limited, algorithm)
	r.elapsed = time.Since(began)
	if r.job != nil {
		r.elapsed += r.job.Stats.Elapsed
	}
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil // the budget is used up
		if r.session.Stats().Evaluations == 0 {
			err = fmt.Errorf("evoke: no test came to its end within %s: the system hangs, or the time is too short", r.cfg.Budget.Time)
		}
	}
	return err
}

// openings is an algorithm that begins with the first samples of the problem:
// each operation by itself, so that small budgets reach all of them. The
// algorithm proper finds them in the archive.
type openings struct {
	search.Algorithm[*testcase.Case]
	problem *rest.Problem
}

// Step implements search.Algorithm.
func (a *openings) Step(ctx context.Context, s *search.Session[*testcase.Case]) error {
	if !a.problem.Opening() {
		return a.Algorithm.Step(ctx, s)
	}
	_, err := s.Evaluate(ctx, s.Sample())
	return err
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
func (r *engine) finishLimit(searchErr error) time.Duration {
	least := leastFinish
	if r.system.hung {
		least = leastFinishHanging
	}
	switch b := r.cfg.Budget; {
	case searchErr != nil && !errors.Is(searchErr, context.Canceled):
		return leastFinishHanging
	case b.Time > 0:
		return max(b.Time, least)
	case r.baseURL == "" && !r.system.hung:
		return unlimited // the clock has no part in a run that can be repeated
	}
	return max(2*r.elapsed, least)
}

// after bounds what is spent on making tests smaller once the search is done:
// as many calls again, or a quarter of the time.
func (b Budget) after() func(calls int) bool {
	limit := leastCallsAfter
	switch {
	case b.Calls > 0:
		limit = max(b.Calls, limit)
	case b.Time > 0:
		end := time.Now().Add(max(b.Time/4, leastTimeAfter))
		return func(int) bool { return time.Now().Before(end) }
	default:
		limit = max(b.Evaluations*rest.DefaultMaxCalls, limit)
	}
	return func(calls int) bool { return calls < limit }
}

// share is what one of several workers gets of a budget. All have the same time.
func (b Budget) share(worker, workers int) Budget {
	if workers > 1 {
		b.Calls, b.Evaluations = share(b.Calls, worker, workers), share(b.Evaluations, worker, workers)
	}
	return b
}

// share splits n into parts that differ by one at most.
func share(n, worker, workers int) int {
	part := n / workers
	if worker < n%workers {
		part++
	}
	if n > 0 {
		part = max(part, 1) // 0 would be no limit
	}
	return part
}

// check refuses limits below zero.
func (b Budget) check() error {
	if b.Calls < 0 || b.Evaluations < 0 || b.Time < 0 {
		return errors.New("evoke: a budget cannot be negative")
	}
	return nil
}
