package neighbour

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/inputs"
)

// asking is a transport that asks this package first, as the transports of programs do that Evoke builds.
type asking struct{ *http.Transport }

func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	if resp, done, err := asks(a.Transport, r); done {
		return resp, err
	}
	return a.Transport.RoundTrip(r)
}

// client returns a client whose requests are answered, or really made, until the test ends.
func client(t *testing.T) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(func() {
		Stop()
		inputs.Watch(false)
		transport.CloseIdleConnections()
	})
	return &http.Client{Transport: asking{transport}}
}

// get returns the body of an answer, or its error.
func get(c *http.Client, address string) (string, error) {
	resp, err := c.Get(address)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp.Status + " " + string(text), err
}

// TestOnce: an answer for a single request goes before others, and is not given again when it is arranged again.
func TestOnce(t *testing.T) {
	c := client(t)
	Watch(Options{})
	busy := Answer{URL: "http://a.example", Status: 503, Once: true}
	exact, all := Answer{URL: "http://a.example/x?q=1"}, Answer{}
	for _, tt := range []struct {
		answers []Answer
		want    string
	}{
		{[]Answer{exact, busy, all}, "503 200 200"},
		{[]Answer{busy, all, busy}, "503 200 200"},
		{[]Answer{all, busy, busy, busy}, "503 200 200"},
		{nil, "none none none"},
		{[]Answer{busy}, "503 none none"},
		{[]Answer{{URL: "http://b.example", Once: true}, busy, busy}, "503 none none"},
	} {
		Arrange(tt.answers)
		var got []string
		for range 3 {
			status := "none"
			if text, err := get(c, "http://a.example/x?q=1"); err == nil {
				status, _, _ = strings.Cut(text, " ")
			}
			got = append(got, status)
		}
		assert.Equal(t, tt.want, strings.Join(got, " "))
	}
}

func TestBestAnswer(t *testing.T) {
	c := client(t)
	patterns := []string{"", "http://a.example", "/x", "https://a.example/x", "http://a.example:80/x",
		"http://a.example/x?q=1", "http://b.example:81/", "http://%zz", "a.example/x"}
	var answers []Answer
	for _, p := range patterns {
		answers = append(answers, Answer{URL: p, Body: []byte("by " + p)})
	}
	answers = append(answers, Answer{URL: "http://a.example/x", Body: []byte("later")},
		Answer{Method: "POST", URL: "http://c.example/x", Body: []byte("posted")})
	Arrange(answers)
	for asked, want := range map[string]string{
		"http://a.example/x?q=1":    "http://a.example/x?q=1",
		"http://a.example/x?q=2":    "http://a.example:80/x",
		"http://A.example:80/x#f":   "http://a.example:80/x",
		"https://a.example/x":       "https://a.example/x",
		"https://a.example:443/x?y": "https://a.example/x",
		"http://a.example/y":        "http://a.example",
		"https://a.example/y":       "",
		"http://c.example/x":        "/x",
		"http://b.example:81":       "http://b.example:81/",
		"http://b.example/":         "",
	} {
		got, err := get(c, asked)
		require.NoError(t, err, asked)
		assert.Equal(t, "200 OK by "+want, got, asked)
	}
	resp, err := c.Post("http://c.example/x", "text/plain", strings.NewReader("x"))
	require.NoError(t, err)
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "posted", string(text))
}

