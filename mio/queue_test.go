package mio

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
)

// TestQueueAgainstModel compares the queue with a map of counters over random operations.
func TestQueueAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		model := map[fitness.ID]uint32{}
		ids := rapid.Custom(func(t *rapid.T) fitness.ID { return fitness.ID(rapid.IntRange(0, 30).Draw(t, "id")) })
		t.Repeat(map[string]func(*rapid.T){
			"reset": func(t *rapid.T) {
				id := ids.Draw(t, "id")
				q.reset(id)
				model[id] = 0
			},
			"remove": func(t *rapid.T) {
				id := ids.Draw(t, "id")
				q.remove(id)
				delete(model, id)
			},
			"count": func(t *rapid.T) {
				if id, ok := q.least(r); ok {
					q.count(id)
					model[id]++
				}
			},
			"": func(t *rapid.T) { checkQueue(t, &q, r, model) },
		})
	})
}

func checkQueue(t *rapid.T, q *queue, r *rand.Rand, model map[fitness.ID]uint32) {
	counters := map[fitness.ID]uint32{}
	before := -1
	for b := q.first(); b != ends; b = q.buckets[b].next {
		assert.Greater(t, int(q.buckets[b].counter), before)
		assert.NotEmpty(t, q.buckets[b].ids)
		before = int(q.buckets[b].counter)
		for i, id := range q.buckets[b].ids {
			assert.Equal(t, place{b, int32(i)}, q.places[id])
			counters[id] = q.buckets[b].counter
		}
	}
	assert.Equal(t, model, counters)
	least, ok := q.least(r)
	assert.Equal(t, len(model) > 0, ok)
	for id, counter := range model {
		assert.LessOrEqual(t, model[least], counter, "target %d", id)
	}
}

// TestQueueBreaksTiesAtRandom: each of five equal targets comes first about equally often.
func TestQueueBreaksTiesAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	seen := map[fitness.ID]int{}
	for range 1000 {
		var q queue
		for id := range fitness.ID(5) {
			q.reset(id)
		}
		id, ok := q.least(r)
		require.True(t, ok)
		seen[id]++
	}
	for id := range fitness.ID(5) {
		assert.InDelta(t, 200, seen[id], 60, "target %d", id)
	}
}

// TestQueuePrefersNoneOfEquals: a target that leaves the lowest counter and comes back has the same chance as the
// others there.
func TestQueuePrefersNoneOfEquals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	back, all := 0, 2000
	for range all {
		var q queue
		for id := range fitness.ID(8) {
			q.reset(id)
		}
		var last fitness.ID
		for range 5 {
			last, _ = q.least(r)
			q.count(last)
		}
		q.reset(last)
		if id, _ := q.least(r); id == last {
			back++
		}
	}
	assert.InDelta(t, all/4, back, 90)
}
