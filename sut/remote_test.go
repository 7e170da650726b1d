package sut_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/suttest"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

// serve serves a handler until the test ends, and counts its connections.
func serve(t testing.TB, h http.Handler) (baseURL string, connections *atomic.Int64) {
	t.Helper()
	connections = &atomic.Int64{}
	server := httptest.NewUnstartedServer(h)
	server.Config.ErrorLog = quiet()
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, connections
}

// fakeClock is a clock that only sleeping moves.
type fakeClock struct {
	time  time.Time
	slept []time.Duration
}

func (c *fakeClock) now() time.Time { return c.time }

func (c *fakeClock) sleep(ctx context.Context, d time.Duration) error {
	if d > 0 {
		c.slept = append(c.slept, d)
		c.time = c.time.Add(d)
	}
	return ctx.Err()
}

// remote starts a Remote on a fake clock.
func remote(t testing.TB, baseURL string, o sut.RemoteOptions) (*sut.Remote, *fakeClock) {
	t.Helper()
	r := sut.NewRemote(baseURL, o)
	clock := &fakeClock{time: time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)}
	r.SetClock(clock.now, clock.sleep)
	return start(t, r), clock
}

func TestRemoteKeepsItsConnections(t *testing.T) {
	long := strings.Repeat("x", 5000)
	base, connections := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long": // longer than what is kept
			_, _ = io.WriteString(w, long)
		case "/error":
			http.Error(w, "no", http.StatusInternalServerError)
		case "/empty":
			w.WriteHeader(http.StatusNoContent)
		case "/unread": // answers before it reads the body
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	r, _ := remote(t, base, sut.RemoteOptions{MaxBody: 1000})
	targets := []string{"/", "/long", "/error", "/empty", "/unread"}
	for i := range 20_000 {
		resp, err := r.Call(context.Background(), &sut.Request{
			Method: "POST", Target: targets[i%len(targets)], Body: []byte("some text"),
		})
		require.NoError(t, err)
		require.Equal(t, sut.Answered, resp.Outcome)
	}
	// One connection is from Start. The rest allows for pauses of the machine, in which an idle connection is closed.
	assert.LessOrEqual(t, connections.Load(), int64(8))
}

// A connection that is reset when it is closed does not stay in TIME_WAIT.
func TestRemoteResetsTheConnectionsItCloses(t *testing.T) {
	ended := make(chan error, 1)
	base := suttest.Listen(t, func(conn net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err != nil {
			return // the connection of Start
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\nhello")
		_, err := conn.Read(make([]byte, 1))
		ended <- err
	})
	r, _ := remote(t, base, sut.RemoteOptions{MaxBody: 4})
	resp := call(t, r, "GET", "/")
	require.True(t, resp.Truncated)
	require.Equal(t, "hell", string(resp.Body))
	require.ErrorIs(t, <-ended, syscall.ECONNRESET)
}

func TestRemoteStartErrors(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, closed.Close())
	secure := httptest.NewUnstartedServer(books())
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	defer secure.Close()
	plain, _ := serve(t, books())
	tests := map[string]struct {
		base    string
		options sut.RemoteOptions
		want    string
	}{
		"empty":             {base: "", want: "does not begin with http://"},
		"no scheme":         {base: "localhost:8080", want: "does not begin with http://"},
		"other scheme":      {base: "ftp://localhost", want: "does not begin with http://"},
		"no host":           {base: "http:///a", want: "names no host"},
		"malformed":         {base: "http://[::1", want: "malformed"},
		"control character": {base: "http://a\nb", want: "malformed"},
		"query":             {base: "http://localhost?a=b", want: "query"},
		"credentials":       {base: "http://ann:secret@localhost", want: "has credentials"},
		"nobody listens": {base: "http://" + closed.Addr().String(),
			want: "nothing to call at http://" + closed.Addr().String() + ": connection refused"},
		"unknown host": {base: "http://nowhere.invalid", want: "nowhere.invalid"},
		"bad CA": {base: secure.URL, options: sut.RemoteOptions{CA: []byte("x")},
			want: "no certificate in PEM"},
		"unknown CA":        {base: secure.URL, want: "certificate"},
		"TLS to plain HTTP": {base: strings.Replace(plain, "http:", "https:", 1), want: "TLS"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := sut.NewRemote(test.base, test.options).Start(context.Background())
			require.ErrorContains(t, err, test.want)
			assert.NotContains(t, err.Error(), "\n", "one line")
			assert.NotContains(t, err.Error(), "secret")
		})
	}
}

