package browser

import (
	"bytes"
	"sync"
)

// kept is how many bytes of a browser's output are kept.
const kept = 2 << 10

// said keeps the end of a browser's standard error, which shows why it does not start.
type said struct {
	mu   sync.Mutex
	text []byte
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = append(s.text, p...)
	if more := len(s.text) - kept; more > 0 {
		s.text = append(s.text[:0], s.text[more:]...)
	}
	return len(p), nil
}

func (s *said) end() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(bytes.TrimSpace(s.text))
}
