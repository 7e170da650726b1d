// Package sut starts, resets and calls the system under test.
//
// A [Controller] owns the life of the system, and a [Caller] makes HTTP calls.
// [NewHandler] returns both, for an http.Handler in this process. [NewServer]
// serves a handler over a real connection. [NewRemote] calls a running service.
package sut

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Controller owns the life of a system under test. Its methods are never called
// at the same time. suttest.TestController checks one of your own in one line:
//
//	func TestMyController(t *testing.T) {
//		suttest.TestController(t, func(newHandler func() http.Handler) sut.Controller {
//			return NewMyController(newHandler, time.Second)
//		})
//	}
type Controller interface {
	// Start makes the system ready for calls.
	Start(ctx context.Context) (Info, error)
	// Reset brings the state back to what it was after Start. The system keeps its base URL: [Info] holds until Stop.
	Reset(ctx context.Context) error
	// Stop ends the system and frees what it held.
	Stop(ctx context.Context) error
}

// Info is what a started system tells about itself.
type Info struct {
	// BaseURL is where the system listens, without a trailing slash, until it is stopped:
	// each Reset leaves it there. It is empty for a system in this process, which is its own
	// [Caller].
	BaseURL string
}

// Caller makes HTTP calls. It is used from one goroutine at a time.
type Caller interface {
	// Call makes one HTTP call. The response says what the system did, see
	// [Outcome]. An error means that the system cannot be called any more, or
	// that ctx ended.
	Call(ctx context.Context, req *Request) (*Response, error)
}

// Request is one HTTP call to make.
type Request struct {
	Method string
	// Target is the path with its query, escaped, beginning with "/". Bytes that
	// cannot stand there are escaped before they are sent.
	Target string
	// Header has canonical names. Fields that belong to the connection, such as
	// Content-Length, are not sent, and control characters are removed.
	Header http.Header
	Body   []byte // nil for none
	// Operation says what the call is, such as "GET /books/{id}", for those who
	// watch the calls. It is not sent.
	Operation string
	// Gone says that the client closes its connection before the answer: the context of the request has ended when the
	// handler gets it. Only a [Departing] caller makes such calls.
	Gone bool
}

// Departing is a [Caller] that can make calls whose client is gone, see [Request].
type Departing interface {
	Caller
	// Departs reports whether it can.
	Departs() bool
}

// Response is the result of a call. It is valid until the next call on the same
// Caller. Copy what you keep longer.
type Response struct {
	Outcome Outcome
	Status  int
	Header  http.Header
	Body    []byte
	// Truncated says that the body was longer than the limit.
	Truncated bool
	// Gzip says that the body came compressed with gzip; Body is decompressed. Encoded says that Body is still encoded
	// in another content coding, or is not in the coding that its header names.
	Gzip, Encoded bool
	// Stream says that the answer never ends by itself, like server-sent events.
	// Body is its beginning.
	Stream bool
	// Panic is set for the outcome Panicked, and if a handler in this process answers a server error while it recovers
	// from a panic. In that case its value is "" unless the panic was made by the runtime or by code with probes. For
	// Broken it is the panic for which a server in a process of its own dropped the connection, as far as the process
	// tells.
	Panic *Panic
	// Detail is a one-line reason for the outcomes other than Answered.
	Detail string
	// Place is a place in the program: "api.get (books.go:12)", "" if it is not known. For the outcome TimedOut it is
	// where an instrumented system was when the call was given up; in a loop it is the first statement, so that a hang
	// has the same place each time. If a handler in this process answers a server error while it recovers from a panic,
	// it is where the panic began.
	Place string
	// Placed says that Place is final, also if it is "": no other part knows the place better.
	Placed bool
	// Repeats is how often the call was repeated before this answer came, because its connection was dropped or the
	// service asked for it. Each of these calls counts in the budget.
	Repeats int
	Cost
}

// Cost is the time, the steps and the memory that a call took.
type Cost struct {
	// Elapsed is the wall time of the call. It must not influence any result, except for rules about time that the user
	// asks for.
	Elapsed time.Duration
	// Steps is the number of iterations of loops and calls of functions in code with probes, if the user asks for such
	// probes. Allocated is the number of bytes that the process allocated meanwhile. 0 means unknown.
	Steps, Allocated uint64
}

// Outcome says how a call ended.
type Outcome uint8

// The outcomes of a call.
const (
	Answered Outcome = iota // a complete response, whatever its status
	Panicked                // the handler panicked
	TimedOut                // no complete response in time
	Broken                  // the connection ended early or what came was not HTTP
	Skipped                 // the call was not made, because it is known to end the process
)

// Panic is a panic of the handler.
type Panic struct {
	Value string
	// Frame is the innermost frame outside of the runtime, the standard
	// library and Evoke itself: "pkg.Func (file.go:12)", with no directory.
	Frame string
	Stack string
}

// String returns the value of the panic and its place in one line.
func (p *Panic) String() string {
	if p.Frame == "" {
		return p.Value
	}
	return p.Value + " at " + p.Frame
}

// String returns the outcome in one or two words.
func (o Outcome) String() string {
	switch o {
	case Answered:
		return "answered"
	case Panicked:
		return "panicked"
	case TimedOut:
		return "timed out"
	case Broken:
		return "broken"
	case Skipped:
		return "skipped"
	}
	return "unknown outcome"
}

// ownRefusals is how often in a row a system that its controller started may refuse connections. Nobody else would
// restart it.
const ownRefusals = 5

// Open starts a system. It returns the Caller for the system, and the Info of the controller. The Caller is the
// controller itself if it is a [Caller], and else a [Remote] at the base URL of the controller, which the controller
// resets. Stop the controller in both cases.
func Open(ctx context.Context, c Controller, o RemoteOptions) (Caller, Info, error) {
	info, err := c.Start(ctx)
	if err != nil {
		return nil, Info{}, err
	}
	if caller, ok := c.(Caller); ok {
		return caller, info, nil
	}
	if info.BaseURL == "" {
		err := errors.New("sut: the controller answers no calls itself and gave no base URL")
		return nil, Info{}, errors.Join(err, c.Stop(ctx))
	}
	o.Reset = c.Reset
	if o.Refusals == 0 {
		o.Refusals = ownRefusals
	}
	remote := NewRemote(info.BaseURL, o)
	if _, err := remote.Start(ctx); err != nil {
		return nil, Info{}, errors.Join(fmt.Errorf("sut: the system was started, but: %w", err), c.Stop(ctx))
	}
	return remote, info, nil
}
