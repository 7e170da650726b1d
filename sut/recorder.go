package sut

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"strconv"
	"time"
)

// patience is the number of bytes beyond its limit that a recorder accepts before it behaves like a client that has
// gone away. It stops handlers that write forever, and tolerates those that only write much.
const patience = 64 << 20

var errGone = errors.New("the client closed the connection")

// recorder is an http.ResponseWriter that keeps an answer in memory and follows
// the rules of the server of net/http. Its worker reuses it for the next call.
type recorder struct {
	client
	limit int
	head  bool // the request was a HEAD

	header    http.Header
	snapshot  http.Header // what header was when it was sent, if it may have changed since
	status    int         // 0: not sent yet
	declared  int64       // Content-Length as the handler set it, -1 for none
	written   int64
	body      []byte
	truncated bool
	stream    bool // the answer does not end by itself
	answered  answered
	decoder   *decoder
	taken     *takeover // the connection that the handler took over; nil: it did not
}

// client is the client of a call, as the recorder plays it.
type client struct {
	gone func() // called when the client leaves; may be called again
	left bool   // the client has left
}

func newRecorder(limit int) *recorder {
	return &recorder{limit: limit, header: make(http.Header), decoder: &decoder{}}
}

// reset prepares the recorder for another call.
func (r *recorder) reset(head bool, gone func()) {
	clear(r.header)
	r.answered.forget()
	*r = recorder{client: client{gone: gone}, limit: r.limit, head: head, header: r.header, declared: -1,
		body: r.body[:0], answered: r.answered, decoder: r.decoder}
}

// Header returns the header to fill in. As in net/http, changes after the
// header was sent have no effect.
func (r *recorder) Header() http.Header {
	if r.status != 0 && r.snapshot == nil {
		r.snapshot = r.header.Clone()
	}
	return r.header
}

// WriteHeader sends the header. As in net/http, it ignores a second call, an
// informational status is not the answer, and an impossible status panics.
func (r *recorder) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %v", status))
	}
	if r.status != 0 || status < 200 && status != http.StatusSwitchingProtocols {
		return
	}
	r.status = status
	if status >= 500 {
		r.answered.note()
	}
	r.declare()
}

func (r *recorder) declare() {
	text := r.header["Content-Length"]
	if len(text) == 0 {
		return
	}
	n, err := strconv.ParseInt(text[0], 10, 64)
	if err != nil || n < 0 {
		delete(r.header, "Content-Length")
		return
	}
	r.declared = n
}

// Write adds to the body.
func (r *recorder) Write(p []byte) (int, error) {
	n, err := r.admit(len(p))
	if err == nil {
		r.body = append(r.body, p[:n]...)
		n = len(p)
	}
	return n, err
}

// WriteString is Write for a string.
func (r *recorder) WriteString(s string) (int, error) {
	n, err := r.admit(len(s))
	if err == nil {
		r.body = append(r.body, s[:n]...)
		n = len(s)
	}
	return n, err
}

// admit counts n bytes and returns how many of them to keep.
func (r *recorder) admit(n int) (int, error) {
	if r.taken != nil {
		return 0, http.ErrHijacked
	}
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	if n == 0 {
		return 0, nil
	}
	if !bodyAllowed(r.status) {
		return 0, http.ErrBodyNotAllowed
	}
	if r.declared >= 0 && r.written+int64(n) > r.declared {
		return 0, http.ErrContentLength
	}
	if r.written > int64(r.limit)+patience {
		r.leave()
	}
	if r.left {
		return 0, errGone
	}
	r.written = min(r.written, math.MaxInt64-int64(n)) + int64(n)
	room := r.limit - len(r.body)
	r.truncated = r.truncated || n > room
	return min(n, room), nil
}

func (r *recorder) leave() {
	if !r.left && r.gone != nil {
		r.gone()
	}
	r.left = true
}

// Flush sends the header unless it was sent already.
func (r *recorder) Flush() { _ = r.FlushError() }

// FlushError is Flush for http.ResponseController.
func (r *recorder) FlushError() error {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	r.sniff()
	if isStream(r.sent()) {
		r.listened()
	}
	return nil
}

// listened is called when a stream has begun. The client leaves with the first bytes, or soon if there are none.
func (r *recorder) listened() {
	r.stream = true
	switch {
	case r.gone == nil || r.left:
	case len(r.body) > 0:
		r.leave()
	default:
		time.AfterFunc(streamTime, r.gone)
	}
}

