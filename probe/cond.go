package probe

import (
	"math"
	"sync/atomic"

	"github.com/evoke-go/evoke/heuristics"
)

// Cond is the cell of one condition: of each of its sides, whether it was
// taken in this round, and else how near it came. The zero value is a
// condition that was not evaluated and that no one has registered yet.
type Cond struct {
	// state holds the bits below. That a side was taken is here and not in
	// near, so that it changes together with the membership of the list.
	state uint32
	// first is the target of the true side, valid once state says numbered.
	first Target
	// near has a rank for each side, true and false: the larger the nearer, 0
	// for none. What it measures is in the state. Ranks are compared raw and
	// become scores only when they are read.
	near [2]atomic.Uint64
}

// Bits of a condition's state. The first two say all that a fast path has to
// know and follow from the others, see settled.
const (
	restFalse   = 1 << 31 // an outcome of false has nothing to tell any more
	restTrue    = 1 << 30
	restBoth    = restTrue | restFalse
	closedTrue  = 1 << 29 // taken in this round, or muted
	closedFalse = 1 << 28
	closedBoth  = closedTrue | closedFalse
	mutedTrue   = 1 << 27
	mutedFalse  = 1 << 26
	mutedBoth   = mutedTrue | mutedFalse
	condListed  = 1 << 25
	numbered    = 1 << 24
	caseBit     = 1 << 23 // a case of a switch: its false side is no target
	condKilled  = 1 << 22 // between Kill and Revive
	finalTrue   = 1 << 21 // came as near in this round as one can without being taken
	finalFalse  = 1 << 20
	finalBoth   = finalTrue | finalFalse
	measureMask = 1
)

// Measures of near, for evaluated. A flag has none.
const (
	measureWhole = 0 // wholeRank
	measureReal  = 1 // realRank or scoreRank
	// measureFinal goes with a measure: no rank of the side can be larger. Of whole
	// ranks that is known.
	measureFinal = 2
)

// settled derives what rests: an outcome that was there before, beside a side
// that is closed or cannot come nearer.
func settled(state uint32) uint32 {
	state &^= restBoth
	if state&condKilled != 0 {
		return state
	}
	if state&closedTrue != 0 && state&(closedFalse|finalFalse) != 0 {
		state |= restTrue
	}
	if state&closedFalse != 0 && state&(closedTrue|finalTrue) != 0 {
		state |= restFalse
	}
	return state
}

// change replaces bits of the state and returns what it was.
func (c *Cond) change(remove, add uint32) (old uint32) {
	for {
		old = atomic.LoadUint32(&c.state)
		if atomic.CompareAndSwapUint32(&c.state, old, settled(old&^remove|add)) {
			return old
		}
	}
}

// told returns the outcome of a comparison of a and b and has slow note it, if
// c can still learn from that. The inliner takes the call of a parameter for a
// cheap one and then finds out which function it is; written out, most
// conditions would be over its budget.
func told[T any](c *Cond, outcome bool, a, b T, slow func(c *Cond, outcome bool, a, b T)) bool {
	state := atomic.LoadUint32(&c.state)
	if outcome {
		state <<= 1 // restTrue in the place of restFalse
	}
	if int32(state) >= 0 {
		slow(c, outcome, a, b)
	}
	return outcome
}

// judged is told of what plain finds, which may be too large to be inlined.
func judged[T any](c *Cond, a, b T, plain func(a, b T) bool, slow func(c *Cond, outcome bool, a, b T)) bool {
	outcome, state := plain(a, b), atomic.LoadUint32(&c.state)
	if outcome {
		state <<= 1
	}
	if int32(state) >= 0 {
		slow(c, outcome, a, b)
	}
	return outcome
}

// wants reports whether a distance to the side not taken is of use.
func (c *Cond) wants(outcome bool) bool {
	state := atomic.LoadUint32(&c.state)
	return state&(condKilled|(closedTrue|finalTrue)>>other(outcome)) == 0
}

// other is the index of the side that was not taken.
func other(outcome bool) uint32 {
	if outcome {
		return 1
	}
	return 0
}

// evaluated records an evaluation: its outcome, and the rank of the other side.
func (c *Cond) evaluated(outcome bool, rank uint64, measure uint32) {
	if c.news(outcome, rank) {
		c.note(outcome, rank, measure)
	}
}

// news reports whether an evaluation changes c, or ends the goroutine. If the
// side taken is known the other is not, or the fast path would have gone by. The order of
// the loads matters: a rank that is known in the round of the state, or in one
// after it, has been noted.
func (c *Cond) news(outcome bool, rank uint64) bool {
	side := other(outcome)
	want := uint32(closedFalse)<<side | condListed
	return atomic.LoadUint32(&c.state)&(want|condKilled) != want || rank > c.near[side].Load()
}

