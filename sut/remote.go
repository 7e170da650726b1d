package sut

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

const (
	defaultRetries   = 3
	defaultRetryWait = 10 * time.Second
	defaultRefusals  = 15 // about 20 seconds
	// maxVain is the number of calls in a row that were repeated without success. After that, Remote no longer waits
	// when the service asks it to, until the service answers otherwise.
	maxVain = 3
)

// RemoteOptions are the options of [NewRemote]. The zero value is valid.
type RemoteOptions struct {
	// Reset brings the service back to its first state. Default: the state stays
	// as the calls leave it.
	Reset func(ctx context.Context) error
	// Timeout is the longest time for a call. Default: 10 seconds. If negative,
	// there is no limit.
	Timeout time.Duration
	// MaxBody is how many bytes of a response body are kept. Default: 1 MiB. If
	// negative, none are kept.
	MaxBody int
	// Rate is the largest number of calls per second. Default: no limit.
	Rate float64
	// Retries is how often a call is repeated after an answer 429 or 503 with a
	// Retry-After header. Default: 3. If negative, calls are not repeated.
	Retries int
	// RetryWait is the longest Retry-After that is obeyed. An answer that asks
	// for a longer wait is the result. Default: 10 seconds.
	RetryWait time.Duration
	// Refusals is how many failures in a row to connect mean that the service is
	// dead. Default: 15, which takes about 20 seconds, because a supervisor may
	// restart a service that a call has ended.
	Refusals int
	// CA holds more certificate authorities to trust, in PEM.
	CA []byte
	// InsecureSkipVerify accepts any certificate of the service.
	InsecureSkipVerify bool
	// Proxy returns the proxy for a request, such as http.ProxyFromEnvironment.
	// Default: no proxy, whatever the environment says.
	Proxy func(*http.Request) (*url.URL, error)
}

// Remote calls a running service at a base URL. It is a [Controller], although
// it cannot start or stop the service, and a [Caller].
//
// Calls share a kept-alive connection. Remote does not follow redirects, and
// returns bodies as the service sent them. If the service drops a connection that
// was kept, Remote makes the call once more where net/http would, on a new
// connection. [Response].Repeats counts that, and the rate applies to it.
type Remote struct {
	options   RemoteOptions
	address   string
	clock     clock
	base      *url.URL
	transport *http.Transport // nil: not started
	limiter   *rate.Limiter   // nil: no limit
	limit     time.Duration   // of the next calls; 0: that of the options
	refused   int             // failures to connect in a row
	vain      int             // calls in a row that were repeated without success
	once      bool            // a dropped connection is an answer, also if it was a kept one
	kept      kept
	response  Response
	body      []byte // memory of the last response's body
	decoder   decoder
}

// clock is the time by which a Remote decides.
type clock struct {
	now   func() time.Time
	sleep func(ctx context.Context, d time.Duration) error
}

// NewRemote returns a system that runs at a URL.
func NewRemote(baseURL string, o RemoteOptions) *Remote {
	return &Remote{options: o, address: baseURL, clock: clock{now: time.Now, sleep: sleep}}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start checks the options, and that a server listens at the base URL.
func (r *Remote) Start(ctx context.Context) (Info, error) {
	base, err := parseBase(r.address)
	if err != nil {
		return Info{}, fmt.Errorf("sut: the base URL: %w", err)
	}
	transport, err := r.options.newTransport()
	if err != nil {
		return Info{}, fmt.Errorf("sut: connecting to %s: %w", base, err)
	}
	if r.options.Proxy == nil {
		err = greet(ctx, transport, base)
	}
	if err != nil {
		return Info{}, fmt.Errorf("sut: nothing to call at %s: %w", base, &connectError{err})
	}
	r.disconnect()
	r.base, r.transport, r.refused = base, transport, 0
	if r.options.Rate > 0 {
		r.limiter = rate.NewLimiter(rate.Limit(r.options.Rate), 1)
	}
	return Info{BaseURL: base.String()}, nil
}

// parseBase checks a base URL and removes a slash at its end.
func parseBase(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, errors.New("it is malformed")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%q does not begin with http:// or https://", u.Redacted())
	case u.Hostname() == "":
		return nil, fmt.Errorf("%q names no host", u.Redacted())
	case u.User != nil:
		return nil, fmt.Errorf("%q has credentials in it; give them as a user instead", u.Redacted())
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, fmt.Errorf("%q has a query or a fragment", u.Redacted())
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	return u, nil
}

// greet connects once, with a TLS handshake if the URL asks for it, but sends no request.
func greet(ctx context.Context, t *http.Transport, base *url.URL) error {
	port := base.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[base.Scheme]
	}
	conn, err := t.DialContext(ctx, "tcp", net.JoinHostPort(base.Hostname(), port))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if base.Scheme == "http" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, t.TLSHandshakeTimeout)
	defer cancel()
	config := t.TLSClientConfig.Clone()
	config.ServerName = base.Hostname()
	return tls.Client(conn, config).HandshakeContext(ctx)
}