// SetReadDeadline does nothing, because the call has its own time limit.
func (r *recorder) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing, because the call has its own time limit.
func (r *recorder) SetWriteDeadline(time.Time) error { return nil }

// EnableFullDuplex does nothing, because the body can always be read.
func (r *recorder) EnableFullDuplex() error { return nil }

// CloseNotify exists because frameworks assert that it does. The client does not leave before the answer.
func (r *recorder) CloseNotify() <-chan bool { return make(chan bool, 1) }

// sniff sets the content type from the first bytes, if the handler did not set
// it.
func (r *recorder) sniff() {
	h := r.sent()
	_, has := h["Content-Type"]
	if !has && len(r.body) > 0 && h.Get("Content-Encoding") == "" {
		h["Content-Type"] = []string{http.DetectContentType(r.body)}
	}
}

func (r *recorder) sent() http.Header {
	if r.snapshot != nil {
		return r.snapshot
	}
	return r.header
}

// finish ends the answer and moves it into out, which shares the memory of the
// recorder.
func (r *recorder) finish(out *Response) {
	if r.taken != nil {
		r.taken.finish(out)
		r.decoder.decode(out, r.limit)
		return
	}
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	r.sniff()
	if short := r.declared - r.written; short > 0 && !r.head && bodyAllowed(r.status) {
		out.Outcome = Broken
		out.Detail = fmt.Sprintf("the body ended %d bytes short of its Content-Length", short)
		return
	}
	h := r.sent()
	asReceived(h, r.status)
	out.Outcome, out.Status, out.Header, out.Place = Answered, r.status, h, r.answered.where()
	out.Panic = r.answered.panic
	out.Placed = len(r.answered.stack) > 0
	out.Stream = r.stream
	if !r.head {
		out.Body, out.Truncated = r.body, r.truncated
		r.decoder.decode(out, r.limit)
	}
}

// bodyAllowed reports whether an answer with a status has a body (RFC 9110,
// sections 6.4.1 and 15).
func bodyAllowed(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified
}

// takeover is the connection that a handler took over, and the answer on it. The other end reads one answer, as a
// client would, and closes the connection.
type takeover struct {
	client net.Conn
	read   chan struct{} // closed after the answer, or an error, was read
	answer Response
	err    error
}

// Hijack lets a handler take its connection over, as http.Hijacker specifies. The other end of the connection is the
// goroutine that reads the answer.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if r.taken != nil {
		return nil, nil, http.ErrHijacked
	}
	if r.status != 0 {
		return nil, nil, errors.New("the answer has begun")
	}
	server, client := net.Pipe()
	r.taken = &takeover{client: client, read: make(chan struct{})}
	go r.taken.receive(r.head, r.limit)
	return server, bufio.NewReadWriter(bufio.NewReader(server), bufio.NewWriter(server)), nil
}

// settle waits for the answer of a handler that took its connection over, until the call is given up.
func (r *recorder) settle(gone <-chan struct{}) {
	if r.taken == nil {
		return
	}
	select {
	case <-r.taken.read:
	case <-gone:
		_ = r.taken.client.Close()
		<-r.taken.read
	}
}

// receive reads the answer. Informational answers come before it.
func (t *takeover) receive(head bool, limit int) {
	defer close(t.read)
	defer func() { _ = t.client.Close() }()
	request := &http.Request{Method: http.MethodGet}
	if head {
		request.Method = http.MethodHead
	}
	from := bufio.NewReader(t.client)
	resp, err := http.ReadResponse(from, request)
	for err == nil && resp.StatusCode < 200 && resp.StatusCode != http.StatusSwitchingProtocols {
		resp, err = http.ReadResponse(from, request)
	}
	if err != nil {
		t.err = err
		return
	}
	t.answer = Response{Status: resp.StatusCode, Header: resp.Header, Stream: isStream(resp.Header)}
	if t.answer.Stream || resp.StatusCode == http.StatusSwitchingProtocols {
		return
	}
	t.answer.Body, t.answer.Truncated, t.err = readLimited(resp.Body, nil, limit)
}

// finish moves the answer into out.
func (t *takeover) finish(out *Response) {
	cost := out.Cost
	*out = t.answer
	out.Cost = cost
	if t.err != nil {
		*out = Response{Outcome: Broken, Detail: reason(t.err), Cost: cost}
	}
}