func TestRemoteTLS(t *testing.T) {
	server := httptest.NewTLSServer(books())
	defer server.Close()
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	for name, o := range map[string]sut.RemoteOptions{
		"CA": {CA: ca}, "any certificate": {InsecureSkipVerify: true},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := remote(t, server.URL, o)
			assert.Equal(t, 200, call(t, r, "GET", "/books/1").Status)
		})
	}
}

func TestRemoteBasePath(t *testing.T) {
	base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.RequestURI+" "+r.Host)
	}))
	r := sut.NewRemote(base+"/api/v%202/", sut.RemoteOptions{})
	info, err := r.Start(context.Background())
	require.NoError(t, err)
	assert.Equal(t, base+"/api/v%202", info.BaseURL)
	host := strings.TrimPrefix(base, "http://")
	for target, want := range map[string]string{
		"/a%2Fb?q=1 2": "/api/v%202/a%2Fb?q=1%202", "//x": "/api/v%202//x", "/?": "/api/v%202/?", "": "/api/v%202/",
	} {
		assert.Equal(t, want+" "+host, string(call(t, r, "GET", target).Body))
	}
	resp, err := r.Call(context.Background(), &sut.Request{Target: "/", Header: http.Header{"Host": {"other.example"}}})
	require.NoError(t, err)
	assert.Equal(t, "/api/v%202/ other.example", string(resp.Body))
}

func TestRemoteUsesNoProxyUnlessTold(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	proxy, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "proxied "+r.URL.String())
	}))
	base, _ := serve(t, books())
	r, _ := remote(t, base, sut.RemoteOptions{})
	assert.Equal(t, 200, call(t, r, "GET", "/books/1").Status)

	r, _ = remote(t, "http://shop.invalid", sut.RemoteOptions{
		Proxy: func(*http.Request) (*url.URL, error) { return url.Parse(proxy) },
	})
	assert.Equal(t, "proxied http://shop.invalid/books/1", string(call(t, r, "GET", "/books/1").Body))
}

func TestRemoteRate(t *testing.T) {
	base, _ := serve(t, books())
	r, clock := remote(t, base, sut.RemoteOptions{Rate: 4})
	for range 5 {
		call(t, r, "GET", "/books/1")
	}
	quarter := 250 * time.Millisecond
	assert.Equal(t, []time.Duration{quarter, quarter, quarter, quarter}, clock.slept)
}

