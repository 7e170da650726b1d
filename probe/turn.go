package probe

import (
	"runtime"
	"slices"
	"time"
)

// A select takes one of several ready cases by chance. In a process whose order is fixed, it takes the first ready case
// in that order. For this, covered code evaluates the operands of the cases before the select, and [Poll] tries the
// cases one after the other. Poll executes the first ready case. The select then gets channels of which only this case
// is ready, with the same value. If no case is ready, the select waits as ever.

// Comm is a case of a select.
type Comm interface {
	// try executes the case if it can be done at once, and reports whether it did.
	try() bool
	// settle makes the case the only one that is ready if done, and else one that is never ready.
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

// Poll takes the first ready case, in the order of the process. The arguments are in the order of the source.
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

// yields is how often a goroutine that started another one calls [runtime.Gosched]. Once is enough if nothing
// interrupts the new goroutine.
const yields = 3

// turnTime is how long goroutines take turns after the last start of a goroutine. A goroutine that runs for longer
// waits for something, or is in an endless loop. After this time all threads run again, so that the runtime finds
// faults that need two of them at once, such as concurrent writes to a map.
const turnTime = 200 * time.Millisecond

// Starting comes before a statement that starts a goroutine. If the order is fixed, Go code then has one thread, so
// that goroutines take turns, until none was started for a while. A program that starts no goroutine keeps all threads.
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

// Started comes after a statement that starts a goroutine. If the order is ascending, the new goroutine runs until it
// ends or waits, before the goroutine that started it continues.
func Started() {
	if fixed.order == Ascending || fixed.order == Shuffled && fixed.turns.IntN(2) == 0 {
		for range yields {
			runtime.Gosched()
		}
	}
}
