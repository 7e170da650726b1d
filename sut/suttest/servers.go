package suttest

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/evoke-go/evoke/sut"
)

// Misbehaviour is a way in which a server breaks the protocol.
type Misbehaviour struct {
	Name string
	// Serve answers one connection; it is closed afterwards.
	Serve func(net.Conn)
	// Outcome is the outcome of a call of it.
	Outcome sut.Outcome
}

// Misbehaviours returns servers that misbehave below HTTP.
func Misbehaviours() []Misbehaviour {
	return []Misbehaviour{
		{"never answers", mute, sut.TimedOut},
		{"never ends its header", slowHeader, sut.TimedOut},
		{"stops within the body", stuckBody, sut.TimedOut},
		{"closes at once", func(net.Conn) {}, sut.Broken},
		{"closes after the request", answer(""), sut.Broken},
		{"answers garbage", answer("\x00\x01\x02 this is not HTTP\r\n\r\n"), sut.Broken},
		{"answers a bad status line", answer("HTTP/1.1 abc Really\r\n\r\n"), sut.Broken},
		{"closes within the header", answer("HTTP/1.1 200 OK\r\nContent-Ty"), sut.Broken},
		{"closes within the body", answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), sut.Broken},
		{"sends a bad chunk", answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"), sut.Broken},
		{"sends an endless header", endless("HTTP/1.1 200 OK\r\n", "X-More: of the same\r\n"), sut.Broken},
		{"sends an endless body", endless("HTTP/1.1 200 OK\r\n\r\n", "and so on "), sut.Answered},
		{"promises a huge body", endless("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n", "x"), sut.Answered},
	}
}

// Listen serves connections on 127.0.0.1 until the test ends, and returns the
// base URL.
func Listen(t testing.TB, serve func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("suttest: listening: %v", err)
	}
	s := &rawServer{serve: serve, open: map[net.Conn]bool{}}
	s.running.Add(1)
	go s.accept(listener)
	t.Cleanup(func() {
		_ = listener.Close()
		s.closeAll()
		s.running.Wait()
	})
	return "http://" + listener.Addr().String()
}

type rawServer struct {
	serve   func(net.Conn)
	running sync.WaitGroup
	mu      sync.Mutex
	open    map[net.Conn]bool // nil once closed
}

func (s *rawServer) accept(listener net.Listener) {
	defer s.running.Done()
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		if !s.add(conn) {
			_ = conn.Close()
			continue
		}
		s.running.Go(func() {
			s.serve(conn)
			s.remove(conn)
			_ = conn.Close()
		})
	}
}

func (s *rawServer) add(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		return false
	}
	s.open[conn] = true
	return true
}

func (s *rawServer) remove(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, conn)
}

func (s *rawServer) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for conn := range s.open {
		_ = conn.Close()
	}
	s.open = nil
}

// mute reads and never answers.
func mute(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

func slowHeader(conn net.Conn) {
	if request(conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")
		mute(conn)
	}
}

func stuckBody(conn net.Conn) {
	if request(conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
		mute(conn)
	}
}

// request reads one request and reports whether there was one.
func request(conn net.Conn) bool {
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err == nil
}

// answer returns a server that answers one request with the given bytes.
func answer(text string) func(net.Conn) {
	return func(conn net.Conn) {
		if request(conn) {
			_, _ = io.WriteString(conn, text)
		}
	}
}

// endless returns a server that never stops answering.
func endless(start, more string) func(net.Conn) {
	more = strings.Repeat(more, 4<<10/len(more)+1)
	return func(conn net.Conn) {
		if !request(conn) {
			return
		}
		_, err := io.WriteString(conn, start)
		for err == nil {
			_, err = io.WriteString(conn, more)
		}
	}
}
