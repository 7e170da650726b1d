package operators

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"sync"
	"time"
)

type level int

const limit = 100

var start = limit + 1

type store struct {
	sync.Mutex
	items map[string]int
	size  level
}

func relations(a, b int, s string) bool {
	if a < b || b >= limit && s != "x" {
		return false
	}
	for i := 0; i < a; i++ {
		if i == b {
			return true
		}
	}
	return a*2 > len(s)+next() // next stands once
}

func next() int { return start }

func (s *store) add(name string, n uint8, ready bool) (level, error) {
	s.Lock()
	defer s.Unlock()
	if !ready || s.items == nil {
		return 0, errors.New("not ready")
	}
	s.items[name] = int(n + 1)
	s.size++
	s.size = s.size + 2
	log.Print("added")
	delete(s.items, "")
	err := check(s)
	if err != nil {
		return s.size, fmt.Errorf("check: %w", err)
	}
	return s.size, nil
}

func check(*store) error { return nil }

func (s level) states(w http.ResponseWriter, wait bool) (ok bool) {
	list := [...]string{0: "a", 2: "two words"}
	point := struct{ X int }{X: 5}
	switch {
	case wait:
		time.Sleep(3 * time.Millisecond)
	case s > 3, len(list) == point.X:
		w.WriteHeader(http.StatusCreated)
	}
	switch s {
	case 7:
		_ = list
	}
	ok = true
	func() { ok = wait }()
	return ok
}

func sum[T int | float64](a, b T) T { return a + b - 1<<2 }
