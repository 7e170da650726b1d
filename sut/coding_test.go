package sut_test

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/sut"
)

// coded returns handlers that answer in content codings and as streams.
func coded() *http.ServeMux {
	m := http.NewServeMux()
	answer := func(coding, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", coding)
			if !strings.HasSuffix(strings.ToLower(coding), "gzip") || text == "{" {
				fmt.Fprint(w, text)
				return
			}
			zip := gzip.NewWriter(w)
			fmt.Fprint(zip, text)
			_ = zip.Close()
		}
	}
	m.HandleFunc("GET /gzip", answer("gzip", `{"a":1}`))
	m.HandleFunc("GET /x-gzip", answer(" X-GZip", `{"a":1}`))
	m.HandleFunc("GET /long", answer("gzip", strings.Repeat("long ", 1000)))
	m.HandleFunc("GET /identity", answer("identity", `{"a":1}`))
	m.HandleFunc("GET /br", answer("br", "?"))
	m.HandleFunc("GET /claimed", answer("gzip", "{"))
	return m
}

// both runs a check on a handler in the process and on the same handler behind a server.
func both(t *testing.T, h http.Handler, check func(t *testing.T, c sut.Caller)) {
	t.Run("handler", func(t *testing.T) {
		check(t, start(t, sut.NewHandler(func() http.Handler { return h }, sut.HandlerOptions{MaxBody: 1000})))
	})
	t.Run("server", func(t *testing.T) {
		check(t, start(t, sut.NewServer(func() http.Handler { return h }, sut.HandlerOptions{MaxBody: 1000})))
	})
}

func TestContentCodings(t *testing.T) {
	both(t, coded(), func(t *testing.T, c sut.Caller) {
		for _, path := range []string{"/gzip", "/x-gzip", "/gzip"} {
			got := call(t, c, "GET", path)
			assert.Equal(t, `{"a":1}`, string(got.Body), path)
			assert.True(t, got.Gzip && !got.Encoded && !got.Truncated, path)
		}
		long := call(t, c, "GET", "/long")
		assert.True(t, long.Gzip && long.Truncated && len(long.Body) == 1000 &&
			strings.HasPrefix(string(long.Body), "long long "), "%+v", long)
		plain := call(t, c, "GET", "/identity")
		assert.True(t, string(plain.Body) == `{"a":1}` && !plain.Gzip && !plain.Encoded, "%+v", plain)
		odd := call(t, c, "GET", "/br")
		assert.True(t, string(odd.Body) == "?" && !odd.Gzip && odd.Encoded, "%+v", odd)
		claimed := call(t, c, "GET", "/claimed")
		assert.True(t, string(claimed.Body) == "{" && !claimed.Gzip && claimed.Encoded, "%+v", claimed)
		head := call(t, c, "HEAD", "/gzip")
		assert.True(t, head.Status == 200 && len(head.Body) == 0 && !head.Gzip, "%+v", head)
	})
}

// TestStreams: the client of a stream leaves when the stream has begun, and the handler's context ends.
func TestStreams(t *testing.T) {
	left := make(chan string, 10)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		if r.URL.Path == "/silent" {
			w.(http.Flusher).Flush()
		}
		for r.URL.Path == "/events" && r.Context().Err() == nil {
			fmt.Fprint(w, "data: 1\n\n")
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
		if r.URL.Path == "/short" {
			fmt.Fprint(w, "data: 1\n\n")
			return
		}
		<-r.Context().Done()
		left <- r.URL.Path
	})
	both(t, h, func(t *testing.T, c sut.Caller) {
		for path, body := range map[string]string{"/events": "data: 1\n\n", "/silent": "", "/short": "data: 1\n\n"} {
			got := call(t, c, "GET", path)
			assert.Equal(t, sut.Answered, got.Outcome, path)
			assert.Equal(t, 200, got.Status, path)
			assert.True(t, strings.HasPrefix(string(got.Body), body), "%s: %q", path, got.Body)
			if path != "/short" {
				assert.True(t, got.Stream, path)
				assert.Equal(t, path, <-left)
			}
		}
	})
}
