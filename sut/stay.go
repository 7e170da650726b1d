package sut

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/evoke-go/evoke/probe"
)

const (
	// politeTime is how long a handler may take to notice that its context has ended.
	politeTime = 20 * time.Millisecond
	// killTime is how long it may take after that to reach a probe and unwind.
	killTime = 250 * time.Millisecond
	// trailTime is how much longer the goroutines that it started may take.
	trailTime = 2 * time.Millisecond
)

// stay is the time that a handler spends on one call. Another goroutine can give it up.
type stay struct {
	state atomic.Int32
	over  chan struct{} // closed at the end of a stay that is awaited
	left  *atomic.Int32 // number of handlers that were left behind
	most  time.Duration // time to unwind; 0 for killTime
}

// The states of a stay.
const (
	outside int32 = iota
	inside
	ended
	awaited    // given up; giveUp waits for the end
	leftBehind // given up; nobody waits
	refused    // given up before it began
)

// begin reports whether the call still needs the handler.
func (s *stay) begin() bool {
	return s.state.CompareAndSwap(outside, inside) || s.state.Load() != refused
}

func (s *stay) end() {
	switch s.state.Swap(ended) {
	case awaited:
		close(s.over)
	case leftBehind:
		s.left.Add(-1)
	}
}

// giveUp ends the stay of a handler whose context has ended. If the handler does not return by itself, the probes in
// its code end the goroutine. A handler that reaches no probe is left behind, and counted in left until it ends.
func (s *stay) giveUp(left *atomic.Int32) {
	s.over, s.left = make(chan struct{}), left
	if s.state.CompareAndSwap(outside, refused) {
		return
	}
	if !s.state.CompareAndSwap(inside, awaited) || s.wait(politeTime) || probe.Targets() > 0 && s.kill() {
		return
	}
	left.Add(1)
	if !s.state.CompareAndSwap(awaited, leftBehind) {
		left.Add(-1) // it has ended just now
	}
}

func (s *stay) kill() bool {
	probe.Kill()
	defer probe.Revive()
	limit := killTime
	if s.most > 0 {
		limit = min(limit, s.most)
	}
	over := s.wait(limit)
	time.Sleep(trailTime)
	return over
}

func (s *stay) wait(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-s.over:
		return true
	case <-timer.C:
		return false
	}
}

const (
	lookRounds = 100
	lookTimes  = 100
	lookEvery  = 200 * time.Microsecond
	lookShare  = 20 // a statement counts if it runs in this part of the looks
)

// whereabouts returns the place at which an instrumented program hangs. At a given moment any statement of a loop may
// be the last one. So it looks for a tenth of a second and takes the first statement in the order of the source that
// runs for a good part of that time: the same statement each time. Statements of functions that no handler called do
// not count, since other goroutines run them. serves recognises the stacks of handlers.
func whereabouts(serves func([]uintptr) bool) string {
	if _, ok := probe.Last(); !ok {
		return ""
	}
	seen := map[probe.Target]int{}
	for range lookRounds {
		for range lookTimes {
			if t, ok := probe.Last(); ok {
				seen[t]++
			}
		}
		time.Sleep(lookEvery)
	}
	first := probe.Target(-1)
	stacks := serving(serves)
	for t, times := range seen {
		called := func(stack []uintptr) bool { return active(stack, probe.Describe(t)) }
		if times >= lookRounds*lookTimes/lookShare && (first < 0 || t < first) && slices.ContainsFunc(stacks, called) {
			first = t
		}
	}
	return spotOf(probe.Describe(first))
}
