package security

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// The listener takes the first free one of these ports, so that most runs have the same port.
const firstPort, ports = 28_460, 20

// Listener records the paths of calls to an address of this machine, and hangs up. So a service behaves as if nobody
// listened there, and a written test also passes without the listener. It is safe for concurrent use.
type Listener struct {
	listener net.Listener

	mu    sync.Mutex
	paths map[string]bool
}

// Listen starts a listener on 127.0.0.1.
func Listen() (*Listener, error) {
	var failed error
	for port := firstPort; port < firstPort+ports; port++ {
		l, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			out := &Listener{listener: l, paths: map[string]bool{}}
			go out.listen()
			return out, nil
		}
		failed = err
	}
	return nil, fmt.Errorf("security: nothing to listen on: %w", failed)
}

// Close stops the listener.
func (l *Listener) Close() error { return l.listener.Close() }

// Address returns the URL of the listener without a path.
func (l *Listener) Address() string { return "http://" + l.listener.Addr().String() }

func (l *Listener) listen() {
	for {
		c, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.hear(c)
	}
}

// patience is how long a caller may take to send its request.
const patience = time.Second

// hear records the path of a call and hangs up.
func (l *Listener) hear(c net.Conn) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patience))
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.paths[r.URL.Path] = true
}

// heard reports whether a path was called.
func (l *Listener) heard(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.paths[path]
}

// calls looks for services that call an address which a client sent.
func (l *Listener) calls(x *oracle.Exchange) []oracle.Finding {
	if l == nil || !strings.Contains(x.Request.Target+string(x.Request.Body), "evoke") {
		return nil
	}
	e := effect{of: payload.Called, reason: "is an address that the service calls",
		shows: func(_ *oracle.Exchange, text string) bool { return l.heard(payload.Called(text)) }}
	return e.found(x)
}
