package sut_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/suttest"
)

// dropping answers the first request of each connection and drops the connection
// at the second one. It counts the requests that arrive. After the limit it does
// not answer the first one either.
func dropping(t *testing.T, arrived *atomic.Int64, answers int64) string {
	t.Helper()
	return suttest.Listen(t, func(conn net.Conn) {
		in := bufio.NewReader(conn)
		for first := true; ; first = false {
			r, err := http.ReadRequest(in)
			if err != nil {
				return
			}
			_, _ = io.Copy(io.Discard, r.Body)
			if n := arrived.Add(1); !first || n > answers {
				return
			}
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
		}
	})
}

// TestRemoteRepeatsNothingInSilence has a service that drops kept connections. The transport of net/http would repeat
// some calls. The budget and the rate count each call that the service sees.
func TestRemoteRepeatsNothingInSilence(t *testing.T) {
	const calls = 6
	key := http.Header{"Idempotency-Key": {"k"}}
	tests := map[string]struct {
		method  string
		header  http.Header
		body    string
		answers int64
		again   bool // net/http would repeat it
	}{
		"GET":                   {method: "GET", answers: 1000, again: true},
		"GET with a body":       {method: "GET", body: "b", answers: 1000, again: true},
		"HEAD":                  {method: "HEAD", answers: 1000, again: true},
		"OPTIONS":               {method: "OPTIONS", answers: 1000, again: true},
		"TRACE":                 {method: "TRACE", answers: 1000, again: true},
		"POST":                  {method: "POST", body: "b", answers: 1000},
		"POST with a key":       {method: "POST", header: key, body: "b", answers: 1000, again: true},
		"empty POST with a key": {method: "POST", header: key, answers: 1000, again: true},
		"DELETE":                {method: "DELETE", answers: 1000},
		"never again":           {method: "GET", answers: 1, again: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			arrived := &atomic.Int64{}
			r, clock := remote(t, dropping(t, arrived, test.answers), sut.RemoteOptions{Rate: 4})
			repeats, broken := 0, 0
			for range calls {
				resp, err := r.Call(context.Background(), &sut.Request{Method: test.method, Target: "/",
					Header: test.header, Body: []byte(test.body)})
				require.NoError(t, err)
				repeats += resp.Repeats
				if resp.Outcome == sut.Broken {
					broken++
					assert.Equal(t, "the connection was closed before the answer", resp.Detail)
				}
			}
			assert.Equal(t, int(arrived.Load()), calls+repeats, "each that the service saw is counted")
			assert.Len(t, clock.slept, calls+repeats-1, "each waits for its turn")
			switch {
			case test.answers == 1:
				assert.Equal(t, calls-1, broken)
				assert.Equal(t, 1, repeats, "a new connection that is dropped is the answer")
			case test.again:
				assert.Zero(t, broken, "a kept connection that is dropped is no fault")
				assert.Equal(t, calls-1, repeats)
			default:
				assert.Equal(t, calls/2, broken, "what may change something is not made again")
				assert.Zero(t, repeats)
			}
		})
	}
}

// TestServersRepeatNothing has a handler that aborts each answer. It sees each call once: only the handler can have
// dropped the connection.
func TestServersRepeatNothing(t *testing.T) {
	var seen atomic.Int64
	s := start(t, sut.NewServer(func() http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if seen.Add(1)%2 == 0 {
				panic(http.ErrAbortHandler)
			}
		})
	}, sut.ServerOptions{}))
	for i := range 6 {
		resp := call(t, s, "GET", "/")
		assert.Equal(t, i%2 == 1, resp.Outcome == sut.Broken)
		assert.Zero(t, resp.Repeats)
	}
	assert.EqualValues(t, 6, seen.Load())
}

// TestRetriesAreCounted: calls that a service asks for with Retry-After count too.
func TestRetriesAreCounted(t *testing.T) {
	var seen atomic.Int64
	base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if seen.Add(1)%3 != 0 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	r, _ := remote(t, base, sut.RemoteOptions{})
	resp := call(t, r, "POST", "/")
	assert.Equal(t, http.StatusOK, resp.Status)
	assert.Equal(t, 2, resp.Repeats)
	seen.Store(2)
	assert.Zero(t, call(t, r, "POST", "/").Repeats)
}

// TestBusyAnswersKeepTheConnection has a service that is too busy at first. The
// pause that it asks for is longer than connections are kept without one.
func TestBusyAnswersKeepTheConnection(t *testing.T) {
	for name, body := range map[string][]byte{"no body": nil, "a body": []byte("busy"),
		"a long body": bytes.Repeat([]byte("x"), 5000)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			busy := true
			base, connections := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if busy {
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusTooManyRequests)
					_, _ = w.Write(body)
				}
				busy = false
			}))
			r := start(t, sut.NewRemote(base, sut.RemoteOptions{MaxBody: 1000}))
			r.SetClock(time.Now, func(context.Context, time.Duration) error {
				time.Sleep(1100 * time.Millisecond)
				return nil
			})
			resp := call(t, r, "GET", "/")
			assert.Equal(t, http.StatusOK, resp.Status)
			before := connections.Load()
			assert.EqualValues(t, 2, before, "the look that Start takes, and one")
			time.Sleep(1100 * time.Millisecond)
			call(t, r, "GET", "/")
			assert.Equal(t, before+1, connections.Load(), "after a pause of its own it trusts no old connection")
		})
	}
}
