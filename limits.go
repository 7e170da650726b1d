package evoke

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
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
	silent  int  // calls in a row without an answer in time
	hung    bool // a call got no answer in time
}

// Call implements sut.Caller.
func (s *system) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	resp, err := s.caller.Call(ctx, req)
	if err != nil {
		return nil, err
	}
	if s.silent++; resp.Outcome != sut.TimedOut {
		s.silent = 0
	}
	s.hung = s.hung || s.silent > 0
	if s.silent >= maxSilent && !s.patient {
		return nil, fmt.Errorf("%w: %d calls in a row got no answer in time", ErrHangs, s.silent)
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
	err := r.session.Run(limited, r.algorithm())
	r.elapsed = time.Since(began)
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil // the budget is used up
		if r.session.Stats().Evaluations == 0 {
			err = fmt.Errorf("evoke: no test came to its end within %s: the system hangs, or the time is too short", r.cfg.Budget.Time)
		}
	}
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

// check refuses limits below zero.
func (b Budget) check() error {
	if b.Calls < 0 || b.Evaluations < 0 || b.Time < 0 {
		return errors.New("evoke: a budget cannot be negative")
	}
	return nil
}
