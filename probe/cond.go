package probe

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

// Cond is the cell of one condition: which of its sides were taken in this
// round. The zero value is a condition that was not evaluated. What is an array
// of two has an element for the false side and one for the true.
type Cond struct {
	taken [2]uint8
}

// Values of taken, which are bits.
const (
	took      = 1 // the side was taken
	caseFalse = 2 // of the false side of a case, which is no target
	tookFlag  = 4 // the side was taken of a condition that never has a rank
	// quiet goes with took: nothing that comes out at this side is news in this
	// round. It ends with the mark that it rests on, so that it cannot outlast
	// the round; a condition with two muted sides keeps both.
	quiet = 8
)

// silenced is what no outcome can add to.
var silenced = [2]uint8{took | quiet, took | quiet}

// Near is how near a condition came to the side that was not taken.
type Near struct {
	// rank is the larger the nearer, 0 for none. Ranks are compared raw and
	// become scores only when they are read. Once both sides were taken it has
	// no meaning.
	rank  atomic.Uint64
	muted [2]uint8
	asked uint16 // how often the condition asked in this round, see [Ask]
	// curious says why the condition asks, see there.
	curious uint8
	_       [3]uint8
}

// muted is the value of muted for a side that is.
const muted = 1

// index of a side.
func index(side bool) uint8 {
	if side {
		return 1
	}
	return 0
}

// told returns the outcome of a comparison of a and b. Unless that can be no
// news, slow notes it. The inliner takes the call of a parameter for a cheap one
// and then finds out which function it is; written out, most conditions would
// be over its budget.
//
//go:norace
func told[T any](g *Group, c *Cond, n *Near, outcome bool, a, b T, slow slowPath[T]) bool {
	if c.taken[index(outcome)] < quiet {
		return slow(g, c, n, outcome, a, b)
	}
	return outcome
}

// slowPath is what a comparison calls unless its outcome is quiet.
type slowPath[T any] = func(g *Group, c *Cond, n *Near, outcome bool, a, b T) bool