func TestRemoteRetriesAsAsked(t *testing.T) {
	const second = time.Second
	date := time.Date(2024, 5, 1, 12, 0, 7, 0, time.UTC).Format(http.TimeFormat)
	tests := map[string]struct {
		status  int
		header  string
		options sut.RemoteOptions
		busy    int // how many answers are busy before one is not
		slept   []time.Duration
		want    int
	}{
		"seconds":       {429, "2", sut.RemoteOptions{}, 2, []time.Duration{2 * second, 2 * second}, 200},
		"date":          {503, date, sut.RemoteOptions{}, 1, []time.Duration{7 * second}, 200},
		"past date":     {503, "Mon, 02 Jan 2006 15:04:05 GMT", sut.RemoteOptions{}, 1, nil, 200},
		"at once":       {503, "0", sut.RemoteOptions{}, 3, nil, 200},
		"no header":     {503, "", sut.RemoteOptions{}, 1, nil, 503},
		"nonsense":      {503, "soon", sut.RemoteOptions{}, 1, nil, 503},
		"negative":      {503, "-1", sut.RemoteOptions{}, 1, nil, 503},
		"other status":  {500, "1", sut.RemoteOptions{}, 1, nil, 500},
		"too long":      {429, "11", sut.RemoteOptions{}, 1, nil, 429},
		"longer wait":   {429, "11", sut.RemoteOptions{RetryWait: time.Minute}, 1, []time.Duration{11 * second}, 200},
		"always busy":   {429, "1", sut.RemoteOptions{}, 99, []time.Duration{second, second, second}, 429},
		"fewer retries": {429, "1", sut.RemoteOptions{Retries: 1}, 99, []time.Duration{second}, 429},
		"never":         {429, "1", sut.RemoteOptions{Retries: -1}, 99, nil, 429},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			calls := 0
			base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				assert.Equal(t, "same body", string(body))
				if calls++; calls <= test.busy {
					if test.header != "" {
						w.Header().Set("Retry-After", test.header)
					}
					w.WriteHeader(test.status)
				}
			}))
			r, clock := remote(t, base, test.options)
			resp, err := r.Call(context.Background(),
				&sut.Request{Method: "POST", Target: "/", Body: []byte("same body")})
			require.NoError(t, err)
			assert.Equal(t, test.want, resp.Status)
			assert.Equal(t, test.slept, clock.slept)
		})
	}
}

func TestRemoteStopsWaitingForABusyService(t *testing.T) {
	busy := true
	base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if busy {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(503)
		}
	}))
	r, clock := remote(t, base, sut.RemoteOptions{Retries: 1})
	for range 10 {
		assert.Equal(t, 503, call(t, r, "GET", "/").Status)
	}
	assert.Len(t, clock.slept, 3, "the calls after the first three do not wait")
	busy = false
	call(t, r, "GET", "/")
	busy = true
	call(t, r, "GET", "/")
	assert.Len(t, clock.slept, 4, "an answer makes the next call wait again")
}

func TestRemoteDeadServiceIsAnError(t *testing.T) {
	server := httptest.NewServer(books())
	r, clock := remote(t, server.URL, sut.RemoteOptions{})
	call(t, r, "GET", "/books/1")
	server.Close()
	resp, err := r.Call(context.Background(), get)
	if err == nil { // the old connection may be met while it closes
		assert.Equal(t, sut.Broken, resp.Outcome)
		_, err = r.Call(context.Background(), get)
	}
	require.ErrorContains(t, err, "the service is dead: could not connect 15 times in a row: connection refused")
	assert.NotContains(t, err.Error(), "\n")
	ms := time.Millisecond
	assert.Equal(t, []time.Duration{100 * ms, 200 * ms, 400 * ms, 800 * ms, 1600 * ms, 2000 * ms}, clock.slept[:6])
	assert.Len(t, clock.slept, 14)
	slept := len(clock.slept)
	_, err = r.Call(context.Background(), get)
	require.ErrorContains(t, err, "the service is dead")
	assert.Len(t, clock.slept, slept, "a dead service is not waited for again")
}

// TestRemoteCallThatEndsTheService has a service that dies of a call on a kept connection. The transport repeats calls
// such as GET, and is refused; the fault still belongs to the call.
func TestRemoteCallThatEndsTheService(t *testing.T) {
	for _, method := range []string{"GET", "HEAD", "POST"} {
		t.Run(method, func(t *testing.T) {
			var server *httptest.Server
			server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/end" {
					return
				}
				_ = server.Listener.Close()
				conn, _, err := w.(http.Hijacker).Hijack()
				if err == nil {
					_ = conn.Close()
				}
			}))
			t.Cleanup(server.Close)
			r, clock := remote(t, server.URL, sut.RemoteOptions{Refusals: 2})
			require.Equal(t, sut.Answered, call(t, r, "GET", "/").Outcome)
			resp := call(t, r, method, "/end")
			assert.Equal(t, sut.Broken, resp.Outcome)
			assert.Equal(t, "the connection was closed before the answer", resp.Detail)
			assert.Empty(t, clock.slept)
			_, err := r.Call(context.Background(), get)
			require.ErrorContains(t, err, "could not connect 2 times in a row")
		})
	}
}

