package probe

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/aside"
)

// Cond is the cell of one condition: it notes which sides were taken in this round. The zero value is a condition that
// was not evaluated. In arrays of two elements, here and in [Near], the first is for the false side and the second for
// the true side.
type Cond struct {
	taken [2]uint8
}

// Bits of Cond.taken.
const (
	took      = 1 // the side was taken
	caseFalse = 2 // the false side of a case of a switch, which is no target
	tookFlag  = 4 // the side was taken, and the condition never has a rank
	// quiet is set together with took: no further evaluation with this outcome is news in this round. It is in the same
	// byte as took, so it ends with the round; a condition with two muted sides keeps both bits.
	quiet = 8
)

// bothQuiet is the value of taken with both sides quiet: no outcome is noted any more.
var bothQuiet = [2]uint8{took | quiet, took | quiet}

// Near notes how near a condition came to the side that was not taken.
type Near struct {
	// rank is larger the nearer the condition came, 0 for none. Ranks are compared as they are, and become scores only
	// when a round is read. It has no meaning once both sides were taken.
	rank  atomic.Uint64
	muted [2]uint8
	asked uint16 // how often the condition asked in this round, see [Ask]
	// curious has the bits sought and called: why the condition asks.
	curious uint8
	_       [3]uint8
}

// muted is the value of Near.muted for a muted side.
const muted = 1

// index returns the index of a side in an array of two: 0 for false, 1 for true.
func index(side bool) uint8 {
	if side {
		return 1
	}
	return 0
}

// noteCompared returns the outcome of a comparison of a and b, and calls slow to note the outcome unless it is quiet.
// at holds the cells of the comparison, for example as [Ints]; c is its cell of the condition. slow is a parameter
// because the inliner counts the call of a parameter as cheap, and still finds out later which function is called. With
// the call written out, most conditions would be over the budget for inlining.
//
//go:norace
func noteCompared[P, T any](c *Cond, at P, outcome bool, a, b T, slow func(at P, outcome bool, a, b T) bool) bool {
	if c.taken[index(outcome)] < quiet {
		return slow(at, outcome, a, b)
	}
	return outcome
}

// flag notes the outcome of a condition without a distance.
//
//go:norace
func (c *Cond) flag(g *Group, outcome bool) bool {
	c.taken[index(outcome)] = tookFlag
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// open reports whether a side is neither taken in this round nor muted.
//
//go:norace
func (n *Near) open(c *Cond, side uint8) bool { return c.taken[side]|n.muted[side] == 0 }

// wants reports whether a distance to a side may be of use to the search. If the distances are whole numbers, no
// smaller one than 1 exists, so once the rank is that of 1, none is of use.
//
//go:norace
func (n *Near) wants(c *Cond, side uint8, whole bool) bool {
	return n.open(c, side) && !(whole && n.rank.Load() >= nearest)
}

// seeks reports whether a distance to a side may be of use, to the search or to a caller that asks.
func (n *Near) seeks(c *Cond, side uint8) bool { return n.open(c, side) || hears(c) }

// seeksWhole is seeks for distances that are whole numbers.
func (n *Near) seeksWhole(c *Cond, side uint8) bool { return n.wants(c, side, true) || hears(c) }

// nearest is the rank of the smallest whole distance: realRank(minDistance).
const nearest = ^uint64(0x3ff << 52)

// note notes an outcome, and the rank of the side that was not taken, 0 for none. It writes the mark after the rank, so
// that a reader that sees the mark sees the rank too. whole says that distances are whole numbers.
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
		n.markQuiet(c, i, whole)
	}
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// mark notes an outcome without a rank.
func (n *Near) mark(g *Group, c *Cond, outcome, whole bool) bool {
	return n.note(g, c, outcome, 0, whole)
}

// stale reports whether note would change nothing for an outcome with the rank of a whole distance, except for the mark
// of the group. It makes the repetitions of a loop cheap.
//
//go:norace
func (n *Near) stale(c *Cond, outcome bool, rank uint64) bool {
	i := index(outcome)
	return rank <= n.rank.Load() && rank < nearest && c.taken[i] == took && n.open(c, i^1) &&
		!killed.Load() && asking.depth.Load() == 0
}

// markQuiet marks a side as taken and quiet, unless a new round has begun meanwhile or [Kill] was called.
//
//go:norace
func (n *Near) markQuiet(c *Cond, side uint8, whole bool) {
	c.taken[side] = took | quiet
	aside.Ignore()
	n.rank.Or(0) // a barrier
	aside.Heed()
	if n.wants(c, side^1, whole) || killed.Load() {
		c.clearQuiet(side)
	}
}

// clearQuiet clears the bit quiet of a side. It does so only while the mark is still there: a reader may have taken the
// mark, and must not find it a second time.
func (c *Cond) clearQuiet(side uint8) {
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

// inWord returns a word whose i-th byte in memory is b, and whose other bytes are 0.
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

// take ends the round of the condition and returns its rank. The reader takes the marks before the rank, so a rank that
// comes in between gets a new mark. A side that is quiet in the next round because of the old rank becomes loud.
//
//go:norace
func (n *Near) take(c *Cond) (rank uint64) {
	rank = n.rank.Swap(0)
	n.asked = 0
	for side := range c.taken {
		if c.taken[side] >= quiet && c.taken != bothQuiet {
			c.taken[side] = took
		}
	}
	return rank
}

// drop is take for [Drop]: it may lose a rank that is written at the same time.
//
//go:norace
func (n *Near) drop() {
	*(*uint64)(unsafe.Pointer(&n.rank)) = 0
	n.asked = 0
}

// sideScore returns the score of a side of a condition that was evaluated, in (0,1].
func sideScore(taken uint8, rank uint64) float64 {
	if taken != 0 {
		return 1
	}
	return rankScore(rank)
}

// below1 is the largest float64 below 1: the upper bound of the score of a side that was not taken.
const below1 = 1 - 1.0/(1<<53)

// rankScore converts the rank of a side that was not taken into a score in (0,1): [heuristics.Close] of the distance.
func rankScore(rank uint64) float64 {
	switch {
	case rank == 0:
		return heuristics.Reached
	case rank >= 1<<63:
		return min(heuristics.Close(math.Float64frombits(^rank)), below1)
	}
	return min(math.Float64frombits(rank), below1)
}

// mute mutes a side. It reports whether both sides are muted.
//
//go:norace
func (n *Near) mute(side uint8) bool {
	n.muted[side] = muted
	return n.muted[side^1] != 0
}

// silence makes an evaluation of the condition cost one load and a compare: no outcome is noted.
//
//go:norace
func (c *Cond) silence() { c.taken = bothQuiet }

// unmute undoes mute. A condition without a muted side keeps what it noted in this round.
//
//go:norace
func (n *Near) unmute() {
	if n.muted != [2]uint8{} {
		n.muted = [2]uint8{}
		n.rank.Store(0)
	}
}
