package sut

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/evoke-go/evoke/probe/neighbour"
)

// Bounds in bytes and in time for reading the rest of a body that is longer than the limit. Only a connection whose
// body was read to its end can be used again.
const (
	drainLimit = 256 << 10
	drainTime  = 100 * time.Millisecond
)

// newTransport returns a transport that keeps few connections and reuses them.
func (o *RemoteOptions) newTransport() (*http.Transport, error) {
	config := &tls.Config{InsecureSkipVerify: o.InsecureSkipVerify} //nolint:gosec // the user's choice
	if len(o.CA) > 0 {
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(o.CA) {
			return nil, errors.New("the option CA holds no certificate in PEM")
		}
		config.RootCAs = pool
	}
	connect := limitOr(o.Timeout, defaultTimeout) / 2
	if connect == 0 {
		connect = defaultTimeout
	}
	dialer := &net.Dialer{Timeout: connect}
	return &http.Transport{
		Proxy:               o.proxyOnce,
		DialContext:         dialLinger(dialer),
		TLSClientConfig:     config,
		TLSHandshakeTimeout: connect,
		MaxIdleConns:        2,
		IdleConnTimeout:     limitOr(o.RetryWait, defaultRetryWait) + idleTime,
		DisableCompression:  true,
	}, nil
}

// dialLinger dials connections that leave no TIME_WAIT behind when this side
// closes them. Services that break many connections then do not use up the
// ports.
func dialLinger(d *net.Dialer) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := d.DialContext(ctx, network, address)
		if tcp, ok := conn.(*net.TCPConn); ok {
			err = errors.Join(err, tcp.SetLinger(0))
		}
		return conn, err
	}
}

// exchange makes one HTTP exchange and fills in the response. It returns a *connectError if it cannot connect. Other
// errors come from ctx or from the request.
func (r *Remote) exchange(ctx context.Context, req *Request) error {
	out, err := r.newRequest(req)
	if err != nil {
		return err
	}
	callCtx, cancel := withLimit(neighbour.Pass(ctx), r.timeout())
	defer cancel()
	began := time.Now()
	r.response = Response{}
	resp, err := r.transport.RoundTrip(out.WithContext(context.WithValue(callCtx, onceKey{}, new(bool))))
	if err == nil {
		err = r.read(resp, cancel)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case cannotConnect(err):
		return &connectError{err}
	case errors.Is(err, errDropped) && !r.once:
		return err
	case err != nil:
		r.fail(err)
	}
	r.response.Elapsed = time.Since(began)
	return nil
}

func withLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

func (r *Remote) newRequest(req *Request) (*http.Request, error) {
	method, err := cleanMethod(req.Method)
	if err != nil {
		return nil, err
	}
	u := &url.URL{}
	if err := parseTarget(u, r.base.EscapedPath()+cleanTarget(req.Target)); err != nil {
		return nil, fmt.Errorf("the target of the request: %w", err)
	}
	u.Scheme, u.Host = r.base.Scheme, r.base.Host
	out := &http.Request{Method: method, URL: u, Body: http.NoBody}
	out.Header, out.Host = cleanHeader(req.Header)
	if len(req.Body) > 0 {
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(req.Body)), nil }
		out.ContentLength, out.GetBody = int64(len(req.Body)), open
		out.Body, _ = open()
	}
	return out, nil
}

// read reads the answer. It reads the body to its end if the end is near,
// because only then the connection can be used again.
func (r *Remote) read(resp *http.Response, cancel context.CancelFunc) error {
	defer func() { _ = resp.Body.Close() }()
	limit := limitOr(r.options.MaxBody, defaultMaxBody)
	var truncated bool
	stream := isStream(resp.Header)
	r.body = r.body[:0] // an answer that switches the protocol has no body
	switch {
	case stream:
		defer time.AfterFunc(remoteStreamTime, cancel).Stop()
		r.body = slices.Grow(r.body[:0], min(limit, 1<<10))
		n, _ := resp.Body.Read(r.body[:min(limit, cap(r.body))])
		r.body = r.body[:n]
	case resp.StatusCode != http.StatusSwitchingProtocols:
		var err error
		if r.body, truncated, err = readLimited(resp.Body, r.body[:0], limit); err != nil {
			return err
		}
	}
	if truncated && resp.ContentLength <= int64(limit)+drainLimit {
		defer time.AfterFunc(drainTime, cancel).Stop()
		_, _ = io.CopyN(io.Discard, resp.Body, drainLimit)
	}
	r.response = Response{Status: resp.StatusCode, Header: resp.Header, Body: r.body,
		Truncated: truncated, Stream: stream}
	r.decoder.decode(&r.response, limit)
	return nil
}

