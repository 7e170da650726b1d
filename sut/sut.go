// Package sut starts, resets and calls the system under test.
//
// A [Controller] owns the life of the system; a [Caller] answers HTTP calls.
// [NewHandler] is both, for an http.Handler in this process; [NewServer] runs
// a handler behind a real connection; [NewRemote] talks to a running service.
package sut

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Controller owns the life of a system under test. Its methods are called one
// at a time.
type Controller interface {
	// Start makes the system ready for calls.
	Start(ctx context.Context) (Info, error)
	// Reset brings the state back to what it was after Start.
	Reset(ctx context.Context) error
	// Stop ends the system and frees what it held.
	Stop(ctx context.Context) error
}

// Info is what a started system says about itself.
type Info struct {
	// BaseURL is where the system listens, without a trailing slash. It is
	// empty for one in this process, which is its own [Caller].
	BaseURL string
}

// Caller answers HTTP calls. It is called from one goroutine at a time.
type Caller interface {
	// Call makes one HTTP call. Whatever the system does is in the response,
	// see [Outcome]; the error says that the system cannot be called any more
	// (or that ctx ended).
	Call(ctx context.Context, req *Request) (*Response, error)
}

// Request is one HTTP call to make.
type Request struct {
	Method string
	// Target is the path with its query, escaped, beginning with "/". Bytes
	// that cannot stand there are escaped when it is sent.
	Target string
	// Header has canonical names. What belongs to the connection, such as
	// Content-Length, is not sent from here, and control characters are left out.
	Header http.Header
	Body   []byte // nil for none
	// Operation says what the call is, such as "GET /books/{id}", to whoever
	// watches the calls. It is not sent.
	Operation string
}

// Response is what came of a call. It belongs to the caller until the next
// call on the same Caller; what is kept longer must be copied.
type Response struct {
	Outcome Outcome
	Status  int
	Header  http.Header
	Body    []byte
	// Truncated says that the body was longer than the limit.
	Truncated bool
	// Gzip says that the body came in gzip; it is unpacked. Encoded says that
	// it is in another content coding, and still is.
	Gzip, Encoded bool
	// Stream says that the answer has no end by itself, as server-sent events:
	// the body is what came first.
	Stream bool
	// Panic is set for the outcome Panicked.
	Panic *Panic
	// Detail is a one-line reason for the outcomes other than Answered.
	Detail string
	// Place is where an instrumented system was when it was given up, for the
	// outcome TimedOut: "api/books.go:12". Of a loop it is the first statement,
	// so that a hang has the same place each time. For an answer of a server
	// error that a handler in this process gives while it recovers from a panic,
	// it is where that began: "api.(*book).rating (books.go:12)". "" if it is
	// not known.
	Place string
	// Elapsed is the wall time of the call; never let it reach a result.
	Elapsed time.Duration
}

// Outcome says how a call ended.
type Outcome uint8

// The outcomes of a call.
const (
	Answered Outcome = iota // a complete response, whatever its status
	Panicked                // the handler panicked
	TimedOut                // no complete response in time
	Broken                  // the connection ended early or what came was not HTTP
	Skipped                 // the call was not made, by whoever stands between: it is known to end the process
)

// Panic is a panic of the handler.
type Panic struct {
	Value string
	// Frame is the innermost frame outside of the runtime, the standard
	// library and Evoke itself: "pkg.Func (file.go:12)", with no directory.
	Frame string
	Stack string
}

// String returns the value of the panic and where it happened, in one line.
func (p *Panic) String() string {
	if p.Frame == "" {
		return p.Value
	}
	return p.Value + " at " + p.Frame
}

// String returns the outcome in a word or two.
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

// ownRefusals is how often a system that its controller started may refuse
// connections in a row: nobody else starts it again.
const ownRefusals = 5

// Open starts a system and returns what calls it: the controller itself where
// it is a [Caller], else a [Remote] at the base URL the controller gave, which
// is reset by the controller; and what the controller said of the system. The
// controller is still what to stop.
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
