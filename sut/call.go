package sut

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"
)

// call is one request on its way through a handler. Each call has its own
// memory, and so has its request, because a handler may leave goroutines behind
// that read them. Calls share only the recorder, which handlers must not use
// after they have returned.
type call struct {
	handler  http.Handler
	request  *http.Request
	recorder *recorder
	cancel   context.CancelFunc
	began    time.Time
	weight   Cost // the cost of the process before the call
	url      url.URL
	body     body

	phase  atomic.Int32
	stay   stay
	done   chan<- struct{} // has room for one value; whoever ends the call sends it
	panic  *Panic
	broken string // why there is no answer, "" if there is one
	ended  bool   // the handler ended its goroutine
}

// The phases of a call. The goroutine that moves a call out of running decides about its outcome.
const (
	running int32 = iota
	finished
	abandoned
)

// body is the body of a request in memory.
type body struct{ bytes.Reader }

func (*body) Close() error { return nil }

// serverContext returns a context with the values that the server of net/http sets for handlers.
func serverContext() context.Context {
	ctx := context.WithValue(context.Background(), http.ServerContextKey, &http.Server{})
	return context.WithValue(ctx, http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80})
}

// newCall turns a request into the request that a server would give to its handler.
func newCall(base context.Context, req *Request) (*call, error) {
	c := &call{}
	method, err := cleanMethod(req.Method)
	if err != nil {
		return nil, err
	}
	target := cleanTarget(req.Target)
	if err := parseTarget(&c.url, target); err != nil {
		return nil, fmt.Errorf("the target of the request: %w", err)
	}
	header, host := cleanHeader(req.Header)
	if host == "" {
		host = "localhost"
	}
	template := http.Request{
		Method: method, URL: &c.url, RequestURI: target,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Host: host, RemoteAddr: "127.0.0.1:1024",
		Body: http.NoBody,
	}
	if len(req.Body) > 0 {
		c.body.Reset(bytes.Clone(req.Body))
		template.Body, template.ContentLength = &c.body, int64(len(req.Body))
	}
	ctx, cancel := context.WithCancel(base)
	c.cancel = cancel
	c.request = template.WithContext(ctx)
	if req.Gone {
		cancel()
	}
	return c, nil
}

func cleanMethod(method string) (string, error) {
	if method == "" {
		return http.MethodGet, nil
	}
	if !isToken(method) {
		return "", fmt.Errorf("the method of the request: %q is none", method)
	}
	return method, nil
}

// serve runs the handler. The call gets an outcome however the handler ends.
func (c *call) serve() {
	returned := false
	defer func() {
		if v := recover(); v != nil {
			c.panicked(v)
		} else if !returned {
			c.ended = true
			c.broken = "the handler ended its goroutine (runtime.Goexit)"
		}
		if c.leave(finished) {
			c.done <- struct{}{}
		} else {
			c.stay.end()
		}
	}()
	if c.stay.begin() {
		c.handler.ServeHTTP(c.recorder, c.request)
		c.recorder.settle(c.request.Context().Done())
	}
	returned = true
}

func (c *call) panicked(value any) {
	switch {
	case value != any(http.ErrAbortHandler):
		c.panic = newPanic(value)
	case !c.recorder.left:
		c.broken = "the handler aborted the answer"
	}
}

// leave moves the call from running to another phase. It reports whether the call was running.
func (c *call) leave(to int32) bool { return c.phase.CompareAndSwap(running, to) }

// expire gives up the call.
func (c *call) expire() {
	if c.leave(abandoned) {
		c.done <- struct{}{}
	}
}

// conclude writes the response of a call that ended by itself.
func (c *call) conclude(out *Response) {
	switch {
	case c.panic != nil:
		out.Outcome, out.Panic = Panicked, c.panic
		out.Detail = "the handler panicked: " + c.panic.String()
	case c.broken != "":
		out.Outcome, out.Detail = Broken, c.broken
	default:
		c.recorder.finish(out)
	}
}
