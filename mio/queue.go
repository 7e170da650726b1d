package mio

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
)

// queue orders the open targets by their sampling counters: how often each was sampled since its last improvement. That
// is the feedback-directed sampling of the paper. Targets with equal counters share a bucket, and a linked list orders
// the buckets by counter. So the cost of each operation does not depend on the number of targets.
type queue struct {
	places  []place  // by target id
	buckets []bucket // bucket 0 is the sentinel at both ends of the list
	unused  []int32  // indices of empty buckets
}

// place is the bucket of a target and its index there. A target that is not open has the zero value.
type place struct {
	bucket int32
	index  int32
}

// bucket holds the open targets with the same sampling counter.
type bucket struct {
	counter    uint32
	prev, next int32
	ids        []fitness.ID
}

// ends is the index of the sentinel bucket, which is before the first bucket and after the last.
const ends = 0

// least returns one of the targets with the lowest counter, each with the same probability. It returns false if no
// target is open.
func (q *queue) least(r *rand.Rand) (fitness.ID, bool) {
	b := q.first()
	if b == ends {
		return 0, false
	}
	ids := q.buckets[b].ids
	return ids[r.IntN(len(ids))], true
}

// first returns the bucket of the lowest counter, or ends if no target is open.
func (q *queue) first() int32 {
	if len(q.buckets) == 0 {
		return ends
	}
	return q.buckets[ends].next
}

// reset sets the counter of a target to 0. It adds the target if it is not there.
func (q *queue) reset(id fitness.ID) {
	if missing := int(id) + 1 - len(q.places); missing > 0 {
		q.places = append(q.places, make([]place, missing)...)
	}
	if len(q.buckets) == 0 {
		q.buckets = append(q.buckets, bucket{})
	}
	if b := q.places[id].bucket; b != ends {
		if q.buckets[b].counter == 0 {
			return
		}
		q.remove(id)
	}
	q.insert(id, q.after(ends, 0))
}

// count increments the counter of an open target.
func (q *queue) count(id fitness.ID) {
	b := q.places[id].bucket
	next := q.after(b, q.buckets[b].counter+1)
	q.remove(id)
	q.insert(id, next)
}

// after returns the bucket for a counter. If there is none, it inserts one behind bucket b.
func (q *queue) after(b int32, counter uint32) int32 {
	next := q.buckets[b].next
	if next != ends && q.buckets[next].counter == counter {
		return next
	}
	added := q.bucket()
	q.buckets[added].counter = counter
	q.buckets[added].prev, q.buckets[added].next = b, next
	q.buckets[b].next, q.buckets[next].prev = added, added
	return added
}

// bucket returns the index of an unused bucket.
func (q *queue) bucket() int32 {
	if last := len(q.unused) - 1; last >= 0 {
		b := q.unused[last]
		q.unused = q.unused[:last]
		return b
	}
	q.buckets = append(q.buckets, bucket{})
	return int32(len(q.buckets) - 1)
}

func (q *queue) insert(id fitness.ID, b int32) {
	ids := append(q.buckets[b].ids, id)
	q.buckets[b].ids = ids
	q.places[id] = place{b, int32(len(ids) - 1)}
}

// remove removes a target if it is in the queue.
func (q *queue) remove(id fitness.ID) {
	if int(id) >= len(q.places) || q.places[id].bucket == ends {
		return
	}
	at := q.places[id]
	b := &q.buckets[at.bucket]
	last := len(b.ids) - 1
	moved := b.ids[last]
	b.ids[at.index], b.ids = moved, b.ids[:last]
	q.places[moved].index = at.index
	q.places[id] = place{}
	if last == 0 {
		q.buckets[b.prev].next, q.buckets[b.next].prev = b.next, b.prev
		q.unused = append(q.unused, at.bucket)
	}
}
