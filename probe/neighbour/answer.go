package neighbour

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// refused returns the error of a connection to an address at which nobody listens. (The text of a net.UnixAddr is its
// name, so it can stand for an address with the name of a host.)
func refused(u *url.URL) error {
	at := &net.UnixAddr{Name: net.JoinHostPort(u.Hostname(), port(u)), Net: "tcp"}
	return &net.OpError{Op: "dial", Net: "tcp", Addr: at, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

// timeout is the error of a client that waited too long. It says what the one of net/http says.
type timeout struct{ text string }

func (t *timeout) Error() string        { return t.text }
func (t *timeout) Timeout() bool        { return true }
func (t *timeout) Temporary() bool      { return true }
func (t *timeout) Is(target error) bool { return target == context.DeadlineExceeded }

// late returns the error of a client that does not wait for the answer, nil for one that does. The deadline of a client
// with a timeout is that of the request's context.
func (a *Answer) late(t *http.Transport, r *http.Request) error {
	if t.ResponseHeaderTimeout > 0 && a.After >= t.ResponseHeaderTimeout {
		return &timeout{"net/http: timeout awaiting response headers"}
	}
	deadline, ok := r.Context().Deadline()
	left := time.Until(deadline)
	if !ok || a.After < left {
		return nil
	}
	if left > maxPause {
		return &timeout{"context deadline exceeded (Client.Timeout exceeded while awaiting headers)"}
	}
	<-r.Context().Done()
	return context.Cause(r.Context())
}

// answer returns the answer to a request, or the error with which it fails.
func (a *Answer) answer(t *http.Transport, r *http.Request, e *exchange) (*http.Response, error) {
	if err := a.late(t, r); err != nil {
		return nil, err
	}
	switch a.Break {
	case Refused:
		return nil, refused(r.URL)
	case Closed:
		return nil, io.EOF
	}
	resp := &http.Response{StatusCode: max(a.Status, http.StatusOK), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: a.header(), Request: r, Body: http.NoBody, ContentLength: int64(len(a.Body))}
	resp.Status = strconv.Itoa(resp.StatusCode) + " " + http.StatusText(resp.StatusCode)
	switch {
	case resp.StatusCode == http.StatusNoContent, resp.StatusCode == http.StatusNotModified:
		resp.ContentLength = 0
		resp.Header.Del("Content-Length")
	case r.Method == http.MethodHead:
	case a.Break == Cut && len(a.Body) > 0:
		e.body = a.Body[:len(a.Body)/2]
		resp.Body = &body{e: e, left: e.body, end: io.ErrUnexpectedEOF}
	case len(a.Body) > 0:
		e.body = a.Body
		resp.Body = &body{e: e, left: e.body, end: io.EOF}
	}
	return resp, nil
}

// header returns the header of the answer. The length is that of the body, even if less comes.
func (a *Answer) header() http.Header {
	h := a.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	if _, typed := h["Content-Type"]; !typed && json.Valid(a.Body) {
		h.Set("Content-Type", "application/json")
	} else if !typed && len(a.Body) > 0 {
		h.Set("Content-Type", http.DetectContentType(a.Body))
	}
	h.Set("Content-Length", strconv.Itoa(len(a.Body)))
	return h
}

// errClosed is the error of net/http for a body that was closed.
var errClosed = errors.New("http: read on closed response body")

// body is the body of an answer.
type body struct {
	e    *exchange
	mu   sync.Mutex
	left []byte
	end  error
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.left) == 0 && (len(p) > 0 || b.end != io.EOF) {
		return 0, b.end
	}
	n = copy(p, b.left)
	b.left = b.left[n:]
	by := goroutine()
	noted.mu.Lock()
	defer noted.mu.Unlock()
	b.e.read, b.e.reader = b.e.read+n, by
	return n, nil
}

// Close implements io.Closer.
func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left, b.end = nil, errClosed
	return nil
}
