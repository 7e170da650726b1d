package probe

import "sync/atomic"

// Stmt is the cell of one statement: untouched, entered, completed or muted.
// The zero value is an untouched statement that no one has registered yet.
type Stmt struct {
	// state holds the bits below and, in the rest, the target's number plus
	// one; all in one word, so that they can only change together. The order
	// of the bits makes every fast path one signed comparison: a cell with
	// nothing to learn is large, a killed one is negative. It is a plain word
	// under atomic functions since the methods of atomic.Uint32 would not
	// leave enough of the inliner's budget.
	state uint32
}

const (
	killedBit  = 1 << 31 // between Kill and Revive
	doneBit    = 1 << 30 // completed in this round, or muted
	enteredBit = 1 << 29 // entered in this round, or muted
	mutedBit   = 1 << 28
	listedBit  = 1 << 27 // in the list of what was touched
	numberMask = listedBit - 1
)

// Scores of a statement: entering it is half the way, since it may yet panic
// (Arcuri et al., "JavaScript instrumentation for search-based software
// testing", section III.B).
const (
	scoreEntered = 0.5
	scoreDone    = 1.0
)

// Enter notes that s begins.
func Enter(s *Stmt) {
	ran(s)
	if int32(atomic.LoadUint32(&s.state)) < enteredBit {
		s.reach(enteredBit)
	}
}

// Done notes that s came to its end without a panic.
func Done(s *Stmt) {
	if int32(atomic.LoadUint32(&s.state)) < doneBit {
		s.reach(doneBit | enteredBit)
	}
}

// Next is [Done] of one statement and [Enter] of the one after it.
func Next(done, entered *Stmt) {
	ran(entered)
	// One bound for both: until entered has been completed once, the slow
	// path has a second look.
	if min(int32(atomic.LoadUint32(&done.state)), int32(atomic.LoadUint32(&entered.state))) < doneBit {
		next(done, entered)
	}
}

//go:noinline
func next(done, entered *Stmt) {
	done.reach(doneBit | enteredBit)
	entered.reach(enteredBit)
}

// Value is [Done] in expression position: `return f(x)` becomes
// `return Value(s, f(x))`.
func Value[T any](s *Stmt, v T) T {
	Done(s)
	return v
}

// reach raises s to bits and lists it if it is the first to be touched.
//
//go:noinline
func (s *Stmt) reach(bits uint32) {
	for {
		old := atomic.LoadUint32(&s.state)
		if int32(old) < 0 {
			end()
			return
		}
		raised := old | bits
		if old&numberMask != 0 {
			raised |= listedBit
		}
		if raised == old {
			return
		}
		if !atomic.CompareAndSwapUint32(&s.state, old, raised) {
			continue
		}
		if (raised&^old)&listedBit != 0 {
			push(Target(raised&numberMask) - 1)
		}
		return
	}
}

// number makes s the cell of target t. What was touched before it had a
// number is listed now, by whoever of the two sets the bit.
func (s *Stmt) number(t Target, flags uint32) {
	old := atomic.OrUint32(&s.state, uint32(t+1)|flags)
	if old&enteredBit != 0 {
		s.list()
	}
}

func (s *Stmt) list() {
	if old := atomic.OrUint32(&s.state, listedBit); old&listedBit == 0 {
		push(Target(old&numberMask) - 1)
	}
}

// take ends the round for a listed cell and returns its score, 0 if it has
// none to tell.
func (s *Stmt) take() float64 {
	for {
		old := atomic.LoadUint32(&s.state)
		fresh := old &^ listedBit
		if old&mutedBit == 0 {
			fresh &^= doneBit | enteredBit
		}
		if atomic.CompareAndSwapUint32(&s.state, old, fresh) {
			return stmtScore(old)
		}
	}
}

func stmtScore(state uint32) float64 {
	switch {
	case state&mutedBit != 0 || state&enteredBit == 0:
		return 0
	case state&doneBit != 0:
		return scoreDone
	}
	return scoreEntered
}

func (s *Stmt) mute() { atomic.OrUint32(&s.state, mutedBit|doneBit|enteredBit) }

// unmute opens a muted cell; one that is not muted keeps its round.
func (s *Stmt) unmute() {
	for {
		old := atomic.LoadUint32(&s.state)
		if old&mutedBit == 0 || atomic.CompareAndSwapUint32(&s.state, old, old&^(mutedBit|doneBit|enteredBit)) {
			return
		}
	}
}
