package sut_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/suttest"
)

// always returns a constructor that always returns the same handler.
func always(f http.HandlerFunc) func() http.Handler {
	return func() http.Handler { return f }
}

// start starts a system and stops it at the end of the test.
func start[S sut.Controller](t testing.TB, s S) S {
	t.Helper()
	_, err := s.Start(context.Background())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Stop(context.Background())) })
	return s
}

func call(t testing.TB, c sut.Caller, method, target string) *sut.Response {
	t.Helper()
	resp, err := c.Call(context.Background(), &sut.Request{Method: method, Target: target})
	require.NoError(t, err)
	return resp
}

func ExampleNewHandler() {
	ctx := context.Background()
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/crash" {
				panic("no such shelf")
			}
			fmt.Fprint(w, "hello")
		})
	}, sut.HandlerOptions{})
	if _, err := system.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer system.Stop(ctx)
	for _, target := range []string{"/", "/crash"} {
		resp, err := system.Call(ctx, &sut.Request{Method: "GET", Target: target})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(resp.Outcome, resp.Status, string(resp.Body), resp.Panic != nil)
	}
	// Output:
	// answered 200 hello false
	// panicked 0  true
}

func TestHandlerHeadersArriveUnderTheirNames(t *testing.T) {
	var seen *http.Request
	h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) { seen = r }),
		sut.HandlerOptions{}))
	_, err := h.Call(context.Background(), &sut.Request{
		Target: "/", Header: http.Header{"hOST": {"other.example"}, "x-a": {"2"}, "X-A": {"1"},
			"content-length": {"77"}},
	})
	require.NoError(t, err)
	assert.Equal(t, "other.example", seen.Host)
	assert.Equal(t, http.Header{"X-A": {"1", "2"}}, seen.Header)
}

func TestHandlerRequestIsWhatAServerGives(t *testing.T) {
	var seen *http.Request
	var local net.Addr
	h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) {
		seen = r
		local, _ = r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		assert.Equal(t, "abc", string(body))
		assert.NoError(t, r.Context().Err())
	}), sut.HandlerOptions{}))
	header := http.Header{
		"Host": {"shop.example"}, "X-A": {" a\r\nInjected: yes "}, "Bad Name": {"x"},
		"Content-Length": {"77"}, "X-B": {"1", "2"},
	}
	_, err := h.Call(context.Background(), &sut.Request{
		Method: "POST", Target: "/a%2Fb/c?x=%20", Header: header, Body: []byte("abc"),
	})
	require.NoError(t, err)

	assert.Equal(t, "POST", seen.Method)
	assert.Equal(t, "/a/b/c", seen.URL.Path)
	assert.Equal(t, "/a%2Fb/c", seen.URL.EscapedPath())
	assert.Equal(t, "x=%20", seen.URL.RawQuery)
	assert.Equal(t, "/a%2Fb/c?x=%20", seen.RequestURI)
	assert.Equal(t, "shop.example", seen.Host)
	assert.Equal(t, int64(3), seen.ContentLength)
	assert.Equal(t, http.Header{"X-A": {"aInjected: yes"}, "X-B": {"1", "2"}}, seen.Header)
	assert.Equal(t, "HTTP/1.1", seen.Proto)
	assert.NotNil(t, local)
	_, _, err = net.SplitHostPort(seen.RemoteAddr)
	assert.NoError(t, err)
	assert.ErrorIs(t, seen.Context().Err(), context.Canceled, "the context ends with the call")
	assert.Equal(t, []string{"77"}, header["Content-Length"], "the given header is left as it was")
}

func TestHandlerWithoutBodyHasNoBody(t *testing.T) {
	h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) {
		assert.Equal(t, http.NoBody, r.Body)
		assert.NotNil(t, r.Header)
		r.Header.Set("X", "y")
	}), sut.HandlerOptions{}))
	call(t, h, "", "")
}

func TestHandlerStartErrors(t *testing.T) {
	tests := map[string]struct {
		construct func() http.Handler
		want      string
	}{
		"none":   {nil, "no constructor"},
		"nil":    {func() http.Handler { return nil }, "returned nil"},
		"panics": {func() http.Handler { panic("no database") }, "panicked: no database at sut_test."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, c := range []sut.Controller{
				sut.NewHandler(test.construct, sut.HandlerOptions{}),
				sut.NewServer(test.construct, sut.ServerOptions{}),
			} {
				_, err := c.Start(context.Background())
				require.ErrorContains(t, err, test.want)
				assert.NotContains(t, err.Error(), "\n")
			}
		})
	}
}