// note is evaluated with news.
//
//go:noinline
func (c *Cond) note(outcome bool, rank uint64, measure uint32) {
	state := atomic.LoadUint32(&c.state)
	if state&condKilled != 0 {
		end()
		return
	}
	side := other(outcome)
	if state&(closedTrue>>side) == 0 {
		c.raise(side, rank)
	}
	want := closedFalse<<side | condListed | measure&^measureFinal
	final := measure&measureFinal != 0 || measure == measureWhole && rank >= ^uint64(leaving)
	if final {
		want |= finalTrue >> side
	}
	// Only now: if the round ended before the rank came in, c has to be listed
	// anew.
	c.cover(want)
	if final && state&(closedTrue>>side) == 0 {
		c.raise(side, rank) // the round that it is final in may be another
	}
}

func (c *Cond) raise(side uint32, rank uint64) {
	near := &c.near[side]
	for old := near.Load(); rank > old; old = near.Load() {
		if near.CompareAndSwap(old, rank) {
			return
		}
	}
}

// cover sets bits of the state and lists c if it was not.
func (c *Cond) cover(want uint32) {
	for {
		old := atomic.LoadUint32(&c.state)
		raised := old | want
		if old&numbered == 0 {
			raised &^= condListed
		}
		if raised = settled(raised); raised == old {
			return
		}
		if !atomic.CompareAndSwapUint32(&c.state, old, raised) {
			continue
		}
		if (raised&^old)&condListed != 0 {
			push(c.first)
		}
		return
	}
}

// number makes c the cell of the targets t and t+1, see Stmt.number.
func (c *Cond) number(t Target, flags uint32) {
	c.first = t
	if old := c.change(0, numbered|flags); old&closedBoth != 0 {
		c.cover(condListed)
	}
}

// take ends the round for a listed cell and returns the scores of its sides, 0
// for what is not to be told.
func (c *Cond) take() (whenTrue, whenFalse float64) {
	state, nearTrue, nearFalse := c.drop()
	if state&closedBoth == 0 {
		return 0, 0 // it was unmuted since it was listed
	}
	if state&mutedTrue == 0 {
		whenTrue = sideScore(state, closedTrue, nearTrue)
	}
	if state&(mutedFalse|caseBit) == 0 {
		whenFalse = sideScore(state, closedFalse, nearFalse)
	}
	return whenTrue, whenFalse
}

// drop ends the round for a listed cell and returns what it held.
func (c *Cond) drop() (state uint32, nearTrue, nearFalse uint64) {
	state = c.release()
	// Only now: a rank that comes in later finds the cell unlisted.
	nearTrue = c.clear(0)
	if state&caseBit == 0 {
		nearFalse = c.clear(1)
	}
	return state, nearTrue, nearFalse
}

func (c *Cond) release() (state uint32) {
	for {
		old := atomic.LoadUint32(&c.state)
		// A muted bit is two below the closed bit of its side.
		fresh := old&^(condListed|closedBoth|finalBoth|measureMask) | (old&mutedBoth)<<2
		if atomic.CompareAndSwapUint32(&c.state, old, settled(fresh)) {
			return old
		}
	}
}

func (c *Cond) clear(side int) (rank uint64) {
	near := &c.near[side]
	if near.Load() == 0 {
		return 0
	}
	rank = near.Swap(0)
	if final := uint32(finalTrue) >> side; atomic.LoadUint32(&c.state)&final != 0 {
		c.change(final, 0) // the next round believes to have what went to this one
	}
	return rank
}

func sideScore(state, closed uint32, rank uint64) float64 {
	if state&closed != 0 {
		return 1
	}
	return rankScore(state&measureMask, rank)
}

// below1 is the largest float64 below 1: a side that was not taken stays there.
const below1 = 1 - 1.0/(1<<53)

// rankScore normalises what near holds of a side that was evaluated but not
// taken: in (0,1), [heuristics.Close] of a distance.
func rankScore(measure uint32, rank uint64) float64 {
	switch {
	case rank == 0:
		return heuristics.Reached
	case measure == measureWhole:
		return min(heuristics.Close(float64(^rank)), below1)
	case rank >= 1<<63:
		return min(heuristics.Close(math.Float64frombits(^rank)), below1)
	}
	return min(math.Float64frombits(rank), below1)
}

func (c *Cond) mute(side int32) { c.change(0, (closedTrue|mutedTrue)>>side) }

// unmute opens the muted sides; one that is not muted keeps its round.
func (c *Cond) unmute() {
	for {
		old := atomic.LoadUint32(&c.state)
		muted := old & mutedBoth
		if muted == 0 || atomic.CompareAndSwapUint32(&c.state, old, settled(old&^(muted|muted<<2))) {
			return
		}
	}
}