// flag notes the outcome of a condition without distances.
//
//go:norace
func (c *Cond) flag(g *Group, outcome bool) bool {
	c.taken[index(outcome)] = tookFlag
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// open reports whether a side was not taken in this round, nor muted.
//
//go:norace
func (n *Near) open(c *Cond, side uint8) bool { return c.taken[side]|n.muted[side] == 0 }

// wants reports whether the distance to a side may be of use: not if it came as
// near as it can without being taken. Distances that are whole numbers can tell.
//
//go:norace
func (n *Near) wants(c *Cond, side uint8, whole bool) bool {
	return n.open(c, side) && !(whole && n.rank.Load() >= nearest)
}

// seeks reports whether the distance to a side may be of use, also to a caller
// that asks for it.
func (n *Near) seeks(c *Cond, side uint8) bool { return n.open(c, side) || hears(c) }

// seeksWhole is seeks for distances that are whole numbers.
func (n *Near) seeksWhole(c *Cond, side uint8) bool { return n.wants(c, side, true) || hears(c) }

// nearest is the largest rank of a side that can come no nearer: realRank of
// leaving.
const nearest = ^uint64(0x3ff << 52)

// note notes an outcome and the rank of the side not taken, 0 for none. The mark
// comes after the rank: what the round has of the evaluation is complete then.
//
//go:norace
func (n *Near) note(g *Group, c *Cond, outcome bool, rank uint64, whole bool) bool {
	alive()
	listening := asking.depth.Load() != 0 && heard(c, outcome, rank)
	i := index(outcome)
	open := n.open(c, i^1)
	if open && rank > n.rank.Load() {
		n.raise(rank)
	}
	if listening || open && !(whole && n.rank.Load() >= nearest) {
		c.taken[i] = took
	} else {
		n.hush(c, i, whole)
	}
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// mark notes an outcome.
func (n *Near) mark(g *Group, c *Cond, outcome, whole bool) bool {
	return n.note(g, c, outcome, 0, whole)
}

// stale reports whether note has nothing to do for the rank of a distance that is
// a whole number, but for the group. It is for what a loop does again and again.
//
//go:norace
func (n *Near) stale(c *Cond, outcome bool, rank uint64) bool {
	i := index(outcome)
	return rank <= n.rank.Load() && rank < nearest && c.taken[i] == took && n.open(c, i^1) &&
		!killed.Load() && asking.depth.Load() == 0
}

// hush marks a side that is quiet, unless another round has begun meanwhile, or
// the program is to end.
//
//go:norace
func (n *Near) hush(c *Cond, side uint8, whole bool) {
	c.taken[side] = took | quiet
	aside.Ignore()
	n.rank.Or(0) // a barrier
	aside.Heed()
	if n.wants(c, side^1, whole) || killed.Load() {
		c.loud(side)
	}
}

// loud undoes quiet. The mark stays only if it is still there: a reader may have
// taken it, and must not find it twice.
func (c *Cond) loud(side uint8) {
	cell := unsafe.Pointer(&c.taken[side])
	place := int(uintptr(cell) % 4)
	word, bit := (*uint32)(unsafe.Add(cell, -place)), inWord(place, quiet)
	aside.Ignore()
	defer aside.Heed()
	for old := atomic.LoadUint32(word); old&bit != 0; old = atomic.LoadUint32(word) {
		if atomic.CompareAndSwapUint32(word, old, old&^bit) {
			return
		}
	}
}

// inWord is a word whose i-th byte in memory is b.
func inWord(i int, b uint8) uint32 {
	var word [4]uint8
	word[i] = b
	return *(*uint32)(unsafe.Pointer(&word))
}

func (n *Near) raise(rank uint64) {
	aside.Ignore()
	defer aside.Heed()
	for old := n.rank.Load(); rank > old; old = n.rank.Load() {
		if n.rank.CompareAndSwap(old, rank) {
			return
		}
	}
}

// take ends the round and returns the rank. It goes after the marks of the
// condition: what comes later is marked later, too. A side of the next round
// that may be quiet because of the rank is not any more.
//
//go:norace
func (n *Near) take(c *Cond) (rank uint64) {
	rank = n.rank.Swap(0)
	n.asked = 0
	for side := range c.taken {
		if c.taken[side] >= quiet && c.taken != silenced {
			c.taken[side] = took
		}
	}
	return rank
}

// drop is take without a care for what comes at the same time.
//
//go:norace
func (n *Near) drop() {
	*(*uint64)(unsafe.Pointer(&n.rank)) = 0
	n.asked = 0
}

// sideScore is the score of a side of a condition that was evaluated.
func sideScore(taken uint8, rank uint64) float64 {
	if taken != 0 {
		return 1
	}
	return rankScore(rank)
}

// below1 is the largest float64 below 1: a side that was not taken stays there.
const below1 = 1 - 1.0/(1<<53)

// rankScore normalises the rank of a side that was evaluated but not taken: in
// (0,1), [heuristics.Close] of a distance.
func rankScore(rank uint64) float64 {
	switch {
	case rank == 0:
		return heuristics.Reached
	case rank >= 1<<63:
		return min(heuristics.Close(math.Float64frombits(^rank)), below1)
	}
	return min(math.Float64frombits(rank), below1)
}

// mute mutes a side. It reports whether both are.
//
//go:norace
func (n *Near) mute(side uint8) bool {
	n.muted[side] = muted
	return n.muted[side^1] != 0
}

// silence makes a condition cost next to nothing: nobody reads its marks.
//
//go:norace
func (c *Cond) silence() { c.taken = silenced }

// unmute undoes mute; a side that is not muted keeps its round.
//
//go:norace
func (n *Near) unmute() {
	if n.muted != [2]uint8{} {
		n.muted = [2]uint8{}
		n.rank.Store(0)
	}
}