// TestWhatGoesItsWay: requests are made really before Watch, to allowed hosts, under Pass, and to own listeners, also
// of addresses of IPv6.
func TestWhatGoesItsWay(t *testing.T) {
	c := client(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "really")
	}))
	t.Cleanup(s.Close)
	really := func(address string) {
		t.Helper()
		got, err := get(c, address)
		require.NoError(t, err)
		assert.Equal(t, "200 OK really", got)
		assert.Empty(t, Take(nil))
	}
	at, err := url.Parse(s.URL)
	require.NoError(t, err)
	really(s.URL)
	Arrange([]Answer{{URL: "http://a.example"}})
	really(s.URL)
	Watch(Options{})
	assert.True(t, Watching())
	really(s.URL)
	really("http://localhost:" + at.Port())
	_, err = get(c, "http://127.0.0.2:"+at.Port())
	require.ErrorIs(t, err, syscall.ECONNREFUSED, "another address")
	assert.Len(t, Take(nil), 1)
	assert.False(t, listens("::1", at.Port()))
	all, err := net.Listen("tcp", ":0")
	require.NoError(t, err)
	_, everywhere, err := net.SplitHostPort(all.Addr().String())
	require.NoError(t, err)
	for _, host := range []string{"::1", "127.0.0.9", "0.0.0.0", "localhost", "api.localhost"} {
		assert.True(t, isLoopback(host), host)
		assert.True(t, listens(host, everywhere), host)
	}
	require.NoError(t, all.Close())
	assert.False(t, listens("localhost", everywhere))
	assert.False(t, listens("localhost", "no port"))
	assert.False(t, isLoopback("a.example"))
	assert.False(t, isLoopback("192.0.2.1"))

	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	pass := func(address string, ctx context.Context) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		require.NoError(t, err)
		_, done, _ := asks(c.Transport.(asking).Transport, r)
		if done {
			return errors.New("answered")
		}
		return nil
	}
	require.Error(t, pass(gone.URL, t.Context()))
	require.NoError(t, pass(gone.URL, Pass(t.Context())))
	Watch(Options{Hosts: []string{"b.example", "C.example:8080"}})
	require.NoError(t, pass("https://b.example:7", t.Context()))
	require.NoError(t, pass("http://c.example:8080/x", t.Context()))
	require.Error(t, pass("http://c.example/x", t.Context()))
	Watch(Options{Hosts: []string{"*"}})
	require.NoError(t, pass("http://c.example/x", t.Context()))
}

// TestRequestsThatNobodyMakes: a transport refuses them itself.
func TestRequestsThatNobodyMakes(t *testing.T) {
	c := client(t)
	Watch(Options{})
	at := &url.URL{Scheme: "http", Host: "a.example"}
	for name, r := range map[string]*http.Request{
		"no URL": {Header: http.Header{}}, "no header": {URL: at}, "scheme": {URL: &url.URL{Scheme: "ftp", Host: "a"}},
		"no host": {URL: &url.URL{Scheme: "http"}, Header: http.Header{}},
		"method":  {URL: at, Header: http.Header{}, Method: "G T"},
		"name":    {URL: at, Header: http.Header{"a b": {"c"}}}, "value": {URL: at, Header: http.Header{"A": {"b\n"}}},
		"trailer": {URL: at, Header: http.Header{}, Trailer: http.Header{"": nil}},
	} {
		_, err := c.Transport.RoundTrip(r) //nolint:bodyclose // there is no answer
		require.Error(t, err, name)
		assert.NotErrorIs(t, err, syscall.ECONNREFUSED, name)
		assert.NotContains(t, err.Error(), "dial", name)
	}
	assert.Empty(t, Take(nil))
	r := &http.Request{URL: at, Header: http.Header{"A": {"b\t\u00e9"}}}
	_, err := c.Transport.RoundTrip(r) //nolint:bodyclose // there is no answer
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	assert.Equal(t, []Asked{{Method: "GET", URL: "http://a.example", Failed: true, Own: true}}, Take(nil))
}

