package sut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// ServerOptions are the options of [NewServer]. The zero value is valid.
type ServerOptions = HandlerOptions

// Server serves an http.Handler of this process over a real connection on
// 127.0.0.1. Use it for handlers that [Handler] cannot call: those that need a
// connection of the network, such as a *net.TCPConn that they take over. It is a
// [Controller] and a [Caller]. It speaks HTTP/1.1.
type Server struct {
	options  ServerOptions
	instance instance
	remote   *Remote // nil: not started
	server   *http.Server
	turn     atomic.Pointer[turn]
	left     atomic.Int32 // handlers left behind
}

// turn is the state of one call. Each call has a new turn, so that a late handler cannot affect another call.
type turn struct {
	handler http.Handler
	panic   atomic.Pointer[Panic]
	stay    stay
}

// NewServer returns a system that serves the handlers of the given constructor.
func NewServer(newHandler func() http.Handler, o ServerOptions) *Server {
	return &Server{options: o, instance: newInstance(newHandler, o)}
}

// Start makes the handler and listens on a free port.
func (s *Server) Start(ctx context.Context) (Info, error) {
	if err := s.start(ctx); err != nil {
		return Info{}, fmt.Errorf("sut: starting the server: %w", errors.Join(err, s.Stop(ctx)))
	}
	return Info{}, nil
}

func (s *Server) start(ctx context.Context) error {
	s.close()
	if err := s.instance.renew(); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.turn.Store(&turn{handler: s.instance.handler})
	s.server = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		ErrorLog:          log.New(io.Discard, "", 0),
		ReadHeaderTimeout: time.Minute,
	}
	go func(server *http.Server) { _ = server.Serve(listener) }(s.server)
	remote := NewRemote("http://"+listener.Addr().String(), RemoteOptions{
		Timeout: s.options.Timeout, MaxBody: s.options.MaxBody, Retries: -1,
	})
	remote.once = true // only the handler can drop a connection
	if _, err := remote.Start(ctx); err != nil {
		return err
	}
	s.remote = remote
	return nil
}

// serve calls the current handler and records its panic. It then closes the
// connection, as net/http does, but logs nothing.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	current := s.turn.Load()
	if !current.stay.begin() {
		panic(http.ErrAbortHandler)
	}
	defer func() {
		v := recover()
		current.stay.end()
		if v == nil {
			return
		}
		if v != any(http.ErrAbortHandler) {
			current.panic.Store(newPanic(v))
		}
		panic(http.ErrAbortHandler)
	}()
	current.handler.ServeHTTP(w, r)
}

// URL returns the URL of the server, or "" if it does not listen.
func (s *Server) URL() string {
	if s.remote == nil {
		return ""
	}
	return s.remote.address
}

// Reset brings the state back to that of a new handler.
func (s *Server) Reset(ctx context.Context) error {
	err := ctx.Err()
	if err == nil && s.remote == nil {
		err = errNotStarted
	}
	if err == nil {
		err = s.instance.restore()
	}
	if err != nil {
		return fmt.Errorf("sut: resetting the server: %w", err)
	}
	s.turn.Store(&turn{handler: s.instance.handler})
	return nil
}

// Conclude does as [Handler.Conclude].
func (s *Server) Conclude() (closed, done bool) { return s.instance.conclude() }

// Stop closes the server and the handler.
func (s *Server) Stop(context.Context) error {
	s.close()
	if err := s.instance.close(); err != nil {
		return fmt.Errorf("sut: stopping the server: %w", err)
	}
	return nil
}

func (s *Server) close() {
	if s.remote != nil {
		s.remote.disconnect()
		s.remote = nil
	}
	if s.server != nil {
		_ = s.server.Close()
		s.server = nil
	}
}

// Call passes a request to the handler over the connection and returns its
// response.
func (s *Server) Call(ctx context.Context, req *Request) (*Response, error) {
	if s.remote == nil {
		return nil, fmt.Errorf("sut: calling the server: %w", errNotStarted)
	}
	if err := s.instance.open(); err != nil {
		return nil, fmt.Errorf("sut: calling the server: %w", err)
	}
	current := &turn{handler: s.instance.handler}
	s.turn.Store(current)
	resp, err := s.remote.Call(ctx, req)
	if err != nil {
		return nil, err
	}
	if p := current.panic.Load(); p != nil && resp.Outcome == Broken {
		resp.Outcome, resp.Panic, resp.Detail = Panicked, p, "the handler panicked: "+p.String()
	}
	if resp.Outcome == TimedOut {
		resp.Place = whereabouts(serves)
		current.stay.giveUp(&s.left)
		s.instance.abandon()
	}
	return resp, nil
}

// Abandoned returns how many handlers that were given up still run, see
// [Handler.Abandoned].
func (s *Server) Abandoned() int { return int(s.left.Load()) }
