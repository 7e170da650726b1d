package neighbour

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/evoke-go/evoke/probe/inputs"
)

// asks is the value of a variable of package net/http, to which Evoke adds it where it builds a program: it gets each
// request of a transport. Package net/http of other builds has no such variable. The value is there before any package
// is initialised.
//
//go:linkname asks net/http.evokeNeighbour
var asks = answer

// answer answers a request in place of a neighbour. If done is false, the transport has to make the request.
func answer(t *http.Transport, r *http.Request) (resp *http.Response, done bool, err error) {
	if seen, ok := r.Context().Value(seenKey{}).(*bool); ok {
		*seen = true
	}
	now := noted.now.Load()
	if now == nil || !makes(r) || r.Context().Value(passKey{}) != nil {
		return nil, false, nil
	}
	with, done := now.choose(r)
	if !done {
		return nil, false, nil
	}
	consume(r)
	if err := context.Cause(r.Context()); err != nil {
		return nil, true, err
	}
	e := &exchange{Asked: Asked{Method: methodOf(r), URL: urlOf(r.URL), Answered: with != nil, Own: isOwn(t)}}
	if with == nil {
		e.Failed = true
		noted.note(e)
		return nil, true, refused(r.URL)
	}
	resp, err = with.answer(t, r, e)
	e.Failed = err != nil || with.Break != "" || with.Status >= http.StatusInternalServerError
	noted.note(e)
	if resp != nil {
		inputs.Tell(resp.Header, func(name string) { noted.reads(e, name) })
	}
	return resp, true, err
}

// seenKey is the key of a *bool in the context of a request: whether the request came to this package.
type seenKey struct{}

// Sees reports whether the transports of this program give their requests to this package: they do not if another tool
// built the program, or if nothing in it seems to make requests.
func Sees() (seen bool) {
	nowhere := func(context.Context, string, string) (net.Conn, error) { return nil, errClosed }
	ctx := context.WithValue(Pass(context.Background()), seenKey{}, &seen)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return false
	}
	if resp, err := (&http.Transport{DialContext: nowhere}).RoundTrip(r); err == nil {
		_ = resp.Body.Close()
	}
	return seen
}

// choose returns the answer to a request, nil for none. done is false for requests that go their way.
func (n *arrangement) choose(r *http.Request) (with *arranged, done bool) {
	if allows(n.allowed, r.URL) {
		return nil, false
	}
	if listensHere(r.URL) {
		return nil, false
	}
	with = take(n.answers, r)
	return with, with != nil || n.watching
}

// isOwn reports whether a transport is not that of http.DefaultTransport.
func isOwn(t *http.Transport) bool {
	usual, ok := http.DefaultTransport.(*http.Transport)
	return !ok || usual != t
}

// makes reports whether a transport would make a request. A transport finds the errors of other requests before it
// calls anybody.
func makes(r *http.Request) bool {
	return r.URL != nil && (r.URL.Scheme == "http" || r.URL.Scheme == "https") && r.URL.Host != "" &&
		(r.Method == "" || isToken(r.Method)) && r.Header != nil && isHeader(r.Header) && isHeader(r.Trailer)
}

func isHeader(h http.Header) bool {
	for name, values := range h {
		if !isToken(name) {
			return false
		}
		for _, v := range values {
			if strings.ContainsFunc(v, func(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }) {
				return false
			}
		}
	}
	return true
}

// isToken reports whether a text is a token of HTTP (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
	})
}

// Bounds for the body of a request, in bytes and in time. A program may write it only when it has the answer.
const (
	maxBody  = 1 << 20
	maxPause = 5 * time.Millisecond
)

// consume reads and closes the body of a request, as a transport does.
func consume(r *http.Request) {
	if r.Body == nil {
		return
	}
	if r.GetBody != nil || r.Body == http.NoBody { // it is in memory
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
		return
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.CopyN(io.Discard, r.Body, maxBody)
		_ = r.Body.Close()
	}()
	select {
	case <-read:
	case <-time.After(maxPause):
	}
}

// listensHere reports whether this process itself listens at the port of a URL of the loopback interface.
func listensHere(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	return isLoopback(host) && listens(host, port(u))
}