func TestAnswers(t *testing.T) {
	c := client(t)
	for name, tt := range map[string]struct {
		answer       Answer
		status, kind string
		length       int64
	}{
		"nothing":      {Answer{}, "200 OK", "", 0},
		"JSON":         {Answer{Body: []byte(" [1]\n")}, "200 OK", "application/json", 5},
		"text":         {Answer{Status: 404, Body: []byte("no")}, "404 Not Found", "text/plain; charset=utf-8", 2},
		"no content":   {Answer{Status: 204, Body: []byte("no")}, "204 No Content", "text/plain; charset=utf-8", 0},
		"own type":     {Answer{Header: http.Header{"Content-Type": {"a/b"}}, Body: []byte("{}")}, "200 OK", "a/b", 2},
		"odd status":   {Answer{Status: 799}, "799 ", "", 0},
		"without type": {Answer{Header: http.Header{"Content-Type": nil}, Body: []byte("{}")}, "200 OK", "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			Arrange([]Answer{tt.answer})
			resp, err := c.Get("http://a.example")
			require.NoError(t, err)
			text, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			assert.Equal(t, tt.status, resp.Status)
			assert.Equal(t, tt.kind, resp.Header.Get("Content-Type"))
			assert.Equal(t, tt.length, resp.ContentLength)
			assert.Len(t, text, int(tt.length))
			require.NoError(t, resp.Body.Close())
			_, err = resp.Body.Read(make([]byte, 1))
			if tt.length > 0 {
				require.ErrorContains(t, err, "closed response body")
			}
		})
	}
	Arrange([]Answer{{Body: []byte("four")}})
	resp, err := c.Head("http://a.example")
	require.NoError(t, err)
	assert.EqualValues(t, 4, resp.ContentLength)
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Empty(t, text)
	header := http.Header{"X": {"1"}}
	Arrange([]Answer{{Header: header}})
	resp, err = c.Get("http://a.example")
	require.NoError(t, err)
	resp.Header.Set("X", "2")
	assert.Equal(t, http.Header{"X": {"1"}}, header, "each answer has its own header")
}

// TestBrokenAnswers: the errors are those that a client gets of a real neighbour.
func TestBrokenAnswers(t *testing.T) {
	real := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/cut" {
			w.Header().Set("Content-Length", "4")
			_, _ = io.WriteString(w, "fo")
			_ = http.NewResponseController(w).Flush()
		}
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(real.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for broken, address := range map[Break]string{Closed: real.URL + "/closed", Cut: real.URL + "/cut",
		Refused: gone.URL} {
		t.Run(string(broken), func(t *testing.T) {
			c := client(t)
			wantText, want := get(c, address)
			Arrange([]Answer{{URL: "http://a.example", Break: broken, Body: []byte("four")}})
			there := strings.NewReplacer(real.URL, "http://a.example", gone.URL, "http://a.example",
				strings.TrimPrefix(gone.URL, "http://"), "a.example:80")
			gotText, got := get(c, there.Replace(address))
			require.Error(t, got)
			assert.Equal(t, wantText, gotText)
			assert.Equal(t, there.Replace(want.Error()), got.Error())
			for _, is := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNREFUSED} {
				assert.Equal(t, errors.Is(want, is), errors.Is(got, is), is)
			}
			assert.Len(t, Take(nil), 1)
		})
	}
}

