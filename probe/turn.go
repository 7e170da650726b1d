package probe

import (
	"runtime"
	"slices"
	"time"
)

// A select takes one of several ready cases by chance. In a process whose order
// is fixed it takes the first one of that order that is ready. For that the operands of its
// cases are evaluated before it, and [Poll] tries them one after the other. What
// it was the first to find ready happens there, and the select gets channels of
// which this one case alone is ready, with the same value. If no case is ready,
// the select waits as ever.

// Comm is a case of a select.
type Comm interface {
	// try does what the case does, if it can be done at once.
	try() bool
	// settle makes the case the only one that is ready, or one that is never.
	settle(done bool)
}

// Receive is a case that receives.
type Receive[T any] struct {
	C     <-chan T
	value T
	open  bool
}

// From returns the case that receives from a channel.
func From[T any](c <-chan T) *Receive[T] { return &Receive[T]{C: c} }

func (r *Receive[T]) try() bool {
	select {
	case r.value, r.open = <-r.C:
		return true
	default:
		return false
	}
}

func (r *Receive[T]) settle(done bool) {
	r.C = nil
	if !done {
		return
	}
	c := make(chan T, 1)
	if r.open {
		c <- r.value
	} else {
		close(c)
	}
	r.C = c
}

// Send is a case that sends.
type Send[T any] struct {
	C chan<- T
	V T
}

// To returns the case that sends to a channel.
func To[T any](c chan<- T) *Send[T] { return &Send[T]{C: c} }

// Value sets the value that is sent.
func (s *Send[T]) Value(v T) *Send[T] {
	s.V = v
	return s
}

func (s *Send[T]) try() bool {
	select {
	case s.C <- s.V:
		return true
	default:
		return false
	}
}

func (s *Send[T]) settle(done bool) {
	s.C = nil
	if done {
		s.C = make(chan T, 1)
	}
}

// Poll takes the first case that is ready, in the order of the process. The
// cases come in that of the source.
func Poll(cases ...Comm) {
	if fixed.order == ByChance {
		return
	}
	turns := slices.Clone(cases)
	arrange(turns, func([]Comm) {})
	for _, c := range turns {
		if !c.try() {
			continue
		}
		for _, other := range cases {
			other.settle(c == other)
		}
		return
	}
}

// yields is how often a goroutine that started another one lets the others run.
// Once is enough where nothing interrupts them.
const yields = 3

// turnTime is how long goroutines take turns after the last of them was started.
// What goes on for longer waits for something or runs in circles. With all
// threads the runtime then finds faults that need two at once, such as concurrent
// writes to a map.
const turnTime = 200 * time.Millisecond

// Starting comes before a statement that starts a goroutine. Where the order is
// fixed, Go code has one thread from then on, so that goroutines take turns, until
// none was started for a while. A program that starts none keeps all threads.
func Starting() { fixed.takeTurns() }

func (s *sources) takeTurns() {
	if s.order == ByChance || s.threaded {
		return
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.single == 0 {
		s.single = runtime.GOMAXPROCS(1)
	}
	if s.end == nil {
		s.end = time.AfterFunc(turnTime, s.endTurns)
		return
	}
	s.end.Reset(turnTime)
}

// endTurns gives Go code all of its threads again.
func (s *sources) endTurns() {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.single > 0 {
		runtime.GOMAXPROCS(s.single)
		s.single = 0
	}
}

// Started comes behind a statement that starts a goroutine. Where the order is
// ascending, the new goroutine runs until it ends or waits, before the one that
// started it goes on.
func Started() {
	if fixed.order == Ascending || fixed.order == Shuffled && fixed.turns.IntN(2) == 0 {
		for range yields {
			runtime.Gosched()
		}
	}
}
