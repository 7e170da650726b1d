package sut

import (
	"context"
	"sync/atomic"
	"time"
)

// Ran says how a function of this process ended.
type Ran struct {
	// Outcome is Answered for a function that returned, Panicked, TimedOut, or
	// Broken for a function that ended its goroutine.
	Outcome Outcome
	// Panic is set for the outcome Panicked.
	Panic *Panic
	// Place is where an instrumented function was when it was given up, for the outcome TimedOut: "price/parse.go:12".
	// It is "" if that is not known.
	Place string
}

// Runner runs functions of this process, which may panic, hang or end their
// goroutine. It does for functions what [Handler] does for handlers: it leaves
// a function behind that hangs. It cannot stop a panic in another goroutine,
// os.Exit and the like. Use it from one goroutine. [Runner.Stop] ends it.
type Runner struct {
	worker *runWorker
	timer  *time.Timer
	left   atomic.Int32
}

// runWorker is a goroutine that runs functions.
type runWorker struct {
	runs chan *run
	done chan struct{} // has room for one value; whoever ends a run sends it
}

// run is one execution of a function.
type run struct {
	f     func()
	done  chan<- struct{}
	phase atomic.Int32 // as the phase of a call
	stay  stay
	panic *Panic
	ended bool // the function ended its goroutine
}

// NewRunner returns a runner.
func NewRunner() *Runner { return &Runner{timer: time.NewTimer(time.Hour)} }

// Run runs a function for a limited time. Do not read what the function writes
// after the outcome TimedOut, because it may still run. The error is that of
// the context, whose end gives up the function too.
func (r *Runner) Run(ctx context.Context, limit time.Duration, f func()) (Ran, error) {
	if err := ctx.Err(); err != nil {
		return Ran{}, err
	}
	if r.worker == nil {
		r.worker = &runWorker{runs: make(chan *run, 1), done: make(chan struct{}, 1)}
		go r.worker.work()
	}
	c := &run{f: f, done: r.worker.done}
	r.timer.Reset(limit)
	r.worker.runs <- c
	select {
	case <-r.worker.done:
	case <-r.timer.C:
		c.expire()
		<-r.worker.done
	case <-ctx.Done():
		c.expire()
		<-r.worker.done
	}
	return r.conclude(c, limit), ctx.Err()
}

// conclude returns how a run ended.
func (r *Runner) conclude(c *run, limit time.Duration) Ran {
	switch {
	case c.phase.Load() == abandoned:
		out := Ran{Outcome: TimedOut, Place: whereabouts(serves)}
		c.stay.most = limit
		c.stay.giveUp(&r.left)
		r.Stop()
		return out
	case c.ended:
		r.Stop()
		return Ran{Outcome: Broken}
	case c.panic != nil:
		return Ran{Outcome: Panicked, Panic: c.panic}
	}
	return Ran{Outcome: Answered}
}

// Abandoned returns how many functions that were given up still run.
func (r *Runner) Abandoned() int { return int(r.left.Load()) }

// Stop ends the goroutine of the runner. Another Run starts a new one.
func (r *Runner) Stop() {
	if r.worker != nil {
		close(r.worker.runs)
		r.worker = nil
	}
}

func (w *runWorker) work() {
	for c := range w.runs {
		c.serve()
	}
}

// serve runs the function. The run gets an outcome however the function ends.
func (c *run) serve() {
	returned := false
	defer func() {
		if v := recover(); v != nil {
			c.panic = newPanic(v)
		} else if !returned {
			c.ended = true
		}
		if c.leave(finished) {
			c.done <- struct{}{}
		} else {
			c.stay.end()
		}
	}()
	if c.stay.begin() {
		c.f()
	}
	returned = true
}

// leave moves the run from running to another phase. It reports whether the run was running.
func (c *run) leave(to int32) bool { return c.phase.CompareAndSwap(running, to) }

// expire gives up the run.
func (c *run) expire() {
	if c.leave(abandoned) {
		c.done <- struct{}{}
	}
}
