package probe

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
)

// Cond is the cell of one condition: which of its sides were taken in this
// round. The zero value is a condition that was not evaluated. What is an array
// of two has an element for the false side and one for the true.
type Cond struct {
	taken [2]uint8
}

// Values of taken.
const (
	took      = 1 // the side was taken
	caseFalse = 2 // of the false side of a case, which is no target
	tookFlag  = 4 // the side was taken of a condition that never has a rank
)

// bothTaken is what no outcome can add to.
var bothTaken = [2]uint8{took, took}

// Near is how near a condition came to the side that was not taken.
type Near struct {
	// rank is the larger the nearer, 0 for none. Ranks are compared raw and
	// become scores only when they are read. Once both sides were taken it has
	// no meaning.
	rank atomic.Uint64
	_    [0]uint32
	// closed is not 0 for a side whose distance nobody wants any more: it was
	// taken in this round, came as near as it can without, or is muted.
	closed [2]uint8
	_      [2]uint8
	muted  [2]uint8
	_      [2]uint8
}

// Values of closed.
const (
	shut  = 1 // until the round ends
	muted = 2
)

// shutWord, by side, is shut in the word that begins with closed.
var shutWord = [2]uint32{inWord(0, shut), inWord(1, shut)}

// inWord is a word whose i-th byte in memory is b.
func inWord(i int, b uint8) uint32 {
	var word [4]uint8
	word[i] = b
	return *(*uint32)(unsafe.Pointer(&word))
}

// index of a side.
func index(side bool) uint8 {
	if side {
		return 1
	}
	return 0
}

// told returns the outcome of a comparison of a and b. If the distance to the
// other one is open, slow notes it and does the rest. The inliner takes the call
// of a parameter for a cheap one and then finds out which function it is;
// written out, most conditions would be over its budget.
//
//go:norace
func told[T any](g *Group, c *Cond, n *Near, outcome bool, a, b T, slow slowPath[T]) bool {
	i := index(outcome)
	if n.closed[i^1] == 0 {
		return slow(g, c, n, outcome, a, b)
	}
	c.taken[i] = took
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// slowPath is what a comparison calls while the side not taken is open.
type slowPath[T any] = func(g *Group, c *Cond, n *Near, outcome bool, a, b T) bool

// mark notes that a side was taken. It comes after the distance to the other
// side: what the round has of the evaluation is complete then.
//
//go:norace
func (c *Cond) mark(g *Group, outcome bool) bool {
	alive()
	c.taken[index(outcome)] = took
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// flag is mark for a condition without distances.
//
//go:norace
func (c *Cond) flag(g *Group, outcome bool) bool {
	c.taken[index(outcome)] = tookFlag
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// open reports whether the distance to the side not taken may be of use.
//
//go:norace
func (n *Near) open(outcome bool) bool { return n.closed[index(!outcome)] == 0 }

// wants is open for what costs time: it closes a side that was taken since.
//
//go:norace
func (n *Near) wants(c *Cond, side uint8) bool {
	if c.taken[side] != 0 {
		n.close(side)
		if c.taken[side] == 0 {
			n.reopen(side) // that was another round
		}
	}
	return n.closed[side] == 0
}

func (n *Near) close(side uint8)  { atomic.OrUint32(n.state(), shutWord[side]) }
func (n *Near) reopen(side uint8) { atomic.AndUint32(n.state(), ^shutWord[side]) }

func (n *Near) state() *uint32 { return (*uint32)(unsafe.Pointer(&n.closed)) }

// nearest is the largest rank of a side that can come no nearer.
var nearest = realRank(leaving)

// note notes the outcome of an evaluation and the rank of the side not taken;
// final says that no rank can be larger.
//
//go:norace
func (n *Near) note(g *Group, c *Cond, outcome bool, rank uint64, final bool) bool {
	alive()
	side := index(!outcome)
	switch {
	case c.taken[side] != 0:
		n.wants(c, side)
	case final:
		n.final(side, rank)
	case rank > n.rank.Load():
		n.raise(rank)
	}
	c.taken[side^1] = took
	if g != nil {
		g.touched = 1
	}
	return outcome
}

// final notes how near a side came that cannot come nearer.
func (n *Near) final(side uint8, rank uint64) {
	n.raise(rank)
	n.close(side)
	if n.rank.Load() < rank {
		n.raise(rank) // it was closed for another round
	}
}

func (n *Near) raise(rank uint64) {
	for old := n.rank.Load(); rank > old; old = n.rank.Load() {
		if n.rank.CompareAndSwap(old, rank) {
			return
		}
	}
}

// take ends the round and returns the rank. It goes after the marks of the
// condition: what comes later is marked later, too. A close of the next round
// that may rest on the rank is undone.
//
//go:norace
func (n *Near) take() (rank uint64) {
	n.closed = n.muted
	rank = n.rank.Swap(0)
	if n.closed != n.muted {
		n.closed = n.muted
	}
	return rank
}

// drop is take without a care for what comes at the same time.
//
//go:norace
func (n *Near) drop() {
	n.closed = n.muted
	*(*uint64)(unsafe.Pointer(&n.rank)) = 0
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

// mute closes a side for good. It reports whether both are.
//
//go:norace
func (n *Near) mute(side uint8) bool {
	n.muted[side] = muted
	n.closed[side] = muted
	return n.muted[side^1] != 0
}

// unmute opens the muted sides; one that is not muted keeps its round.
//
//go:norace
func (n *Near) unmute() {
	for side := range n.muted {
		if n.muted[side] != 0 {
			n.muted[side], n.closed[side] = 0, 0
			n.rank.Store(0)
		}
	}
}
