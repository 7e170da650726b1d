package mio

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
)

// queue orders the open targets by how often each was sampled since it last
// improved: feedback-directed sampling. It is a binary heap that knows where each
// target is, so that every operation costs O(log open) at most.
type queue struct {
	heap  []entry
	where []int32 // by target id: index in heap plus one, 0 when absent
}

// entry is an open target with its rank. The upper half of the rank is the
// sampling counter, the lower half is random and orders equal counters.
type entry struct {
	rank uint64
	id   fitness.ID
}

func newEntryRank(r *rand.Rand, counter uint32) uint64 {
	return uint64(counter)<<32 | uint64(r.Uint32())
}

// counter returns how often the target was sampled since its last reset.
func (e entry) counter() uint32 { return uint32(e.rank >> 32) }

// least returns a target with the lowest counter, and false if none is open.
func (q *queue) least() (fitness.ID, bool) {
	if len(q.heap) == 0 {
		return 0, false
	}
	return q.heap[0].id, true
}

// reset sets the counter of a target to 0; the target is added when absent.
func (q *queue) reset(r *rand.Rand, id fitness.ID) {
	if missing := int(id) + 1 - len(q.where); missing > 0 {
		q.where = append(q.where, make([]int32, missing)...)
	}
	i := int(q.where[id]) - 1
	if i < 0 {
		i = len(q.heap)
		q.heap = append(q.heap, entry{})
	}
	q.put(i, entry{newEntryRank(r, 0), id})
	q.fix(i)
}

// count notes that the first target was sampled once more.
func (q *queue) count(r *rand.Rand) {
	e := q.heap[0]
	q.heap[0].rank = newEntryRank(r, e.counter()+1)
	q.down(0)
}

// remove takes a target out, if it is in.
func (q *queue) remove(id fitness.ID) {
	if int(id) >= len(q.where) || q.where[id] == 0 {
		return
	}
	i, last := int(q.where[id])-1, len(q.heap)-1
	q.where[id] = 0
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if i < last {
		q.put(i, moved)
		q.fix(i)
	}
}

func (q *queue) put(i int, e entry) {
	q.heap[i] = e
	q.where[e.id] = int32(i + 1)
}

// fix moves the entry at i to where it belongs.
func (q *queue) fix(i int) {
	if !q.up(i) {
		q.down(i)
	}
}

func (q *queue) up(i int) (moved bool) {
	e := q.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if q.heap[parent].rank <= e.rank {
			break
		}
		q.put(i, q.heap[parent])
		i, moved = parent, true
	}
	q.put(i, e)
	return moved
}

func (q *queue) down(i int) {
	e := q.heap[i]
	for {
		child := 2*i + 1
		if child >= len(q.heap) {
			break
		}
		if right := child + 1; right < len(q.heap) && q.heap[right].rank < q.heap[child].rank {
			child = right
		}
		if e.rank <= q.heap[child].rank {
			break
		}
		q.put(i, q.heap[child])
		i = child
	}
	q.put(i, e)
}