// readLimited reads up to limit bytes into buf and reports whether there are
// more.
func readLimited(from io.Reader, buf []byte, limit int) (data []byte, truncated bool, err error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := from.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if len(buf) > limit {
			return buf[:limit], true, nil
		}
		if err == io.EOF {
			return buf, false, nil
		}
		if err != nil {
			return buf, false, err
		}
	}
}

// fail turns the error of an exchange into an outcome.
func (r *Remote) fail(err error) {
	var timeout net.Error
	r.response = Response{Outcome: Broken, Detail: reason(err)}
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
		limit := limitOr(r.options.Timeout, defaultTimeout)
		r.response = Response{Outcome: TimedOut, Detail: "no answer within " + limit.String()}
	}
}

// connectError means that there was no connection for a call.
type connectError struct{ err error }

func (e *connectError) Error() string { return reason(e.err) }
func (e *connectError) Unwrap() error { return e.err }

func cannotConnect(err error) bool {
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	var noTLS tls.RecordHeaderError
	return errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect") ||
		errors.As(err, &certificate) || errors.As(err, &noTLS)
}

// reason returns one line that says why a call failed. It is the same text for the same cause: it has no local ports
// and no times.
func reason(err error) string {
	var op *net.OpError
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		return "unknown host " + dns.Name
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the connection was reset"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed within the answer"
	case errors.Is(err, io.EOF), errors.Is(err, errDropped), strings.HasSuffix(err.Error(), closedIdle):
		return "the connection was closed before the answer"
	case errors.As(err, &op):
		err = op.Err
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return shorten(line, 200)
}

// parseRetryAfter parses a number of seconds or a date.
func parseRetryAfter(text string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}

// idleTime is how long a connection is kept between two calls. Servers close idle connections after some seconds.
// Remote closes them earlier, so that no call meets a connection that is being closed. During a pause that the service
// asked for, Remote keeps the connection.
const idleTime = time.Second

// closedIdle is the end of the text of an error of net/http, which does not export the error: a connection was closed
// when a call was about to use it.
const closedIdle = "server closed idle connection"

// errDropped means that a kept connection was dropped during a call, and that net/http would repeat the call.
var errDropped = errors.New("the connection was closed before the answer")

// kept is what Remote knows of the connection that it keeps.
type kept struct {
	used  time.Time // when the last call ended
	asked bool      // the service has asked for a pause since then
}

// onceKey is the key of a *bool in the context of a call: whether the transport has tried the call already.
type onceKey struct{}

// proxyOnce returns the proxy for a call. The transport asks for the proxy each time it is about to try the call, so an
// error the second time keeps it from silently repeating the call. When net/http repeats depends on many things: the
// method, headers, and how much was written.
func (o *RemoteOptions) proxyOnce(req *http.Request) (*url.URL, error) {
	if tried, ok := req.Context().Value(onceKey{}).(*bool); ok {
		if *tried {
			return nil, errDropped
		}
		*tried = true
	}
	if o.Proxy == nil {
		return nil, nil
	}
	return o.Proxy(req)
}

// send makes a call. It repeats the call on a new connection if a kept one was dropped. It returns how often the
// service may have seen the call.
func (r *Remote) send(ctx context.Context, req *Request) (sent int, err error) {
	if time.Since(r.kept.used) > idleTime && !r.kept.asked {
		r.transport.CloseIdleConnections()
	}
	defer func() { r.kept = kept{used: time.Now()} }()
	err = r.exchange(ctx, req)
	if !errors.Is(err, errDropped) {
		return 1, err
	}
	if err := r.pace(ctx); err != nil {
		return 1, err
	}
	r.transport.CloseIdleConnections()
	err = r.exchange(ctx, req)
	var dial *connectError
	if errors.As(err, &dial) {
		r.fail(errDropped) // the first try may have ended the service
		return 1, nil
	}
	if errors.Is(err, errDropped) {
		r.fail(err)
		err = nil
	}
	return 2, err
}
