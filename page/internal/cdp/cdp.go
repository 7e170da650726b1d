// Package cdp speaks the Chrome DevTools Protocol over two pipes, for browsers started with --remote-debugging-pipe:
// messages are JSON, each ended by a zero byte. A browser ends when its pipes close, so it cannot outlive the process
// that started it, in whatever way that process ends.
package cdp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrClosed is the error when the browser has closed its pipe.
var ErrClosed = errors.New("the browser has ended")

// Error is the browser's answer to a call that it refuses.
type Error struct {
	Method  string // method of the refused call
	Code    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s (%d)", e.Method, e.Message, e.Code) }

// message is a call, its answer, or an event.
type message struct {
	ID      int64           `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// Conn is a connection to a browser. It is safe for concurrent use.
type Conn struct {
	writing sync.Mutex
	w       io.Writer

	mu       sync.Mutex
	last     int64
	waiting  map[int64]chan<- *message
	sessions map[string]*Session
	closed   chan struct{}
}

// New returns a connection to the browser that writes to r and reads from w. It reads until r ends.
func New(r io.Reader, w io.Writer) *Conn {
	c := &Conn{
		w: w, waiting: map[int64]chan<- *message{}, sessions: map[string]*Session{}, closed: make(chan struct{}),
	}
	go c.read(bufio.NewReaderSize(r, 1<<16))
	return c
}

// Closed returns a channel that is closed when the browser has ended.
func (c *Conn) Closed() <-chan struct{} { return c.closed }

func (c *Conn) ended() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// Session returns the session with an id; "" means the browser itself.
func (c *Conn) Session(id string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.sessions[id]
	if s == nil {
		s = newSession(c, id)
		c.sessions[id] = s
	}
	return s
}

// read delivers messages until the pipe ends.
func (c *Conn) read(r *bufio.Reader) {
	defer c.end()
	for {
		line, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		m := &message{}
		if json.Unmarshal(line[:len(line)-1], m) != nil {
			continue // not a message of the protocol
		}
		c.deliver(m)
	}
}

// deliver passes an answer to the call that waits for it, and an event to its session.
func (c *Conn) deliver(m *message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.ID > 0 {
		if waiting := c.waiting[m.ID]; waiting != nil {
			delete(c.waiting, m.ID)
			waiting <- m
		}
		return
	}
	if s := c.sessions[m.Session]; s != nil {
		s.add(m)
	}
}

// end fails all waiting calls, and ends the goroutines of sessions.
func (c *Conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.closed)
	for _, s := range c.sessions {
		s.end()
	}
}

// call makes a call in a session and waits for its answer.
func (c *Conn) call(ctx context.Context, session, method string, params, result any) error {
	answer := make(chan *message, 1)
	id, err := c.send(session, method, params, answer)
	if err != nil {
		return err
	}
	defer c.forget(id)
	select {
	case m := <-answer:
		return read(m, method, result)
	case <-c.closed:
		return fmt.Errorf("%s: %w", method, ErrClosed)
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

// read decodes the result of an answer.
func read(m *message, method string, result any) error {
	if m.Error != nil {
		return &Error{Method: method, Code: m.Error.Code, Message: m.Error.Message}
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(m.Result, result); err != nil {
		return fmt.Errorf("the answer to %s: %w", method, err)
	}
	return nil
}

// send sends a call. The answer goes to a channel.
func (c *Conn) send(session, method string, params any, answer chan<- *message) (int64, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return 0, fmt.Errorf("the parameters of %s: %w", method, err)
	}
	if params == nil {
		text = nil
	}
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mu.Unlock()
	line, err := json.Marshal(&message{ID: id, Session: session, Method: method, Params: text})
	if err != nil {
		return id, fmt.Errorf("the call %s: %w", method, err)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.w.Write(append(line, 0)); err != nil {
		c.forget(id)
		return id, fmt.Errorf("%s: %w: %w", method, ErrClosed, err)
	}
	return id, nil
}

// forget gives up waiting for an answer.
func (c *Conn) forget(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}
