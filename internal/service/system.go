package service

import (
	"context"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/sut"
)

// maxSilent is how many calls in a row may get no answer in time during the
// search. After that many the system counts as hanging.
const maxSilent = 10

// system wraps a controller and makes its calls. It gives up a system that
// hangs, because the search would otherwise wait for the time limit of each
// call.
type system struct {
	sut.Controller
	caller  sut.Caller
	guard   problem.Guard
	action  problem.Action
	copied  func(*sut.Request) *sut.Request // as records may hold a call; nil: as it is
	patient bool                            // it is after the search, when tests are executed again
	hung    bool                            // a call got no answer in time
	spent   spent
	lasting bool // a reset brings nothing back
	races   bool // data races are looked for

	patience
}

// patience is what a search learns about how long it should wait.
type patience struct {
	Slowest time.Duration   // of the calls that were answered
	Hanging map[string]bool // operations that got no answer in time
	Silent  int             // calls in a row without an answer in time
	Stuck   int             // processes that were replaced since rows could not come back in them
	slow    int             // log-ins that took long
}

// slowLogin is how long a log-in takes at least whose hash of passwords is made to be slow. Log-ins without one take
// a hundredth of it.
const slowLogin = 10 * time.Millisecond

// Dear reports whether executions of tests take more than their calls: most log-ins take long. It decides how much is
// executed when a suite is made, so it is far from both kinds of log-ins and asks most of them, not their mean.
func (s *Service) Dear() bool { return 2*s.system.slow > s.system.spent.Logins }

// leastPatience is the shortest time limit of a call.
const leastPatience = 50 * time.Millisecond

// limit shortens the wait for an operation that sometimes hangs, because the
// search may call it very often. The new limit is 20 times the slowest answer.
// Tests are executed with the full time before they are written.
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

// learn records how long answers take.
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

// Lasting reports whether what a test leaves behind stays in the system.
func (s *system) Lasting() bool { return s.lasting }

// Departs reports whether calls can come from a client that is gone.
func (s *system) Departs() bool {
	caller, ok := s.caller.(sut.Departing)
	return ok && caller.Departs()
}

// Conclude ends what a test may leave behind in a handler, see [sut.Handler.Conclude].
func (s *system) Conclude() (closed, done bool) {
	if c, ok := s.Controller.(interface{ Conclude() (closed, done bool) }); ok {
		return c.Conclude()
	}
	return false, true
}

// Starts is how many processes the system had so far, 0 if nobody counts them.
func (s *system) Starts() int {
	if c, ok := s.Controller.(interface{ Starts() int }); ok {
		return c.Starts()
	}
	return 0
}

// Reset implements [rest.System].
func (s *system) Reset(ctx context.Context) error {
	if err := s.guard.Begin(ctx); err != nil {
		return err
	}
	if g, ok := s.guard.(interface{ Busy() }); ok {
		g.Busy()
		defer s.guard.Done()
	}
	began := time.Now()
	err := s.Controller.Reset(ctx)
	s.spent.Resets++
	s.spent.Resetting += time.Since(began)
	if p, ok := s.Controller.(*putBack); ok && p.stuck && s.Stuck < mostStuck {
		s.Stuck++
		if worn := s.guard.Begin(ctx); worn != nil { // the next process goes on
			return worn
		}
	}
	return err
}

// mostStuck is how many processes are replaced in which rows cannot come back. Each takes some seconds.
const mostStuck = 3

func (s *system) copy(r *sut.Request) *sut.Request {
	if s.copied == nil {
		return r
	}
	return s.copied(r)
}

// guarded makes a call if the guard allows it.
func (s *system) guarded(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	s.action = problem.Action{Operation: req.Operation, HTTP: s.copy(req)}
	if !s.guard.Act(&s.action) {
		return &sut.Response{Outcome: sut.Skipped, Detail: "the call would end the process"}, nil
	}
	defer s.guard.Done()
	return s.caller.Call(ctx, req)
}

// Together makes the chosen calls at the same time, where data races are looked for and the caller can do that. It
// returns how many it made. The guard hears of the last one.
func (s *system) Together(ctx context.Context, choose func() []*sut.Request) (calls int, err error) {
	crowd, ok := s.caller.(interface {
		Together(ctx context.Context, requests []*sut.Request) error
	})
	if !ok || !s.races || s.lasting {
		return 0, nil
	}
	requests := choose()
	last := requests[len(requests)-1]
	s.action = problem.Action{Operation: last.Operation, HTTP: s.copy(last)}
	if !s.guard.Act(&s.action) {
		return 0, nil
	}
	defer s.guard.Done()
	return len(requests), crowd.Together(ctx, requests)
}

// Call implements [sut.Caller].
func (s *system) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	s.limit(req)
	resp, err := s.guarded(ctx, req)
	if err != nil {
		return nil, err
	}
	s.learn(req, resp)
	if req.Operation == auth.LoginOperation {
		s.spent.Logins++
		s.spent.LoggingIn += resp.Elapsed
		if resp.Elapsed >= slowLogin {
			s.slow++
		}
	} else {
		s.spent.Answering += resp.Elapsed
	}
	if s.Silent++; resp.Outcome != sut.TimedOut {
		s.Silent = 0
	}
	s.hung = s.hung || s.Silent > 0
	if s.Silent >= maxSilent && !s.patient {
		return nil, fmt.Errorf("%w: %d calls in a row got no answer in time", problem.ErrHangs, s.Silent)
	}
	return resp, nil
}