// leastLimit is the shortest time limit for calls over a network, which may be
// slow for a moment.
const leastLimit = time.Second

// SetTimeout sets another time limit for later calls, from a second up to that
// of the options. 0 restores the limit of the options. [Handler.SetTimeout]
// does the same for handlers.
func (r *Remote) SetTimeout(limit time.Duration) {
	if limit > 0 {
		limit = max(limit, leastLimit)
	}
	r.limit = limit
}

// timeout returns the time limit of a call, 0 for none.
func (r *Remote) timeout() time.Duration {
	most := limitOr(r.options.Timeout, defaultTimeout)
	if r.limit > 0 && most > 0 {
		return min(r.limit, most)
	}
	return most
}

// Reset calls the reset function, if there is one.
func (r *Remote) Reset(ctx context.Context) error {
	if r.options.Reset == nil {
		return ctx.Err()
	}
	if err := r.options.Reset(ctx); err != nil {
		return fmt.Errorf("sut: resetting %s: %w", r.address, err)
	}
	return nil
}

// Stop closes the connections. The service keeps running.
func (r *Remote) Stop(context.Context) error {
	r.disconnect()
	return nil
}

func (r *Remote) disconnect() {
	if r.transport != nil {
		r.transport.CloseIdleConnections()
		r.transport = nil
	}
}

// Call makes a call, and repeats it if the service asks for that with Retry-After. If the service refuses connections,
// it may be restarting after a crash, and Call waits for it. After [RemoteOptions].Refusals refusals the service counts
// as dead.
func (r *Remote) Call(ctx context.Context, req *Request) (*Response, error) {
	if r.transport == nil {
		return nil, fmt.Errorf("sut: calling %s: %w", r.address, errNotStarted)
	}
	for retries, sent := 0, 0; ; {
		n, wait, err := r.attempt(ctx, req)
		if err != nil {
			return nil, fmt.Errorf("sut: calling %s: %w", r.base, err)
		}
		sent += n
		r.response.Repeats = max(sent-1, 0)
		if wait < 0 {
			r.vain = 0
			return &r.response, nil
		}
		if r.refused == 0 {
			if retries++; retries > limitOr(r.options.Retries, defaultRetries) || r.vain >= maxVain {
				r.vain++
				return &r.response, nil
			}
		}
		if err := r.clock.sleep(ctx, wait); err != nil {
			return nil, fmt.Errorf("sut: calling %s: %w", r.base, err)
		}
		r.kept.asked = r.refused == 0
	}
}

// attempt tries a call, and once more if its connection was dropped. It returns how often the service saw the call, and
// how long to wait before the next try, or a negative duration if no other try is needed.
func (r *Remote) attempt(ctx context.Context, req *Request) (sent int, wait time.Duration, err error) {
	if err := r.pace(ctx); err != nil {
		return 0, 0, err
	}
	sent, err = r.send(ctx, req)
	var dial *connectError
	switch {
	case errors.As(err, &dial):
		wait, err = r.refuse(dial)
		return 0, wait, err
	case err != nil:
		return sent, 0, err
	}
	r.refused = 0
	return sent, r.retryAfter(), nil
}

// refuse counts a failure to connect, and returns how long to wait: twice as long each time.
func (r *Remote) refuse(err *connectError) (time.Duration, error) {
	r.refused++
	if r.refused >= limitOr(r.options.Refusals, defaultRefusals) {
		return 0, fmt.Errorf("the service is dead: could not connect %d times in a row: %w", r.refused, err)
	}
	const first, most = 100 * time.Millisecond, 2 * time.Second
	return min(first<<min(r.refused-1, 8), most), nil
}

// pace waits until the rate limit allows another call.
func (r *Remote) pace(ctx context.Context) error {
	if r.limiter == nil {
		return ctx.Err()
	}
	now := r.clock.now()
	return r.clock.sleep(ctx, r.limiter.ReserveN(now, 1).DelayFrom(now))
}

// retryAfter returns how long the answer asks to wait before the same call is
// repeated (RFC 9110, section 10.2.3). It returns a negative duration if the
// answer does not ask for that.
func (r *Remote) retryAfter() time.Duration {
	if s := r.response.Status; s != http.StatusTooManyRequests && s != http.StatusServiceUnavailable {
		return -1
	}
	wait, ok := parseRetryAfter(r.response.Header.Get("Retry-After"), r.clock.now())
	if !ok || wait > limitOr(r.options.RetryWait, defaultRetryWait) {
		return -1
	}
	return wait
}
