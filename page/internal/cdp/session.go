package cdp

import (
	"context"
	"encoding/json"
	"sync"
)

// Session is one target of a browser, such as a tab. Its methods may be called from several goroutines.
type Session struct {
	// ID is the id that the browser gave it.
	ID   string
	conn *Conn

	mu        sync.Mutex
	some      *sync.Cond // the queue or busy has changed, or the session has ended
	listeners map[string]func(params json.RawMessage)
	queue     []*message
	busy      bool // a listener is being called
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

// Call makes a call and waits for its answer, which it reads into result unless that is nil. A call that the browser
// refuses fails with an [*Error], and one to a browser that has ended with [ErrClosed].
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.conn.call(ctx, s.ID, method, params, result)
}

// On has a function called for each event of a kind, in the order of the events, one after the other. The function may
// make calls. It takes the place of the one before; nil is none.
func (s *Session) On(event string, f func(params json.RawMessage)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[event] = f
}

// Forget ends the session here: no event of it is told any more.
func (s *Session) Forget() {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	delete(s.conn.sessions, s.ID)
	s.end()
}

// Drain waits until all events that came before are told. No listener may call it.
func (s *Session) Drain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for (len(s.queue) > 0 || s.busy) && !s.ended {
		s.some.Wait()
	}
}

// add puts an event into the queue if somebody listens.
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

// tell calls the listeners until the session ends.
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

// next waits for an event. It returns nil at the end of the session.
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
