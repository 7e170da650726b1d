package sut_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// takes returns a handler that takes its connection over and uses it.
func takes(use func(conn io.ReadWriteCloser)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		use(conn)
	}
}

// says returns a handler that takes its connection over, writes a text and closes it.
func says(text string) http.HandlerFunc {
	return takes(func(conn io.ReadWriteCloser) {
		defer func() { _ = conn.Close() }()
		_, _ = io.WriteString(conn, text)
	})
}

const switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"

// takeovers are handlers that take their connection over. Their answers are those that a client sees.
var takeovers = map[string]http.HandlerFunc{
	"answer":               says("HTTP/1.1 201 Created\r\nX-A: b\r\nContent-Length: 2\r\n\r\nok"),
	"chunked answer":       says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
	"answer until the end": says("HTTP/1.1 200 OK\r\n\r\nok"),
	"early hints":          says("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"),
	"gzip":                 says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno"),
	"nothing":              says(""),
	"garbage":              says("\x00\x01garbage\r\n\r\n"),
	"half an answer":       says("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok"),
	"half a header":        says("HTTP/1.1 200 OK\r\nX-A: "),
	"another protocol":     says(switching + "\x81\x05hello"),
	"more than the answer": says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more of it"),
	"taken over twice":     func(w http.ResponseWriter, r *http.Request) { says("")(w, r); mustNot(w) },
	"answers through both": func(w http.ResponseWriter, r *http.Request) {
		says("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")(w, r)
		if _, err := w.Write([]byte("x")); err != http.ErrHijacked {
			panic(err)
		}
	},
	"reads what comes": takes(func(conn io.ReadWriteCloser) {
		_, _ = io.WriteString(conn, switching)
		_, _ = io.ReadAll(conn) // the client leaves after it has read enough
	}),
	"goes on behind it": takes(func(conn io.ReadWriteCloser) {
		go func() {
			defer func() { _ = conn.Close() }()
			time.Sleep(10 * time.Millisecond)
			_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		}()
	}),
	"through a buffer": func(w http.ResponseWriter, _ *http.Request) {
		conn, rw, err := w.(http.Hijacker).Hijack()
		if err != nil || rw.Reader.Buffered() > 0 {
			panic("no clean connection")
		}
		defer func() { _ = conn.Close() }()
		_ = conn.SetDeadline(time.Now().Add(time.Second))
		_, _ = rw.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		_ = rw.Flush()
	},
}

func mustNot(w http.ResponseWriter) {
	if _, _, err := w.(http.Hijacker).Hijack(); err == nil {
		panic("taken over twice")
	}
}

// TestTakeovers: a handler that takes its connection over is no fault. A Handler sees the answer that a client of a
// server sees.
func TestTakeovers(t *testing.T) {
	for name, f := range takeovers {
		for _, method := range []string{"GET", "HEAD"} {
			t.Run(name+" "+method, func(t *testing.T) {
				direct := call(t, start(t, sut.NewHandler(always(f), sut.HandlerOptions{})), method, "/")
				server := call(t, start(t, sut.NewServer(always(f), sut.ServerOptions{})), method, "/")
				require.Equal(t, server.Outcome, direct.Outcome, direct.Detail+" / "+server.Detail)
				assert.Equal(t, server.Status, direct.Status)
				assert.Equal(t, string(server.Body), string(direct.Body))
				assert.Equal(t, content(server.Header), content(direct.Header))
				assert.Equal(t, server.Panic == nil, direct.Panic == nil)
			})
		}
	}
}

// TestTakeoversThatPanic: with a server, the connection may end before the handler does, so a client may see either.
func TestTakeoversThatPanic(t *testing.T) {
	panics := func(w http.ResponseWriter, r *http.Request) { says("")(w, r); panic("oh") }
	direct := call(t, start(t, sut.NewHandler(always(panics), sut.HandlerOptions{})), "GET", "/")
	assert.Equal(t, sut.Panicked, direct.Outcome)
	server := call(t, start(t, sut.NewServer(always(panics), sut.ServerOptions{})), "GET", "/")
	assert.Contains(t, []sut.Outcome{sut.Panicked, sut.Broken}, server.Outcome)
}

// TestTakeoversThatSayNothing are given up in time, and leave nothing behind: the handler sees the end of its
// connection.
func TestTakeoversThatSayNothing(t *testing.T) {
	gone := make(chan error, 1)
	h := start(t, sut.NewHandler(always(takes(func(conn io.ReadWriteCloser) {
		go func() {
			_, err := bufio.NewReader(conn).ReadByte()
			gone <- err
		}()
	})), sut.HandlerOptions{Timeout: 50 * time.Millisecond}))
	resp := call(t, h, "GET", "/")
	assert.Equal(t, sut.TimedOut, resp.Outcome)
	assert.Error(t, <-gone)
	assert.Equal(t, sut.TimedOut, call(t, h, "GET", "/").Outcome)
	<-gone
	assert.Zero(t, h.Abandoned())
	require.NoError(t, h.Stop(context.Background()))
	stacks := make([]byte, 1<<20)
	assert.NotContains(t, string(stacks[:runtime.Stack(stacks, true)]), "takeover")
}

// TestHandshakesAreSent: a call asks for another protocol, and other fields of the
// connection are not sent.
func TestHandshakesAreSent(t *testing.T) {
	says := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Asked", r.Header.Get("Connection")+"|"+r.Header.Get("Upgrade"))
	})
	for _, c := range []struct{ connection, want string }{{"Upgrade", "Upgrade|websocket"},
		{"keep-alive", "|websocket"}} {
		for _, controller := range []sut.Controller{sut.NewHandler(always(says), sut.HandlerOptions{}),
			sut.NewServer(always(says), sut.ServerOptions{})} {
			caller := start(t, controller)
			resp, err := any(caller).(sut.Caller).Call(context.Background(), &sut.Request{Method: "GET", Target: "/",
				Header: http.Header{"Connection": {c.connection}, "Upgrade": {"websocket"}}})
			require.NoError(t, err)
			assert.Equal(t, c.want, resp.Header.Get("X-Asked"))
		}
	}
}