// TestSlowAnswers: nobody waits, and a client that has less time gets the timeout that it gets of a real neighbour.
func TestSlowAnswers(t *testing.T) {
	c := client(t)
	left := make(chan struct{})
	real := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		left <- struct{}{}
	}))
	t.Cleanup(real.Close)
	Arrange([]Answer{{URL: "http://a.example", After: time.Hour, Body: []byte("late")}})
	began := time.Now()
	timeouts := func(name string, c *http.Client, ctx context.Context, address string) string {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		require.NoError(t, err)
		_, err = c.Do(r) //nolint:bodyclose // there is no answer
		require.ErrorIs(t, err, context.DeadlineExceeded, name)
		var timeout net.Error
		require.ErrorAs(t, err, &timeout)
		assert.True(t, timeout.Timeout(), name)
		return strings.TrimPrefix(strings.ReplaceAll(err.Error(), real.URL, "http://a.example"), "Get ")
	}
	patient := &http.Client{Timeout: 20 * time.Millisecond, Transport: c.Transport.(asking).Transport}
	want := timeouts("real", patient, t.Context(), real.URL)
	<-left
	patient = &http.Client{Timeout: time.Minute, Transport: c.Transport}
	assert.Equal(t, want, timeouts("client", patient, t.Context(), "http://a.example"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	timeouts("context", c, ctx, "http://a.example")
	soon, cancel := context.WithTimeout(t.Context(), maxPause)
	defer cancel()
	assert.Contains(t, timeouts("soon", c, soon, "http://a.example"), "context deadline exceeded")
	require.Error(t, soon.Err())
	got, err := get(c, "http://a.example")
	require.NoError(t, err, "no timeout")
	assert.Equal(t, "200 OK late", got)
	headers := &http.Client{Transport: asking{&http.Transport{ResponseHeaderTimeout: time.Minute}}}
	assert.Contains(t, timeouts("headers", headers, t.Context(), "http://a.example"), "awaiting response headers")
	assert.Less(t, time.Since(began), 10*time.Second)
	Take(nil)

	cancelled, leave := context.WithCancelCause(t.Context())
	leave(errClosed)
	r, err := http.NewRequestWithContext(cancelled, http.MethodGet, "http://a.example", nil)
	require.NoError(t, err)
	_, err = c.Transport.RoundTrip(r) //nolint:bodyclose // there is no answer
	require.ErrorIs(t, err, errClosed)
	assert.Empty(t, Take(nil), "nobody was asked")
}

// TestBodiesOfRequests: they are read and closed, also if they are written meanwhile, and nobody waits for one that is
// never written.
func TestBodiesOfRequests(t *testing.T) {
	c := client(t)
	Arrange([]Answer{{Status: 201}})
	for name, body := range map[string]io.Reader{
		"memory": strings.NewReader("x"), "none": nil, "empty": http.NoBody, "long": io.LimitReader(endless{}, 1<<19),
	} {
		resp, err := c.Post("http://a.example", "text/plain", body)
		require.NoError(t, err, name)
		assert.Equal(t, 201, resp.StatusCode)
	}
	r, w := io.Pipe()
	wrote := make(chan error)
	go func() {
		_, err := io.WriteString(w, strings.Repeat("x", 5000))
		wrote <- errors.Join(err, w.Close())
	}()
	_, err := c.Post("http://a.example", "text/plain", r)
	require.NoError(t, err)
	require.NoError(t, <-wrote)
	r, w = io.Pipe()
	_, err = c.Post("http://a.example", "text/plain", r)
	require.NoError(t, err)
	require.NoError(t, w.Close())
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestOrderOfTake: many goroutines make the same requests, with the same result each time.
func TestOrderOfTake(t *testing.T) {
	c := client(t)
	Watch(Options{})
	round := func() []Asked {
		Arrange([]Answer{{URL: "/json", Body: []byte(`{}`)}})
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for n := range 3 {
					_, err := get(c, fmt.Sprintf("http://h%d.example/%d", (i+n)%4, n))
					assert.ErrorIs(t, err, syscall.ECONNREFUSED)
				}
				resp, err := c.Get(fmt.Sprintf("http://h%d.example/json", i))
				if !assert.NoError(t, err) {
					return
				}
				defer resp.Body.Close()
				var v any = &rate{}
				if i%2 == 0 {
					v = &order{}
				}
				assert.NoError(t, inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(resp.Body))(v))
			})
		}
		all.Wait()
		return Take(nil)
	}
	first := round()
	assert.Len(t, first, 20)
	for range 10 {
		require.Equal(t, first, round())
	}
	for i := range most + 10 {
		_, err := get(c, fmt.Sprintf("http://h%03d.example", i))
		require.Error(t, err)
	}
	assert.Len(t, Take(nil), most)
}

// TestEqualRequests: a request that was made twice is one, and its type counts.
func TestEqualRequests(t *testing.T) {
	c := client(t)
	Arrange([]Answer{{Body: []byte("1")}})
	for range 2 {
		_, err := get(c, "http://a.example")
		require.NoError(t, err)
	}
	decoded, err := c.Get("http://a.example")
	require.NoError(t, err)
	require.NoError(t, inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(decoded.Body))(new(int)))
	got := Take(nil)
	require.Len(t, got, 1)
	assert.Contains(t, got[0].Schema, "integer")
}