func TestNotStartedIsAnError(t *testing.T) {
	ctx := context.Background()
	for _, s := range []system{
		sut.NewHandler(books, sut.HandlerOptions{}), sut.NewServer(books, sut.ServerOptions{}),
		sut.NewRemote("http://127.0.0.1:1", sut.RemoteOptions{}),
	} {
		_, err := s.Call(ctx, get)
		require.ErrorContains(t, err, "not started")
		assert.NoError(t, s.Stop(ctx))
	}
	assert.ErrorContains(t, sut.NewHandler(books, sut.HandlerOptions{}).Reset(ctx), "not started")
	assert.ErrorContains(t, sut.NewServer(books, sut.ServerOptions{}).Reset(ctx), "not started")
}

// closing is a handler that can be closed.
type closing struct {
	http.Handler
	close func() error
}

func (c closing) Close() error { return c.close() }

func TestResetClosesTheOldHandler(t *testing.T) {
	ctx := context.Background()
	made, closed := 0, 0
	h := sut.NewHandler(func() http.Handler {
		assert.Equal(t, made, closed, "the old one is closed first")
		made++
		return closing{books(), func() error { closed++; return nil }}
	}, sut.HandlerOptions{})
	_, err := h.Start(ctx)
	require.NoError(t, err)
	require.NoError(t, h.Reset(ctx))
	require.NoError(t, h.Reset(ctx))
	assert.Equal(t, 3, made)
	require.NoError(t, h.Stop(ctx))
	assert.Equal(t, 3, closed)
}

func TestResetErrors(t *testing.T) {
	ctx := context.Background()
	boom := errors.New("boom")
	tests := map[string]struct {
		handler *sut.Handler
		want    string
	}{
		"close fails": {
			sut.NewHandler(func() http.Handler { return closing{books(), func() error { return boom }} },
				sut.HandlerOptions{}),
			"closing the handler: boom",
		},
		"close panics": {
			sut.NewHandler(func() http.Handler { return closing{books(), func() error { panic(boom) }} },
				sut.HandlerOptions{}),
			"closing the handler panicked: boom",
		},
		"reset fails": {
			sut.NewHandler(books, sut.HandlerOptions{Reset: func() error { return boom }}), "handler: boom",
		},
		"reset panics": {
			sut.NewHandler(books, sut.HandlerOptions{Reset: func() error { panic(boom) }}),
			"reset function panicked: boom",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := test.handler.Start(ctx)
			require.NoError(t, err)
			assert.ErrorContains(t, test.handler.Reset(ctx), test.want)
			_ = test.handler.Stop(ctx)
		})
	}
}

func TestResetFunctionKeepsTheHandler(t *testing.T) {
	made, resets := 0, 0
	h := start(t, sut.NewHandler(func() http.Handler { made++; return books() },
		sut.HandlerOptions{Reset: func() error { resets++; return nil }}))
	for range 3 {
		require.NoError(t, h.Reset(context.Background()))
	}
	assert.Equal(t, 1, made)
	assert.Equal(t, 3, resets)
}

func TestHandlerGivesUpAHang(t *testing.T) {
	release := make(chan struct{})
	made := 0
	h := start(t, sut.NewHandler(func() http.Handler {
		made++
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/hang" {
				<-release // ignores its context
				_, _ = io.WriteString(w, "late")
			}
			_, _ = io.WriteString(w, "ok")
		})
	}, sut.HandlerOptions{Timeout: 30 * time.Millisecond}))
	defer close(release)
	for range 3 {
		resp := call(t, h, "GET", "/hang")
		assert.Equal(t, sut.TimedOut, resp.Outcome)
		assert.Equal(t, "no answer within 30ms", resp.Detail)
		assert.Empty(t, resp.Body)
	}
	assert.Equal(t, 3, made, "a hung handler is replaced when the next call needs one")
}

func TestHandlerEndsWithTheContext(t *testing.T) {
	for _, limit := range []time.Duration{0, -1} {
		ctx, cancel := context.WithCancel(context.Background())
		entered := make(chan struct{})
		h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) {
			close(entered)
			<-r.Context().Done()
		}), sut.HandlerOptions{Timeout: limit}))
		go func() {
			<-entered
			cancel()
		}()
		_, err := h.Call(ctx, get)
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestWithoutLimitTheEndOfTheGoroutineIsTheCallers(t *testing.T) {
	h := start(t, sut.NewHandler(suttest.NewHandler, sut.HandlerOptions{Timeout: -1}))
	over := make(chan bool)
	go func() {
		defer func() { over <- true }()
		_, _ = h.Call(context.Background(), &sut.Request{Method: "GET", Target: "/goexit"})
		over <- false
	}()
	assert.True(t, <-over)
	assert.Equal(t, 200, call(t, h, "GET", "/count").Status, "the next call works")
}

func TestHandlerLeavesNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		h := sut.NewHandler(suttest.NewHandler, sut.HandlerOptions{})
		_, err := h.Start(context.Background())
		require.NoError(t, err)
		for _, target := range []string{"/echo", "/panic", "/goexit", "/abort"} {
			call(t, h, "GET", target)
		}
		require.NoError(t, h.Stop(context.Background()))
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+2 }, 10*time.Second, time.Millisecond)
}

func TestEndlessWritersAreEnded(t *testing.T) {
	var left atomic.Bool
	h := start(t, sut.NewHandler(always(func(w http.ResponseWriter, r *http.Request) {
		suttest.Endless(w, r)
		left.Store(r.Context().Err() != nil)
	}), sut.HandlerOptions{MaxBody: 10, Timeout: -1}))
	resp := call(t, h, "GET", "/")
	assert.Equal(t, sut.Answered, resp.Outcome)
	assert.True(t, resp.Truncated)
	assert.Equal(t, "for ever f", string(resp.Body))
	assert.True(t, left.Load(), "the context tells that the client has gone")
}

func TestReverseProxyStyleAbortOfACutBodyIsNoFault(t *testing.T) {
	h := start(t, sut.NewHandler(always(func(w http.ResponseWriter, r *http.Request) {
		suttest.Endless(w, r)
		panic(http.ErrAbortHandler)
	}), sut.HandlerOptions{}))
	resp := call(t, h, "GET", "/")
	assert.Equal(t, sut.Answered, resp.Outcome)
	assert.True(t, resp.Truncated)
}

func TestHugeBodiesAreCut(t *testing.T) {
	h := start(t, sut.NewHandler(always(suttest.Huge(1<<30)), sut.HandlerOptions{}))
	resp := call(t, h, "GET", "/")
	assert.Equal(t, sut.Answered, resp.Outcome)
	assert.True(t, resp.Truncated)
	assert.Len(t, resp.Body, 1<<20)
}

func TestResponsesDoNotLeakIntoOneAnother(t *testing.T) {
	h := start(t, sut.NewHandler(always(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/first" {
			w.Header().Set("X-First", "yes")
			w.WriteHeader(418)
			_, _ = io.WriteString(w, strings.Repeat("x", 100))
		}
	}), sut.HandlerOptions{}))
	first := call(t, h, "GET", "/first")
	assert.Equal(t, 418, first.Status)
	second := call(t, h, "GET", "/second")
	assert.Equal(t, 200, second.Status)
	assert.Empty(t, second.Header)
	assert.Empty(t, second.Body)
}

func TestInvalidMethodIsAnError(t *testing.T) {
	for _, s := range []system{
		start(t, sut.NewHandler(books, sut.HandlerOptions{})), start(t, sut.NewServer(books, sut.ServerOptions{})),
	} {
		_, err := s.Call(context.Background(), &sut.Request{Method: "G E T", Target: "/"})
		assert.ErrorContains(t, err, `"G E T" is none`)
	}
}

// TestReadsOfConstructorsDoNotCount: a handler may send requests to itself while it is made. What it reads of them is
// not noted for the next call.
func TestReadsOfConstructorsDoNotCount(t *testing.T) {
	inputs.Watch(true)
	defer inputs.Watch(false)
	used := sut.NewProbes().Inside(&fitness.Registry{}).Tables
	require.Empty(t, used())
	defer tables.Watch(false)
	db := sql.OpenDB(tables.Connector(silent{}))
	defer db.Close()
	h := sut.NewHandler(func() http.Handler {
		inputs.Name(inputs.Query, "seed")
		_, err := db.Exec("INSERT INTO seeds VALUES (1)")
		assert.NoError(t, err)
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			inputs.Name(inputs.Query, "page")
			_, err := db.Exec("DELETE FROM pages")
			assert.NoError(t, err)
		})
	}, sut.HandlerOptions{})
	_, err := h.Start(context.Background())
	require.NoError(t, err)
	defer func() { require.NoError(t, h.Stop(context.Background())) }()
	for range 3 {
		require.NoError(t, h.Reset(context.Background()))
		_, err = h.Call(context.Background(), &sut.Request{Method: "GET", Target: "/"})
		require.NoError(t, err)
		assert.Equal(t, []inputs.Read{{Place: "query", Name: "page"}}, inputs.Take(nil))
		assert.Equal(t, []sut.Table{{Table: "pages", Way: tables.Delete}}, used())
	}
}

// silent is a database driver that accepts every statement.
type silent struct{ driver.Conn }

func (silent) Connect(context.Context) (driver.Conn, error) { return silent{}, nil }
func (silent) Driver() driver.Driver                        { return nil }
func (silent) Close() error                                 { return nil }
func (silent) ExecContext(context.Context, string, []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1), nil
}
