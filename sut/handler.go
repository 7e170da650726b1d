package sut

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/neighbour"
	"github.com/evoke-go/evoke/probe/opened"
	"github.com/evoke-go/evoke/probe/tables"
)

const (
	defaultTimeout = 10 * time.Second
	defaultMaxBody = 1 << 20
)

// HandlerOptions are the options of [NewHandler] and [NewServer]. The zero
// value is valid.
type HandlerOptions struct {
	// Reset brings the state back to that of a new handler. Default: the handler
	// is closed if it is an io.Closer, and a new one is made.
	Reset func() error
	// MaxBody is how many bytes of a response body are kept. Default: 1 MiB. If
	// negative, none are kept.
	MaxBody int
	// Timeout is the longest time for a call. The first handler may take at least
	// half a minute to be made. Default: 10 seconds. If negative, there is no
	// limit, and the calls of a [Handler] run on the goroutine of the caller.
	// That takes about half the time, but a handler that hangs, or that ends its
	// goroutine, does the same to the caller.
	Timeout time.Duration
}

func (o HandlerOptions) timeout() time.Duration { return limitOr(o.Timeout, defaultTimeout) }

func (o HandlerOptions) maxBody() int { return limitOr(o.MaxBody, defaultMaxBody) }

// limitOr returns the limit. It returns the default for 0, and 0 ("none") for
// less than 0.
func limitOr[T int | time.Duration](limit, byDefault T) T {
	if limit == 0 {
		return byDefault
	}
	return max(limit, 0)
}

// Handler calls an http.Handler of this process without a connection. It is a
// [Controller] and a [Caller].
//
// Each call goes directly to ServeHTTP. Its request and response writer behave
// like those of the server of net/http. A handler that panics, ends its
// goroutine, writes forever or hangs gives an [Outcome] like any other. A
// hanging handler is left behind, and the next call gets a new one.
//
// Code in this process can still end it: with a panic in a goroutine that the
// handler started, with os.Exit, or with a concurrent map write.
type Handler struct {
	options  HandlerOptions
	instance instance
	base     context.Context // of all requests: the values of a server; it belongs to no caller
	worker   *worker         // nil: none at the moment
	watchdog *watchdog       // nil: not started
	response Response
	left     atomic.Int32 // handlers left behind
}

// NewHandler returns a system that calls the handlers of the given constructor.
func NewHandler(newHandler func() http.Handler, o HandlerOptions) *Handler {
	return &Handler{
		options:  o,
		instance: newInstance(newHandler, o),
		base:     serverContext(),
	}
}

var errNotStarted = errors.New("not started")

// Start makes the handler.
func (h *Handler) Start(ctx context.Context) (Info, error) {
	if err := ctx.Err(); err != nil {
		return Info{}, fmt.Errorf("sut: starting the handler: %w", err)
	}
	if err := h.instance.renew(); err != nil {
		return Info{}, fmt.Errorf("sut: starting the handler: %w", err)
	}
	if h.watchdog == nil {
		h.watchdog = newWatchdog(h.options.timeout())
	}
	h.employ()
	return Info{}, nil
}

// employ starts a worker if there is none.
func (h *Handler) employ() {
	if h.worker == nil {
		h.worker = newWorker(h.options.maxBody())
	}
}

// Abandoned returns how many handlers that were given up still run. Each holds
// a goroutine and all locks that it took. A process with many of them should be
// replaced.
func (h *Handler) Abandoned() int { return int(h.left.Load()) }

// SetTimeout sets the time limit of later calls, at most that of the options. 0 restores the limit of the options. A
// search that has seen calls hang uses it to wait less for the next ones. SetTimeout does nothing if the options set no
// limit.
func (h *Handler) SetTimeout(limit time.Duration) {
	if h.watchdog == nil {
		return
	}
	if most := h.options.timeout(); limit <= 0 || limit > most {
		limit = most
	}
	h.watchdog.setLimit(limit)
}

// Reset brings the state back to that of a new handler.
func (h *Handler) Reset(ctx context.Context) error {
	err := ctx.Err()
	if err == nil && h.watchdog == nil {
		err = errNotStarted
	}
	if err == nil {
		err = h.instance.restore()
	}
	if err != nil {
		return fmt.Errorf("sut: resetting the handler: %w", err)
	}
	h.employ()
	return nil
}