func TestRemoteWaitsForARestart(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	first := &http.Server{Handler: books(), ReadHeaderTimeout: time.Minute}
	first.SetKeepAlivesEnabled(false) // so that no connection of Start is met while it closes
	go func() { _ = first.Serve(listener) }()
	r := sut.NewRemote("http://"+address, sut.RemoteOptions{Refusals: 5})
	_, err = r.Start(context.Background())
	require.NoError(t, err)
	call(t, r, "GET", "/books/1") // a server that does not serve yet would not close its listener
	require.NoError(t, first.Close())

	var second *http.Server
	slept := 0
	r.SetClock(time.Now, func(context.Context, time.Duration) error {
		if slept++; slept == 2 && second == nil { // it is back while the second pause is made
			again, err := net.Listen("tcp", address)
			require.NoError(t, err)
			second = &http.Server{Handler: books(), ReadHeaderTimeout: time.Minute}
			go func() { _ = second.Serve(again) }()
		}
		return nil
	})
	resp, err := r.Call(context.Background(), get)
	require.NoError(t, err)
	assert.Equal(t, sut.Answered, resp.Outcome)
	assert.Equal(t, 2, slept)

	require.NoError(t, second.Close())
	slept = 2
	_, err = r.Call(context.Background(), get)
	if err == nil { // the old connection may be met while it closes
		_, err = r.Call(context.Background(), get)
	}
	require.ErrorContains(t, err, "could not connect 5 times in a row", "an answer begins a new row")
	assert.Equal(t, 6, slept)
}

func TestRemoteSetTimeout(t *testing.T) {
	for name, c := range map[string]struct {
		option, set, want time.Duration
	}{
		"as it is":     {0, 0, 10 * time.Second},
		"no limit":     {-1, time.Minute, 0},
		"shorter":      {0, 3 * time.Second, 3 * time.Second},
		"too short":    {0, time.Millisecond, time.Second},
		"too long":     {2 * time.Second, time.Minute, 2 * time.Second},
		"a short most": {100 * time.Millisecond, time.Millisecond, 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			r := sut.NewRemote("http://127.0.0.1", sut.RemoteOptions{Timeout: c.option})
			r.SetTimeout(c.set)
			assert.Equal(t, c.want, r.Limit())
			r.SetTimeout(0)
			assert.Equal(t, max(0, cmp.Or(c.option, 10*time.Second)), r.Limit())
		})
	}
}

func TestRemoteReset(t *testing.T) {
	ctx := context.Background()
	assert.NoError(t, sut.NewRemote("http://x", sut.RemoteOptions{}).Reset(ctx))
	boom := errors.New("boom")
	r := sut.NewRemote("http://x", sut.RemoteOptions{Reset: func(context.Context) error { return boom }})
	assert.ErrorIs(t, r.Reset(ctx), boom)
}

func TestRemoteDecodesNothing(t *testing.T) {
	base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Empty(t, r.Header.Get("Accept-Encoding"))
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, "as it is")
	}))
	r, _ := remote(t, base, sut.RemoteOptions{})
	assert.Equal(t, "as it is", string(call(t, r, "GET", "/").Body))
}

func BenchmarkRemote(b *testing.B) {
	base, _ := serve(b, books())
	benchCaller(b, sut.NewRemote(base, sut.RemoteOptions{}), get)
}

func BenchmarkServer(b *testing.B) {
	benchCaller(b, sut.NewServer(books, sut.ServerOptions{}), get)
}
