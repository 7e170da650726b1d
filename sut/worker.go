package sut

import (
	"math"
	"sync/atomic"
	"time"
)

// worker is a goroutine that runs handlers. Unlike the goroutine of the caller, it can be given up while it hangs, and
// it can end without ending the search. One worker serves many calls.
type worker struct {
	calls    chan *call
	done     chan struct{}
	recorder *recorder
}

func newWorker(limit int) *worker {
	w := &worker{calls: make(chan *call, 1), done: make(chan struct{}, 1), recorder: newRecorder(limit)}
	go w.run()
	return w
}

func (w *worker) run() {
	for c := range w.calls {
		c.serve()
	}
}

// retire ends the goroutine once it is free.
func (w *worker) retire() { close(w.calls) }

// watchdog gives up calls that take too long. It has one timer for the life of
// the handler and not one for each call. Whenever the timer fires, the watchdog
// looks at the current call and sleeps until that call is due.
type watchdog struct {
	limit   atomic.Int64 // a time.Duration
	timer   *time.Timer
	current atomic.Pointer[call]
	stopped atomic.Bool
}

// newWatchdog starts a watchdog. With a limit of 0 it never gives up a call.
func newWatchdog(limit time.Duration) *watchdog {
	d := &watchdog{}
	d.limit.Store(int64(limit))
	if limit > 0 {
		d.timer = time.AfterFunc(math.MaxInt64, d.check)
		d.timer.Reset(limit)
	}
	return d
}

func (d *watchdog) check() {
	limit := time.Duration(d.limit.Load())
	next := limit
	if c := d.current.Load(); c != nil {
		if next -= time.Since(c.began); next <= 0 {
			c.expire()
			next = limit
		}
	}
	if !d.stopped.Load() {
		d.timer.Reset(next)
	}
}

// setLimit changes the limit of later calls.
func (d *watchdog) setLimit(limit time.Duration) {
	if d.timer == nil || limit <= 0 || d.limit.Swap(int64(limit)) == int64(limit) {
		return
	}
	d.timer.Reset(limit)
}

func (d *watchdog) stop() {
	d.stopped.Store(true)
	if d.timer != nil {
		d.timer.Stop()
	}
}