// Conclude ends what a test may have left running, before the next Reset: it closes the handler if that Reset would do
// so. closed says whether it did. done is false if the handler is an io.Closer that is closed only later, since
// [HandlerOptions].Reset keeps it.
func (h *Handler) Conclude() (closed, done bool) { return h.instance.conclude() }

// Stop closes the handler.
func (h *Handler) Stop(context.Context) error {
	if h.watchdog != nil {
		h.watchdog.stop()
		h.watchdog = nil
	}
	h.dismiss()
	if err := h.instance.close(); err != nil {
		return fmt.Errorf("sut: stopping the handler: %w", err)
	}
	return nil
}

func (h *Handler) dismiss() {
	if h.worker != nil {
		h.worker.retire()
		h.worker = nil
	}
}

// Departs implements [Departing].
func (h *Handler) Departs() bool { return true }

// Call passes a request to the handler and returns its response.
func (h *Handler) Call(ctx context.Context, req *Request) (*Response, error) {
	c, err := h.prepare(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("sut: calling the handler: %w", err)
	}
	if h.options.timeout() == 0 {
		err = h.runHere(ctx, c)
	} else {
		err = h.run(ctx, c)
	}
	h.conclude(c)
	if err != nil {
		return nil, fmt.Errorf("sut: calling the handler: %w", err)
	}
	return &h.response, nil
}

// run passes the call to the worker and waits until the call ends or is given
// up.
func (h *Handler) run(ctx context.Context, c *call) error {
	h.watchdog.current.Store(c)
	defer h.watchdog.current.Store(nil)
	h.worker.calls <- c
	select {
	case <-h.worker.done:
		return nil
	case <-ctx.Done():
		c.expire()
		<-h.worker.done
		return ctx.Err()
	}
}

// runHere makes the call on this goroutine. It cancels the context of the request when ctx ends.
func (h *Handler) runHere(ctx context.Context, c *call) error {
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, c.cancel)()
	}
	defer func() { <-h.worker.done }() // also if the goroutine ends
	c.serve()
	return ctx.Err()
}

// prepare makes the call with its recorder and worker.
func (h *Handler) prepare(ctx context.Context, req *Request) (*call, error) {
	if h.watchdog == nil {
		return nil, errNotStarted
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := h.instance.open(); err != nil {
		return nil, err
	}
	c, err := newCall(h.base, req)
	if err != nil {
		return nil, err
	}
	h.employ()
	c.handler, c.done, c.recorder = h.instance.handler, h.worker.done, h.worker.recorder
	c.recorder.reset(c.request.Method == http.MethodHead, c.cancel)
	inputs.Drop()
	tables.Drop()
	neighbour.Drop()
	opened.Drop()
	c.weight, c.began = processCost(), time.Now()
	return c, nil
}

// conclude turns a call that has ended into the response.
func (h *Handler) conclude(c *call) {
	h.response = Response{Cost: processCost().since(c.weight)}
	h.response.Elapsed = time.Since(c.began)
	if c.phase.Load() == abandoned {
		h.response.Outcome = TimedOut
		h.response.Detail = "no answer within " + h.options.timeout().String()
		h.response.Place = whereabouts(serves)
		c.cancel()
		c.stay.most = time.Duration(h.watchdog.limit.Load())
		c.stay.giveUp(&h.left)
		h.dismiss()
		h.instance.abandon()
		return
	}
	c.cancel()
	c.conclude(&h.response)
	if c.ended {
		h.dismiss()
	}
}

// processCost returns the cost of everything that this process has done so far, the zero Cost if steps are not counted.
// The difference of two such costs is the cost of a call, if nothing else runs meanwhile.
func processCost() Cost {
	steps, ok := probe.Steps()
	if !ok {
		return Cost{}
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem) // package runtime/metrics is cheaper, but counts small objects in batches
	return Cost{Steps: steps, Allocated: mem.TotalAlloc}
}

// since returns the cost since an earlier state.
func (c Cost) since(before Cost) Cost {
	return Cost{Elapsed: c.Elapsed, Steps: c.Steps - before.Steps, Allocated: c.Allocated - before.Allocated}
}
