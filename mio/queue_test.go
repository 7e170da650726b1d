package mio

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
)

// TestQueueAgainstModel compares the queue with a map of counters, whatever is
// done to it.
func TestQueueAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		model := map[fitness.ID]uint32{}
		ids := rapid.Custom(func(t *rapid.T) fitness.ID { return fitness.ID(rapid.IntRange(0, 30).Draw(t, "id")) })
		t.Repeat(map[string]func(*rapid.T){
			"reset": func(t *rapid.T) {
				id := ids.Draw(t, "id")
				q.reset(r, id)
				model[id] = 0
			},
			"remove": func(t *rapid.T) {
				id := ids.Draw(t, "id")
				q.remove(id)
				delete(model, id)
			},
			"count": func(t *rapid.T) {
				if id, ok := q.least(); ok {
					q.count(r)
					model[id]++
				}
			},
			"": func(t *rapid.T) { checkQueue(t, &q, model) },
		})
	})
}

func checkQueue(t *rapid.T, q *queue, model map[fitness.ID]uint32) {
	assert.Len(t, q.heap, len(model))
	for i, e := range q.heap {
		assert.EqualValues(t, i+1, q.where[e.id])
		assert.Equal(t, model[e.id], e.counter())
	}
	least, ok := q.least()
	assert.Equal(t, len(model) > 0, ok)
	for id, counter := range model {
		assert.LessOrEqual(t, model[least], counter, "target %d", id)
	}
}

// TestQueueBreaksTiesAtRandom wants every one of a few equal targets to come
// first now and then.
func TestQueueBreaksTiesAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	seen := map[fitness.ID]int{}
	for range 1000 {
		var q queue
		for id := range fitness.ID(5) {
			q.reset(r, id)
		}
		id, ok := q.least()
		require.True(t, ok)
		seen[id]++
	}
	for id := range fitness.ID(5) {
		assert.InDelta(t, 200, seen[id], 60, "target %d", id)
	}
}
