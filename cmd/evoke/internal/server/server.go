// Package server starts a server for a run, and ends it with all its processes.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/internal/supervise"
)

const (
	// startLimit is how long a server may take until it listens, and tick the interval of the checks.
	startLimit, tick = time.Minute, 50 * time.Millisecond
	// told is how many bytes of a server's output an error contains.
	told = 1000
)

// Server is a server that runs.
type Server struct {
	// URL is the base URL of the server: "http://127.0.0.1:43210".
	URL    string
	said   said
	cancel context.CancelFunc
	ended  chan struct{} // closed when all its processes have ended
	err    error         // the error with which it ended
}

// Start starts a server by a shell command in a folder ("" for the working directory). It returns when the server
// listens on the port in the environment variable PORT. The server ends with [Server.Stop], and with ctx.
func Start(ctx context.Context, command, dir string) (*Server, error) {
	address, err := free()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{URL: "http://" + address, cancel: cancel, ended: make(chan struct{})}
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	cmd := exec.CommandContext(ctx, shell, flag, command)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = dir, &s.said, &s.said, time.Second
	cmd.Env = append(os.Environ(), "PORT="+address[strings.LastIndexByte(address, ':')+1:])
	go func() {
		s.err = supervise.Run(cmd)
		close(s.ended)
	}()
	if err := s.listens(ctx, address); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// free returns an address with a free port.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// listens waits until a server listens.
func (s *Server) listens(ctx context.Context, address string) error {
	late := time.After(startLimit)
	for {
		if conn, err := net.DialTimeout("tcp", address, tick); err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ended:
			if s.err == nil {
				return fmt.Errorf("the server ended before it listened on $PORT%s", s.said.end())
			}
			return fmt.Errorf("the server ended before it listened on $PORT: %w%s", s.err, s.said.end())
		case <-late:
			return errors.New("the server does not listen on $PORT after a minute" + s.said.end())
		case <-time.After(tick):
		}
	}
}

// Stop ends the server and all processes that it started.
func (s *Server) Stop() {
	s.cancel()
	<-s.ended
}

// said keeps the end of a server's output.
type said struct {
	mu   sync.Mutex
	text string
}

// Write implements io.Writer.
func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text += string(b)
	s.text = s.text[max(0, len(s.text)-told):]
	return len(b), nil
}

// end returns the last output in one line.
func (s *said) end() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := strings.Join(strings.Fields(s.text), " "); text != "" {
		return ": " + text
	}
	return ""
}
