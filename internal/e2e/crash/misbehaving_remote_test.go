//go:build unix

package crash_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/suttest"
)

// remoteKind is what a service does to a connection after a request.
type remoteKind struct {
	name string
	do   func(conn net.Conn)
	want string
}

const timedOut = `^no complete answer in time$`

// remoteKinds are what only a service with connections can do.
//
// The operations are called first in the order of their names. The second answer of
// answers-twice may be taken for that of the next call on its connection, which
// therefore is one that ends with nothing, too.
var remoteKinds = []remoteKind{
	{"answers-twice", says(strings.Repeat("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 2)), nothing},
	{"calm", says("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine"), nothing},
	{"silent", func(conn net.Conn) { untilClosed(conn) }, timedOut},
	{"drops", says(""), cutShort},
	{"resets", func(conn net.Conn) { _ = conn.(*net.TCPConn).SetLinger(0) }, cutShort},
	{"byte-by-byte", func(conn net.Conn) { slowly(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n") }, timedOut},
	{"too-short", says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfine"), cutShort},
	{"too-long", says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nfine"), nothing},
	{"negative-length", says("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nfine"), cutShort},
	{"two-lengths", says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nfine"), cutShort},
	{"chunked-garbage", says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnothing like a chunk"), cutShort},
	{"huge-chunk", says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"), cutShort},
	{"early-hints-for-ever", repeats("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), timedOut + "|" + cutShort},
	{"header-for-ever", func(conn net.Conn) {
		says("HTTP/1.1 200 OK\r\n")(conn)
		repeats("X-A: " + strings.Repeat("a", 1000) + "\r\n")(conn)
	}, timedOut + "|" + cutShort},
	{"body-for-ever", func(conn net.Conn) {
		says("HTTP/1.1 200 OK\r\n\r\n")(conn)
		repeats(strings.Repeat("x", 1<<16))(conn)
	}, nothing},
	{"no-http", says("220 mail.example ESMTP\r\n"), cutShort},
	{"http-2", says("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00"), cutShort},
	{"status-999", says("HTTP/1.1 999 ?\r\nContent-Length: 0\r\n\r\n"), `^(nothing|.*999.*)$`},
	{"event-stream", func(conn net.Conn) {
		says("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\n")(conn)
		untilClosed(conn)
	}, nothing},
	{"upgrades", says("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"), nothing},
}

func says(text string) func(net.Conn) {
	return func(conn net.Conn) { _, _ = io.WriteString(conn, text) }
}

func repeats(text string) func(net.Conn) {
	return func(conn net.Conn) {
		for _, err := io.WriteString(conn, text); err == nil; {
			_, err = io.WriteString(conn, text)
		}
	}
}

func slowly(conn net.Conn, text string) {
	for i := range text {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func untilClosed(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

// listen serves the kinds, one call for each connection.
func listen(t *testing.T) string {
	return suttest.Listen(t, func(conn net.Conn) {
		r, err := http.ReadRequest(bufio.NewReader(conn))
		if err != nil {
			return
		}
		for _, k := range remoteKinds {
			if r.URL.Path == "/"+k.name {
				k.do(conn)
			}
		}
	})
}

// namesOf returns the kinds without what they do.
func namesOf(kinds []remoteKind) (out []kind) {
	for _, k := range kinds {
		out = append(out, kind{name: k.name})
	}
	return out
}

// starts are services that cannot be searched, or can in spite of how they start.
var starts = []struct {
	name   string
	system func(t *testing.T) evoke.System
	want   string // of the error; "": there is none
	slow   bool
}{
	{"no-constructor", makes(nil), `no constructor of the handler given$`, false},
	{"makes-nil", makes(func() http.Handler { return nil }), `the constructor of the handler returned nil$`, false},
	{"panics-when-made", makes(func() http.Handler { panic("no database") }),
		`the constructor of the handler panicked: no database at `, false},
	{"exits-when-made", makes(func() http.Handler { os.Exit(0); return nil }),
		`ended \(exited, exit code 0\) before it came to its first test`, false},
	{"fails-when-made", makes(func() http.Handler { log.Fatal("no database"); return nil }),
		`exit code 1\) before it came to its first test: no database$`, false},
	{"slow-when-made", makes(func() http.Handler { time.Sleep(10 * time.Millisecond); return serviceOf([]kind{calm}) }),
		"", false},
	{"hangs-when-made", makes(func() http.Handler { select {} }), `did not return within 30s`, true},
	{"reset-fails", resets(func() error { return errors.New("no database") }),
		`resetting the handler: no database$`, false},
	{"reset-panics", resets(func() error { panic("no database") }),
		`the reset function panicked: no database at `, false},
	{"reset-exits", resets(func() error { os.Exit(0); return nil }),
		`the process ends while the system begins anew|before it came to its first test`, false},
	{"reset-hangs", resets(func() error { select {} }),
		`ended \(hang, .* before it came to its first test: a call did not end in time$`, true},
	{"reset-hangs-later", resets(onlyOnce()), `the (process ends while the system begins anew|time is over and the system does nothing any more): the process hangs`, true},
	{"never-answers", makes(func() http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { select {} })
	}), `hangs`, false},
	{"nobody-there", remoteAt(func(t *testing.T) string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, l.Close())
		return "http://" + l.Addr().String()
	}), `nothing to call at http://127\.0\.0\.1:\d+: connection refused$`, false},
	{"no-tls", remoteAt(func(t *testing.T) string {
		server := httptest.NewServer(serviceOf([]kind{calm}))
		t.Cleanup(server.Close)
		return strings.Replace(server.URL, "http:", "https:", 1)
	}), `nothing to call at https://.*TLS`, false},
	{"unknown-certificate", remoteAt(func(t *testing.T) string {
		server := httptest.NewUnstartedServer(serviceOf([]kind{calm}))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		t.Cleanup(server.Close)
		return server.URL
	}), `nothing to call at https://.*certificate`, false},
	{"closes-its-door", remoteAt(func(t *testing.T) string {
		var served atomic.Int64
		var server *httptest.Server
		server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if served.Add(1) == 3 {
				_ = server.Listener.Close()
			}
			w.Header().Set("Connection", "close")
			_, _ = fmt.Fprintln(w, "fine")
		}))
		t.Cleanup(server.Close)
		return server.URL
	}), `the service is dead: could not connect 2 times in a row: connection refused$`, false},
}

// makes is a system with a constructor.
func makes(newHandler func() http.Handler) func(*testing.T) evoke.System {
	return func(*testing.T) evoke.System {
		return evoke.System{Controller: sut.NewHandler(newHandler, sut.HandlerOptions{Timeout: 30 * time.Millisecond})}
	}
}

// resets is a system whose reset does something, but for the first time.
func resets(reset func() error) func(*testing.T) evoke.System {
	return func(*testing.T) evoke.System {
		return evoke.System{Controller: sut.NewHandler(func() http.Handler { return serviceOf([]kind{calm}) },
			sut.HandlerOptions{Reset: reset})}
	}
}

// onlyOnce is a reset that does not come back when it is called again.
func onlyOnce() func() error {
	var calls atomic.Int64
	return func() error {
		if calls.Add(1) > 3 {
			select {}
		}
		return nil
	}
}

// remoteAt is a service that runs somewhere.
func remoteAt(url func(t *testing.T) string) func(*testing.T) evoke.System {
	return func(t *testing.T) evoke.System {
		return evoke.System{Controller: sut.NewRemote(url(t),
			sut.RemoteOptions{Timeout: 10 * time.Second, Refusals: 2})}
	}
}
