package cdp

import (
	"context"
	"encoding/json"
	"sync"
)

// Session is a session with one target of a browser, such as a tab. It is safe for concurrent use.
type Session struct {
	// ID is the session id from the browser.
	ID   string
	conn *Conn

	mu        sync.Mutex
	some      *sync.Cond // signals a change of the queue or of busy, or the end of the session
	listeners map[string]func(params json.RawMessage)
	queue     []*message
	busy      bool // whether a listener is being called
	ended     bool
}

func newSession(c *Conn, id string) *Session {
	s := &Session{ID: id, conn: c, listeners: map[string]func(json.RawMessage){}}
	s.some = sync.NewCond(&s.mu)
	if s.ended = c.ended(); !s.ended {
		go s.tell()
	}
	return s
}

// Call makes a call and waits for its answer, whose result it decodes into result unless that is nil. A call that the
// browser refuses returns an [*Error]; a call to a browser that has ended returns [ErrClosed].
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.conn.call(ctx, s.ID, method, params, result)
}

// On sets the function that is called for each event of a kind, in order and one at a time. The function may make
// calls. It replaces the previous function; nil removes it.
func (s *Session) On(event string, f func(params json.RawMessage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[event] = f
}

// Forget ends the session on this side: no further event is delivered.
func (s *Session) Forget() {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	delete(s.conn.sessions, s.ID)
	s.end()
}

// Drain waits until all earlier events are delivered. A listener must not call it.
func (s *Session) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for (len(s.queue) > 0 || s.busy) && !s.ended {
		s.some.Wait()
	}
}

// add puts an event into the queue, if there is a listener for it.
func (s *Session) add(m *message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners[m.Method] != nil {
		s.queue = append(s.queue, m)
		s.some.Broadcast()
	}
}

func (s *Session) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.some.Broadcast()
}

// tell calls listeners until the session ends.
func (s *Session) tell() {
	for {
		m, f := s.next()
		if m == nil {
			return
		}
		if f != nil {
			f(m.Params)
		}
	}
}

// next waits for an event. It returns nil when the session ends.
func (s *Session) next() (*message, func(json.RawMessage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = false
	for len(s.queue) == 0 && !s.ended {
		s.some.Broadcast()
		s.some.Wait()
	}
	if s.ended {
		return nil, nil
	}
	m := s.queue[0]
	s.queue, s.busy = s.queue[1:], true
	return m, s.listeners[m.Method]
}
